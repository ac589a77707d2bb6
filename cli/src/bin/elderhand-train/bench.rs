//! `bench train`: how much of the machine's arithmetic training uses.

use std::io::Write;

use elderhand::commands::bench::train::Args;
use elderhand::output::{Output, thousands};

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
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
    for (name, share) in report.shares.parts().into_iter().filter(|(_, share)| *share > 0.0) {
        writeln!(out, "  {name:<20}  {:>4.1} %", 100.0 * share)?;
    }
    Ok(())
}
