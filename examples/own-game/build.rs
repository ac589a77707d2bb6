//! Lets the program find libtorch when it runs.

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    if let Ok(lib) = std::env::var("DEP_TCH_LIBTORCH_LIB") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{lib}");
    }
}
