//! Any of the targets, by the name in the environment variable `ELDERHAND_TARGET`: one program, which is built once.
#![no_main]

use std::env;
use std::sync::LazyLock;

use elderhand_tests::fuzz::{TARGETS, Target, target};
use libfuzzer_sys::fuzz_target;

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("ELDERHAND_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
        eprintln!("ELDERHAND_TARGET is `{name}`: expected one of {}", known.join(", "));
        std::process::exit(2)
    })
});

fuzz_target!(|bytes: &[u8]| CHOSEN(bytes));
