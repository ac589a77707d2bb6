//! When an arena stops.

use std::str::FromStr;

use elderhand_agents::stats::ALPHA;
use elderhand_agents::{Question, QuestionError, Stop};

use crate::args::By;
use crate::failure::usage;

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
    /// What is asked of all pairs together; fails if it makes no sense.
    pub fn question(&self) -> anyhow::Result<Question> {
        let alpha = self.alpha.unwrap_or(ALPHA);
        let stop = match self.sprt {
            Some(Hypotheses(low, high)) => Stop::Hypotheses { low, high, beta: self.beta.unwrap_or(alpha) },
            None if self.until_decided => Stop::Decided,
            None => Stop::Deals,
        };
        let question = Question { by: self.by.into(), stop, alpha };
        // What is wrong has the name of its flag.
        question.check().map_err(|error| match error {
            QuestionError::By => usage(format!("--{error}: add --until-decided or --sprt H0,H1")),
            error => usage(format!("--{error}")),
        })?;
        Ok(question)
    }
}
