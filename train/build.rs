//! Lets this crate's tests and examples find libtorch when they run.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    // torch-sys tells only its direct dependents where it found libtorch.
    if let Ok(lib) = env::var("DEP_TCH_LIBTORCH_LIB") {
        link_libtorch(&lib);
    }
}

/// As in `cli/build.rs`: a build script speaks for its own crate alone.
fn link_libtorch(lib: &str) {
    println!("cargo::rustc-link-arg=-Wl,-rpath,{lib}");
    // The folder behind the checkout's link, so that a program outlives the checkout.
    if let Ok(real) = fs::canonicalize(lib) {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{}", real.display());
    }
    // Nothing calls the CUDA half by name, so the linker would drop it.
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-link-arg=-Wl,--no-as-needed");
        println!("cargo::rustc-link-arg=-ltorch");
    }
}
