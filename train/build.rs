//! Lets this crate's tests and examples find libtorch when they run.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=link_libtorch.rs");
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    // torch-sys tells only its direct dependents where it found libtorch.
    if let Ok(lib) = env::var("DEP_TCH_LIBTORCH_LIB") {
        for arg in link_libtorch(&lib) {
            println!("cargo::rustc-link-arg={arg}");
        }
    }
}

include!("link_libtorch.rs");
