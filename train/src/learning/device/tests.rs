//! A device does what threads do, shown on one that is the processor.

use std::path::Path;
use std::thread;
use std::time::Duration;

use tch::Device;

use crate::learning::training::{Training, threads};
use crate::ranks::Ranks;
use crate::settings::config::Config;

fn config(game: &str, sets: &[&str]) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs").join(game).with_extension("toml");
    let common = ["threads=1", "network.trunk=[16]", "network.start=''", "self_play.lanes=48", "self_play.horizon=16"];
    let sets: Vec<String> = common.iter().chain(sets).map(ToString::to_string).collect();
    Config::load(&path, &sets).unwrap()
}

/// What an iteration decided, what it told, and the weights and moments after it.
struct Found {
    actions: Vec<u16>,
    told: [f64; 10],
    numbers: [Vec<f32>; 3],
}

fn iterate(training: &mut Training) -> Found {
    let iteration = training.iterate(0.3, &mut |_| {}).unwrap();
    let (losses, episodes) = (iteration.losses, iteration.episodes);
    let rollout = &training.rollout;
    let adam = &training.learner.adam;
    Found {
        actions: rollout.decisions[rollout.start(0)..].iter().map(|decision| decision.action.0).collect(),
        told: [
            losses.policy,
            losses.value,
            losses.entropy,
            losses.divergence,
            losses.approx_kl,
            losses.clip_fraction,
            losses.gradient_norm,
            losses.rows as f64,
            episodes.elder,
            losses.critic,
        ],
        numbers: [training.learner.weights.clone(), adam.first_moment.clone(), adam.second_moment.clone()],
    }
}

/// Checks that two iterations are alike up to rounding.
fn alike(found: &Found, expected: &Found) {
    assert_eq!(found.actions, expected.actions);
    for (found, expected) in found.told.iter().zip(&expected.told) {
        assert!((found - expected).abs() < 1e-4 * (1.0 + expected.abs()), "{found} {expected}");
    }
    for (found, expected) in found.numbers.iter().zip(&expected.numbers) {
        let greatest = expected.iter().fold(0f32, |most, number| most.max(number.abs()));
        let apart = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(greatest > 0.0 && apart < 2e-3 * greatest, "{apart} of {greatest}");
    }
}

/// Learns on threads and on a device from the same weights, again and again.
fn compare(game: &str, sets: &[&str]) -> [f64; 10] {
    let config = config(game, sets);
    threads(&config).unwrap().install(|| {
        let [mut here, mut there] =
            [None, Some(Device::Cpu)].map(|device| Training::on(device, Ranks::alone(), &config, 0).unwrap());
        let mut told = [0.0; 10];
        for _ in 0..4 {
            let (expected, found) = (iterate(&mut here), iterate(&mut there));
            alike(&found, &expected);
            told = expected.told;
            // Rounding must not add up to other actions.
            there.begin(here.learner.weights.clone());
            there.learner.adam.first_moment.clone_from(&here.learner.adam.first_moment);
            there.learner.adam.second_moment.clone_from(&here.learner.adam.second_moment);
            if let (Some(from), Some(to)) = (&here.learner.magnet, &mut there.learner.magnet) {
                to.set(from.weights.clone());
            }
            there.pool.members.clone_from(&here.pool.members);
        }
        told
    })
}

#[test]
fn play_is_learnt_as_on_threads() {
    let sets = ["learning.magnet={from=0.1,to=0.1}", "learning.magnet_lag=3.0", "learning.rate={from=3e-3,to=3e-3}"];
    let told = compare("leduc", &[&sets[..], &["pool.share=0.5", "pool.every=1", "learning.minibatch=100"]].concat());
    assert!(told[3] > 0.0 && told[5] > 0.0, "it was drawn to the magnet, and clipped: {told:?}");
}

