//! One iteration of training from top to bottom, and everything that it changes.

use std::time::Instant;

use elderhand_env::{Plane, Stream, varied_env};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tch::{Cuda, Device};

use crate::error::TrainError;
use crate::learning::advantage::{Estimator, estimate};
use crate::learning::learner::{Learner, Losses};
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::Layout;
use crate::learning::pool::Pool;
use crate::learning::privileged::Insight;
use crate::learning::rollout::{Episodes, Rollout};
use crate::learning::self_play::SelfPlay;
use crate::learning::times::{Times, timed};
use crate::learning::worker::Worker;
use crate::settings::config::Config;
use crate::settings::config::Hardware;

/// What sets the streams of one seed apart; those of the lanes have no such mark.
#[derive(Clone, Copy)]
enum Draw {
    Weights = 1,
    Actions,
    Opponents,
    Order,
}

/// Everything that training changes.
pub(crate) struct Training {
    pub config: Config,
    pub layout: Layout,
    pub device: Device,
    pub learner: Learner,
    /// The weighted mean of the weights over the run so far.
    pub average: Vec<f32>,
    pub pool: Pool,
    pub self_play: SelfPlay,
    pub rollout: Rollout,
    pub workers: Vec<Worker>,
    /// The plane that shows the potential, if rewards are shaped.
    shaping: Option<Plane>,
    pub iteration: u64,
    pub decisions: u64,
    /// Decisions made in each lane.
    pub steps: u64,
}

/// What one iteration was like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    pub episodes: Episodes,
    pub losses: Losses,
    pub times: Times,
}

/// Starts the threads of a run, in each of which libtorch computes alone.
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
        let mut layout = Layout::new(spec.bits(), &config.network, spec.actions.len());
        let critic = &config.critic;
        let insight = (!critic.trunk.is_empty()).then(|| Insight::new(spec, &critic.planes));
        if let Some(insight) = &insight {
            layout = layout.with_critic(insight.bits(), &critic.trunk);
        }
        let weights = layout.first_weights(&mut stream(config.seed, Draw::Weights, 0));
        let shaping = spec.planes.iter().find(|plane| plane.name == config.shaping.plane).cloned();
        let rollout = Rollout::new(&*env, config.self_play.horizon, insight.as_ref().map_or(0, Insight::words));
        let learner = Learner::new(&layout, weights, device, &config.learning);
        let workers = (0..config.threads().min(lanes)).map(|_| Worker::new(&layout, &learner, device)).collect();
        Ok(Training {
            average: learner.weights.clone(),
            pool: Pool::new(&config.pool),
            self_play: SelfPlay::new(env, insight, config.seed),
            config: config.clone(),
            layout,
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

    /// Takes other weights to go on from; average and magnet begin there too.
    pub fn begin(&mut self, weights: Vec<f32>) {
        self.learner.network.show(&weights);
        if let Some(magnet) = &mut self.learner.magnet {
            magnet.set(weights.clone());
        }
        self.average.clone_from(&weights);
        self.learner.weights = weights;
    }

    /// Plays a rollout and learns from it; `progress` is the fraction of the run that is over, and `tick` is called
    /// with the number of decisions made so far after each step of the games.
    pub fn iterate(&mut self, progress: f64, tick: &mut dyn FnMut(u64)) -> Result<Iteration, TrainError> {
        let config = &self.config;
        let (seed, settings) = (config.seed, &config.learning);
        let (start, mut times) = (Instant::now(), Times::default());

        // Who plays: the learner, and in some lanes a past policy holds one of the seats.
        let drawn = self.pool.draw(&mut stream(seed, Draw::Opponents, self.iteration));
        self.self_play.held = self.pool.seat(&self.rollout.seats, self.iteration, drawn.len());
        let drawn: Vec<Network> = drawn.iter().map(|flat| Network::of(&self.layout, flat, self.device)).collect();
        for worker in &mut self.workers {
            worker.meet(drawn.iter().map(Network::share).collect());
        }

        // Play.
        self.rollout.episodes = Episodes::default();
        for time in 0..config.self_play.horizon {
            let key = [mark(seed, Draw::Actions), self.steps];
            self.self_play.step(&mut self.workers, &mut self.rollout, time, key, &mut times)?;
            self.steps += 1;
            self.decisions += self.rollout.lanes as u64;
            tick(self.decisions);
        }

        // Learn.
        timed(&mut times.critic, || appraise(&mut self.workers, &mut self.rollout))?;
        let estimator = Estimator {
            gamma: settings.gamma,
            lambda: settings.lambda,
            value_scale: config.value_scale,
            shaping: self.shaping.clone().map(|plane| (plane, config.shaping.weight.at(progress) as f32)),
        };
        estimate(&mut self.rollout, &estimator);
        let order = &mut stream(seed, Draw::Order, self.iteration);
        let losses = self.learner.learn(&mut self.workers, &mut self.rollout, settings, progress, order, &mut times)?;
        self.iteration += 1;

        // Average: recent weights count more, the more so the greater the recency (Shamir and Zhang 2013).
        let recency = config.averaging.recency;
        let share = ((recency + 1.0) / (recency + self.iteration as f64)) as f32;
        let weights = &self.learner.weights;
        self.average.iter_mut().zip(weights).for_each(|(average, weight)| *average += share * (weight - *average));
        self.pool.keep(weights, self.iteration);
        if let Some(magnet) = &mut self.learner.magnet {
            magnet.follow(&self.learner.weights);
        }

        times.rest = start.elapsed().as_secs_f64() - times.total();
        Ok(Iteration { episodes: self.rollout.episodes, losses, times })
    }
}

/// Lets the critic, if there is one, say the values of a rollout's decisions.
fn appraise(workers: &mut [Worker], rollout: &mut Rollout) -> Result<(), TrainError> {
    let Rollout { decisions, insights, insight_words, .. } = rollout;
    if *insight_words == 0 {
        return Ok(());
    }
    let share = decisions.len().div_ceil(workers.len());
    let parts = decisions.par_chunks_mut(share).zip(insights.par_chunks(share * *insight_words));
    let work = workers.par_iter_mut().zip(parts).with_max_len(1);
    work.try_for_each(|(worker, (decisions, insights))| worker.appraise(insights, decisions))
}

/// The seed of one kind of draws.
fn mark(seed: u64, draw: Draw) -> u64 {
    seed ^ (draw as u64) << 56
}

/// The stream of one kind of draws in one iteration.
fn stream(seed: u64, draw: Draw, iteration: u64) -> Stream {
    Stream::keyed([mark(seed, draw), iteration, 0])
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
                training.learner.network.show(&training.learner.weights);
                let error = training.iterate(0.0, &mut |_| {}).unwrap_err();
                assert!(matches!(error, TrainError::NotFinite { .. }), "{error}");
            }
        });
    }
}
