//! No outcome is lost between one rollout and the next.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use super::rollout::Role;
use super::times::Times;
use super::training::{Training, threads};
use crate::settings::config::Config;

/// Every choice is learnt from once, and the last one of a seat in an episode with the return of that seat.
#[test]
fn every_outcome_is_learnt_once() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../configs"));
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.ends_with("base.toml") {
            continue;
        }
        let sets = ["threads=1", "self_play.lanes=14", "network.trunk=[4]", "critic.trunk=[]", "pool.share=0.0"];
        let sets = sets
            .into_iter()
            .chain(["learning.gamma=1.0", "learning.lambda=1.0", "shaping.plane=''"])
            .chain(["imitation.decisions=0"]);
        let config = Config::load(&path, &sets.map(String::from).collect::<Vec<_>>()).unwrap();
        threads(&config).unwrap().install(|| outcomes(&config, &path.display().to_string()));
    }
}

fn outcomes(config: &Config, name: &str) {
    let mut training = Training::new(config).unwrap();
    let (lanes, seats) = (training.rollout.lanes, training.rollout.most_seats);
    // By lane and step: choices that were made, and those that were learnt from. By lane and seat: where the last
    // choice was made in the episode at hand, and where the one was made that is carried over.
    let (mut made, mut learnt) = (HashSet::new(), HashSet::new());
    let (mut last, mut carried) = (HashMap::new(), HashMap::new());
    let (mut expected, mut found) = (HashMap::new(), HashMap::new());
    let mut step = 0;
    while step < 3 * config.self_play.horizon || expected.len() < 60 * seats {
        training.play(&mut Times::default(), &mut |_| {}).unwrap();
        training.judge(0.0, &mut Times::default()).unwrap();
        let rollout = &mut training.rollout;
        let first = rollout.start(0);
        for index in first..rollout.decisions.len() {
            let (lane, at) = (index % lanes, step + (index - first) / lanes);
            let decision = rollout.decisions[index];
            if decision.role != Role::None {
                made.insert((lane, at));
                last.insert((lane, usize::from(decision.seat)), (lane, at));
            }
            for seat in 0..rollout.seats[lane] {
                let place = index * seats + seat;
                if rollout.over[index] || rollout.settled[place] == 1 {
                    let place = last.remove(&(lane, seat)).map(|made| (made, rollout.rewards[index * seats + seat]));
                    expected.extend(place);
                }
            }
        }
        for (index, decision) in rollout.decisions.iter().enumerate() {
            let lane = index % lanes;
            let seat = usize::from(decision.seat);
            let made = match index.checked_sub(first) {
                Some(index) => (lane, step + index / lanes),
                None if decision.role == Role::None => continue,
                None => carried[&(lane, seat)],
            };
            match decision.role {
                Role::Learnt => {
                    assert!(learnt.insert(made), "{name}: learnt from twice");
                    found.insert(made, decision.target * config.value_scale);
                }
                Role::Open => drop(carried.insert((lane, seat), made)),
                Role::None | Role::Link => {}
            }
        }
        rollout.carry();
        step += config.self_play.horizon;
    }
    let open = training.rollout.open().len();
    assert!(learnt.is_subset(&made) && learnt.len() + open == made.len(), "{name}: {open} are open");
    let scale = expected.values().fold(1f32, |most, points| most.max(points.abs()));
    for (made, points) in &expected {
        let target = found.get(made).unwrap_or_else(|| panic!("{name}: an outcome of {points} is lost"));
        assert!((target - points).abs() < 1e-4 * scale, "{name}: {target} {points}");
    }
}
