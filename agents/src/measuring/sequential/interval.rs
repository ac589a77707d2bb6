//! Intervals around a mean that hold at every number of values.

use super::bets::{Belief, Mixture};
use crate::measuring::stats::Estimate;

/// Nobody plays more deals than this to settle a comparison: a difference so small is as good as none.
pub const IN_REACH: u64 = 1_000_000_000;

/// The steps in which the end of an interval is found: each halves what is open.
const STEPS: usize = 40;

/// Estimates the mean of independent values within `bounds` by an interval that holds at every look.
///
/// Of the intervals after one value, after two, and so on for ever, any misses the mean with a probability of at most
/// `alpha`, whatever the values are distributed as. One end is where bets against smaller means have made 2/`alpha` of
/// their capital, the other likewise. Without any value the interval is the whole range and the mean its middle.
///
/// # Examples
///
/// ```
/// use elderhand_agents::sequential::anytime;
///
/// let values: Vec<f64> = (0..1000).map(|i| f64::from(i % 3)).collect();
/// let found = anytime(&values, (-2.0, 2.0), 0.05);
/// assert!(0.8 < found.low && found.low < found.mean && found.high < 1.2);
/// ```
///
/// # Panics
///
/// Panics if the bounds are not in order.
pub fn anytime(values: &[f64], bounds: (f64, f64), alpha: f64) -> Estimate {
    assert!(bounds.0 < bounds.1, "the bounds are in order");
    if values.is_empty() {
        return Estimate { mean: (bounds.0 + bounds.1) / 2.0, low: bounds.0, high: bounds.1 };
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let counted = counted(values, bounds);
    let refuted = |at: f64, above: bool| {
        let mut bets = Mixture::new(Belief { mean: at, bounds, above });
        counted.iter().for_each(|&(value, times)| bets.bet(value, times));
        bets.log() >= (2.0 / alpha).ln()
    };
    let end = |bound: f64, above: bool| {
        // The further from the sample, the more is made of bets against it.
        let (mut out, mut within) = (bound, mean.clamp(bounds.0, bounds.1));
        for _ in 0..STEPS {
            let middle = (out + within) / 2.0;
            if middle == bound {
                break;
            }
            *(if refuted(middle, above) { &mut out } else { &mut within }) = middle;
        }
        out
    };
    Estimate { mean, low: end(bounds.0, true), high: end(bounds.1, false) }
}

/// Returns the number of values after which [`anytime`] would leave out `even`, if all went on like these; `None` if it
/// does so already, or if it would take more than [`IN_REACH`].
///
/// It is a guess: with a mean that is small beside how much it may be off, it may be wrong by far.
pub fn to_settle(values: &[f64], even: f64, bounds: (f64, f64), alpha: f64) -> Option<u64> {
    let counted = counted(values, bounds);
    let needed = (2.0 / alpha).ln();
    let sides = [true, false].map(|above| {
        let mut bets = Mixture::new(Belief { mean: even, bounds, above });
        counted.iter().for_each(|&(value, times)| bets.bet(value, times));
        bets
    });
    if sides.iter().any(|bets| bets.log() >= needed) {
        return None;
    }
    let repeats = sides.iter().map(|bets| bets.repeats(needed)).fold(f64::INFINITY, f64::min);
    let all = (values.len() as f64 * repeats).ceil();
    // Without any value, or with none that wins, it is no number.
    (all <= IN_REACH as f64).then_some(all as u64)
}

/// The values that there are, and how often each came; what differs by a billionth of the range is the same.
fn counted(values: &[f64], bounds: (f64, f64)) -> Vec<(f64, f64)> {
    let unit = (bounds.1 - bounds.0) * 1e-9;
    let mut sorted: Vec<i64> = values.iter().map(|value| (value / unit).round() as i64).collect();
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0] as f64 * unit, same.len() as f64)).collect()
}
