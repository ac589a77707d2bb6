//! When an arena stops, and what it then tells.

use std::io::{self, Write};
use std::str::FromStr;

use elderhand_agents::sequential::Answer;
use elderhand_agents::stats::ALPHA;
use elderhand_agents::{Measure, Question, Ruling, Stop};
use elderhand_env::Terms;
use elderhand_env::options::terms;

use super::{Report, Results};
use crate::args::By;
use crate::failure::usage;
use crate::output::{Output, thousands};

/// What is asked of an arena.
#[derive(clap::Args, Debug)]
pub struct Asked {
    /// Stop as soon as it is told who is better; intervals then hold however often one looks
    #[arg(long, conflicts_with = "sprt")]
    until_decided: bool,
    /// Stop as soon as one of two hypotheses is refuted: that the first of a pair makes at most H0, or at least H1, more than
    /// is even, in points or chips a round, or in the share won with --by won
    #[arg(long, value_name = "H0,H1", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// What decides
    #[arg(long, value_enum, default_value = "points")]
    by: By,
    /// How often an answer may be wrong: who is better where nobody is, or H0 refuted though it is true [default: 0.05]
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,
    /// How often H1 may be refuted though it is true [default: as --alpha]
    #[arg(long, value_name = "P", requires = "sprt")]
    beta: Option<f64>,
}

/// Two numbers, the lower first.
#[derive(Clone, Copy, Debug)]
struct Hypotheses(f64, f64);

impl FromStr for Hypotheses {
    type Err = String;

    fn from_str(text: &str) -> Result<Hypotheses, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        match text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?))) {
            Some((low, high)) if low < high => Ok(Hypotheses(low, high)),
            _ => Err("expected two numbers, the lower first, such as 0,1".into()),
        }
    }
}

impl Asked {
    /// Says what of it cannot be asked.
    pub fn check(&self) -> anyhow::Result<()> {
        for (name, rate) in [("--alpha", self.alpha), ("--beta", self.beta)] {
            if let Some(rate) = rate.filter(|rate| !(1e-6..=0.5).contains(rate)) {
                return Err(usage(format!("{name} {rate}: expected a rate of errors from 0.000001 to 0.5")));
            }
        }
        if self.by == By::Won && !self.until_decided && self.sprt.is_none() {
            return Err(usage("--by says what decides: add --until-decided or --sprt H0,H1"));
        }
        Ok(())
    }

    /// What is asked of all pairs together.
    pub fn question(&self) -> Question {
        let alpha = self.alpha.unwrap_or(ALPHA);
        let stop = match self.sprt {
            Some(Hypotheses(low, high)) => Stop::Hypotheses { low, high, beta: self.beta.unwrap_or(alpha) },
            None if self.until_decided => Stop::Decided,
            None => Stop::Deals,
        };
        Question { by: self.by.into(), stop, alpha }
    }
}

/// What is told of a pair.
pub struct Told {
    /// Who they are.
    pub pair: String,
    /// The deals that they have played.
    pub deals: usize,
    /// After how many deals it may be told who is better, if that is open.
    pub to_settle: Option<u64>,
    /// How many times as many deals would tell as much without `--aivat`.
    pub saved: Option<f64>,
    /// How it was decided.
    pub ruling: Option<Ruling>,
}

impl Told {
    /// Says what has been decided, or what may decide.
    pub fn print(&self, report: &Report<'_>, out: &mut Output) -> io::Result<()> {
        let pair = &self.pair;
        if let Some(saved) = self.saved {
            writeln!(out, "{pair}: as sure as {saved:.1} times as many deals without --aivat")?;
        }
        let Some(ruling) = self.ruling else {
            let Some(all) = self.to_settle.filter(|_| !report.partial) else { return Ok(()) };
            return writeln!(out, "{pair}: open; a run --until-decided may take {} deals", some(all));
        };
        let after = thousands(ruling.deals.unwrap_or(self.deals) as f64);
        match report.question.stop {
            Stop::Hypotheses { low, high, .. } => {
                let of = report.measure();
                match ruling.answer {
                    Answer::Above => writeln!(out, "{pair}: H1, more than {low:+} {of}, after {after} deals"),
                    Answer::Below => writeln!(out, "{pair}: H0, less than {high:+} {of}, after {after} deals"),
                    Answer::Open => {
                        let ((for_h1, for_h0), (h1, h0)) = (ruling.evidence, ruling.needed);
                        writeln!(
                            out,
                            "{pair}: open after {after} deals; evidence {for_h1:.1} of {h1:.1} for H1, {for_h0:.1} of {h0:.1} for H0"
                        )
                    }
                }
            }
            _ => match ruling.answer {
                Answer::Above => writeln!(out, "{pair}: better after {after} deals"),
                Answer::Below => writeln!(out, "{pair}: worse after {after} deals"),
                Answer::Open => {
                    let guess = self.to_settle.map(|all| format!("; it may take {}", some(all)));
                    writeln!(out, "{pair}: open after {after} deals{}", guess.unwrap_or_default())
                }
            },
        }
    }
}

impl Report<'_> {
    /// What an interval is called at the head of its column.
    pub(super) fn interval(&self) -> String {
        match self.compared {
            1 => format!("{} % interval", percent(1.0 - self.question.alpha)),
            _ => "interval".into(),
        }
    }

    /// What hypotheses are about.
    fn measure(&self) -> String {
        let Terms { one, points, .. } = terms(self.game, self.options);
        match self.question.by {
            Measure::Points => format!("{points} a {one}"),
            Measure::Won => format!("of a {one} won"),
        }
    }

    /// Some pair is open that was not to be decided, or could not be.
    fn open(&self) -> bool {
        match &self.results {
            Results::Duels(duels) => duels.iter().any(|duel| duel.open()),
            Results::Table(table) => table.open(),
        }
    }
}

/// Says what the intervals and answers hold for.
pub(super) fn print(report: &Report<'_>, out: &mut Output) -> io::Result<()> {
    let Report { question, compared, .. } = report;
    let mut said = Vec::new();
    let all = if *compared == 1 { String::new() } else { format!(", for all {compared} pairs together") };
    match question.stop {
        Stop::Deals if *compared == 1 => (),
        Stop::Deals => said.push(format!(
            "Intervals between pairs are of {} % each, so that all {compared} hold together with {} %.",
            percent(report.confidence),
            percent(1.0 - question.alpha)
        )),
        Stop::Hypotheses { beta, .. } => said.push(format!(
            "Wrong with {} % at most if H0 is true, with {} % if H1 is{all}. Intervals hold at every look.",
            percent(question.alpha),
            percent(beta)
        )),
        _ => said.push(format!(
            "Wrong with {} % at most, however often one looks{all}. Intervals hold at every look.",
            percent(question.alpha)
        )),
    }
    // Where it was stopped before its end, that is what there is to say.
    if report.open() && !report.partial {
        said.push(match question.stop {
            Stop::Deals => "Deals added until an interval leaves out 0 would find a winner between equals as well; \
                            --until-decided may go on."
                .into(),
            _ => "A greater --deals goes on with the same deals, and may.".into(),
        });
    }
    if !said.is_empty() {
        writeln!(out)?;
        out.wrapped(0, " ", said.iter().flat_map(|line| line.split(' ')))?;
    }
    Ok(())
}

/// A guessed number, of which two digits are enough.
fn some(number: u64) -> String {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    thousands((number.div_ceil(unit) * unit) as f64)
}

/// A probability in per cent, without digits that say nothing.
pub(super) fn percent(share: f64) -> String {
    let text = format!("{:.2}", 100.0 * share);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
