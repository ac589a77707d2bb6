//! Formats in which it depends on the scores who meets whom next, and when a contest is over.

use elderhand_env::format::{Contest, Format, Tally, ahead};

use crate::formats::{contest, written};

/// Books rounds, each what the players score, and gives who sat where before each and after the last.
fn played<const N: usize>(contest: &Contest, scores: &[[i32; N]]) -> (Tally, Vec<String>) {
    let mut tally = contest.start();
    let mut rounds = vec![written(contest, &tally)];
    for scored in scores {
        contest.book(&mut tally, scored);
        rounds.push(written(contest, &tally));
    }
    (tally, rounds)
}

#[test]
fn the_winner_stays_on_and_a_tied_pair_plays_again() {
    let contest = contest(Format::WinnerStaysOn, 3, 2);
    // 0 beats 1; 0 and 2 tie and change seats; 2 beats 0; 1 beats 2.
    let (tally, rounds) = played(&contest, &[[5, 0, 0], [3, 0, 3], [0, 0, 7], [0, 9, 0]]);
    assert_eq!(rounds, ["0-1", "2-0", "0-2", "1-2", "1-0"]);
    assert_eq!(tally.points(), [8, 9, 10]);
    let four = Contest { players: 4, ..contest };
    let (_, rounds) = played(&four, &[[5, 0, 0, 0], [5, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 1]]);
    assert_eq!(rounds, ["0-1", "2-0", "0-3", "1-3", "3-2"]);
}

#[test]
fn the_loser_stays_on() {
    let contest = contest(Format::LoserStaysOn, 3, 2);
    let (_, rounds) = played(&contest, &[[5, 0, 0], [0, 2, 2], [0, 0, 7]]);
    assert_eq!(rounds, ["0-1", "2-1", "1-2", "0-1"]);
}

#[test]
fn the_others_relieve_each_other_when_they_lose_to_the_captain() {
    let contest = Contest { target: Some(20), ..contest(Format::Captains, 4, 2) };
    // 1 wins and stays, ties and stays, loses to the captain and goes; so does 2; 3 wins.
    let (tally, rounds) = played(&contest, &[[0, 5, 0, 0], [1, 1, 0, 0], [9, 0, 0, 0], [9, 0, 0, 0], [0, 0, 0, 8]]);
    assert_eq!(rounds, ["0-1", "1-0", "0-1", "2-0", "0-3", "3-0"]);
    assert_eq!(tally.points(), [19, 14]);
    assert!(!contest.over(&tally));
    let mut ended = tally;
    contest.book(&mut ended, &[0, 0, 0, 6]);
    assert_eq!(
        (ahead(ended.points().iter().copied(), i32::MIN), contest.over(&ended), contest.truncated(&ended)),
        (Some(1), true, false)
    );
    assert_eq!([0, 1, 2, 3].map(|player| contest.side(player)), [0, 1, 1, 1]);
}

#[test]
fn a_team_that_is_ahead_scores_the_difference_of_the_round() {
    let contest = contest(Format::RotatingTeam, 4, 2);
    // The even players are a team: 68 to 20, then 10 to 25, then level.
    let (tally, _) = played(&contest, &[[68, 0, 0, 20], [0, 25, 10, 0], [4, 0, 0, 4]]);
    assert_eq!(tally.points(), [48, 15]);
}

#[test]
fn losers_are_knocked_out_and_who_sat_out_comes_first() {
    let contest = contest(Format::Elimination, 5, 2);
    // 0 beats 1, 3 beats 2, 4 sits out; 4 and 0 tie and both stay while 3 sits out; 3 beats 4; 0 beats 3.
    let (tally, rounds) = played(&contest, &[[4, 0, 0, 2, 0], [3, 0, 0, 0, 3], [0, 0, 0, 5, 1], [6, 0, 0, 0, 0]]);
    assert_eq!(rounds[..4], ["0-1 2-3", "0-4", "3-4", "3-0"]);
    assert_eq!((tally.playing(), contest.over(&tally), contest.truncated(&tally)), (1, true, false));
    assert_eq!(tally.order().take(4).collect::<Vec<_>>(), [0, 3, 4, 1]);
}

#[test]
fn two_players_are_a_knock_out_that_goes_on_after_a_tie() {
    let contest = contest(Format::Elimination, 2, 2);
    let (tally, rounds) = played(&contest, &[[0, 0], [3, 3], [0, 1]]);
    assert_eq!(rounds[..3], ["0-1", "1-0", "0-1"]);
    assert!(!contest.shrinks() && contest.over(&tally));
    assert_eq!(tally.order().next(), Some(1));
}

#[test]
fn the_lowest_leaves_a_table_after_every_so_many_rounds() {
    let contest = Contest { every: 2, ..contest(Format::Elimination, 4, 4) };
    // After two rounds 2 is lowest; after four 0, 1 and 3 have as much, and 1 scored least in the last.
    let scores = [[1, 2, 0, 0], [1, 1, 0, 2], [0, 1, 0, 0], [4, 2, 0, 4], [0, 0, 0, 0], [3, 0, 0, 3]];
    let (tally, rounds) = played(&contest, &scores);
    assert_eq!(rounds[..6], ["0-1-2-3", "1-2-3-0", "3-0-1", "0-1-3", "0-3", "3-0"]);
    // Of equals in everything the higher number leaves.
    assert_eq!(tally.order().collect::<Vec<_>>(), [0, 3, 1, 2]);
    assert!(contest.shrinks() && contest.over(&tally));
}

#[test]
fn a_series_goes_on_until_one_is_alone_ahead() {
    let contest = Contest { target: Some(10), rounds: 4, ..contest(Format::Series, 3, 3) };
    let (tied, _) = played(&contest, &[[10, 10, 0]]);
    assert!(!contest.over(&tied));
    let (tally, _) = played(&contest, &[[10, 10, 0], [0, 1, 0]]);
    assert!(contest.over(&tally) && !contest.truncated(&tally));
    let (capped, _) = played(&contest, &[[10, 10, 0]; 4]);
    assert!(contest.over(&capped) && contest.truncated(&capped));
}

#[test]
fn a_number_of_rounds_is_no_cap() {
    let contest = Contest { rounds: 2, ..contest(Format::Rounds, 2, 2) };
    let (tally, _) = played(&contest, &[[1, 0], [1, 0]]);
    assert!(contest.over(&tally) && !contest.truncated(&tally));
    let stopped = Contest { rounds: 1, every: 1, ..crate::formats::contest(Format::Elimination, 3, 3) };
    let (tally, _) = played(&stopped, &[[1, 0, 0]]);
    assert!(stopped.over(&tally) && stopped.truncated(&tally));
}
