//! The update: minibatches of a rollout, a part of the gradient from every worker, and a step of the optimiser.

use std::time::Instant;

use elderhand_env::Stream;
use rayon::prelude::*;
use tch::Device;

use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::loss::{LossSettings, LossSums};
use crate::learning::magnet::Magnet;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::rollout::{Role, Rollout};
use crate::learning::times::{Times, timed};
use crate::learning::worker::Worker;
use crate::settings::config::LearningSettings;

/// What keeps a deviation of nothing from being divided by.
const LEAST: f64 = 1e-8;

/// What came out of an update: means over its decisions, and of the gradient norm over its steps.
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

/// How an update learns.
#[derive(Clone, Copy)]
pub(crate) struct Update<'a> {
    pub settings: &'a LearningSettings,
    /// How much of the run is over, from 0 to 1.
    pub fraction: f64,
    /// Whether a teacher played, who is imitated: nothing then holds the policy where it is.
    pub imitates: bool,
}

/// What learns: the weights, the optimiser, and the network on the device that the weights are uploaded to.
pub(crate) struct Learner {
    pub weights: Vec<f32>,
    pub adam: Adam,
    pub network: Network,
    /// What the policy is drawn to; `None` if the weight of the magnet is 0 all along.
    pub magnet: Option<Magnet>,
}

impl Learner {
    pub fn new(map: &ParameterMap, weights: Vec<f32>, device: Device, settings: &LearningSettings) -> Learner {
        let network = Network::from_weights(map, &weights, device);
        let drawn = settings.magnet.from > 0.0 || settings.magnet.to > 0.0;
        let magnet = drawn.then(|| Magnet::new(map, &weights, device, settings.magnet_lag));
        Learner { adam: Adam::new(weights.len()), weights, network, magnet }
    }

