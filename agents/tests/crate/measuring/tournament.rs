//! Tournaments through the library: what is refused, and what a stop leaves.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use elderhand_agents::{Bot, Contestant, Event, Outcome, TournamentError, tournament};
use elderhand_env::format::{Contest, Format};
use elderhand_env::{AnyGame, Overrides, Table, Turn, game};

const CLOCKWISE: Contest =
    Contest { format: Format::Clockwise, players: 4, seats: 2, target: None, rounds: 6, every: 1, partners: false };

fn kuhn() -> AnyGame {
    game("kuhn", &Overrides::new()).expect("it is registered")
}

fn random(name: &str) -> Contestant<'_> {
    let bot = Bot::open("random").expect("it is built in");
    Contestant::new(name, move |game| bot.player(game))
}

fn play(contest: Contest, names: &[&str], threads: usize, stop_after: usize) -> Result<Outcome, TournamentError> {
    let contestants: Vec<_> = names.iter().map(|name| random(name)).collect();
    let played = AtomicUsize::new(0);
    tournament(&kuhn(), &contestants, &Event { contest, seed: 1, threads }, |_, _| {
        if played.fetch_add(1, Ordering::Relaxed) + 1 < stop_after {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
}

#[test]
fn what_does_not_fit_is_refused() {
    let names = ["ann", "ben", "cid", "dot"];
    let refused = |contest, names: &[&str]| play(contest, names, 1, 99).expect_err("it does not fit");
    assert!(matches!(refused(Contest { rounds: 0, ..CLOCKWISE }, &names), TournamentError::Format(_)));
    let entered = refused(CLOCKWISE, &names[..3]);
    assert_eq!(entered.to_string(), "the contest is for 4 players, and 3 have entered");
    let seats = Contest { format: Format::Hotfoot, seats: 4, ..CLOCKWISE };
    assert!(matches!(refused(seats, &names), TournamentError::Seats { expected: 4, found: 2 }));
}

#[test]
fn a_player_that_cannot_be_had_is_named() {
    let contestants = [random("ann"), Contestant::new("ben", |_| Err("ben is ill"))];
    let contest = Contest { format: Format::Series, players: 2, ..CLOCKWISE };
    let error =
        tournament(&kuhn(), &contestants, &Event { contest, seed: 1, threads: 1 }, |_, _| ControlFlow::Continue(()));
    assert!(matches!(error, Err(TournamentError::Load { bot, .. }) if bot == "ben"));
}

#[test]
fn a_round_that_is_not_whole_is_left_out() {
    let names = ["ann", "ben", "cid", "dot"];
    let stopped = play(CLOCKWISE, &names, 1, 3).expect("all play by the rules");
    assert_eq!((stopped.tally.rounds(), stopped.results.len(), stopped.over, stopped.truncated), (1, 2, false, false));
    assert!(stopped.standings.iter().all(|place| place.rounds == 1));
    let whole = play(CLOCKWISE, &names, 1, 4).expect("all play by the rules");
    assert_eq!((whole.tally.rounds(), whole.over), (2, false));
    let at_the_end = play(CLOCKWISE, &names, 1, 12).expect("all play by the rules");
    assert_eq!((at_the_end.tally.rounds(), at_the_end.over), (6, true));
}

#[test]
fn threads_change_nothing() {
    let names = ["ann", "ben", "cid", "dot", "eve", "fay"];
    let contest = Contest { players: 6, rounds: 50, ..CLOCKWISE };
    let [one, three] = [1, 3].map(|threads| play(contest, &names, threads, 1000).expect("all play by the rules"));
    assert_eq!((one.standings, one.results, one.tally), (three.standings, three.results, three.tally));
}

#[test]
fn who_leave_a_knock_out_in_the_same_round_share_a_place() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let contest = Contest { format: Format::Elimination, players: 8, rounds: 1000, every: 0, ..CLOCKWISE };
    let outcome = play(contest, &names, 2, 1000).expect("all play by the rules");
    // Nobody ties in a round of Kuhn poker.
    let places: Vec<usize> = outcome.standings.iter().map(|place| place.place).collect();
    assert_eq!((places, outcome.over), (vec![1, 2, 3, 3, 5, 5, 5, 5], true));
}

#[test]
fn the_game_is_made_anew_for_those_who_are_left_and_its_records_replay() {
    let four = Overrides::from_iter([("seats".to_owned(), 4.into())]);
    let game = game("skirmish", &four).expect("a game of four");
    let contest = Contest { format: Format::Elimination, players: 4, seats: 4, ..CLOCKWISE };
    let players = ["ann", "ben", "cid", "dot"].map(random);
    let outcome = tournament(&game, &players, &Event { contest, seed: 3, threads: 1 }, |result, record| {
        let table = Table::from_record(record).expect("the rules allow it");
        assert_eq!((record.seats, record.actions.len()), (result.players.len(), result.decisions));
        assert_eq!((table.points(), table.turn()), (result.points.clone(), Turn::Over { truncated: false }));
        ControlFlow::Continue(())
    });
    let outcome = outcome.expect("all play by the rules");
    let seated: Vec<usize> = outcome.results.iter().map(|result| result.players.len()).collect();
    assert_eq!(seated, [4, 3, 2]);
}
