//! Ranks with one thread each are the threads of one process, bit for bit.

use std::path::Path;
use std::thread;
use std::time::Duration;

use super::training::{Training, threads};
use crate::ranks::Ranks;
use crate::settings::config::Config;

/// What must be the same: the weights, the average, the moments of the optimiser, and what the log tells.
#[derive(Debug, PartialEq)]
struct Found {
    weights: [Vec<f32>; 4],
    told: Vec<[f64; 9]>,
}

fn config(game: &str, threads: usize, sets: &[&str]) -> Config {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs").join(game).with_extension("toml");
    let common =
        ["imitation.decisions=0", "network.trunk=[16]", "learning.rate={from=1e-2,to=1e-2}", "self_play.horizon=16"];
    let own = [format!("threads={threads}")];
    let sets = common.iter().chain(sets).map(ToString::to_string).chain(own).collect::<Vec<_>>();
    Config::load(&path, &sets).unwrap()
}

fn train(ranks: Ranks, config: &Config) -> Found {
    threads(config).unwrap().install(|| {
        let mut training = Training::among(ranks, config, 0).unwrap();
        let mut told = Vec::new();
        for _ in 0..5 {
            let iteration = training.iterate(0.3, &mut |_| {}).unwrap();
            let (losses, episodes) = (iteration.losses, iteration.episodes);
            told.push([
                losses.policy,
                losses.critic,
                losses.divergence,
                losses.approx_kl,
                losses.explained_variance,
                losses.gradient_norm,
                losses.rows as f64,
                episodes.elder,
                episodes.against_others,
            ]);
        }
        let adam = training.learner.adam;
        let weights = [training.learner.weights, training.average, adam.first_moment, adam.second_moment];
        Found { weights, told }
    })
}

/// Trains on so many ranks with a thread each, and in one process with as many threads.
fn compare(size: usize, game: &str, sets: &[&str]) {
    let config = |threads| config(game, threads, sets);
    let expected = train(Ranks::alone(), &config(size));
    assert_ne!(expected.told[0], expected.told[4], "something is learnt");
    let ranks = Ranks::threads(size, Duration::from_secs(60));
    thread::scope(|scope| {
        let config = &config;
        let found: Vec<_> = ranks.into_iter().map(|ranks| scope.spawn(move || train(ranks, &config(1)))).collect();
        for (rank, found) in found.into_iter().enumerate() {
            assert!(found.join().unwrap() == expected, "{game}: rank {rank} of {size} differs");
        }
    });
}

#[test]
fn leduc_with_everything_is_the_same() {
    let all = ["critic.trunk=[16]", "critic.actions=true", "pool.share=0.4", "pool.every=1", "pool.opponents=3"];
    let rest = ["learning.magnet={from=0.5,to=0.5}", "learning.minibatch=300", "self_play.lanes=150"];
    for size in [2, 3] {
        compare(size, "leduc", &[&all[..], &rest, &["opponents={bots=[\"random\"],share=0.2}"]].concat());
    }
}

#[test]
fn an_update_that_ends_early_ends_on_all() {
    let sets = ["learning.kl_stop=1e-4", "learning.epochs=4", "learning.minibatch=64", "self_play.lanes=60"];
    compare(2, "kuhn", &sets);
}

/// Lanes that take turns in settings, of which a rank has an odd number.
#[test]
fn tables_of_several_sizes_are_the_same() {
    let sets = ["self_play.lanes=21", "self_play.vary={seats=[2,4]}", "learning.minibatch=100", "pool.share=0.0"];
    compare(3, "skirmish", &[&sets[..], &["opponents={bots=[\"random\"],share=0.5}"]].concat());
}
