//! Whole matches: what each hand scores, who leads the next, and what the match pays.

use elderhand_env::gin::{Gin, GinState, Rules};
use elderhand_env::matches::{Deal, Match, MatchOptions, MatchState, Settings, Settlement};
use elderhand_env::options::{overlay, parse_options};
use elderhand_env::{Audit, Episode, Game, State, Turn};
use elderhand_tests::oracle::gin::settle::{self, gambling, next_elder, run_match};
use elderhand_tests::oracle::gin::showdown::{Outcome, showdown};
use elderhand_tests::oracle::{deck, without};
use elderhand_tests::play::{Event, play};

use crate::gin::hands::cards;
use crate::gin::showdown::rules;

/// The hands of a match as the oracle counts them, each with the elder hand that the game gave it.
fn hands(game: &Match<Gin>, events: &[Event]) -> Vec<(usize, Option<Outcome>)> {
    let (mut state, mut hands) = (game.start(), Vec::new());
    for &event in events {
        let before = state.clone();
        event.happen(&mut state);
        let (old, new) = (before.view(0).standing, state.view(0).standing);
        if new.tally.rounds() == old.tally.rounds() {
            continue;
        }
        let Event::Played(player, action) = event else { panic!("a deal ended a hand") };
        let points = [0, 1].map(|player| i64::from(new.tally.points()[player] - old.tally.points()[player]));
        let name = game.spec().name(action);
        let counted = || counted(&game.options().rules, &before, player, name, points);
        let outcome = (!name.starts_with("discard")).then(counted);
        assert!(outcome.is_some() || points == [0, 0]);
        hands.push((old.elder.into(), outcome));
    }
    hands
}

/// The oracle's count of the hand that a player ended; where layouts are equal, the one that scores as the game did.
fn counted(game: &Rules, state: &MatchState<GinState>, player: usize, name: &str, points: [i64; 2]) -> Outcome {
    // Hands are told by the seats of the round, in which elder hand is the first.
    let seat = usize::from(player != usize::from(state.view(0).standing.elder));
    let zones = state.zones();
    let discarded = name.strip_prefix("knock ").map(|card| card.parse().unwrap());
    let own: Vec<_> = without(&cards(zones[seat].1.kinds()), &discarded.into_iter().collect::<Vec<_>>());
    let other = cards(zones[1 - seat].1.kinds());
    let seen = [cards(zones[seat].1.kinds()), cards(zones[2].1.kinds())].concat();
    let wanted = showdown(&rules(game), &own, &other, &without(&deck(), &seen));
    let mut outcomes = wanted.outcomes.iter().map(|outcome| outcome.seated(player));
    outcomes.find(|outcome| outcome.points == points).unwrap_or_else(|| panic!("{points:?}, not {wanted:?}"))
}

/// Plays matches to 100 points of at most 200 hands, under some options, and compares them hand by hand.
fn compare(preset: Rules, options: &[&str], deal: settle::Deal) {
    let turns = match deal {
        settle::Deal::Loser => Deal::Loser,
        settle::Deal::Alternate => Deal::Alternate,
        settle::Deal::AlternateIfScored => Deal::AlternateIfScored,
    };
    let settings = Settings { episode: Episode::Match, deal: turns, ..Settings::series(100, 200) };
    let preset = MatchOptions { rules: preset, settings };
    let MatchOptions { rules, settings } = overlay(&preset, &parse_options(options).unwrap()).unwrap();
    let game = Match::<Gin>::new("gin", MatchOptions { rules, settings }).unwrap();
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
        let standing = run_match(settings.target.into(), &outcomes);
        assert_eq!(standing.hands, hands.len(), "the match goes on after it is won");
        let shown = state.view(1).standing;
        assert_eq!([0, 1].map(|player| i64::from(shown.tally.points()[player])), standing.totals);
        // The hands won are counted where the settlement asks for them.
        let counted = if settings.settlement == Settlement::Gambling { standing.hands_won } else { [0; 2] };
        assert_eq!([0, 1].map(|player| i64::from(shown.won[player])), counted);
        if let Turn::Over { truncated } = state.turn() {
            matches += 1;
            assert_eq!(truncated, standing.winner.is_none());
            let paid = match (settings.settlement, standing.winner) {
                (_, None) => [0, 0],
                (Settlement::Gambling, Some(_)) => gambling(&standing).unwrap(),
                (_, Some(winner)) => [1, -1].map(|pay| if winner == 0 { pay } else { -pay }),
            };
            assert_eq!([0, 1].map(|player| state.returns(player) as i64), paid);
        } else {
            assert_eq!(standing.winner, None);
        }
    };
    play(&game, 60_000, |_| (), end);
    assert!(matches > 2, "{matches}");
}

#[test]
fn matches_of_gin_agree() {
    compare(Rules::gin(), &[], settle::Deal::Loser);
}

#[test]
fn gambled_matches_agree() {
    compare(Rules::gin(), &["settlement=gambling", "target=40"], settle::Deal::Loser);
}

#[test]
fn matches_under_the_rules_of_the_challenge_agree() {
    let options = ["gin_bonus=25", "undercut_bonus=25", "tie=undercut", "rounds=60"];
    compare(Rules::gin(), &options, settle::Deal::AlternateIfScored);
}

#[test]
fn matches_of_oklahoma_agree() {
    compare(Rules::oklahoma(), &[], settle::Deal::Alternate);
}

#[test]
fn matches_of_sequence_gin_agree() {
    compare(Rules::sequence(), &[], settle::Deal::Alternate);
}
