//! `export`: a run's averaged weights as a bundle, which `elderhand-train` does, whose checkpoints they are; and a bundle as an
//! ONNX model.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use elderhand_agents::Bundle;
use elderhand_agents::files::{bundle_path, would_replace, write_atomically};

use crate::failure::usage;
use crate::output::{Output, printable, thousands};

const EXAMPLES: &str = "\
Examples:
  elderhand export runs/first --out gin.elderhand
  elderhand export checkpoint:gin --onnx --out gin.onnx";

/// Make a bot file of a run or a checkpoint, with its model card; or an ONNX model of a bot file
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The run directory, or one of its checkpoints; with --onnx a bot file, or checkpoint:NAME
    #[arg(value_name = "FROM")]
    pub from: PathBuf,
    /// The file to write, such as gin.elderhand
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Write an ONNX model, which other runtimes evaluate
    #[arg(long)]
    pub onnx: bool,
    /// Let it replace a file that is there and is no bot file
    #[arg(long)]
    pub force: bool,
}

/// Writes a bundle as an ONNX model.
pub fn onnx(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let bundle = Bundle::open(&bundle_path(&args.from)?)?;
    let shown = args.out.display();
    match would_replace(&args.out) {
        Ok(true) if !args.force => {
            return Err(usage(format!(
                "{shown} is there already: name another file, or let it be replaced with --force"
            )));
        }
        Ok(_) => (),
        Err(error) => return Err(usage(format!("the model cannot be written to {shown}: {error}"))),
    }
    let model = bundle.to_onnx()?;
    write_atomically(&args.out, &model).with_context(|| format!("the model cannot be written to {shown}"))?;
    let (inputs, actions) = (bundle.network().inputs(), bundle.network().actions());
    let size = thousands(model.len() as f64);
    writeln!(out, "{}: {inputs} bits in, {actions} logits and a value out, {size} bytes", printable(shown))?;
    Ok(())
}
