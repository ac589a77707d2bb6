//! The update: minibatches of a rollout, a part of the gradient from every worker, and a step of the optimiser.

use std::time::Instant;

use elderhand_env::Stream;
use rayon::prelude::*;
use tch::Device;

use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::engine::Engine;
use crate::learning::loss::{Lesson, LossSettings, LossSums};
use crate::learning::magnet::Magnet;
use crate::learning::moments::{Plan, normalise, part};
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::rollout::Rollout;
use crate::learning::times::{Times, timed};
use crate::learning::worker::Worker;
use crate::ranks::Ranks;
use crate::settings::config::{LearningSettings, Schedule};

/// What came out of an update: means over its decisions, and of the gradient norm over its steps.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Losses {
    pub policy: f64,
    pub value: f64,
    /// That of the critic's values; 0 without a critic.
    pub critic: f64,
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
    /// The step of the optimiser.
    pub rate: f64,
    pub lesson: Lesson,
}

impl Update<'_> {
    /// Returns the weight of the entropy bonus.
    pub fn entropy(&self) -> f64 {
        self.in_play(self.settings.entropy)
    }

    /// Returns the weight of the magnet.
    pub fn magnet(&self) -> f64 {
        self.in_play(self.settings.magnet)
    }

    /// Whether it may end early: what a teacher plays is to become likelier, however far that leads.
    pub fn may_end(&self) -> bool {
        self.settings.kl_stop > 0.0 && self.lesson == Lesson::Play
    }

    /// Where a teacher's play or values alone are learnt, there is neither.
    fn in_play(&self, schedule: Schedule) -> f64 {
        if self.lesson == Lesson::Play { schedule.at(self.fraction) } else { 0.0 }
    }

    /// Returns the loss of so many decisions.
    pub fn loss(&self, decisions: usize) -> LossSettings {
        LossSettings {
            clip: self.settings.clip,
            entropy: self.entropy() as f32,
            magnet: self.magnet() as f32,
            value: self.settings.value,
            lesson: self.lesson,
            weight: 1.0 / decisions as f32,
        }
    }
}

/// The decisions that are learnt from, as the workers of this rank have them.
pub(crate) struct Deal {
    /// Their indices, by worker.
    pub blocks: Vec<Vec<u32>>,
    /// What shuffles the decisions of each worker.
    pub streams: Vec<Stream>,
}

impl Deal {
    /// Shuffles the decisions of each worker.
    pub fn shuffle(&mut self) {
        let order = self.streams.par_iter_mut().zip(&mut self.blocks).with_max_len(1);
        order.for_each(|(stream, block)| stream.shuffle(block));
    }
}

/// What the steps of an update came to.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Over all decisions, each counted once an epoch.
    pub sums: LossSums,
    /// The lengths of the gradients, added up.
    pub norms: f64,
    pub steps: usize,
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

    /// Learns from a rollout whose advantages are known, together with the other ranks.
    ///
    /// Each worker has the decisions of one block of lanes, which its own stream shuffles, and brings a part of them to
    /// each minibatch: so no rank needs to know which decisions the others have.
    pub fn learn(
        &mut self,
        engine: &mut Engine,
        rollout: &mut Rollout,
        update: Update<'_>,
        deal: Deal,
        ranks: &mut Ranks,
        times: &mut Times,
    ) -> Result<Losses, TrainError> {
        let Plan { explained_variance, minibatches } =
            normalise(rollout, &deal.blocks, update.settings.minibatch, ranks)?;
        let tally = match engine {
            Engine::Threads(workers) => {
                self.learn_on_threads(workers, rollout, update, deal, &minibatches, ranks, times)?
            }
            Engine::Device(accelerator) => {
                let (network, adam) = (&mut self.network, &mut self.adam);
                let learn = || accelerator.learn(network, adam, rollout, update, deal, &minibatches, ranks);
                let tally = timed(&mut times.gradients, learn)?;
                self.network.read(&mut self.weights);
                tally
            }
        };
        if self.weights.iter().any(|weight| !weight.is_finite()) {
            return Err(TrainError::NotFinite { what: "a weight" });
        }
        let Tally { sums, norms, steps } = tally;
        let count = sums.count.max(1.0);
        Ok(Losses {
            policy: sums.policy / count,
            value: sums.value / count,
            critic: sums.critic / count,
            entropy: sums.entropy / count,
            divergence: sums.divergence / count,
            approx_kl: sums.kl / count,
            clip_fraction: sums.clipped / count,
            explained_variance,
            gradient_norm: norms / steps.max(1) as f64,
            rows: sums.count as u64,
        })
    }

    #[expect(clippy::too_many_arguments, reason = "they are those of an update, and who does it")]
    fn learn_on_threads(
        &mut self,
        workers: &mut [Worker],
        rollout: &Rollout,
        update: Update<'_>,
        mut deal: Deal,
        minibatches: &[usize],
        ranks: &mut Ranks,
        times: &mut Times,
    ) -> Result<Tally, TrainError> {
        let Update { settings, rate, .. } = update;
        let mut tally = Tally::default();
        'epochs: for _ in 0..settings.epochs {
            deal.shuffle();
            for (number, &decisions) in minibatches.iter().enumerate() {
                if decisions == 0 {
                    continue;
                }
                // Each worker finds the gradient of its part of the mean loss.
                let loss = update.loss(decisions);
                let start = Instant::now();
                let parts: Vec<(LossSums, &[f32])> = workers
                    .par_iter_mut()
                    .zip(&deal.blocks)
                    .with_max_len(1)
                    .map(|(worker, block)| worker.learn(rollout, part(block, number, minibatches.len()), &loss))
                    .collect();
                times.gradients += start.elapsed().as_secs_f64();
                let mut sums = LossSums::default();
                parts.iter().for_each(|(part, _)| sums.add(part));
                let gradients: Vec<&[f32]> = parts.iter().map(|(_, gradient)| *gradient).collect();
                let norm = if ranks.is_alone() {
                    let step = || self.adam.step(&mut self.weights, &gradients, rate, settings);
                    timed(&mut times.optimiser, step)
                } else {
                    let own = match gradients.as_slice() {
                        [only] => only,
                        several => timed(&mut times.optimiser, || self.adam.sum(several)),
                    };
                    let (gradient, all) = ranks.sum(own, &sums.to_numbers())?;
                    sums = LossSums::default();
                    all.iter().for_each(|numbers| sums.add(&LossSums::from_numbers(numbers)));
                    timed(&mut times.optimiser, || self.adam.step(&mut self.weights, &[&gradient], rate, settings))
                };
                if !norm.is_finite() {
                    return Err(TrainError::NotFinite { what: "the gradient" });
                }
                self.network.upload(&self.weights);
                tally.sums.add(&sums);
                tally.norms += norm;
                tally.steps += 1;
                if update.may_end() && sums.kl / sums.count > settings.kl_stop {
                    break 'epochs;
                }
            }
        }
        Ok(tally)
    }
}
