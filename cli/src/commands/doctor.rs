//! `doctor`: what was found, what is missing, and what to do about it.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::args::cores;
use crate::hand_over::trainer;
use crate::output::{Output, printable};

/// Training needs so much memory, in GiB.
const MEMORY: f64 = 2.0;
/// Building and training need so much of the disk, in GiB.
const DISK: f64 = 3.0;

/// Say what this machine has and what is missing
///
/// The exit status is 1 if something is missing that Elderhand needs.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What to do where libtorch is not there or not right.
pub const LIBTORCH_REMEDY: &str =
    "remove .libtorch and run `make setup` again, or set LIBTORCH to a libtorch of this version";

/// One thing that was looked for.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
pub struct Finding {
    what: String,
    ok: bool,
    found: String,
    /// What to do where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    remedy: Option<String>,
}

impl Finding {
    /// It is there.
    pub fn ok(what: &str, found: impl Into<String>) -> Finding {
        Finding { what: what.into(), ok: true, found: found.into(), remedy: None }
    }

    /// It is missing, or not as it must be.
    pub fn missing(what: &str, found: impl Into<String>, remedy: impl Into<String>) -> Finding {
        Finding { what: what.into(), ok: false, found: found.into(), remedy: Some(remedy.into()) }
    }
}

/// Looks for everything.
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let findings = [version(), system(), processor(), features(), memory(), disk(), libtorch(), runs(), terminal()];
    tell(&findings, args, out)
}

/// Prints what was found, and fails if something is missing.
pub fn tell(findings: &[Finding], args: &Args, out: &mut Output) -> anyhow::Result<()> {
    if args.json {
        out.json(&findings)?;
    } else {
        let paint = out.paint;
        for finding in findings {
            let state = if finding.ok { paint.green("ok     ") } else { paint.red("missing") };
            writeln!(out, "{state}  {:<10}  {}", finding.what, printable(&finding.found))?;
            if let Some(remedy) = &finding.remedy {
                writeln!(out, "{:21}{}", "", paint.bold(remedy))?;
            }
        }
    }
    out.flush()?;
    let missing: Vec<&str> =
        findings.iter().filter(|finding| !finding.ok).map(|finding| finding.what.as_str()).collect();
    anyhow::ensure!(missing.is_empty(), "missing: {}", missing.join(", "));
    Ok(())
}

/// Which Elderhand this is.
pub fn version() -> Finding {
    let revision = option_env!("ELDERHAND_GIT").unwrap_or("unknown");
    Finding::ok("elderhand", format!("{}, revision {revision}", env!("CARGO_PKG_VERSION")))
}

fn system() -> Finding {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or(std::env::consts::OS);
    Finding::ok("system", format!("{}, {}", name.trim_matches('"'), std::env::consts::ARCH))
}

fn processor() -> Finding {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':')).map(|(_, name)| name.trim());
    Finding::ok("processor", format!("{}, threads: {}", model.unwrap_or("of an unknown model"), cores()))
}

#[cfg(target_arch = "x86_64")]
fn features() -> Finding {
    let features = [
        ("AVX2", std::arch::is_x86_feature_detected!("avx2")),
        ("FMA", std::arch::is_x86_feature_detected!("fma")),
        ("AVX-512", std::arch::is_x86_feature_detected!("avx512f")),
    ];
    let found: Vec<&str> = features.iter().filter(|(_, found)| *found).map(|(name, _)| *name).collect();
    Finding::ok("vectors", if found.is_empty() { "no AVX2: networks run slowly".into() } else { found.join(" ") })
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Finding {
    Finding::ok("vectors", "those that every processor of this kind has")
}

fn memory() -> Finding {
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let gib = |key| {
        let line = info.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0 / 1024.0)
    };
    match (gib("MemAvailable:"), gib("MemTotal:")) {
        (Some(free), Some(all)) if free < MEMORY => {
            let found = format!("{free:.1} GiB free of {all:.1}");
            Finding::missing("memory", found, format!("training needs {MEMORY} GiB: close other programs"))
        }
        (Some(free), Some(all)) => Finding::ok("memory", format!("{free:.1} GiB free of {all:.1}")),
        _ => Finding::ok("memory", "this system does not say"),
    }
}

/// Asks `df`, whose `-P` form is the same on every Unix.
fn disk() -> Finding {
    let free = Command::new("df").args(["-Pk", "."]).output().ok().and_then(|output| {
        let table = String::from_utf8(output.stdout).ok()?;
        let kib: f64 = table.lines().nth(1)?.split_whitespace().nth(3)?.parse().ok()?;
        Some(kib / 1024.0 / 1024.0)
    });
    match free {
        Some(free) if free < DISK => {
            let remedy = format!("building and training need {DISK} GiB: free some of this disk");
            Finding::missing("disk", format!("{free:.1} GiB free here"), remedy)
        }
        Some(free) => Finding::ok("disk", format!("{free:.1} GiB free here")),
        None => Finding::ok("disk", "this system does not say"),
    }
}

/// Asks the trainer, which tells what it is and then what libtorch says.
fn libtorch() -> Finding {
    let Some(trainer) = trainer() else {
        return if cfg!(feature = "train") {
            let remedy = "put it there, or build it: cargo build --release --package elderhand";
            Finding::missing("libtorch", "no elderhand-train beside this elderhand", remedy)
        } else {
            Finding::ok("libtorch", "not needed: this elderhand was built without training")
        };
    };
    let output = match Command::new(trainer).args(["doctor", "--json"]).stdin(Stdio::null()).output() {
        Ok(output) => output,
        Err(error) => {
            let found = format!("elderhand-train cannot be started: {error}");
            return Finding::missing("libtorch", found, LIBTORCH_REMEDY);
        }
    };
    match serde_json::from_slice::<[Finding; 2]>(&output.stdout) {
        Ok([its, libtorch]) if its == version() => libtorch,
        Ok([its, _]) => {
            let found = format!("elderhand-train is another: {}", its.found);
            Finding::missing("libtorch", found, "build both: cargo build --release --package elderhand")
        }
        // Without its libraries a program does not come as far as to answer.
        Err(_) => {
            let why = String::from_utf8_lossy(&output.stderr);
            let why = why.lines().next().map_or_else(|| output.status.to_string(), str::to_owned);
            Finding::missing("libtorch", format!("elderhand-train does not run: {why}"), LIBTORCH_REMEDY)
        }
    }
}

/// Tries to write where runs go: in `runs`, or here if it is not there yet.
fn runs() -> Finding {
    let folder = if Path::new("runs").is_dir() { "runs" } else { "." };
    match tempfile::NamedTempFile::new_in(folder) {
        Ok(_) => Finding::ok("runs", format!("`{folder}` can be written")),
        Err(error) => {
            let found = format!("`{folder}` cannot be written: {error}");
            Finding::missing("runs", found, "change its rights, or start where you may write, or give --run-dir")
        }
    }
}

fn terminal() -> Finding {
    let person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let found =
        if person { "a person can play here" } else { "none: output is plain, without colours or progress bars" };
    Finding::ok("terminal", found)
}
