//! `bench train`: how much of the machine's arithmetic training uses.

use std::path::PathBuf;

use crate::output::Output;

/// Decisions a second in training, and achieved against measured peak GFLOP/s
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The config, a TOML file such as configs/gin.toml
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Set a key of the config; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 20.0, value_parser = super::env::seconds)]
    pub seconds: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[cfg(not(feature = "train"))]
pub fn run(_: &Args, _: &mut Output) -> anyhow::Result<()> {
    Err(crate::commands::without_training("bench train"))
}

#[cfg(feature = "train")]
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    use std::io::Write;

    use crate::output::thousands;

    let config = elderhand_train::Config::load(&args.config, &args.set)?;
    let report = elderhand_train::bench(&config, args.seconds)?;
    if args.json {
        return out.json(&report);
    }
    let rows = [
        ("game", report.game),
        ("weights", thousands(report.parameters as f64)),
        ("threads", report.threads.to_string()),
        ("decisions a second", thousands(report.decisions_per_second)),
        ("achieved", format!("{:.1} GFLOP/s", report.gflops)),
        ("matrix products alone", format!("{:.1} GFLOP/s", report.peak_gflops)),
        ("efficiency", format!("{:.1} %, medians of {} turns", 100.0 * report.efficiency, report.iterations)),
    ];
    rows.iter().try_for_each(|(name, value)| writeln!(out, "{name:<22}  {value}"))?;
    writeln!(out, "\nof the time")?;
    for (name, share) in report.shares.parts() {
        writeln!(out, "  {name:<20}  {:>4.1} %", 100.0 * share)?;
    }
    Ok(())
}
