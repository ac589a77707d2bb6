//! What the decisions of a seat come to.

use serde::Serialize;

use super::Judged;
use crate::players::agent::{Gap, Loss};

/// What the decisions of a seat come to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The decisions in which it had a choice.
    pub choices: usize,
    /// Those in which the bot would have done something else.
    pub others: usize,
    /// Those that clearly lost points; `None` of a bot that does not search, as the rest.
    pub mistakes: Option<usize>,
    /// The points that all of them lost together.
    pub points: Option<Sum>,
    /// The chances of winning that they lost, on average; `None` also where these are not told of all.
    pub chance: Option<Gap>,
    /// What these chances come to.
    pub accuracy: Option<Accuracy>,
}

/// A sum of what decisions lost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sum {
    /// The sum.
    pub sum: f32,
    /// Its standard error.
    pub error: f32,
}

/// An accuracy with its interval, each from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Accuracy {
    /// The accuracy.
    pub mean: f32,
    /// What it would be had two standard errors more been lost.
    pub low: f32,
    /// And two fewer.
    pub high: f32,
}

impl Accuracy {
    /// The accuracy of who loses such chances in a decision, on average.
    ///
    /// The curve is the one by which Lichess tells the accuracy of a move at chess (<https://lichess.org/page/accuracy>).
    /// There each move goes through it. Here losses have errors, which cancel out in their mean but not on a curve, so
    /// the mean goes through it.
    pub fn of(chance: Gap) -> Accuracy {
        let curve = |lost: f32| (103.1668 * (-0.04354 * 100.0 * lost).exp() - 3.1669).clamp(0.0, 100.0);
        let [low, high] = [2.0, -2.0].map(|errors| curve(chance.mean + errors * chance.error));
        Accuracy { mean: curve(chance.mean), low, high }
    }
}

impl Summary {
    pub(super) fn of<'a>(decisions: impl Iterator<Item = &'a Judged>) -> Summary {
        let decisions: Vec<&Judged> = decisions.collect();
        let choices = decisions.len();
        let losses: Option<Vec<Loss>> = decisions.iter().map(|judged| judged.judgement.loss).collect();
        // Of no decisions nothing is told.
        let losses = losses.filter(|losses| !losses.is_empty());
        let chances: Option<Vec<Gap>> = losses.iter().flatten().map(|loss| loss.chance).collect();
        let chance = chances.filter(|chances| !chances.is_empty()).map(|chances| mean(&chances));
        Summary {
            choices,
            others: decisions.iter().filter(|judged| judged.action != judged.best()).count(),
            mistakes: losses.as_ref().map(|losses| losses.iter().filter(|loss| loss.points.is_clear()).count()),
            points: losses.map(|losses| sum(losses.iter().map(|loss| loss.points))),
            chance,
            accuracy: chance.map(Accuracy::of),
        }
    }
}

/// The sum of what has independent errors.
fn sum(gaps: impl Iterator<Item = Gap>) -> Sum {
    let (sum, square) = gaps.fold((0.0, 0.0), |(sum, square), gap| (sum + gap.mean, square + gap.error * gap.error));
    Sum { sum, error: square.sqrt() }
}

fn mean(gaps: &[Gap]) -> Gap {
    let (Sum { sum, error }, count) = (sum(gaps.iter().copied()), gaps.len() as f32);
    Gap { mean: sum / count, error: error / count }
}
