//! Contests and tallies from outside: what is refused, with what words, and what is read back.

use elderhand_env::format::{Contest, Format, Tally};
use elderhand_env::game;
use serde_json::{Value, json};

use crate::formats::contest;

#[test]
fn names_are_those_of_the_json() {
    for format in Format::ALL {
        assert_eq!(json!(format), format.name());
        assert_eq!(serde_json::from_value::<Format>(json!(format.name())).expect("a format"), format);
    }
}

#[test]
fn contests_that_cannot_be_are_refused_with_what_would_fit() {
    let good = contest(Format::Clockwise, 4, 2);
    let refused = |contest: Contest, part: &str| {
        let error = contest.check().expect_err("it cannot be played").to_string();
        assert!(error.contains(part), "expected `{part}` in: {error}");
    };
    refused(Contest { players: 5, ..good }, "`clockwise` is for four or six players, not for 5");
    refused(Contest { seats: 4, ..good }, "games of 2 seats, and this game has 4");
    refused(Contest { format: Format::Outsider, ..good }, "an odd number of players");
    refused(Contest { format: Format::Outsider, players: 3, seats: 4, ..good }, "5 players, one more than seats");
    refused(Contest { format: Format::Outsider, players: 17, ..good }, "at most 16");
    refused(Contest { format: Format::Series, ..good }, "2 players, one a seat");
    refused(Contest { format: Format::RotatingTeam, players: 5, ..good }, "an even number");
    refused(Contest { format: Format::Captains, players: 2, ..good }, "three players or more");
    for format in [Format::Series, Format::Rounds, Format::FreezeOut, Format::Elimination] {
        for few in 0..2 {
            let few = Contest { format, players: few, seats: few, every: 1, ..good };
            refused(few, "games of 2 seats");
        }
    }
    refused(Contest { format: Format::Outsider, players: 2, seats: 1, ..good }, "games of 2 seats");
    for rounds in [1, 1000] {
        assert_eq!(Contest { rounds, ..good }.check(), Ok(()));
    }
    refused(Contest { rounds: 0, ..good }, "number of rounds");
    refused(Contest { rounds: 1001, ..good }, "1 to 1000");
    refused(Contest { format: Format::Elimination, players: 4, every: 1, ..good }, "2 players, one a seat");
    refused(Contest { format: Format::Elimination, players: 4, seats: 4, every: 0, ..good }, "games of 2 seats");
    refused(Contest { target: Some(0), ..good }, "a target of 0");
    refused(Contest { format: Format::Rounds, players: 2, target: Some(9), ..good }, "has no target");
}

/// A tally of a contest after some rounds in which player `i` scores `i`.
fn after(contest: &Contest, rounds: usize) -> Tally {
    let mut tally = contest.start();
    let scored: Vec<i32> = (0..contest.players as i32).collect();
    (0..rounds).for_each(|_| contest.book(&mut tally, &scored));
    tally
}

#[test]
fn a_tally_is_read_as_it_was_written() {
    let contest = contest(Format::WinnerStaysOn, 3, 2);
    let tally = after(&contest, 2);
    let text = json!({"order": [2, 0, 1], "playing": 3, "points": [0, 2, 4], "rounds": 2});
    assert_eq!(json!(tally), text);
    assert_eq!(serde_json::from_value::<Tally>(text).expect("a tally"), tally);
    let long = json!({"order": vec![0; 17], "playing": 3, "points": [], "rounds": 0});
    assert!(serde_json::from_value::<Tally>(long).is_err());
}

#[test]
fn tallies_that_cannot_be_are_refused() {
    let contests = [
        (Format::Series, 3, 3),
        (Format::Elimination, 4, 4),
        (Format::Elimination, 5, 2),
        (Format::WinnerStaysOn, 3, 2),
        (Format::Captains, 4, 2),
        (Format::Clockwise, 6, 2),
        (Format::SeatSwap, 4, 2),
        (Format::Outsider, 5, 4),
        (Format::Hotfoot, 4, 4),
        (Format::RotatingTeam, 4, 2),
    ];
    for (format, players, seats) in contests {
        let contest = contest(format, players, seats);
        let tally = after(&contest, 2);
        contest.admits(&tally).expect("it was played");
        let refused = |field: &str, value: Value| {
            let mut altered = json!(tally);
            altered[field] = value.clone();
            let altered: Tally = serde_json::from_value(altered).expect("a tally");
            let error = contest.admits(&altered).expect_err(&format!("{format:?}: {field} {value}")).to_string();
            assert!(error.starts_with("`match."), "{error}");
        };
        let order: Vec<usize> = tally.order().collect();
        refused("order", json!(vec![0; players]));
        refused("order", json!(&order[1..]));
        refused("order", json!(order.iter().map(|player| player + 1).collect::<Vec<_>>()));
        refused("playing", json!(0));
        refused("playing", json!(players + 1));
        refused("rounds", json!(0));
        refused("rounds", json!(101));
        refused("points", json!(vec![0; contest.sides() + 1]));
        refused("points", json!(vec![140_000; contest.sides()]));
        if !matches!(format, Format::WinnerStaysOn | Format::Elimination) {
            let mut exchanged = order.clone();
            exchanged.swap(1, 2);
            refused("order", json!(exchanged));
        }
        if contest.shrinks() {
            refused("playing", json!(tally.playing() + 1));
            refused("order", json!([3, 2, 0, 1]));
        }
    }
}

#[test]
fn what_is_advised_where_points_would_not_fit_is_the_most_that_does() {
    let tried = |options: &Value| {
        let options = serde_json::from_value(options.clone()).expect("options");
        game("pinnacle-nine", &options).map(|_| ()).map_err(|error| error.to_string())
    };
    let mut other_format = 0;
    for stack in [400, 500, 3200, 4000, 9000] {
        for (field, rest) in [
            ("every", json!({"format": "elimination", "seats": 7})),
            ("every", json!({"format": "elimination", "seats": 3})),
            ("rounds", json!({"format": "rounds", "seats": 7})),
            ("rounds", json!({"format": "rotating-team", "players": 14, "seats": 2})),
            ("rounds", json!({"format": "rotating-team", "players": 16, "seats": 2})),
        ] {
            let mut options = rest;
            options["episode"] = json!("match");
            options["stack"] = json!(stack);
            options["target"] = json!(0);
            let mut with = |value: u64| {
                options[field] = json!(value);
                tried(&options)
            };
            let Err(refused) = with(if field == "every" { 20 } else { 1000 }) else { continue };
            let most = refused.split("1 to ").nth(1).and_then(|rest| rest.split(',').next());
            match most.map(|most| most.parse().unwrap_or_else(|_| panic!("{refused}"))) {
                Some(most) => {
                    assert_eq!(with(most), Ok(()), "{field}, stack {stack}: {refused}");
                    assert!(with(most + 1).is_err(), "{field}, stack {stack}: {refused}");
                }
                None => {
                    other_format += 1;
                    assert!(refused.contains("`format`") && with(1).is_err(), "stack {stack}: {refused}");
                }
            }
        }
    }
    assert!(other_format > 1, "{other_format}");
}
