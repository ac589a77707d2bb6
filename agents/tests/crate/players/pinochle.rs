//! The rule-based pinochle player: what it lays and plays, and how it fares.

use std::ops::ControlFlow;

use elderhand_agents::bots::load;
use elderhand_agents::{Entrant, Plan, duel};
use elderhand_env::matches::{Match, MatchOptions, Settings};
use elderhand_env::pinochle::{Pinochle, PinochleState, Rules};
use elderhand_env::{Card, Episode, Game, State, Turn};

fn pinochle() -> Pinochle {
    Pinochle::new("pinochle", Rules::pinochle()).unwrap()
}

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|card| card.parse().unwrap()).collect()
}

/// Deals two hands and the turned card, then plays the actions, dealing the lowest card where one is drawn.
fn position(elder: &str, younger: &str, turned: &str, actions: &[&str]) -> PinochleState {
    let game = pinochle();
    let mut state = game.start();
    // Three at a time.
    for (elder, younger) in cards(elder).chunks(3).zip(cards(younger).chunks(3)) {
        elder.iter().chain(younger).for_each(|card| state.deal(*card));
    }
    state.deal(cards(turned)[0]);
    for name in actions {
        state.play(game.spec().action(name).unwrap()).unwrap();
        while state.turn() == Turn::Chance {
            state.deal(state.deck().first().unwrap());
        }
    }
    state
}

/// What `simple` does there, by name.
fn answer(state: &PinochleState) -> String {
    let game = pinochle();
    let Turn::Seat(seat) = state.turn() else { panic!("someone is to move") };
    let action = load(&game, "simple").unwrap().act(&state.view(seat)).unwrap();
    game.spec().name(action).to_owned()
}

const ELDER: &str = "AC 9C JD 9D QH KH AS 9S TS JS QS KS";
const YOUNGER: &str = "TC QC JC KC AD TD KD 9H 9H JH TH AH";

#[test]
fn it_exchanges_then_lays_a_royal_marriage_before_a_flush() {
    let mut played = vec!["play AC", "play TC"];
    for next in ["exchange", "meld marriage S", "draw"] {
        assert_eq!(answer(&position(ELDER, YOUNGER, "QS", &played)), next);
        played.push(next);
    }
}

#[test]
fn it_takes_from_the_table_what_lies_there() {
    let played = ["play AC", "play TC", "exchange", "meld marriage S", "draw", "play QH", "play 9H"];
    let mut played = played.to_vec();
    for next in ["meld flush", "use-table QS", "use-table KS", "draw"] {
        assert_eq!(answer(&position(ELDER, YOUNGER, "QS", &played)), next);
        played.push(next);
    }
}

#[test]
fn it_takes_a_trick_to_meld_and_throws_off_what_is_of_no_use() {
    // A marriage waits to be laid, and a ten is led that the ace takes.
    let holds = "AC 9D 9D JD TD KH QH 9C JC JC TS 9S";
    let leads = "TC KC QC AD TD KD 9H 9H JH TH AH JD";
    assert_eq!(answer(&position(leads, holds, "KS", &["play TC"])), "play AC");
    // Nothing in the hand beats the ace, and the nine is worth least.
    assert_eq!(answer(&position(holds, leads, "KS", &["play AC"])), "play 9H");
}

/// The least that `simple` wins from `random`, by the interval.
fn least<G: Game>(game: &G, deals: usize) -> f64 {
    let [simple, random] = ["simple", "random"].map(|name| Entrant::new(name, || load(game, name)));
    let plan = Plan::new(deals, 1);
    duel(game, &simple, &random, &plan, |_| ControlFlow::Continue(())).unwrap().points_ci.0
}

#[test]
fn it_beats_random_play_by_far() {
    let rounds = least(&pinochle(), 200);
    assert!(rounds > 150.0, "{rounds}");
    let settings = Settings { episode: Episode::Match, growth: 250, ..Settings::series(1000, 50) };
    let game = Match::<Pinochle>::new("pinochle", MatchOptions { rules: Rules::pinochle(), settings }).unwrap();
    let matches = least(&game, 100);
    assert!(matches > 0.9, "{matches}");
}
