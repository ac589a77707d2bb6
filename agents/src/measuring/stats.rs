//! What a sample of paired rounds says about a mean, and how surely.

use std::fmt;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// How often a 95 % interval misses.
pub const ALPHA: f64 = 0.05;

/// A mean and its interval, of 95 % where nothing else is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the sample.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What the interval of a difference says about who is better.
///
/// One 95 % interval in twenty misses its mean, so that among many verdicts on equal players a few are wrong, unless
/// the intervals are of as many comparisons as there are verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The whole interval is above 0.
    Better,
    /// The whole interval is below 0.
    Worse,
    /// The interval holds 0.
    Open,
}

impl Verdict {
    /// Reads an interval.
    pub fn of((low, high): (f64, f64)) -> Verdict {
        if low > 0.0 {
            Verdict::Better
        } else if high < 0.0 {
            Verdict::Worse
        } else {
            Verdict::Open
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::Open => "open",
        })
    }
}

/// Estimates the mean of independent values that lie within `bounds`.
///
/// The interval is Student's: the values of mirrored deals are bounded and nearly symmetric, so the mean of a few
/// dozen is as good as normal, and the t quantile covers what the variance of a small sample leaves open. It holds for
/// a number of values that was fixed before, not for one at which somebody stopped because of what was seen: for that
/// there is [`anytime`](crate::sequential::anytime). Where all values are equal the sample shows no variance, which does
/// not mean that there is none: then a kind of value that `n` deals have not shown has, at 97.5 %, a share of at most
/// 1 − 0.025^(1/n) (Clopper and Pearson 1934; with 5 % it is the "rule of three"), and the interval is what that share
/// of values at either bound would make of the mean. Without any value the interval is the whole range and the mean its
/// middle.
///
/// # Examples
///
/// ```
/// let sure = elderhand_agents::stats::estimate(&[1.0; 100], (-2.0, 2.0));
/// assert!(sure.mean == 1.0 && sure.low < 0.9 && sure.high > 1.03);
/// ```
pub fn estimate(values: &[f64], bounds: (f64, f64)) -> Estimate {
    estimate_at(values, bounds, ALPHA)
}

/// Estimates a mean as [`estimate`] does, by an interval that misses with the probability `alpha`.
pub fn estimate_at(values: &[f64], bounds: (f64, f64), alpha: f64) -> Estimate {
    if values.is_empty() {
        return Estimate { mean: (bounds.0 + bounds.1) / 2.0, low: bounds.0, high: bounds.1 };
    }
    let mean = mean(values);
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(least, most), &v| (least.min(v), most.max(v)));
    // Equal up to rounding: the same thirds can be added in another order.
    if most - least <= 1e-9 * (bounds.1 - bounds.0) {
        return unseen(values.len(), mean, bounds, alpha);
    }
    let half = half_width(values, alpha);
    Estimate { mean, low: (mean - half).max(bounds.0), high: (mean + half).min(bounds.1) }
}

/// Estimates the mean of independent values of any size, such as what training comes to over several seeds.
///
/// The interval is Student's, of 95 %. Returns `None` for fewer than two values, which do not say how far they spread.
pub fn estimate_few(values: &[f64]) -> Option<Estimate> {
    (values.len() > 1).then(|| {
        let (mean, half) = (mean(values), half_width(values, ALPHA));
        Estimate { mean, low: mean - half, high: mean + half }
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Half of Student's interval of a mean.
fn half_width(values: &[f64], alpha: f64) -> f64 {
    t_quantile(values.len() - 1, alpha) * (variance(values) / values.len() as f64).sqrt()
}

/// Returns the variance that two values or more show.
pub(crate) fn variance(values: &[f64]) -> f64 {
    covariance(values, values)
}

/// Returns the covariance that two pairs of values or more show.
pub(crate) fn covariance(a: &[f64], b: &[f64]) -> f64 {
    let (of_a, of_b) = (mean(a), mean(b));
    a.iter().zip(b).map(|(a, b)| (a - of_a) * (b - of_b)).sum::<f64>() / (a.len() as f64 - 1.0)
}

/// Estimates a share, the mean of values from 0 to 1.
///
/// The interval is never narrower than the one of equal values (see [`estimate`]): close to 0 and 1 a sample with a
/// single exception would otherwise look surer than one without any.
pub fn estimate_share(values: &[f64]) -> Estimate {
    estimate_share_at(values, ALPHA)
}

/// Estimates a share as [`estimate_share`] does, by an interval that misses with the probability `alpha`.
pub fn estimate_share_at(values: &[f64], alpha: f64) -> Estimate {
    let sample = estimate_at(values, (0.0, 1.0), alpha);
    let least = unseen(values.len(), sample.mean, (0.0, 1.0), alpha);
    Estimate { mean: sample.mean, low: sample.low.min(least.low), high: sample.high.max(least.high) }
}

/// The interval that what has not been seen in `n` values leaves around their mean.
fn unseen(n: usize, mean: f64, bounds: (f64, f64), alpha: f64) -> Estimate {
    let share = 1.0 - (alpha / 2.0).powf(1.0 / n as f64);
    Estimate { mean, low: mean + share * (bounds.0 - mean), high: mean + share * (bounds.1 - mean) }
}

/// The quantile of Student's t that is passed on either side with half the probability `alpha`.
fn t_quantile(freedom: usize, alpha: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom as f64).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - alpha / 2.0))
}