#[test]
fn long_rows_and_a_critic_are_read_as_on_threads() {
    for actions in [false, true] {
        let critic = format!("critic.actions={actions}");
        let sets = ["critic.trunk=[8]", "critic.planes=['hand']", &critic, "imitation.decisions=0"];
        let told = compare("skarney", &[&sets[..], &["learning.minibatch=200"]].concat());
        assert!(told[9] > 0.0, "the critic has a loss of its own: {told:?}");
    }
}

#[test]
fn several_tables_and_bots_at_them_are_learnt_from_as_on_threads() {
    let bots = ["opponents.bots=['simple','random']", "opponents.share=0.5", "imitation.decisions=0"];
    compare("sum-run-set", &[&bots[..], &["learning.minibatch=200", "self_play.lanes=52"]].concat());
}

/// A run goes on from a checkpoint of either, since lanes are dealt anew.
#[test]
fn lanes_are_taken_up_as_they_were_left() {
    let config = config("sum-run-set", &["imitation.decisions=0"]);
    threads(&config).unwrap().install(|| {
        let [mut here, mut there] =
            [None, Some(Device::Cpu)].map(|device| Training::on(device, Ranks::alone(), &config, 0).unwrap());
        iterate(&mut there);
        let saved = there.self_play.save();
        here.self_play.load(&saved).unwrap();
        assert_eq!(here.self_play.save(), saved);
        iterate(&mut there);
        there.self_play.load(&here.self_play.save()).unwrap();
        assert_eq!(there.self_play.save(), saved);
        assert!(there.self_play.load("[1, 2]").is_err() && there.self_play.load("{").is_err());
    });
}

#[test]
fn teachers_and_values_alone_are_learnt_as_on_threads() {
    let teacher = ["imitation.teacher='simple'", "imitation.decisions=1000000"];
    compare("gin", &[&teacher[..], &["learning.minibatch=200"]].concat());
    compare("kuhn", &["burn_in.decisions=1000000", "learning.weight_decay=0.1"]);
}

#[test]
fn an_update_ends_early_as_on_threads() {
    let sets =
        ["learning.kl_stop=1e-4", "learning.epochs=4", "learning.minibatch=64", "learning.rate={from=1e-2,to=1e-2}"];
    let told = compare("kuhn", &sets);
    let whole = compare("kuhn", &sets[1..]);
    assert!(told[7] < whole[7], "{} of {}", told[7], whole[7]);
}

#[test]
fn ranks_learn_together_from_a_device_each() {
    // Minibatches that are small enough for a rank to bring nothing to some.
    for sets in [["learning.minibatch=100", "self_play.horizon=16"], ["learning.minibatch=1", "self_play.horizon=4"]] {
        let config = config("leduc", &sets);
        let alone = threads(&config).unwrap().install(|| {
            let two = Config { threads: 2, ..config.clone() };
            iterate(&mut Training::on(None, Ranks::alone(), &two, 0).unwrap())
        });
        let learn = |ranks| {
            let run = || iterate(&mut Training::on(Some(Device::Cpu), ranks, &config, 0).unwrap());
            threads(&config).unwrap().install(run)
        };
        thread::scope(|scope| {
            let ranks = Ranks::threads(2, Duration::from_secs(60));
            let found: Vec<_> = ranks.into_iter().map(|ranks| scope.spawn(move || learn(ranks))).collect();
            for found in found {
                let found = found.join().unwrap();
                // Each rank decides in its own lanes.
                alike(&Found { actions: alone.actions.clone(), ..found }, &alone);
            }
        });
    }
}

#[test]
fn a_rate_of_nothing_moves_nothing_as_on_threads() {
    compare("kuhn", &["learning.rate={from=0.0,to=0.0}"]);
}

#[test]
fn what_is_not_finite_stops_the_run() {
    let config = config("kuhn", &[]);
    threads(&config).unwrap().install(|| {
        let mut training = Training::on(Some(Device::Cpu), Ranks::alone(), &config, 0).unwrap();
        let mut weights = training.learner.weights.clone();
        weights[5] = f32::NAN;
        training.begin(weights);
        assert!(training.iterate(0.0, &mut |_| {}).is_err());
    });
}
