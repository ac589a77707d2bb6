//! `doctor`: what libtorch says.

use elderhand::commands::doctor::{Args, Finding, LIBTORCH_REMEDY, tell, version};
use elderhand::output::Output;

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    tell(&[version(), libtorch()], args, out)
}

fn libtorch() -> Finding {
    let report = elderhand_train::doctor();
    let cuda = match report.cuda_devices {
        0 => "no CUDA device".into(),
        1 => "1 CUDA device".into(),
        count => format!("{count} CUDA devices"),
    };
    let version = report.libtorch;
    if report.works {
        Finding::ok("libtorch", format!("{version}, a matrix product is right; {cuda}"))
    } else {
        Finding::missing("libtorch", format!("{version}, but a matrix product came out wrong"), LIBTORCH_REMEDY)
    }
}
