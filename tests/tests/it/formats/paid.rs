//! What a match pays, what is gambled for, and what places go by.

use elderhand_env::format::{Contest, Format, winner_takes};

use crate::formats::contest;

/// What each player is paid after one round of these scores.
fn paid<const N: usize>(contest: &Contest, scores: &[[i32; N]]) -> [f32; N] {
    let mut tally = contest.start();
    scores.iter().for_each(|scored| contest.book(&mut tally, scored));
    std::array::from_fn(|player| contest.pays(&tally, player))
}

#[test]
fn the_winner_takes_one_from_all_others() {
    let three = Contest { rounds: 1, ..contest(Format::Rounds, 3, 3) };
    assert_eq!(paid(&three, &[[5, 1, 0]]), [1.0, -0.5, -0.5]);
    // Two share the first place.
    assert_eq!(paid(&three, &[[5, 5, 0]]), [0.25, 0.25, -0.5]);
    assert_eq!(paid(&three, &[[2, 2, 2]]), [0.0; 3]);
    assert_eq!(winner_takes(0, 1, 4), 1.0);
}

#[test]
fn a_captain_stakes_as_much_as_the_others_together() {
    let captains = Contest { target: Some(10), ..contest(Format::Captains, 3, 2) };
    assert_eq!(paid(&captains, &[[10, 0, 0]]), [1.0, -0.5, -0.5]);
    assert_eq!(paid(&captains, &[[0, 10, 0]]), [-1.0, 0.5, 0.5]);
}

#[test]
fn each_of_a_team_wins_one() {
    let teams = Contest { target: Some(10), ..contest(Format::RotatingTeam, 4, 2) };
    assert_eq!(paid(&teams, &[[0, 8, 0, 8]]), [-1.0, 1.0, -1.0, 1.0]);
    let drawn = Contest { target: None, rounds: 1, ..teams };
    assert_eq!(paid(&drawn, &[[3, 3, 0, 0]]), [0.0; 4]);
}

#[test]
fn a_match_that_a_cap_stopped_pays_nothing() {
    let series = Contest { target: Some(50), rounds: 1, ..contest(Format::Series, 2, 2) };
    assert_eq!(paid(&series, &[[49, 0]]), [0.0; 2]);
}

#[test]
fn who_stays_longer_in_an_elimination_stands_higher() {
    let contest = contest(Format::Elimination, 3, 3);
    assert_eq!(paid(&contest, &[[9, 8, 0], [0, 5, 0]]), [-0.5, 1.0, -0.5]);
    let mut tally = contest.start();
    contest.book(&mut tally, &[9, 8, 0]);
    let merit = [0, 1, 2].map(|player| contest.merit(&tally, player));
    assert!(merit[0] == merit[1] && merit[1] > merit[2], "{merit:?}");
    contest.book(&mut tally, &[0, 5, 0]);
    let merit = [0, 1, 2].map(|player| contest.merit(&tally, player));
    assert!(merit[1] > merit[0] && merit[0] > merit[2], "{merit:?}");
}

#[test]
fn who_gambles_pays_the_winner_the_difference() {
    let gambled = |contest: &Contest, points: &[i32], won: &[u16], winner: usize| {
        let mut tally = contest.start();
        contest.book(&mut tally, points);
        (0..contest.players).map(|player| contest.gambled(&tally, won, winner, player)).collect::<Vec<f32>>()
    };
    let two = contest(Format::Series, 2, 2);
    // 104 + 100 + 3 × 20 against 80 + 2 × 20.
    assert_eq!(gambled(&two, &[104, 80], &[3, 2], 0), [144.0, -144.0]);
    assert_eq!(gambled(&two, &[0, 101], &[0, 2], 1), [-341.0, 341.0]);
    // Of more than two nobody is shut out.
    let three = contest(Format::LoserStaysOn, 3, 2);
    assert_eq!(gambled(&three, &[100, 0, 40], &[4, 0, 1], 0), [280.0 + 220.0, -280.0, -220.0]);
    // A captain stakes as much as the others together; of pairs each pays one.
    let captains = contest(Format::Captains, 3, 2);
    assert_eq!(gambled(&captains, &[0, 60, 40], &[0, 3], 1), [-360.0, 180.0, 180.0]);
    let pairs = Contest { partners: true, ..contest(Format::Series, 4, 4) };
    assert_eq!(gambled(&pairs, &[91, 61, 91, 61], &[4, 3], 0), [150.0, -150.0, 150.0, -150.0]);
}
