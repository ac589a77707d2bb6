//! What an arena is asked, and when it may stop.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::ArenaError;
use super::deal::{Deal, Fared};
use crate::measuring::sequential::{Answer, Sequential, SequentialError, anytime, to_settle};
use crate::measuring::stats::{ALPHA, Estimate, Verdict, estimate_at, estimate_share_at};

/// What counts in a comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The points a round.
    #[default]
    Points,
    /// The share won.
    Won,
}

impl Measure {
    /// What each of two equals makes against the other: half is won, and no points.
    #[must_use]
    pub fn even(self) -> f64 {
        match self {
            Measure::Points => 0.0,
            Measure::Won => 0.5,
        }
    }
}

/// When an arena stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Stop {
    /// When all deals of the plan are played.
    Deals,
    /// When it is told who is better, at the latest when all deals are played.
    Decided,
    /// When one of two hypotheses is refuted, at the latest when all deals are played.
    Hypotheses {
        /// That the first player makes at most so much more than is even: points a round, or a share won.
        low: f64,
        /// That it makes at least so much more.
        high: f64,
        /// The probability with which the upper one may be refuted though it is true.
        beta: f64,
    },
}

/// What an arena is asked: who is better, by which measure, how surely, and when it may stop.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// What decides; all else is told as well.
    pub by: Measure,
    /// When it stops.
    pub stop: Stop,
    /// How often a comparison may err, between 0 and 1. Intervals miss as often, and hypotheses that are true are
    /// refuted as often at most, the upper one after its own rate. At a table of several players all their comparisons
    /// share it.
    pub alpha: f64,
}

impl Default for Question {
    /// Plays all deals; intervals are of 95 %.
    fn default() -> Question {
        Question { by: Measure::Points, stop: Stop::Deals, alpha: ALPHA }
    }
}

/// A question that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// A rate of errors would make every answer worthless, or take deals without end.
    #[error(
        "{name} is {rate}: expected a rate of errors from {least} to {most}",
        least = Question::RATES.start(),
        most = Question::RATES.end()
    )]
    Rate {
        /// Which it is: `alpha` or `beta`.
        name: &'static str,
        /// The rate.
        rate: f64,
    },
    /// What decides is said where nothing is decided before all deals are played.
    #[error("by says what decides, and nothing does where all deals are played")]
    By,
}

impl Question {
    /// The rates of errors that can be asked for; pairs that share one have less each.
    pub const RATES: RangeInclusive<f64> = 1e-6..=0.5;

    /// Checks that it makes sense, before it is shared.
    ///
    /// # Errors
    ///
    /// Fails if a rate of errors is not in [`Question::RATES`], and if something other than points is to decide where nothing does.
    ///
    /// # Examples
    ///
    /// ```
    /// use elderhand_agents::{Question, Stop};
    ///
    /// let asked = Question { stop: Stop::Decided, alpha: 0.7, ..Question::default() };
    /// assert_eq!(asked.check().unwrap_err().to_string(), "alpha is 0.7: expected a rate of errors from 0.000001 to 0.5");
    /// ```
    pub fn check(&self) -> Result<(), QuestionError> {
        let beta = match self.stop {
            Stop::Hypotheses { beta, .. } => beta,
            _ => self.alpha,
        };
        for (name, rate) in [("alpha", self.alpha), ("beta", beta)] {
            if !Question::RATES.contains(&rate) {
                return Err(QuestionError::Rate { name, rate });
            }
        }
        if self.by != Measure::Points && self.stop == Stop::Deals { Err(QuestionError::By) } else { Ok(()) }
    }

    /// The same question about so many pairs, such that with the stated probability no answer errs (Bonferroni).
    #[must_use]
    pub fn shared(self, pairs: usize) -> Question {
        let pairs = pairs.max(1) as f64;
        let stop = match self.stop {
            Stop::Hypotheses { low, high, beta } => Stop::Hypotheses { low, high, beta: beta / pairs },
            other => other,
        };
        Question { stop, alpha: self.alpha / pairs, ..self }
    }

    /// Checks that it can be answered where the luck of the cards is taken out.
    ///
    /// What is taken out of a deal is fitted on deals behind it as well, so no bet on the next one would be fair.
    pub(super) fn allow<T>(&self, luck: bool) -> Result<(), ArenaError<T>> {
        if luck && self.stop != Stop::Deals { Err(ArenaError::Luck) } else { Ok(()) }
    }