    /// Learns from a rollout whose advantages are known; `stream` shuffles the decisions.
    pub fn learn(
        &mut self,
        workers: &mut [Worker],
        rollout: &mut Rollout,
        Update { settings, fraction, imitates }: Update<'_>,
        stream: &mut Stream,
        times: &mut Times,
    ) -> Result<Losses, TrainError> {
        let mut indices: Vec<u32> = (0..rollout.decisions.len() as u32)
            .filter(|&i| rollout.decisions[i as usize].role == Role::Learnt)
            .collect();
        let explained_variance = explained_variance(rollout, &indices);
        normalise(rollout, &indices);
        let loss = |decisions: usize| LossSettings {
            clip: settings.clip,
            entropy: if imitates { 0.0 } else { settings.entropy.at(fraction) as f32 },
            magnet: if imitates { 0.0 } else { settings.magnet.at(fraction) as f32 },
            value: settings.value,
            imitates,
            weight: 1.0 / decisions as f32,
        };
        let rate = settings.rate.at(fraction);
        let (mut sums, mut norms, mut updates) = (LossSums::default(), 0.0, 0);
        // As many minibatches as come nearest to the size wished, and all of one size.
        let batches = ((indices.len() as f64 / settings.minibatch as f64).round() as usize).max(1);
        'epochs: for _ in 0..settings.epochs {
            stream.shuffle(&mut indices);
            for batch in 0..batches {
                let bounds = |n: usize| n * indices.len() / batches;
                let batch = &indices[bounds(batch)..bounds(batch + 1)];
                if batch.is_empty() {
                    continue;
                }
                // Each worker finds the gradient of its part of the mean loss.
                let per_worker = batch.len().div_ceil(workers.len());
                let loss = loss(batch.len());
                let start = Instant::now();
                let parts: Vec<(LossSums, &[f32])> = workers
                    .par_iter_mut()
                    .zip(batch.par_chunks(per_worker))
                    .with_max_len(1)
                    .map(|(worker, indices)| worker.learn(rollout, indices, &loss))
                    .collect();
                times.gradients += start.elapsed().as_secs_f64();
                let gradients: Vec<&[f32]> = parts.iter().map(|(_, gradient)| *gradient).collect();
                let step = || self.adam.step(&mut self.weights, &gradients, rate, settings);
                let norm = timed(&mut times.optimiser, step);
                if !norm.is_finite() {
                    return Err(TrainError::NotFinite { what: "the gradient" });
                }
                self.network.upload(&self.weights);

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

/// Normalises the advantages of each setting to mean 0 and standard deviation 1, and says how far its targets spread.
///
/// So every table teaches as much as every other, whatever is at stake there, and the weights of the entropy bonus, of the
/// magnet and of the value loss mean the same in every game.
fn normalise(rollout: &mut Rollout, indices: &[u32]) {
    for setting in 0..rollout.settings {
        let own = |index: &&u32| rollout.setting(**index as usize) == setting;
        let indices: Vec<usize> = indices.iter().filter(own).map(|&index| index as usize).collect();
        let decisions = || indices.iter().map(|&index| &rollout.decisions[index]);
        let (mean, variance) = moments(decisions().map(|decision| decision.advantage));
        let (_, spread) = moments(decisions().map(|decision| decision.target));
        let (scale, spread) = (1.0 / (variance.sqrt() + LEAST), (spread.sqrt() + LEAST) as f32);
        for &index in &indices {
            let decision = &mut rollout.decisions[index];
            decision.advantage = ((f64::from(decision.advantage) - mean) * scale) as f32;
            decision.spread = spread;
        }
    }
}

/// Returns the part of the targets' variance that the values explain.
///
/// It is 1 if they explain all of it, and 0 or less if they explain nothing.
fn explained_variance(rollout: &Rollout, indices: &[u32]) -> f64 {
    let decisions = || indices.iter().map(|&index| &rollout.decisions[index as usize]);
    let (_, error) = moments(decisions().map(|decision| decision.target - decision.value));
    let (_, target) = moments(decisions().map(|decision| decision.target));
    if target > 0.0 { 1.0 - error / target } else { 0.0 }
}

/// Returns the mean and the variance.
fn moments(numbers: impl Iterator<Item = f32> + Clone) -> (f64, f64) {
    let count = numbers.clone().count().max(1) as f64;
    let mean = numbers.clone().map(f64::from).sum::<f64>() / count;
    (mean, numbers.map(|number| (f64::from(number) - mean).powi(2)).sum::<f64>() / count)
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Overrides, Stream, Variation, varied_env};

    use super::normalise;
    use crate::learning::rollout::{Role, Rollout};

    #[test]
    fn every_table_teaches_as_much_as_every_other() {
        let variation = Variation::from([("seats".into(), vec![2.into(), 4.into(), 7.into()])]);
        let env = varied_env("skirmish", &Overrides::new(), &variation, 7).expect("the seats are in range");
        let (mut rollout, mut stream) = (Rollout::new(&*env, 50, 3, 0), Stream::new(1));
        let stake = |seats: usize| 10f32.powi(seats as i32);
        for index in rollout.start(0)..rollout.decisions.len() {
            let stake = stake(rollout.seats[index % rollout.lanes]);
            let decision = &mut rollout.decisions[index];
            (decision.advantage, decision.target) = (stake * (stream.unit() + 3.0), stake * stream.unit());
            decision.role = Role::Learnt;
        }
        let indices: Vec<u32> = (rollout.start(0) as u32..rollout.decisions.len() as u32).collect();
        normalise(&mut rollout, &indices);
        for setting in 0..3 {
            let own: Vec<usize> = indices
                .iter()
                .map(|&index| index as usize)
                .filter(|&index| rollout.setting(index) == setting)
                .collect();
            let seats = rollout.seats[own[0] % rollout.lanes];
            assert!(own.iter().all(|index| rollout.seats[index % rollout.lanes] == seats), "a setting is a table");
            let advantages = || own.iter().map(|&index| rollout.decisions[index].advantage);
            let count = own.len() as f32;
            assert!((advantages().sum::<f32>() / count).abs() < 1e-4);
            assert!((advantages().map(|a| a * a).sum::<f32>() / count - 1.0).abs() < 1e-3);
            // A uniform number has the deviation 0.29.
            assert!(own.iter().all(|&index| (rollout.decisions[index].spread / stake(seats) - 0.29).abs() < 0.05));
        }
    }
}
