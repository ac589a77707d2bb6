//! Tests of a mean that may end after any value.

use serde::{Deserialize, Serialize};

use super::bets::{Belief, Mixture, Moments, Planned};

/// What a test says of a mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It is above the lower hypothesis: that it is at most so much has been refuted.
    Above,
    /// It is below the upper hypothesis: that it is at least so much has been refuted.
    Below,
    /// Neither has been refuted yet.
    Open,
}

/// A test that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SequentialError {
    /// The hypotheses are not in order, or lie beyond what a value can be.
    #[error("hypotheses {low} and {high}: expected the lower first, both between {least} and {most}")]
    Hypotheses {
        /// The lower one.
        low: f64,
        /// The upper one.
        high: f64,
        /// The least that a value can be.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// The probability of an error is none.
    #[error("error rate {0}: expected a number above 0 and below 1")]
    Rate(f64),
}

/// A test of a mean that is told one value after another and may be asked after each.
///
/// # Examples
///
/// ```
/// use elderhand_agents::sequential::{Answer, Sequential};
///
/// // Is the mean 0 or less, or 1 or more? Each is wrongly refuted in at most 5 % of all runs.
/// let mut test = Sequential::between((0.0, 1.0), (-10.0, 10.0), (0.05, 0.05))?;
/// let values = [2.0, -1.0, 3.0, 1.0].into_iter().cycle().take(200);
/// let decided = values.into_iter().position(|value| test.push(value) != Answer::Open);
/// assert_eq!((test.answer(), decided.map(|last| last + 1)), (Answer::Above, test.decided()));
/// # Ok::<(), elderhand_agents::sequential::SequentialError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequential {
    method: Method,
    needed: (f64, f64),
    count: usize,
    decided: Option<usize>,
    answer: Answer,
}

#[derive(Clone, Debug)]
enum Method {
    /// For a mean of which nothing is known.
    Open([Mixture; 2]),
    /// For means that are expected to be one or the other.
    Between([Planned; 2], Moments),
}

impl Sequential {
    /// Tests on which side of `even` a mean is.
    ///
    /// If it is just that, an answer is given with a probability of at most `alpha`, however many values come; otherwise
    /// the wrong one with at most half of it. It is given as soon as [`anytime`](super::anytime) leaves out `even`.
    ///
    /// # Errors
    ///
    /// Fails if `even` is not within the bounds of the values, or `alpha` is no probability between 0 and 1.
    pub fn against(even: f64, bounds: (f64, f64), alpha: f64) -> Result<Sequential, SequentialError> {
        check((even, even), bounds, [alpha, alpha])?;
        let bets = [true, false].map(|above| Mixture::new(Belief { mean: even, bounds, above }));
        Ok(Sequential::new(Method::Open(bets), (alpha / 2.0, alpha / 2.0)))
    }

    /// Tests whether a mean is at most the lower or at least the upper of two hypotheses: a sequential probability ratio
    /// test of values whose distribution is not known.
    ///
    /// If the mean is at most the lower, the answer is [`Answer::Above`] with a probability of at most the first rate; if it
    /// is at least the upper, it is [`Answer::Below`] with at most the second. Between the two either answer is true.
    ///
    /// # Errors
    ///
    /// Fails if the hypotheses are not in order or not within the bounds of the values, or a rate is no probability between
    /// 0 and 1.
    pub fn between(
        (low, high): (f64, f64),
        bounds: (f64, f64),
        (alpha, beta): (f64, f64),
    ) -> Result<Sequential, SequentialError> {
        check((low, high), bounds, [alpha, beta])?;
        if low >= high {
            return Err(SequentialError::Hypotheses { low, high, least: bounds.0, most: bounds.1 });
        }
        let bets =
            [(low, true), (high, false)].map(|(mean, above)| Planned::new(Belief { mean, bounds, above }, high - low));
        Ok(Sequential::new(Method::Between(bets, Moments::default()), (alpha, beta)))
    }

    fn new(method: Method, rates: (f64, f64)) -> Sequential {
        let needed = (-rates.0.ln(), -rates.1.ln());
        Sequential { method, needed, count: 0, decided: None, answer: Answer::Open }
    }

    /// Takes the next value, and returns what can be said now; once there is an answer, it stays.
    pub fn push(&mut self, value: f64) -> Answer {
        if self.decided.is_some() {
            return self.answer;
        }
        self.count += 1;
        match &mut self.method {
            Method::Open(bets) => bets.iter_mut().for_each(|bets| bets.bet(value, 1.0)),
            Method::Between(bets, seen) => {
                bets.iter_mut().for_each(|bets| bets.bet(value, seen));
                seen.push(value);
            }
        }
        let evidence = self.evidence();
        self.answer = match (evidence.0 >= self.needed.0, evidence.1 >= self.needed.1) {
            (true, _) => Answer::Above,
            (_, true) => Answer::Below,
            _ => return Answer::Open,
        };
        self.decided = Some(self.count);
        self.answer
    }

    /// Returns what can be said.
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// Returns the number of values after which there was an answer; `None` if there is none.
    pub fn decided(&self) -> Option<usize> {
        self.decided
    }

    /// Returns the evidence for [`Answer::Above`] and that for [`Answer::Below`]: the natural logarithm of what bets have
    /// made of a capital of 1.
    pub fn evidence(&self) -> (f64, f64) {
        match &self.method {
            Method::Open([above, below]) => (above.log(), below.log()),
            Method::Between([above, below], _) => (above.log(), below.log()),
        }
    }

    /// Returns the evidence that an answer takes: the logarithm of 1 over the probability of an error.
    pub fn needed(&self) -> (f64, f64) {
        self.needed
    }
}

fn check((low, high): (f64, f64), (least, most): (f64, f64), rates: [f64; 2]) -> Result<(), SequentialError> {
    let inside = |mean: f64| least < mean && mean < most;
    if !(inside(low) && inside(high)) {
        return Err(SequentialError::Hypotheses { low, high, least, most });
    }
    match rates.into_iter().find(|rate| !(*rate > 0.0 && *rate < 1.0)) {
        Some(rate) => Err(SequentialError::Rate(rate)),
        None => Ok(()),
    }
}
