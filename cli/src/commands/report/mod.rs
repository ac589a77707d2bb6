//! `report`: trainings and results as a page to read, one file that needs nothing else.

mod arena;
mod bot;
mod colours;
mod curves;
mod given;
mod numbers;
mod page;
mod plot;
mod ratings;
mod run;
mod summary;
mod tournament;
mod training;

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use elderhand_agents::files::{would_replace, write_atomically};

use self::given::Given;
use self::page::{MARK, page};
use self::run::Run;
use super::heading;
use crate::date::today;
use crate::failure::usage;
use crate::output::{Output, printable};

/// The name of a report where none is given.
const NAME: &str = "report.html";
/// In so many bytes a report has said that it is one.
const HEAD: u64 = 512;

const EXAMPLES: &str = "\
Examples:
  elderhand report runs/first                     writes runs/first/report.html
  elderhand report runs/first runs/second --out both.html
                                                  one over the other, and how
                                                  their settings differ
  elderhand arena --game gin --bots simple,greedy --deals 2000 --json >a.json
  elderhand report a.json checkpoint:gin --out gin.html

docs/training.md describes the curves.";

/// Make a page of trainings or results: curves with their intervals, and tables
///
/// What is given may be run directories, which are laid over each other; what arena, rate or tournament print with --json; a
/// file of `rate --results`; a directory of `tournament --log`; a bot file or checkpoint:NAME. Which it is, is told from what
/// is in it. The page is one HTML file for dark and light screens and for print, without scripts, that loads nothing. A
/// training that is going on can be looked at too.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// What to report
    #[arg(value_name = "WHAT", required = true)]
    what: Vec<PathBuf>,
    /// The file to write [default: report.html, in the directory if only one is given, else here]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Let it replace a file that is there and is no report
    #[arg(long)]
    force: bool,
}

/// Reads what is given, writes the page, and says in short what is on it.
pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let path = match (&args.out, &args.what[..]) {
        (Some(path), _) => path.clone(),
        (None, [one]) if one.is_dir() => one.join(NAME),
        (None, _) => PathBuf::from(NAME),
    };
    check(&path, args.force)?;
    let (mut runs, mut results) = (Vec::new(), Vec::new());
    for name in &args.what {
        match Given::read(name)? {
            Given::Run(run) => runs.push(run),
            other => results.push(other),
        }
    }
    write(&runs, &results, &path)?;
    for run in &runs {
        summary::print(run, out)?;
    }
    for result in &results {
        heading(&result.title(), out)?;
    }
    Ok(writeln!(out, "  report  {}", printable(path.display()))?)
}

/// Writes the report of a run into its directory, and returns where it lies.
pub fn of_run(dir: &Path) -> anyhow::Result<PathBuf> {
    let path = dir.join(NAME);
    check(&path, false)?;
    write(&[Run::read(dir)?], &[], &path)?;
    Ok(path)
}

/// A name mistyped must not cost somebody another file.
fn check(path: &Path, force: bool) -> anyhow::Result<()> {
    let shown = path.display();
    match would_replace(path) {
        Ok(true) if !force && !is_report(path) => Err(usage(format!(
            "{shown} is there already and is no report: name another file with --out, or let it be replaced with --force"
        ))),
        Ok(_) => Ok(()),
        Err(error) => Err(usage(format!("the report cannot be written to {shown}: {error}"))),
    }
}

fn is_report(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    read.is_ok() && String::from_utf8_lossy(&head).contains(MARK)
}

/// Writes the page, all runs together before everything else.
fn write(runs: &[Run], results: &[Given], path: &Path) -> anyhow::Result<()> {
    let mut titles = Vec::new();
    let mut sections = Vec::new();
    if !runs.is_empty() {
        titles.push(training::title(runs));
        sections.extend(training::sections(runs)?);
    }
    for result in results {
        titles.push(result.title());
        sections.extend(result.sections()?);
    }
    let page = page(&titles.join("; "), &today()?, &sections);
    write_atomically(path, page.as_bytes())
        .with_context(|| format!("the report cannot be written to {}", path.display()))
}
