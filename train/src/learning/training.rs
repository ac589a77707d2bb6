//! One iteration: play a rollout, estimate the advantages, learn, average; and everything that this changes.

use std::time::Instant;

use elderhand_env::{Plane, Stream, varied_env};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tch::{Cuda, Device};

use crate::error::TrainError;
use crate::learning::advantage::{Estimator, estimate};
use crate::learning::learner::{Learner, Losses};
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::pool::Pool;
use crate::learning::privileged::PrivilegedEncoder;
use crate::learning::rollout::{Episodes, Rollout};
use crate::learning::self_play::SelfPlay;
use crate::learning::times::{Times, timed};
use crate::learning::worker::Worker;
use crate::settings::config::Config;
use crate::settings::config::Hardware;

/// What a stream of random numbers is for; sets the streams of one seed apart. Those of the lanes have no such mark.
#[derive(Clone, Copy)]
enum Purpose {
    Weights = 1,
    Actions,
    Opponents,
    Order,
}

/// Everything that training changes.
pub(crate) struct Training {
    pub config: Config,
    pub map: ParameterMap,
    pub device: Device,
    pub learner: Learner,
    /// The weighted mean of the weights over the run so far.
    pub average: Vec<f32>,
    pub pool: Pool,
    pub self_play: SelfPlay,
    pub rollout: Rollout,
    pub workers: Vec<Worker>,
    /// The plane that shows the potential; `None` without shaping.
    shaping: Option<Plane>,
    pub iteration: u64,
    pub decisions: u64,
    /// Decisions made in each lane.
    pub steps: u64,
}

/// What came out of one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    pub episodes: Episodes,
    pub losses: Losses,
    pub times: Times,
}

/// Starts the threads of a run; in each, libtorch computes with this thread alone.
pub(crate) fn threads(config: &Config) -> Result<ThreadPool, TrainError> {
    let builder = ThreadPoolBuilder::new().num_threads(config.threads());
    Ok(builder.start_handler(|_| tch::set_num_threads(1)).build()?)
}

impl Training {
    /// Begins a run with new weights and new games.
    pub fn new(config: &Config) -> Result<Training, TrainError> {
        let device = match config.device {
            Hardware::Cpu => Device::Cpu,
            Hardware::Cuda if Cuda::is_available() => Device::Cuda(0),
            Hardware::Cuda => return Err(TrainError::NoCuda),
        };
        let lanes = config.self_play.lanes;
        let env = varied_env(&config.game, &config.options, &config.self_play.vary, lanes)?;
        let spec = env.spec();
        let mut map = ParameterMap::new(spec.bits(), &config.network, spec.actions.len());
        let critic = &config.critic;
        let encoder = (!critic.trunk.is_empty()).then(|| PrivilegedEncoder::new(spec, &critic.planes));
        if let Some(encoder) = &encoder {
            map = map.with_critic(encoder.bits(), &critic.trunk);
        }
        let weights = map.first_weights(&mut stream(config.seed, Purpose::Weights, 0));
        let shaping = spec.planes.iter().find(|plane| plane.name == config.shaping.plane).cloned();
        let rollout =
            Rollout::new(&*env, config.self_play.horizon, encoder.as_ref().map_or(0, PrivilegedEncoder::words));
        let learner = Learner::new(&map, weights, device, &config.learning);
        let magnet = learner.magnet.as_ref().map(|magnet| &magnet.network);
        let worker = |_| Worker::new(&map, &learner.network, magnet, device);
        let workers = (0..config.threads().min(lanes)).map(worker).collect();
        Ok(Training {
            average: learner.weights.clone(),
            pool: Pool::new(&config.pool),
            self_play: SelfPlay::new(env, encoder, config.seed),
            config: config.clone(),
            map,
            device,
            learner,
            rollout,
            workers,
            shaping,
            iteration: 0,
            decisions: 0,
            steps: 0,
        })
    }

    /// Replaces the weights; average and magnet begin at the new ones too.
    pub fn begin(&mut self, weights: Vec<f32>) {
        self.learner.network.upload(&weights);
        if let Some(magnet) = &mut self.learner.magnet {
            magnet.set(weights.clone());
        }
        self.average.clone_from(&weights);
        self.learner.weights = weights;
    }

