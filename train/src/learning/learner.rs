//! The update: minibatches of a rollout, the gradient from every worker, and a step of the optimiser.

use std::time::Instant;

use elderhand_env::Stream;
use rayon::prelude::*;
use tch::Device;

use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::loss::{LossSettings, LossSums};
use crate::learning::magnet::Magnet;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::Layout;
use crate::learning::rollout::Rollout;
use crate::learning::times::{Times, timed};
use crate::learning::worker::Worker;
use crate::settings::config::LearningSettings;

/// What an update was like: means over its decisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Losses {
    pub policy: f64,
    pub value: f64,
    pub entropy: f64,
    pub divergence: f64,
    pub approx_kl: f64,
    pub clip_fraction: f64,
    pub explained_variance: f64,
    pub gradient_norm: f64,
    /// The decisions that were learnt from, each counted once an epoch.
    pub rows: u64,
}

/// What learns: the weights, the optimiser, and the network that shows the weights to the workers.
pub(crate) struct Learner {
    pub weights: Vec<f32>,
    pub adam: Adam,
    pub network: Network,
    /// What the policy is drawn to, if to anything.
    pub magnet: Option<Magnet>,
}

impl Learner {
    pub fn new(layout: &Layout, weights: Vec<f32>, device: Device, settings: &LearningSettings) -> Learner {
        let network = Network::of(layout, &weights, device);
        let drawn = settings.magnet.from > 0.0 || settings.magnet.to > 0.0;
        let magnet = drawn.then(|| Magnet::new(layout, &weights, device, settings.magnet_lag));
        Learner { adam: Adam::new(weights.len()), weights, network, magnet }
    }

    /// Learns from a rollout whose advantages are known.
    pub fn learn(
        &mut self,
        workers: &mut [Worker],
        rollout: &mut Rollout,
        settings: &LearningSettings,
        progress: f64,
        stream: &mut Stream,
        times: &mut Times,
    ) -> Result<Losses, TrainError> {
        let mut places: Vec<u32> =
            (0..rollout.decisions.len() as u32).filter(|&place| rollout.decisions[place as usize].learns).collect();
        let explained_variance = explained_variance(rollout, &places);
        level(rollout, &places);
        let loss = |decisions: usize| LossSettings {
            clip: settings.clip,
            entropy: settings.entropy.at(progress) as f32,
            magnet: settings.magnet.at(progress) as f32,
            value: settings.value,
            share: 1.0 / decisions as f32,
        };
        let rate = settings.rate.at(progress);
        let (mut sums, mut norms, mut updates) = (LossSums::default(), 0.0, 0);
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
                // Each worker finds the gradient of its part of the mean loss.
                let share = batch.len().div_ceil(workers.len());
                let loss = loss(batch.len());
                let start = Instant::now();
                let parts: Vec<(LossSums, &[f32])> = workers
                    .par_iter_mut()
                    .zip(batch.par_chunks(share))
                    .with_max_len(1)
                    .map(|(worker, places)| worker.learn(rollout, places, &loss))
                    .collect();
                times.gradients += start.elapsed().as_secs_f64();
                let gradients: Vec<&[f32]> = parts.iter().map(|(_, gradient)| *gradient).collect();
                let step = || self.adam.step(&mut self.weights, &gradients, rate, settings);
                let norm = timed(&mut times.optimiser, step);
                if !norm.is_finite() {
                    return Err(TrainError::NotFinite { what: "the gradient" });
                }
                self.network.show(&self.weights);

                let mut batch_sums = LossSums::default();
                parts.iter().for_each(|(part, _)| batch_sums.add(part));
                sums.add(&batch_sums);
                norms += norm;
                updates += 1;
                if settings.kl_stop > 0.0 && batch_sums.kl / batch_sums.count > settings.kl_stop {
                    break 'epochs;
                }
            }
        }
        if self.weights.iter().any(|weight| !weight.is_finite()) {
            return Err(TrainError::NotFinite { what: "a weight" });
        }
        let count = sums.count.max(1.0);
        Ok(Losses {
            policy: sums.policy / count,
            value: sums.value / count,
            entropy: sums.entropy / count,
            divergence: sums.divergence / count,
            approx_kl: sums.kl / count,
            clip_fraction: sums.clipped / count,
            explained_variance,
            gradient_norm: norms / f64::from(updates.max(1)),
            rows: sums.count as u64,
        })
    }
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
