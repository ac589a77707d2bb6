//! What an arena was asked, and what it answers, in words.

use elderhand_agents::sequential::Answer;
use elderhand_agents::{Measure, Question, Ruling, Stop, Verdict};
use elderhand_env::options::terms;
use elderhand_env::{Overrides, Terms};
use serde::{Deserialize, Serialize};

use crate::output::thousands;

/// What was played, and what was asked: the head of what `--json` prints.
#[derive(Debug, Serialize, Deserialize)]
pub struct Head {
    pub game: String,
    pub options: Overrides,
    pub seed: u64,
    pub deals: usize,
    pub threads: usize,
    /// What was asked of all pairs together.
    pub question: Question,
    /// The number of pairs that share the rate of errors.
    pub compared: usize,
    /// What an interval of a comparison is of, 0 to 1.
    pub confidence: f64,
    /// It was stopped, or a bot misbehaved.
    pub partial: bool,
}

impl Head {
    /// What is called what in the game.
    pub fn terms(&self) -> Terms {
        terms(&self.game, &self.options)
    }

    /// What hypotheses are about.
    fn measure(&self) -> String {
        let Terms { one, points, .. } = self.terms();
        match self.question.by {
            Measure::Points => format!("{points} a {one}"),
            Measure::Won => format!("of a {one} won"),
        }
    }

    /// What was asked.
    pub fn asked(&self) -> String {
        let Terms { one, many, points, .. } = self.terms();
        let (more, unit) = match self.question.by {
            Measure::Points => (format!("who makes more {points} a {one}"), format!("{points} a {one}")),
            Measure::Won => (format!("who wins more {many}"), "the share won".into()),
        };
        match self.question.stop {
            Stop::Hypotheses { low, high, .. } => format!(
                "whether the first of a pair makes at most {low:+} (H0) or at least {high:+} (H1) more than is even, in {unit}"
            ),
            Stop::Decided => format!("{more}, until that is decided"),
            _ => format!("{more}, in a number of deals that was fixed before"),
        }
    }

    /// What the interval of a bot is called.
    pub fn interval(&self) -> String {
        format!("{} % interval", percent(1.0 - self.question.alpha))
    }

    /// What the interval of a pair is called.
    pub fn interval_of_pair(&self) -> String {
        format!("{} % interval", percent(self.confidence))
    }

    /// Says what the intervals and answers hold for; `told` are those of all pairs.
    pub fn holds(&self, told: &[Told]) -> Vec<String> {
        let Head { question, compared, .. } = self;
        let mut said = Vec::new();
        let all = if *compared == 1 { String::new() } else { format!(", for all {compared} pairs together") };
        match question.stop {
            Stop::Deals if *compared == 1 => (),
            Stop::Deals => said.push(format!(
                "Intervals between pairs are of {} % each, so that all {compared} hold together with {} %.",
                percent(self.confidence),
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
        if told.iter().any(Told::open) && !self.partial {
            said.push(match question.stop {
                Stop::Deals => {
                    "Deals added until an interval leaves out 0 would find a winner between equals as well; \
                                --until-decided may go on."
                        .into()
                }
                _ => "A greater --deals goes on with the same deals, and may.".into(),
            });
        }
        said
    }
}

/// What is told of a pair.
pub struct Told {
    /// Who they are.
    pub pair: String,
    /// The deals that they have played.
    pub deals: usize,
    /// What the interval of their points says.
    pub verdict: Verdict,
    /// After how many deals it may be told who is better, if that is open.
    pub to_settle: Option<u64>,
    /// How many times as many deals would tell as much without `--aivat`.
    pub saved: Option<f64>,
    /// How it was decided.
    pub ruling: Option<Ruling>,
}

impl Told {
    /// It is not told who is better.
    fn open(&self) -> bool {
        self.ruling.map_or(self.verdict == Verdict::Open, |ruling| ruling.answer == Answer::Open)
    }

    /// Says what has been decided, or what may decide, a line each.
    pub fn lines(&self, head: &Head) -> Vec<String> {
        let saved = self.saved.map(|saved| format!("as sure as {saved:.1} times as many deals without --aivat"));
        let said = [saved, self.decided(head)].into_iter().flatten();
        said.map(|said| format!("{}: {said}", self.pair)).collect()
    }

    fn decided(&self, head: &Head) -> Option<String> {
        let Some(ruling) = self.ruling else {
            let all = self.to_settle.filter(|_| !head.partial)?;
            return Some(format!("open; a run --until-decided may take {} deals", some(all)));
        };
        let after = thousands(ruling.deals.unwrap_or(self.deals) as f64);
        Some(match (head.question.stop, ruling.answer) {
            (Stop::Hypotheses { low, .. }, Answer::Above) => {
                format!("H1, more than {low:+} {}, after {after} deals", head.measure())
            }
            (Stop::Hypotheses { high, .. }, Answer::Below) => {
                format!("H0, less than {high:+} {}, after {after} deals", head.measure())
            }
            (Stop::Hypotheses { .. }, Answer::Open) => {
                let ((for_h1, for_h0), (h1, h0)) = (ruling.evidence, ruling.needed);
                format!(
                    "open after {after} deals; evidence {for_h1:.1} of {h1:.1} for H1, {for_h0:.1} of {h0:.1} for H0"
                )
            }
            (_, Answer::Above) => format!("better after {after} deals"),
            (_, Answer::Below) => format!("worse after {after} deals"),
            (_, Answer::Open) => {
                let guess = self.to_settle.map(|all| format!("; it may take {}", some(all)));
                format!("open after {after} deals{}", guess.unwrap_or_default())
            }
        })
    }
}

/// A guessed number, of which two digits are enough.
fn some(number: u64) -> String {
    let unit = 10_u64.pow(number.max(1).ilog10().saturating_sub(1));
    thousands((number.div_ceil(unit) * unit) as f64)
}

/// A probability in per cent, without digits that say nothing, and with as many as tell it from none and from all.
pub fn percent(share: f64) -> String {
    let rest = 100.0 * share.min(1.0 - share);
    let digits = if rest > 0.0 { (1.0 - rest.log10().floor()).clamp(2.0, 12.0) as usize } else { 2 };
    let text = format!("{:.digits$}", 100.0 * share);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