    /// Plays a rollout and learns from it; `fraction` says how much of the run is over, from 0 to 1.
    ///
    /// `tick` is called after each step of the games, with the number of decisions made so far.
    pub fn iterate(&mut self, fraction: f64, tick: &mut dyn FnMut(u64)) -> Result<Iteration, TrainError> {
        let config = &self.config;
        let (seed, settings) = (config.seed, &config.learning);
        let (start, mut times) = (Instant::now(), Times::default());

        // Who plays: the learner, and in some lanes a past policy holds one of the seats.
        let drawn = self.pool.draw(&mut stream(seed, Purpose::Opponents, self.iteration));
        self.self_play.held = self.pool.seat(&self.rollout.seats, self.iteration, drawn.len());
        let drawn: Vec<Network> =
            drawn.iter().map(|flat| Network::from_weights(&self.map, flat, self.device)).collect();
        for worker in &mut self.workers {
            worker.set_opponents(drawn.iter().map(Network::handle).collect());
        }

        // Play.
        self.rollout.episodes = Episodes::default();
        for time in 0..config.self_play.horizon {
            let key = [mark(seed, Purpose::Actions), self.steps];
            self.self_play.step(&mut self.workers, &mut self.rollout, time, key, &mut times)?;
            self.steps += 1;
            self.decisions += self.rollout.lanes as u64;
            tick(self.decisions);
        }

        // Learn.
        timed(&mut times.critic, || apply_critic(&mut self.workers, &mut self.rollout))?;
        let estimator = Estimator {
            gamma: settings.gamma,
            lambda: settings.lambda,
            value_scale: config.value_scale,
            shaping: self.shaping.clone().map(|plane| (plane, config.shaping.weight.at(fraction) as f32)),
        };
        estimate(&mut self.rollout, &estimator);
        let order = &mut stream(seed, Purpose::Order, self.iteration);
        let losses = self.learner.learn(&mut self.workers, &mut self.rollout, settings, fraction, order, &mut times)?;
        self.iteration += 1;

        // Average: recent weights count more, the more so the greater the recency (Shamir and Zhang 2013).
        let recency = config.averaging.recency;
        let step = ((recency + 1.0) / (recency + self.iteration as f64)) as f32;
        let weights = &self.learner.weights;
        self.average.iter_mut().zip(weights).for_each(|(average, weight)| *average += step * (weight - *average));
        self.pool.keep(weights, self.iteration);
        if let Some(magnet) = &mut self.learner.magnet {
            magnet.follow(&self.learner.weights);
        }

        times.rest = start.elapsed().as_secs_f64() - times.total();
        Ok(Iteration { episodes: self.rollout.episodes, losses, times })
    }
}

/// Lets the critic, if there is one, estimate the values of a rollout's decisions.
fn apply_critic(workers: &mut [Worker], rollout: &mut Rollout) -> Result<(), TrainError> {
    let Rollout { decisions, privileged, privileged_words, .. } = rollout;
    if *privileged_words == 0 {
        return Ok(());
    }
    let per_worker = decisions.len().div_ceil(workers.len());
    let parts = decisions.par_chunks_mut(per_worker).zip(privileged.par_chunks(per_worker * *privileged_words));
    let work = workers.par_iter_mut().zip(parts).with_max_len(1);
    work.try_for_each(|(worker, (decisions, privileged))| worker.apply_critic(privileged, decisions))
}

/// Returns the seed of the streams of one purpose.
fn mark(seed: u64, purpose: Purpose) -> u64 {
    seed ^ (purpose as u64) << 56
}

/// Returns the stream of one purpose in one iteration.
fn stream(seed: u64, purpose: Purpose, iteration: u64) -> Stream {
    Stream::keyed([mark(seed, purpose), iteration, 0])
}

#[cfg(test)]
mod tests {
    use super::{Training, threads};
    use crate::error::TrainError;
    use crate::settings::config::Config;

    #[test]
    fn numbers_that_are_not_finite_stop_the_run() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let config = Config::load(config.as_ref(), &["self_play.lanes=8".into()]).unwrap();
        threads(&config).unwrap().install(|| {
            for poisoned in [f32::NAN, f32::INFINITY] {
                let mut training = Training::new(&config).unwrap();
                training.iterate(0.0, &mut |_| {}).unwrap();
                training.learner.weights[5] = poisoned;
                training.learner.network.upload(&training.learner.weights);
                let error = training.iterate(0.0, &mut |_| {}).unwrap_err();
                assert!(matches!(error, TrainError::NotFinite { .. }), "{error}");
            }
        });
    }
}
