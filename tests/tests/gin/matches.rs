//! Whole matches: what each hand scores, who leads the next, and what the match pays.

use elderhand_env::gin::{Deal, Gin, GinState, Rules, Settlement};
use elderhand_env::options::{overlay, parse_options};
use elderhand_env::{Audit, Game, State, Turn};
use elderhand_tests::oracle::gin::settle::{self, gambling, next_elder, run_match};
use elderhand_tests::oracle::gin::showdown::{Outcome, showdown};
use elderhand_tests::oracle::{deck, without};
use elderhand_tests::play::{Event, play};

use crate::hands::cards;
use crate::showdown::rules;

/// The hands of a match as the oracle counts them, each with the elder hand that the game gave it.
fn hands(game: &Gin, events: &[Event]) -> Vec<(usize, Option<Outcome>)> {
    let (mut state, mut hands) = (game.start(), Vec::new());
    for &event in events {
        let before = state.clone();
        event.happen(&mut state);
        let (old, new) = (before.view(0).table, state.view(0).table);
        if new.score.hands == old.score.hands {
            continue;
        }
        let Event::Played(seat, action) = event else { panic!("a deal ended a hand") };
        let points = [0, 1].map(|seat| i64::from(new.score.points[seat] - old.score.points[seat]));
        let name = game.spec().name(action);
        let outcome = (!name.starts_with("discard")).then(|| counted(game.options(), &before, seat, name, points));
        assert!(outcome.is_some() || points == [0, 0]);
        hands.push((old.elder, outcome));
    }
    hands
}

/// The oracle's count of the hand that a seat ended; where layouts are equal, the one that scores as the game did.
fn counted(game: &Rules, state: &GinState, seat: usize, name: &str, points: [i64; 2]) -> Outcome {
    let zones = state.zones();
    let discarded = name.strip_prefix("knock ").map(|card| card.parse().unwrap());
    let own: Vec<_> = without(&cards(zones[seat].1.kinds()), &discarded.into_iter().collect::<Vec<_>>());
    let other = cards(zones[1 - seat].1.kinds());
    let seen = [cards(zones[seat].1.kinds()), cards(zones[2].1.kinds())].concat();
    let wanted = showdown(&rules(game), &own, &other, &without(&deck(), &seen));
    let mut outcomes = wanted.outcomes.iter().map(|outcome| outcome.seated(seat));
    outcomes.find(|outcome| outcome.points == points).unwrap_or_else(|| panic!("{points:?}, not {wanted:?}"))
}

/// Plays matches of a variant under some options and compares them hand by hand.
fn compare(preset: Rules, options: &[&str], deal: settle::Deal) {
    let rules = overlay(&preset, &parse_options(options).unwrap()).unwrap();
    let game = Gin::new("gin", rules).unwrap();
    let mut matches = 0;
    let end = |events: &[Event]| {
        let hands = hands(&game, events);
        for pair in hands.windows(2) {
            assert_eq!(pair[1].0, next_elder(deal, pair[0].0, pair[0].1), "{pair:?}");
        }
        let mut state = game.start();
        for &event in events {
            event.happen(&mut state);
        }
        let outcomes: Vec<_> = hands.iter().map(|hand| hand.1).collect();
        let standing = run_match(rules.target.into(), &outcomes);
        assert_eq!(standing.hands, hands.len(), "the match goes on after it is won");
        if let Turn::Over { truncated } = state.turn() {
            matches += 1;
            assert_eq!(truncated, standing.winner.is_none());
            let paid = match (rules.settlement, standing.winner) {
                (_, None) => [0, 0],
                (Settlement::Plain, Some(winner)) => [1, -1].map(|pay| if winner == 0 { pay } else { -pay }),
                (Settlement::Gambling, Some(_)) => gambling(&standing).unwrap(),
            };
            assert_eq!([0, 1].map(|seat| state.returns(seat) as i64), paid);
        } else {
            assert_eq!(standing.winner, None);
        }
    };
    play(&game, 60_000, |_| (), end);
    assert!(matches > 2, "{matches}");
}

#[test]
fn matches_of_gin_agree() {
    assert_eq!(Rules::gin().deal, Deal::Loser);
    compare(Rules::gin(), &["episode=match"], settle::Deal::Loser);
}

#[test]
fn gambled_matches_agree() {
    compare(Rules::gin(), &["episode=match", "settlement=gambling", "target=40"], settle::Deal::Loser);
}

#[test]
fn matches_under_the_rules_of_the_challenge_agree() {
    let options = [
        "episode=match",
        "gin_bonus=25",
        "undercut_bonus=25",
        "tie=undercut",
        "deal=alternate-if-scored",
        "hand_cap=60",
    ];
    compare(Rules::gin(), &options, settle::Deal::AlternateIfScored);
}

#[test]
fn matches_of_oklahoma_agree() {
    compare(Rules::oklahoma(), &["episode=match"], settle::Deal::Alternate);
}

#[test]
fn matches_of_sequence_gin_agree() {
    compare(Rules::sequence(), &["episode=match"], settle::Deal::Alternate);
}
