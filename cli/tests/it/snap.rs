//! A person at a table of Snap, by script.

use crate::common::run;

/// Plays with a seed until the input ends.
fn played(seat: &str, set: &[&str], input: &str) -> Vec<String> {
    let play = |seed: u32| {
        let seed = seed.to_string();
        let mut args = vec!["play", "snap", "--bot", "random", "--seat", seat, "--seed", &seed];
        args.extend(set.iter().flat_map(|set| ["--set", set]));
        run(&args, input).well()
    };
    (0..12).map(play).collect()
}

fn all_contain(outs: &[String], text: &str) {
    assert!(outs.iter().all(|out| out.contains(text)), "{text}: {outs:#?}");
}

#[test]
fn what_others_have_decided_is_told_only_when_all_have() {
    // The bot decides first.
    let before = played("1", &["seats=2"], "quit\n");
    all_contain(&before, "packets the other: 25   you: 26\n");
    assert!(!before.iter().any(|out| out.contains("snaps")), "{before:#?}");
    let after = played("1", &["seats=2"], "wait\nquit\n");
    let told = after.iter().filter(|out| out.contains("the other: snaps\n")).count();
    assert!((1..12).contains(&told), "{after:#?}");
    // At a larger table some decide before and some after.
    let after = played("2", &["seats=5"], "wait\nquit\n");
    for seat in [0, 1, 3, 4] {
        let told = after.iter().filter(|out| out.contains(&format!("seat {seat}: snaps\n"))).count();
        assert!((1..12).contains(&told), "{after:#?}");
    }
}

#[test]
fn a_game_is_played_to_its_end() {
    let outs = played("0", &["seats=3"], &"snap\n".repeat(1_000));
    for text in ["laid by seat 2", "laid by you", "seat 2: "] {
        all_contain(&outs, text);
    }
    for text in ["You take the pile of ", "Seat 1 takes the pile of ", "You win 1 point.", "You lose 0.5 points."] {
        assert!(outs.iter().any(|out| out.contains(text)), "{text}: {outs:#?}");
    }
}

#[test]
fn what_is_paid_is_told() {
    let outs = played("0", &["seats=2", "penalty=card"], "snap\nsnap\nwait\nquit\n");
    all_contain(&outs, "Paid for wrong snaps: ");
}

#[test]
fn options_beyond_their_ranges_are_refused() {
    for (set, parts) in [
        ("seats=11", ["option `seats`: 11 is not allowed", "expected 2 to 10"]),
        ("skill=[1,1,1,1,1,1,1,1,1,0]", ["option `skill`", "expected ten weights, each 1 to 100"]),
        ("skill=[1,1]", ["option `skill`: [1,1] is not allowed", "expected"]),
        ("penalty=two", ["option `penalty`", "expected"]),
    ] {
        run(&["play", "snap", "--set", set], "").fails(2, &parts);
    }
}
