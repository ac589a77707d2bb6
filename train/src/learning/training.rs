//! One iteration: play a rollout, estimate the advantages, learn, average; and everything that this changes.

use std::time::Instant;

use elderhand_agents::Bot;
use elderhand_env::options::settings;
use elderhand_env::{Action, Buffers, Plane, Stream, varied_env};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tch::{Cuda, Device};

use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::advantage::{Estimator, estimate};
use crate::learning::bots::guests;
use crate::learning::engine::Engine;
use crate::learning::learner::{Deal, Learner, Losses, Update};
use crate::learning::loss::Lesson;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::pool::Pool;
use crate::learning::privileged::PrivilegedEncoder;
use crate::learning::rollout::{Episodes, Role, Rollout};
use crate::learning::self_play::SelfPlay;
use crate::learning::times::{Times, timed};
use crate::ranks::Ranks;
use crate::ranks::share::Share;
use crate::settings::config::{Config, Hardware, Precision};

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

/// The share of bits that are on below which adding up their weights is faster than multiplying all.
const SPARSE: f64 = 0.125;

/// Returns the share of the observation bits that are on, in choices of random play.
///
/// It is the same in every run of a game, so that a run is taken up as it was left.
fn density(config: &Config) -> Result<f64, TrainError> {
    const LANES: usize = 64;
    const STEPS: usize = 100;
    let mut env = varied_env(&config.game, &config.options, &config.self_play.vary, config.batch(LANES))?;
    let mut buffers = Buffers::new(env.spec(), LANES);
    let (mut chance, mut rows, mut on) = (Stream::new(0), 0, 0);
    env.reset(0, &mut buffers.slices()).expect("the buffers are of this batch");
    for _ in 0..STEPS {
        for (row, legal) in buffers.observations.chunks_exact(env.spec().words()).zip(buffers.legal_sets()) {
            if legal.only().is_none() {
                rows += 1;
                on += row.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            }
        }
        let actions: Vec<Action> = buffers.legal_sets().map(|legal| chance.pick(&legal)).collect();
        env.step(&actions, &mut buffers.slices())?;
    }
    Ok(on as f64 / f64::from(rows.max(1)) / env.spec().bits() as f64)
}

/// Starts the threads of a run; in each, libtorch computes with this thread alone.
pub(crate) fn threads(config: &Config) -> Result<ThreadPool, TrainError> {
    let builder = ThreadPoolBuilder::new().num_threads(config.threads());
    Ok(builder.start_handler(|_| tch::set_num_threads(1)).build()?)
}

impl Training {
    /// Begins a run of one process with new weights and new games.
    pub fn new(config: &Config) -> Result<Training, TrainError> {
        Training::among(Ranks::alone(), config)
    }

    /// Begins a run of several ranks, of which each has a part of the lanes.
    pub fn among(ranks: Ranks, config: &Config) -> Result<Training, TrainError> {
        let accelerator = match config.device {
            Hardware::Cpu => None,
            Hardware::Cuda if Cuda::is_available() => Some(Device::Cuda(0)),
            Hardware::Cuda => return Err(TrainError::NoCuda),
        };
        Training::on(accelerator, ranks, config)
    }

