/// What the linker is told so that a program finds libtorch when it runs; the build scripts of `train` and `cli` include
/// this file, because what a build script says holds for its own package alone.
fn link_libtorch(lib: &str) -> Vec<String> {
    let mut args = vec![format!("-Wl,-rpath,{lib}")];
    // The folder behind the checkout's link, so that a program outlives the checkout.
    args.extend(fs::canonicalize(lib).map(|real| format!("-Wl,-rpath,{}", real.display())));
    // Nothing calls the CUDA half by name, so the linker would drop it.
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        args.extend(["-Wl,--no-as-needed", "-ltorch"].map(String::from));
    }
    args
}
