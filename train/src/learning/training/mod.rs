//! One iteration: play a rollout, estimate the advantages, learn, average; and everything that this changes.

mod assemble;
#[cfg(test)]
mod tests;

use std::time::Instant;

use elderhand_env::{Plane, Stream};
use tch::Device;

use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::advantage::{Estimator, estimate};
use crate::learning::engine::Engine;
use crate::learning::learner::{Deal, Learner, Losses, Update};
use crate::learning::loss::Lesson;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::pool::Pool;
use crate::learning::rollout::{Episodes, Role, Rollout};
use crate::learning::self_play::SelfPlay;
use crate::learning::times::{Times, timed};
use crate::ranks::Ranks;
use crate::ranks::share::Share;
use crate::settings::config::Config;
pub(crate) use assemble::threads;

/// What a stream of random numbers is for; sets the streams of one seed apart. Those of the lanes have no such mark.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Weights = 1,
    Actions,
    Past,
    Order,
    /// The deals on which averages are compared.
    Comparison,
    /// The deals on which what is exported is measured.
    Conclusion,
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
    pub engine: Engine,
    pub ranks: Ranks,
    /// Which of the lanes are this rank's.
    pub share: Share,
    /// The number of seats of every lane of all ranks.
    seats: Vec<usize>,
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
    /// The learning rate, and the weights of the entropy bonus and the magnet, as they were.
    pub rate: f64,
    pub entropy: f64,
    pub magnet: f64,
}

impl Training {
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
        let (start, mut times) = (Instant::now(), Times::default());
        let lesson = self.lesson();
        if lesson != Lesson::Imitation {
            self.self_play.others.teachers.clear();
        }
        self.ranks.take_seconds();
        let played = self.play(&mut times, tick).and_then(|()| self.judge(fraction, &mut times));
        let episodes = played.map(|()| self.rollout.episodes.to_numbers().to_vec());
        let episodes = Episodes::from_numbers(&self.ranks.agree(episodes, Episodes::SUMS)?);
        let blocks = self.rollout.blocks(self.share.block, |role| role == Role::Learnt);
        let seed = mark(self.config.seed, Purpose::Order);
        let workers = (self.share.first_worker as u64..).take(blocks.len());
        let streams = workers.map(|worker| Stream::keyed([seed, self.iteration, worker])).collect();
        let rate = match lesson {
            Lesson::Values => self.config.burn_in.rate,
            _ => self.config.learning.rate.at(fraction),
        };
        let mut settings = self.config.learning.clone();
        if lesson == Lesson::Values {
            // The policy stays as it is.
            settings.weight_decay = 0.0;
        }
        let update = Update { settings: &settings, fraction, rate, lesson };
        let (entropy, magnet) = (update.entropy(), update.magnet());
        let deal = Deal { blocks, streams };
        let (engine, rollout) = (&mut self.engine, &mut self.rollout);
        let losses = self.learner.learn(engine, rollout, update, deal, &mut self.ranks, &mut times)?;
        self.rollout.carry();
        self.iteration += 1;
        let over = self.lesson() != lesson;
        match lesson {
            // What the teacher chose last was no choice of the learner's, whatever comes of it.
            Lesson::Imitation if over => self.rollout.forget_open(),
            // It has seen no gradient of the policy, whose first one would count as a great surprise.
            Lesson::Values if over => self.learner.adam = Adam::new(self.learner.weights.len()),
            _ => (),
        }
        self.follow(fraction);
        times.ranks = self.ranks.take_seconds();
        times.rest = start.elapsed().as_secs_f64() - times.total();
        Ok(Iteration { episodes, losses, times, rate, entropy, magnet })
    }

    /// Returns what the next update learns.
    fn lesson(&self) -> Lesson {
        match self.decisions {
            made if made < self.config.imitation.decisions => Lesson::Imitation,
            made if made < self.config.burn_in.decisions => Lesson::Values,
            _ => Lesson::Play,
        }
    }

    /// Plays a rollout: the learner in every seat but those that past policies hold, one in some of the lanes; or the teacher in
    /// every seat.
    pub fn play(&mut self, times: &mut Times, tick: &mut dyn FnMut(u64)) -> Result<(), TrainError> {
        let seed = self.config.seed;
        let drawn = match self.lesson() {
            Lesson::Imitation => Vec::new(),
            _ => self.pool.draw(&mut stream(seed, Purpose::Past, self.iteration)),
        };
        let held = self.share.own(self.pool.seat(&self.seats, self.iteration, drawn.len()));
        let others = &mut self.self_play.others;
        let free = held.into_iter().zip(&others.guests);
        others.held = free.map(|(held, guest)| held.filter(|_| guest.is_none())).collect();
        let drawn: Vec<Network> =
            drawn.iter().map(|flat| Network::from_weights(&self.map, flat, self.device)).collect();
        self.engine.set_past(&drawn);
        self.rollout.episodes = Episodes::default();
        let (key, lanes) = ([mark(seed, Purpose::Actions), self.steps], self.config.self_play.lanes as u64);
        let Training { self_play, engine, rollout, steps, decisions, .. } = self;
        self_play.play(engine, rollout, key, times, &mut || {
            *steps += 1;
            *decisions += lanes;
            tick(*decisions);
        })
    }

    /// Estimates how good the decisions of the rollout were.
    pub fn judge(&mut self, fraction: f64, times: &mut Times) -> Result<(), TrainError> {
        timed(&mut times.critic, || self.engine.apply_critic(&mut self.rollout, self.share.block))?;
        let config = &self.config;
        let estimator = Estimator {
            gamma: config.learning.gamma,
            lambda: config.learning.lambda,
            value_scale: config.value_scale,
            shaping: self.shaping.clone().map(|plane| (plane, config.shaping.weight.at(fraction) as f32)),
        };
        estimate(&mut self.rollout, &estimator);
        Ok(())
    }

    /// Lets what follows the weights follow them: the average, the pool and the magnet.
    fn follow(&mut self, fraction: f64) {
        // Recent weights count more, the more so the greater the recency (Shamir and Zhang 2013).
        let recency = self.config.averaging.recency;
        let step = ((recency + 1.0) / (recency + self.iteration as f64)) as f32;
        let weights = &self.learner.weights;
        self.average.iter_mut().zip(weights).for_each(|(average, weight)| *average += step * (weight - *average));
        self.pool.keep(weights, self.iteration);
        if let Some(magnet) = &mut self.learner.magnet {
            magnet.follow(&self.learner.weights, self.config.learning.rate.pace(fraction));
        }
    }
}

/// Returns the seed of the streams of one purpose.
pub(crate) fn mark(seed: u64, purpose: Purpose) -> u64 {
    seed ^ (purpose as u64) << 56
}

/// Returns the stream of one purpose in one iteration.
fn stream(seed: u64, purpose: Purpose, iteration: u64) -> Stream {
    Stream::keyed([mark(seed, purpose), iteration, 0])
}
