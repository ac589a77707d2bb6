//! Bots that hold seats against the learner.

use std::path::Path;

use super::rollout::Role;
use super::training::{Training, threads};
use crate::settings::config::Config;

fn kuhn(share: f32) -> Config {
    let sets = ["self_play.lanes=64", "self_play.horizon=8", "threads=2", "opponents.bots=[\"random\"]"];
    let share = format!("opponents.share={share}");
    let sets: Vec<String> =
        sets.into_iter().map(String::from).chain([share, "learning.rate={from=1e-2,to=1e-2}".into()]).collect();
    let config = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml"));
    Config::load(config, &sets).unwrap()
}

/// Against uniform play the best answers win 11/24 of a chip, in the mean over the seats.
#[test]
fn what_a_bot_does_wrong_is_found() {
    let config = kuhn(1.0);
    threads(&config).unwrap().install(|| {
        let mut training = Training::new(&config).unwrap();
        for _ in 0..300 {
            training.iterate(1.0, &mut |_| {}).unwrap();
        }
        let (mut points, mut episodes) = (0.0, 0);
        for _ in 0..100 {
            let iteration = training.iterate(1.0, &mut |_| {}).unwrap();
            points += iteration.episodes.against_others;
            episodes += iteration.episodes.held;
            assert_eq!(iteration.episodes.held, iteration.episodes.count);
        }
        let mean = points / episodes as f64;
        assert!((0.36..0.5).contains(&mean), "{mean}");
    });
}

#[test]
fn only_the_learners_own_decisions_are_learnt_from() {
    let config = kuhn(0.5);
    threads(&config).unwrap().install(|| {
        let mut training = Training::new(&config).unwrap();
        training.iterate(0.0, &mut |_| {}).unwrap();
        let (rollout, guests) = (&training.rollout, &training.self_play.others.guests);
        let mut seats = [[0; 2]; 2];
        for index in rollout.start(0)..rollout.decisions.len() {
            let decision = rollout.decisions[index];
            if let Some(guest) = guests[index % rollout.lanes] {
                let own = guest.own == usize::from(decision.seat);
                assert_eq!(decision.role != Role::None, own, "in Kuhn every decision is a choice");
                seats[0][usize::from(decision.seat)] += u32::from(own);
            } else {
                assert_ne!(decision.role, Role::None);
                seats[1][usize::from(decision.seat)] += 1;
            }
        }
        assert!(seats.as_flattened().iter().all(|&count| count > 30), "{seats:?}");
    });
}
