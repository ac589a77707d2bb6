//! `verify`: a bundle's hashes, layouts and golden positions.

use std::io::Write;
use std::path::PathBuf;

use elderhand_agents::Bundle;
use elderhand_agents::files::bundle_path;
use serde_json::json;

use crate::output::{Output, printable, thousands};

/// Check a bot file: its hashes, layouts and golden positions
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The bundle, a file or a folder, or checkpoint:NAME
    #[arg(value_name = "BUNDLE")]
    bundle: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let bundle = Bundle::open(&bundle_path(&args.bundle)?)?;
    let verification = bundle.verify()?;
    let (manifest, parameters) = (bundle.manifest(), bundle.network().parameters());
    if args.json {
        return out.json(&json!({
            "bundle": bundle.name(), "ok": true, "game": manifest.contract.game, "parameters": parameters,
            "positions": verification.positions, "worst": verification.worst,
        }));
    }
    let paint = out.paint;
    writeln!(out, "{} {}", paint.green("ok"), paint.bold(printable(bundle.name())))?;
    writeln!(out, "  plays {}, {} parameters", printable(&manifest.contract.game), thousands(parameters as f64))?;
    writeln!(out, "  the hashes of {} files, the observation layout and the action table agree", manifest.files.len())?;
    let (positions, worst) = (verification.positions, verification.worst);
    writeln!(out, "  {positions} golden positions agree, the worst within {worst:.1e}")?;
    Ok(())
}
