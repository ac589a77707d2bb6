//! Formats in which the schedule alone says who meets whom.

use std::collections::HashMap;

use elderhand_env::format::Format;

use crate::formats::{contest, rounds, tables};

#[test]
fn clockwise_moves_everyone_but_the_first_one_place_on() {
    let four = ["0-1 2-3", "2-0 1-3", "0-3 1-2", "1-0 3-2", "0-2 3-1", "3-0 2-1"];
    assert_eq!(rounds(&contest(Format::Clockwise, 4, 2), 6), four);
    let six = ["0-1 2-5 3-4", "2-0 1-3 5-4", "0-3 4-2 5-1", "4-0 3-5 2-1", "0-5 1-4 2-3", "1-0 5-2 4-3"];
    assert_eq!(rounds(&contest(Format::Clockwise, 6, 2), 6), six);
}

#[test]
fn in_seat_swap_two_exchange_places() {
    let swapped = ["0-1 2-3", "2-0 3-1", "0-3 1-2", "1-0 3-2", "0-2 1-3", "3-0 2-1"];
    assert_eq!(rounds(&contest(Format::SeatSwap, 4, 2), 6), swapped);
}

#[test]
fn each_outsider_sits_out_in_turn() {
    let three = ["1-2", "2-0", "0-1", "2-1", "0-2", "1-0"];
    assert_eq!(rounds(&contest(Format::Outsider, 3, 2), 6), three);
    let five = ["1-4 2-3", "2-0 3-4", "3-1 4-0", "4-2 0-1", "0-3 1-2", "4-1 3-2"];
    assert_eq!(rounds(&contest(Format::Outsider, 5, 2), 6), five);
    // Of four at a table those across are partners.
    let partners = ["1-2-4-3", "2-3-0-4", "3-4-1-0", "4-0-2-1", "0-1-3-2", "2-4-3-1"];
    assert_eq!(rounds(&contest(Format::Outsider, 5, 4), 6), partners);
}

#[test]
fn hotfoot_changes_partners() {
    let partners = ["0-1-2-3", "2-3-1-0", "1-2-0-3", "1-2-3-0"];
    assert_eq!(rounds(&contest(Format::Hotfoot, 4, 4), 4), partners);
}

#[test]
fn teams_rotate_their_opponents() {
    let four = ["0-1 2-3", "3-0 1-2", "1-0 3-2", "0-3 2-1"];
    assert_eq!(rounds(&contest(Format::RotatingTeam, 4, 2), 4), four);
    let six = ["0-1 2-3 4-5", "3-0 5-2 1-4", "0-5 2-1 4-3", "1-0 3-2 5-4"];
    assert_eq!(rounds(&contest(Format::RotatingTeam, 6, 2), 4), six);
}

#[test]
fn one_table_moves_on_by_one_seat() {
    assert_eq!(rounds(&contest(Format::Series, 2, 2), 3), ["0-1", "1-0", "0-1"]);
    assert_eq!(rounds(&contest(Format::Rounds, 4, 4), 3), ["0-1-2-3", "1-2-3-0", "2-3-0-1"]);
}

/// How often each two have met, as (seat 0, seat 1).
fn met(format: Format, players: usize, cycles: usize) -> HashMap<(usize, usize), usize> {
    let contest = contest(format, players, 2);
    let (mut tally, mut met) = (contest.start(), HashMap::new());
    for _ in 0..cycles * contest.cycle() {
        for table in tables(&contest, &tally) {
            *met.entry((table[0], table[1])).or_default() += 1;
        }
        contest.book(&mut tally, &vec![0; players]);
    }
    met
}

#[test]
fn all_meet_once_in_a_cycle_and_once_in_each_seat_in_two() {
    let outsiders = (3..16).step_by(2).map(|players| (Format::Outsider, players));
    let teams = (4..=16).step_by(2).map(|players| (Format::RotatingTeam, players));
    let pairs = [(Format::Clockwise, 4), (Format::Clockwise, 6), (Format::SeatSwap, 4)];
    for (format, players) in pairs.into_iter().chain(outsiders).chain(teams) {
        let opposed = |a: usize, b: usize| a != b && (format != Format::RotatingTeam || a % 2 != b % 2);
        let (once, twice) = (met(format, players, 1), met(format, players, 2));
        for a in 0..players {
            for b in 0..players {
                let count = |met: &HashMap<_, _>| met.get(&(a, b)).copied().unwrap_or(0);
                let either = count(&once) + once.get(&(b, a)).copied().unwrap_or(0);
                let expected = usize::from(opposed(a, b));
                assert_eq!((either, count(&twice)), (expected, expected), "{format:?} of {players}: {a} and {b}");
            }
        }
    }
}

#[test]
fn all_are_partners_once_in_a_cycle() {
    for (format, players) in [(Format::Hotfoot, 4), (Format::Outsider, 5)] {
        let contest = contest(format, players, 4);
        let (mut tally, mut partners) = (contest.start(), HashMap::new());
        for _ in 0..contest.cycle() {
            let [a, b, c, d] = tables(&contest, &tally)[0][..] else { panic!("a table of four") };
            for pair in [(a.min(c), a.max(c)), (b.min(d), b.max(d))] {
                *partners.entry(pair).or_insert(0) += 1;
            }
            contest.book(&mut tally, &vec![0; players]);
        }
        assert_eq!(partners.len(), players * (players - 1) / 2, "{format:?}");
        assert!(partners.values().all(|&count| count == 1), "{format:?}: {partners:?}");
    }
}

#[test]
fn outsiders_hold_every_seat_equally_often() {
    for (players, seats) in [(3, 2), (4, 3), (5, 4), (7, 2), (8, 7)] {
        let contest = contest(Format::Outsider, players, seats);
        let (mut tally, mut held) = (contest.start(), HashMap::new());
        for _ in 0..contest.cycle() {
            for (seat, player) in tables(&contest, &tally).into_iter().flat_map(|table| table.into_iter().enumerate()) {
                *held.entry((player, seat)).or_insert(0) += 1;
            }
            contest.book(&mut tally, &vec![0; players]);
        }
        let each = (players - 1) / seats;
        assert!(
            held.len() == players * seats && held.values().all(|&count| count == each),
            "{players}, {seats}: {held:?}"
        );
    }
}
