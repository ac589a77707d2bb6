//! Lets the program that trains find libtorch when it runs, and tells both which revision they were built from.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What the programs are made of, from the workspace's root. A change here rebuilds the programs
/// anyway, so watching it costs nothing; "-dirty" speaks of these paths only.
const SOURCES: [&str; 11] = [
    "env/src",
    "env/rules",
    "agents/src",
    "train/src",
    "serve/src",
    "cli/src",
    "cli/build.rs",
    "train/link_libtorch.rs",
    "configs",
    "Cargo.toml",
    "Cargo.lock",
];

fn main() {
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    // Without the feature `train` there is no torch-sys, and nothing to link.
    if let Ok(lib) = env::var("DEP_TCH_LIBTORCH_LIB") {
        for arg in link_libtorch(&lib) {
            println!("cargo::rustc-link-arg-bin=elderhand-train={arg}");
        }
    }
    let revision = revision().unwrap_or("unknown".into());
    println!("cargo::rustc-env=ELDERHAND_GIT={revision}");
    // Cargo takes a watched path that is missing as changed, every time.
    for path in SOURCES.map(|path| format!("../{path}")) {
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

include!("../train/link_libtorch.rs");

/// The short commit hash, with "-dirty" when the sources differ from it. None outside a checkout.
fn revision() -> Option<String> {
    // A copy of the sources inside someone else's repository has no revision of ours.
    if git(&["rev-parse", "--show-prefix"])? != "cli/" {
        return None;
    }
    // HEAD changes on a switch of branches, its log on every commit.
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let hash = git(&["rev-parse", "--short", "HEAD"])?;
    let sources = SOURCES.map(|path| format!(":/{path}"));
    let mut diff = vec!["diff", "--name-only", "HEAD", "--"];
    diff.extend(sources.iter().map(String::as_str));
    let dirty = !git(&diff)?.is_empty();
    Some(if dirty { hash + "-dirty" } else { hash })
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}
