/// Lets the programs of a package find libtorch when they run; the build scripts of `train` and `cli` include this file,
/// because what a build script says holds for its own package alone.
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
