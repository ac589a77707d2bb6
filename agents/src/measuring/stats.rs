//! What a sample of paired rounds says about a mean, and how surely.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The two-sided normal quantile of 95 %.
const Z: f64 = 1.959_963_984_540_054;
/// The chance on either side of a 95 % interval.
const TAIL: f64 = 0.025;

/// Nobody plays more deals than this to settle a comparison: a difference so small is as good as none.
pub const IN_REACH: u64 = 1_000_000_000;

/// A mean and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean of the sample.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// What the 95 % interval of a difference says about who is better.
///
/// One interval in twenty misses its mean, so that among many verdicts on equal players a few are wrong.
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

/// How many values more would take 0 out of an interval around the mean of `n` values, if mean and variance stayed as
/// they are; nothing if 0 is out of it already, or if it would take more than [`IN_REACH`].
///
/// The width of an interval falls with the root of the number of values, so one that is `k` times too wide needs `k²` as
/// many. It is a guess from the same sample: with a mean that is small beside its interval it may be wrong by far.
///
/// # Examples
///
/// ```
/// // An interval that is twice too wide needs four times the values.
/// assert_eq!(elderhand_agents::stats::to_settle(1.0, (-1.0, 3.0), 100), Some(300));
/// assert_eq!(elderhand_agents::stats::to_settle(1.0, (0.5, 1.5), 100), None);
/// ```
pub fn to_settle(mean: f64, (low, high): (f64, f64), n: usize) -> Option<u64> {
    if n == 0 || Verdict::of((low, high)) != Verdict::Open {
        return None;
    }
    // The end beyond 0 counts, where a bound of the values has cut the other.
    let half = if mean > 0.0 { mean - low } else { high - mean };
    let more = n as f64 * ((half / mean).powi(2) - 1.0);
    // One at least: an interval that ends at 0 holds it. With a mean of 0 it is no number.
    (more <= IN_REACH as f64).then(|| (more.ceil() as u64).max(1))
}

/// Estimates the mean of independent values that lie within `bounds`.
///
/// The interval is Student's: the values of mirrored deals are bounded and nearly symmetric, so the mean of a few
/// dozen is as good as normal, and the t quantile covers what the variance of a small sample leaves open. Where all
/// values are equal the sample shows no variance, which does not mean that there is none: then a kind of value that
/// `n` deals have not shown has, at 97.5 %, a share of at most 1 − 0.025^(1/n) (Clopper and Pearson 1934; with 5 % it
/// is the "rule of three"), and the interval is what that share of values at either bound would make of the mean.
/// Without any value the interval is the whole range and the mean its middle.
///
/// # Examples
///
/// ```
/// let sure = elderhand_agents::stats::estimate(&[1.0; 100], (-2.0, 2.0));
/// assert!(sure.mean == 1.0 && sure.low < 0.9 && sure.high > 1.03);
/// ```
pub fn estimate(values: &[f64], bounds: (f64, f64)) -> Estimate {
    let n = values.len() as f64;
    if values.is_empty() {
        return Estimate { mean: (bounds.0 + bounds.1) / 2.0, low: bounds.0, high: bounds.1 };
    }
    let mean = values.iter().sum::<f64>() / n;
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(least, most), &v| (least.min(v), most.max(v)));
    // Equal up to rounding: the same thirds can be added in another order.
    if most - least <= 1e-9 * (bounds.1 - bounds.0) {
        return unseen(values.len(), mean, bounds);
    }
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    let half = t_quantile(values.len() - 1) * (variance / n).sqrt();
    Estimate { mean, low: (mean - half).max(bounds.0), high: (mean + half).min(bounds.1) }
}

/// Estimates a share, the mean of values from 0 to 1.
///
/// The interval is never narrower than the one of equal values (see [`estimate`]): close to 0 and 1 a sample with a
/// single exception would otherwise look surer than one without any.
pub fn estimate_share(values: &[f64]) -> Estimate {
    let sample = estimate(values, (0.0, 1.0));
    let least = unseen(values.len(), sample.mean, (0.0, 1.0));
    Estimate { mean: sample.mean, low: sample.low.min(least.low), high: sample.high.max(least.high) }
}

/// The interval that what has not been seen in `n` values leaves around their mean.
fn unseen(n: usize, mean: f64, bounds: (f64, f64)) -> Estimate {
    let share = 1.0 - TAIL.powf(1.0 / n as f64);
    Estimate { mean, low: mean + share * (bounds.0 - mean), high: mean + share * (bounds.1 - mean) }
}

/// The 97.5 % quantile of Student's t: exact for one and two degrees of freedom, else the expansion in powers of
/// 1/ν (Abramowitz and Stegun 26.7.5), which is right to a part in 800 for three and better for more.
fn t_quantile(freedom: usize) -> f64 {
    let v = freedom as f64;
    match freedom {
        0 => f64::INFINITY,
        1 => (std::f64::consts::PI * (0.5 - TAIL)).tan(),
        2 => (1.0 - 2.0 * TAIL) * (2.0 / (4.0 * TAIL * (1.0 - TAIL))).sqrt(),
        _ => {
            let z = |power| Z.powi(power);
            Z + (z(3) + Z) / (4.0 * v)
                + (5.0 * z(5) + 16.0 * z(3) + 3.0 * Z) / (96.0 * v * v)
                + (3.0 * z(7) + 19.0 * z(5) + 17.0 * z(3) - 15.0 * Z) / (384.0 * v.powi(3))
                + (79.0 * z(9) + 776.0 * z(7) + 1482.0 * z(5) - 1920.0 * z(3) - 945.0 * Z) / (92160.0 * v.powi(4))
        }
    }
}