    /// Estimates the mean of values as the way of stopping allows.
    pub(super) fn estimate(&self, values: &[f64], bounds: (f64, f64)) -> Estimate {
        match self.stop {
            Stop::Deals => estimate_at(values, bounds, self.alpha),
            _ => anytime(values, bounds, self.alpha),
        }
    }

    /// Estimates a share as the way of stopping allows.
    pub(super) fn estimate_share(&self, values: &[f64]) -> Estimate {
        match self.stop {
            Stop::Deals => estimate_share_at(values, self.alpha),
            _ => anytime(values, (0.0, 1.0), self.alpha),
        }
    }
}

/// How a comparison ended that may stop when it is decided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Ruling {
    /// What is told.
    pub answer: Answer,
    /// The number of deals after which it was told; `None` if it was not.
    pub deals: Option<usize>,
    /// The evidence that the first is above the lower hypothesis, or even, and that it is below the upper one, or even: the
    /// natural logarithm of what bets made of 1.
    pub evidence: (f64, f64),
    /// The evidence that it takes.
    pub needed: (f64, f64),
}

impl Ruling {
    /// The same of the second player against the first.
    pub(super) fn reversed(self) -> Ruling {
        let answer = match self.answer {
            Answer::Above => Answer::Below,
            Answer::Below => Answer::Above,
            Answer::Open => Answer::Open,
        };
        let swap = |(a, b): (f64, f64)| (b, a);
        Ruling { answer, evidence: swap(self.evidence), needed: swap(self.needed), ..self }
    }
}

/// A number of a deal, from how each of its players fared.
type Value = dyn Fn(&[Fared]) -> f64 + Send + Sync;

/// What is compared: one number a deal.
pub(super) struct Compared {
    /// What the first player made of a deal more than is even.
    pub value: Box<Value>,
    /// What it can be.
    pub bounds: (f64, f64),
}

impl Compared {
    /// Guesses after how many deals a run would tell who is better that stops when that is decided; `None` if it is told
    /// already, or out of reach.
    ///
    /// Such a run takes no luck out: neither does the guess.
    pub fn to_settle(&self, deals: &[Deal], question: &Question, verdict: Verdict) -> Option<u64> {
        if question.stop == Stop::Deals && verdict != Verdict::Open {
            return None;
        }
        let values: Vec<f64> = deals.iter().map(|deal| (self.value)(&deal.fared)).collect();
        to_settle(&values, 0.0, self.bounds, question.alpha)
    }

    fn test(&self, question: &Question) -> Result<Sequential, SequentialError> {
        match question.stop {
            Stop::Hypotheses { low, high, beta } => {
                Sequential::between((low, high), self.bounds, (question.alpha, beta))
            }
            _ => Sequential::against(0.0, self.bounds, question.alpha),
        }
    }
}

/// Follows deals in their order until all that is compared is decided.
pub(super) struct Watch {
    compared: Vec<Compared>,
    tests: Vec<Sequential>,
    /// The deals that came before others that are still played.
    waiting: BTreeMap<usize, Vec<f64>>,
    seen: usize,
}

impl Watch {
    /// Watches over comparisons of which each has its own error; `None` if all deals are to be played.
    pub fn over(question: &Question, compared: Vec<Compared>) -> Result<Option<Watch>, SequentialError> {
        if question.stop == Stop::Deals {
            return Ok(None);
        }
        let tests = compared.iter().map(|compared| compared.test(question)).collect::<Result<_, _>>()?;
        Ok(Some(Watch { compared, tests, waiting: BTreeMap::new(), seen: 0 }))
    }

    /// Takes a deal that has been played, whenever that was, and says whether all is decided.
    pub fn take(&mut self, deal: &Deal) -> bool {
        let values = self.compared.iter().map(|compared| (compared.value)(&deal.fared)).collect();
        self.waiting.insert(deal.number, values);
        while !self.decided() {
            let Some(values) = self.waiting.remove(&self.seen) else { return false };
            self.tests.iter_mut().zip(values).for_each(|(test, value)| _ = test.push(value));
            self.seen += 1;
        }
        true
    }

    /// All is decided.
    pub fn decided(&self) -> bool {
        self.tests.iter().all(|test| test.decided().is_some())
    }

    /// The number of deals, from the first, that count.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// How each comparison ended.
    pub fn rulings(&self) -> Vec<Ruling> {
        let ruling = |test: &Sequential| Ruling {
            answer: test.answer(),
            deals: test.decided(),
            evidence: test.evidence(),
            needed: test.needed(),
        };
        self.tests.iter().map(ruling).collect()
    }
}
