//! Puts a run together: games, network, learner, engine and who else plays.

use elderhand_agents::Bot;
use elderhand_env::options::settings;
use elderhand_env::{Action, Buffers, Stream, varied_env};
use rayon::{ThreadPool, ThreadPoolBuilder};
use tch::{Cuda, Device};

use super::{Purpose, Training, stream};
use crate::error::TrainError;
use crate::learning::bots::guests;
use crate::learning::engine::Engine;
use crate::learning::learner::Learner;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::pool::Pool;
use crate::learning::privileged::PrivilegedEncoder;
use crate::learning::rollout::Rollout;
use crate::learning::self_play::SelfPlay;
use crate::ranks::Ranks;
use crate::ranks::share::Share;
use crate::settings::config::{Config, Hardware, Precision};

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
        Training::among(Ranks::alone(), config, 0)
    }

    /// Begins a run of several ranks, of which each has a part of the lanes, or what a run is taken up with that has made so
    /// many decisions.
    pub fn among(ranks: Ranks, config: &Config, made: u64) -> Result<Training, TrainError> {
        let accelerator = match config.device {
            Hardware::Cpu => None,
            Hardware::Cuda if Cuda::is_available() => Some(Device::Cuda(0)),
            Hardware::Cuda => return Err(TrainError::NoCuda),
        };
        Training::on(accelerator, ranks, config, made)
    }

    /// Does the same with a network that is reckoned on a device that works by itself, or on threads if there is none.
    pub(crate) fn on(
        accelerator: Option<Device>,
        mut ranks: Ranks,
        config: &Config,
        made: u64,
    ) -> Result<Training, TrainError> {
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
        // Once its lesson is over, nobody needs the teacher.
        if made < config.imitation.decisions {
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
}

/// Returns the first lane and the number of lanes of two halves that begin with the same setting; `None` if the lanes are too
/// few.
fn halves(lanes: usize, settings: usize) -> Option<[(usize, usize); 2]> {
    let half = lanes / 2 / settings * settings;
    (half > 0).then_some([(0, half), (half, lanes - half)])
}
