//! The native module of the Python package `elderhand`.
//!
//! Classes and functions here do the work; `elderhand/*.py` gives results their types and the package its names. The module
//! holds no truth of its own: games are those of `elderhand-env`, players those of `elderhand-agents`.

mod arena;
mod arrays;
mod bot;
mod bundle;
mod callable;
mod dataset;
mod env;
mod errors;
mod everyone;
mod exploitability;
mod export;
mod games;
mod interrupt;
mod json;
mod numbers;
mod opponent;
mod rows;
mod seats;
mod table;
mod threads;

use pyo3::prelude::*;

// Rows are handed out as bytes, in which bit `i` is bit `i % 8` of byte `i / 8` only where words begin with their lowest.
#[cfg(target_endian = "big")]
compile_error!("packed rows are defined for machines whose words begin with the lowest byte");

/// The native module.
#[pymodule(gil_used = false)]
fn _elderhand(module: &Bound<'_, PyModule>) -> PyResult<()> {
    threads::own_the_global_pool();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<env::PyVecEnv>()?;
    module.add_class::<seats::PySeatEnv>()?;
    module.add_class::<bot::PyBot>()?;
    module.add_class::<bundle::PyBundle>()?;
    module.add_class::<table::PyTable>()?;
    module.add_function(wrap_pyfunction!(games::variants, module)?)?;
    module.add_function(wrap_pyfunction!(games::options, module)?)?;
    module.add_function(wrap_pyfunction!(games::rules, module)?)?;
    module.add_function(wrap_pyfunction!(games::describe, module)?)?;
    module.add_function(wrap_pyfunction!(games::encode, module)?)?;
    module.add_function(wrap_pyfunction!(bot::bots, module)?)?;
    module.add_function(wrap_pyfunction!(arena::arena, module)?)?;
    module.add_function(wrap_pyfunction!(arena::duel, module)?)?;
    module.add_function(wrap_pyfunction!(arena::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(exploitability::exploitability, module)?)?;
    module.add_function(wrap_pyfunction!(export::check_export, module)?)?;
    module.add_function(wrap_pyfunction!(export::try_bundle, module)?)?;
    module.add_function(wrap_pyfunction!(export::write_bundle, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::of_bots, module)?)?;
    module.add_function(wrap_pyfunction!(dataset::of_records, module)?)?;
    Ok(())
}
