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
            pairs.filter(|(before, after)| before.data != after.data).map(|(before, _)| before.name.clone()).collect()
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
            assert_eq!(training.rollout.open().is_empty(), training.iteration == 0);
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
        assert!(training.rollout.open().is_empty(), "the learner answers for its own choices alone");
        training.iterate(0.0, &mut |_| {}).unwrap();
        assert!(training.self_play.others.teachers.is_empty(), "now it plays by itself");
    });
}