    /// Begins a run whose network is reckoned on a device that works by itself, or on threads if there is none.
    pub(crate) fn on(accelerator: Option<Device>, mut ranks: Ranks, config: &Config) -> Result<Training, TrainError> {
        let device = accelerator.unwrap_or(Device::Cpu);
        let threads: Vec<usize> =
            ranks.gather(&[config.threads() as f64])?.iter().map(|threads| threads[0] as usize).collect();
        let share = Share::of(config.self_play.lanes, &threads, ranks.rank())?;
        let lanes = config.batch(share.lanes).first_lane(share.first as u64);
        let env = varied_env(&config.game, &config.options, &config.self_play.vary, lanes)?;
        let settings = settings(&config.self_play.vary).len();
        let seats = varied_env(&config.game, &config.options, &config.self_play.vary, config.batch(settings))?;
        let seats: Vec<usize> = (0..config.self_play.lanes).map(|lane| seats.seats(lane % settings)).collect();
        let spec = env.spec();
        let mut map = ParameterMap::new(spec.bits(), &config.network, spec.actions.len());
        let critic = &config.critic;
        let encoder = (!critic.trunk.is_empty()).then(|| PrivilegedEncoder::new(spec, &critic.planes));
        if let Some(encoder) = &encoder {
            let actions = if critic.actions { map.actions() } else { 0 };
            map = map.with_critic(encoder.bits(), &critic.trunk, actions);
        }
        let density = density(config)?;
        map = map.sparse(density < SPARSE && accelerator.is_none()).mixed(config.precision == Precision::Mixed);
        let weights = map.first_weights(&mut stream(config.seed, Purpose::Weights, 0), density);
        let shaping = spec.planes.iter().find(|plane| plane.name == config.shaping.plane).cloned();
        let privileged = encoder.as_ref().map_or(0, PrivilegedEncoder::words);
        let rollout = Rollout::new(&*env, config.self_play.horizon, settings, privileged);
        let parts = match halves(share.lanes, settings).filter(|_| accelerator.is_some()) {
            None => vec![env],
            Some(halves) => {
                let half = |(first, lanes): (usize, usize)| {
                    let lanes = config.batch(lanes).first_lane((share.first + first) as u64);
                    varied_env(&config.game, &config.options, &config.self_play.vary, lanes)
                };
                halves.map(half).into_iter().collect::<Result<_, _>>()?
            }
        };
        let learner = Learner::new(&map, weights, device, &config.learning);
        let magnet = learner.magnet.as_ref().map(|magnet| &magnet.network);
        let threads = share.workers();
        let engine = Engine::new(&map, &learner.network, magnet, threads, accelerator);
        let mut self_play = SelfPlay::new(parts, share.block, encoder, config.seed);
        if config.imitation.decisions > 0 {
            let teacher = Bot::open(&config.imitation.teacher);
            teacher.and_then(|bot| self_play.teach(bot, settings, threads)).map_err(TrainError::Teacher)?;
        }
        let opponents: Result<Vec<Bot>, _> = config.opponents.bots.iter().map(|name| Bot::open(name)).collect();
        let guests = share.own(guests(&config.opponents, &seats, settings));
        opponents.and_then(|bots| self_play.invite(&bots, guests, settings, threads)).map_err(TrainError::Opponent)?;
        Ok(Training {
            average: learner.weights.clone(),
            pool: Pool::new(&config.pool),
            self_play,
            config: config.clone(),
            map,
            device,
            learner,
            rollout,
            engine,
            ranks,
            share,
            seats,
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
        if lesson == Lesson::Values && self.lesson() != lesson {
            // It has seen no gradient of the policy, whose first one would count as a great surprise.
            self.learner.adam = Adam::new(self.learner.weights.len());
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

/// Returns the first lane and the number of lanes of two halves that begin with the same setting; `None` if the lanes are too
/// few.
fn halves(lanes: usize, settings: usize) -> Option<[(usize, usize); 2]> {
    let half = lanes / 2 / settings * settings;
    (half > 0).then_some([(0, half), (half, lanes - half)])
}

/// Returns the seed of the streams of one purpose.
pub(crate) fn mark(seed: u64, purpose: Purpose) -> u64 {
    seed ^ (purpose as u64) << 56
}

/// Returns the stream of one purpose in one iteration.
fn stream(seed: u64, purpose: Purpose, iteration: u64) -> Stream {
    Stream::keyed([mark(seed, purpose), iteration, 0])
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use elderhand_env::Action;

    use super::{Training, threads};
    use crate::error::TrainError;
    use crate::learning::network::parameters::NamedTensor;
    use crate::learning::rollout::Role;
    use crate::learning::times::Times;
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
    fn kuhn(sets: &[&str]) -> Config {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let sets = [&["self_play.lanes=32", "self_play.horizon=8", "threads=2"], sets].concat();
        Config::load(config.as_ref(), &sets.into_iter().map(String::from).collect::<Vec<_>>()).unwrap()
    }

    /// Trains for some iterations at a fraction of the run, and gives the weights before and after.
    fn train(sets: &[&str], iterations: usize, fraction: f64) -> [Vec<f32>; 2] {
        let config = kuhn(sets);
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            let before = training.learner.weights.clone();
            for _ in 0..iterations {
                training.iterate(fraction, &mut |_| {}).unwrap();
            }
            [before, training.learner.weights]
        })
    }

    #[test]
    fn schedules_say_the_rate_and_the_weights_of_the_terms() {
        let [before, after] = train(&["learning.rate={from=1e-2,to=0.0}"], 2, 1.0);
        assert_eq!(before, after, "at a rate of 0 nothing moves");
        let [before, after] = train(&["learning.rate={from=1e-2,to=0.0}"], 2, 0.0);
        assert_ne!(before, after);
        // What is the same at one end of the run differs at the other.
        for term in ["learning.entropy", "learning.magnet"] {
            let of = |to: f64, fraction| {
                let schedule = format!("{term}={{from=0.3,to={to}}}");
                let [_, after] = train(&[&schedule, "learning.rate={from=1e-2,to=1e-2}"], 3, fraction);
                after
            };
            assert_eq!(of(0.3, 0.0), of(0.6, 0.0), "{term}");
            assert_ne!(of(0.3, 1.0), of(0.6, 1.0), "{term}");
        }
        let of = |to: f64, fraction| {
            let schedule = format!("shaping.weight={{from=0.3,to={to}}}");
            let [_, after] = train(&["shaping.plane=card", &schedule], 2, fraction);
            after
        };
        assert_eq!(of(0.3, 0.0), of(0.6, 0.0));
        assert_ne!(of(0.3, 1.0), of(0.6, 1.0));
    }

    #[test]
    fn the_magnet_lingers_when_the_rate_has_fallen() {
        let config = kuhn(&["learning.rate={from=1e-2,to=1e-3}", "learning.magnet_lag=4.0"]);
        threads(&config).unwrap().install(|| {
            for (fraction, step) in [(0.0, 0.25), (1.0, 0.025)] {
                let mut training = Training::new(&config).unwrap();
                let first = training.learner.weights.clone();
                training.iterate(fraction, &mut |_| {}).unwrap();
                let (learner, magnet) = (&training.learner, training.learner.magnet.as_ref().unwrap());
                assert_ne!(learner.weights, first);
                for ((first, last), magnet) in first.iter().zip(&learner.weights).zip(&magnet.weights) {
                    assert!((magnet - first - step * (last - first)).abs() < 1e-6, "{first} {last} {magnet}");
                }
            }
        });
    }

    #[test]
    fn a_burn_in_learns_values_and_leaves_the_policy_as_it_is() {
        let config = kuhn(&["burn_in.decisions=1024", "burn_in.rate=1e-2", "learning.rate={from=1e-3,to=1e-3}"]);
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            let weights = |training: &Training| training.map.split(&training.learner.weights);
            let changed = |before: &[NamedTensor], training: &Training| -> Vec<String> {
                let pairs = before.iter().zip(weights(training));
                pairs
                    .filter(|(before, after)| before.data != after.data)
                    .map(|(before, _)| before.name.clone())
                    .collect()
            };
            let before = weights(&training);
            let direct = |tensors: &[NamedTensor]| {
                let direct = tensors.iter().find(|tensor| tensor.name == "direct.weight").unwrap();
                let (width, rows) = (direct.shape[1], direct.shape[0] - 1);
                direct.data[..rows * width].to_vec()
            };
            while training.decisions < 1024 {
                training.iterate(0.0, &mut |_| {}).unwrap();
            }
            let of_values = |name: &String| name.starts_with("value.") || name.starts_with("critic.");
            let mut now = changed(&before, &training);
            assert!(now.contains(&"value.weight".into()));
            // The direct part leads to both heads: only what leads to the value has changed.
            now.retain(|name| !of_values(name) && name != "direct.weight");
            assert_eq!((now, direct(&weights(&training))), (Vec::new(), direct(&before)));
            assert_eq!(training.learner.adam.steps, 0, "the policy begins with moments of its own");
            let before = weights(&training);
            training.iterate(0.0, &mut |_| {}).unwrap();
            assert!(changed(&before, &training).contains(&"policy.weight".into()));
            // No step is longer than the rate.
            let steps = before.iter().zip(weights(&training)).flat_map(|(before, after)| {
                before.data.iter().zip(after.data).map(|(before, after)| (after - before).abs()).collect::<Vec<_>>()
            });
            let updates = training.learner.adam.steps as f32;
            assert!(steps.fold(0.0, f32::max) < 1.1e-3 * updates);
        });
    }

    #[test]
    fn a_critic_of_actions_foresees_what_the_one_played_brings() {
        let sees = ["critic.trunk=[16]", "critic.planes=[\"card\"]", "critic.actions=true", "learning.lambda=1.0"];
        let config = kuhn(&sees);
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            for _ in 0..200 {
                training.iterate(0.0, &mut |_| {}).unwrap();
            }
            training.play(&mut Times::default(), &mut |_| {}).unwrap();
            training.judge(0.0, &mut Times::default()).unwrap();
            let (mut before, mut after) = (0.0, 0.0);
            for decision in training.rollout.decisions.iter().filter(|decision| decision.role == Role::Learnt) {
                before += (decision.target - decision.value).powi(2);
                after += (decision.target - decision.action_value).powi(2);
            }
            assert!(after < 0.8 * before, "{after} {before}");
        });
    }

    #[test]
    fn nothing_is_learnt_from_what_past_policies_do() {
        let config = kuhn(&["pool.share=0.5", "pool.every=1"]);
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            training.iterate(0.0, &mut |_| {}).unwrap();
            let (mut links, mut own) = (0, 0);
            for _ in 0..4 {
                training.play(&mut Times::default(), &mut |_| {}).unwrap();
                let rollout = &training.rollout;
                for index in rollout.start(0)..rollout.decisions.len() {
                    let decision = rollout.decisions[index];
                    let held = training.self_play.others.held[index % rollout.lanes].map(|held| held.seat);
                    let expected = if held == Some(decision.seat.into()) { Role::Link } else { Role::Open };
                    assert_eq!(decision.role, expected);
                    *(if expected == Role::Link { &mut links } else { &mut own }) += 1;
                }
                training.judge(0.0, &mut Times::default()).unwrap();
                training.rollout.carry();
                training.iteration += 1;
            }
            // In half of the lanes one of two seats is held.
            assert!((2.0..4.0).contains(&(own as f64 / links as f64)), "{links} {own}");
        });
    }

    #[test]
    fn lanes_that_stand_alike_draw_each_for_themselves() {
        let config = kuhn(&[]);
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            training.play(&mut Times::default(), &mut |_| {}).unwrap();
            let rollout = &training.rollout;
            let start = rollout.start(0);
            let rows = (start..start + rollout.lanes).map(|i| (rollout.observation(i), rollout.decisions[i].action));
            let rows: HashSet<(&[u64], Action)> = rows.collect();
            let seen: HashSet<&[u64]> = rows.iter().map(|row| row.0).collect();
            // Three cards, two actions, and the first policy is nearly uniform.
            assert_eq!((seen.len(), rows.len()), (3, 6));
        });
    }

    #[test]
    fn the_average_is_that_of_the_weights_by_their_recency() {
        for recency in [0.0, 1.0, 8.0] {
            let config = kuhn(&[&format!("averaging.recency={recency}")]);
            threads(&config).unwrap().install(|| {
                let mut training = Training::new(&config).unwrap();
                // After t iterations the weights of iteration i count as the product of (i + 1) .. (i + recency).
                let (mut sum, mut total) = (0.0, 0.0);
                for iteration in 1..=6 {
                    training.iterate(0.0, &mut |_| {}).unwrap();
                    let weight: f64 = (0..recency as u64).map(|k| (iteration + k) as f64).product();
                    sum += weight * f64::from(training.learner.weights[7]);
                    total += weight;
                    assert!((f64::from(training.average[7]) - sum / total).abs() < 1e-4, "{recency} {iteration}");
                }
            });
        }
    }

    #[test]
    fn a_teachers_play_is_learnt_with_what_it_is_worth() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/gin.toml");
        let sets = ["self_play.lanes=64", "self_play.horizon=32", "threads=2", "network.trunk=[32]"];
        let lessons = ["imitation.teacher=simple", "imitation.decisions=100000", "learning.rate={from=3e-3,to=3e-3}"];
        let sets: Vec<String> = sets.into_iter().chain(lessons).map(String::from).collect();
        let config = Config::load(config.as_ref(), &sets).unwrap();
        threads(&config).unwrap().install(|| {
            let mut training = Training::new(&config).unwrap();
            let mut surprises = Vec::new();
            while training.decisions < 100_000 {
                training.iterate(0.0, &mut |_| {}).unwrap();
                let rollout = &training.rollout;
                let of_teacher = &rollout.decisions[rollout.start(0)..];
                let logs = of_teacher.iter().filter(|decision| decision.role != Role::None);
                let logs: Vec<f32> = logs.map(|decision| decision.log_probability).collect();
                surprises.push(-logs.iter().sum::<f32>() / logs.len() as f32);
            }
            // From a uniform choice to little doubt.
            let last = surprises[surprises.len() - 1];
            assert!(surprises[0] > 1.2 && last < 0.5, "{} {last}", surprises[0]);
            training.iterate(0.0, &mut |_| {}).unwrap();
            assert!(training.self_play.others.teachers.is_empty(), "now it plays by itself");
        });
    }
}
