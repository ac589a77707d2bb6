//! The update: minibatches of a rollout, the gradient from every worker, and Adam.

use elderhand_env::Stream;
use rayon::prelude::*;
use tch::Tensor;

use crate::TrainError;
use crate::config::LearningSettings;
use crate::loss::{LossSettings, LossSums};
use crate::rollout::Rollout;
use crate::worker::Worker;

/// The decay of Adam's moments and the least divisor, as Kingma and Ba give them.
const BETAS: (f64, f64) = (0.9, 0.999);
/// Larger than Adam's own, as is usual for PPO.
const EPSILON: f64 = 1e-5;

/// Adam (Kingma and Ba 2015) with decoupled weight decay; all its vectors are as long as the weights.
pub(crate) struct Adam {
    pub first_moment: Tensor,
    pub second_moment: Tensor,
    /// Steps made.
    pub steps: u64,
}

impl Adam {
    pub fn new(weights: &Tensor) -> Adam {
        Adam { first_moment: weights.zeros_like(), second_moment: weights.zeros_like(), steps: 0 }
    }

    /// Moves the weights one step against a gradient.
    fn step(&mut self, weights: &mut Tensor, gradient: &Tensor, rate: f64, decay: f64) {
        self.steps += 1;
        let correction = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        let _ = self.first_moment.lerp_(gradient, 1.0 - BETAS.0);
        let _ = self.second_moment.lerp_(&gradient.square(), 1.0 - BETAS.1);
        let mut divisor = self.second_moment.sqrt() / correction(BETAS.1).sqrt();
        divisor += EPSILON;
        if decay > 0.0 {
            *weights *= 1.0 - rate * decay;
        }
        *weights -= (&self.first_moment * (rate / correction(BETAS.0))) / divisor;
    }
}

/// What an update was like: means over its decisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Losses {
    pub policy: f64,
    pub value: f64,
    pub entropy: f64,
    pub approx_kl: f64,
    pub clip_fraction: f64,
    pub explained_variance: f64,
    pub gradient_norm: f64,
    /// The decisions that were learnt from, each counted once an epoch.
    pub rows: u64,
}

/// Learns from a rollout whose advantages are known.
pub(crate) fn learn(
    workers: &mut [Worker],
    weights: &mut Tensor,
    adam: &mut Adam,
    rollout: &mut Rollout,
    settings: &LearningSettings,
    (rate, entropy): (f64, f64),
    stream: &mut Stream,
) -> Result<Losses, TrainError> {
    let mut places: Vec<u32> =
        (0..rollout.decisions.len() as u32).filter(|&place| rollout.decisions[place as usize].learns).collect();
    let mut losses = Losses { explained_variance: explained_variance(rollout, &places), ..Losses::default() };
    level(rollout, &places);
    let loss = LossSettings { clip: settings.clip, entropy: entropy as f32, value: settings.value };
    let (mut sums, mut updates) = (LossSums::default(), 0);
    // As many minibatches as come nearest to the size wished, and all of one size.
    let batches = ((places.len() as f64 / settings.minibatch as f64).round() as usize).max(1);
    'epochs: for _ in 0..settings.epochs {
        stream.shuffle(&mut places);
        for batch in 0..batches {
            let bounds = |n: usize| n * places.len() / batches;
            let batch = &places[bounds(batch)..bounds(batch + 1)];
            if batch.is_empty() {
                continue;
            }
            let (mut gradient, batch_sums) = gradient(workers, rollout, batch, &loss);
            let norm = gradient.norm().double_value(&[]);
            if !norm.is_finite() {
                return Err(TrainError::NotFinite { what: "the gradient" });
            }
            if norm > settings.max_grad_norm {
                gradient *= settings.max_grad_norm / norm;
            }
            adam.step(weights, &gradient, rate, settings.weight_decay);
            sums.add(&batch_sums);
            losses.gradient_norm += norm;
            updates += 1;
            if settings.kl_stop > 0.0 && batch_sums.kl / batch_sums.count > settings.kl_stop {
                break 'epochs;
            }
        }
    }
    let count = sums.count.max(1.0);
    Ok(Losses {
        policy: sums.policy / count,
        value: sums.value / count,
        entropy: sums.entropy / count,
        approx_kl: sums.kl / count,
        clip_fraction: sums.clipped / count,
        gradient_norm: losses.gradient_norm / f64::from(updates.max(1)),
        rows: sums.count as u64,
        ..losses
    })
}

/// The gradient of the mean loss of a minibatch: each worker finds that of its part, and they are added in order.
fn gradient(workers: &mut [Worker], rollout: &Rollout, batch: &[u32], loss: &LossSettings) -> (Tensor, LossSums) {
    let share = batch.len().div_ceil(workers.len());
    let weight = 1.0 / batch.len() as f32;
    workers.iter_mut().for_each(Worker::clear);
    let parts: Vec<LossSums> = workers
        .par_iter_mut()
        .zip(batch.par_chunks(share))
        .with_max_len(1)
        .map(|(worker, places)| worker.learn(rollout, places, loss, weight))
        .collect();
    let mut sums = LossSums::default();
    parts.iter().for_each(|part| sums.add(part));
    let mut total = workers[0].gradient().copy();
    workers[1..].iter().for_each(|worker| total += worker.gradient());
    (total, sums)
}

/// Brings the advantages to mean 0 and deviation 1, so that settings mean the same in every game.
fn level(rollout: &mut Rollout, places: &[u32]) {
    let (mean, variance) = moments(places.iter().map(|&place| rollout.decisions[place as usize].advantage));
    let scale = 1.0 / (variance.sqrt() + 1e-8);
    for &place in places {
        let advantage = &mut rollout.decisions[place as usize].advantage;
        *advantage = ((f64::from(*advantage) - mean) * scale) as f32;
    }
}

/// The part of the targets' variance that the value head foresaw: 1 is all of it, 0 or less is none.
fn explained_variance(rollout: &Rollout, places: &[u32]) -> f64 {
    let decisions = || places.iter().map(|&place| &rollout.decisions[place as usize]);
    let (_, error) = moments(decisions().map(|decision| decision.target - decision.value));
    let (_, target) = moments(decisions().map(|decision| decision.target));
    if target > 0.0 { 1.0 - error / target } else { 0.0 }
}

/// The mean and the variance.
fn moments(numbers: impl Iterator<Item = f32> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().map(f64::from).sum::<f64>() / count;
    (mean, numbers.map(|number| (f64::from(number) - mean).powi(2)).sum::<f64>() / count)
}
