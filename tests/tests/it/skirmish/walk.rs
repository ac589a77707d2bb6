//! Every way of laying and adding that the game allows, by walking all of its paths.

use std::collections::BTreeSet;

use elderhand_env::{Game, Spec, State, Turn};
use elderhand_tests::oracle::card::Card;
use elderhand_tests::oracle::skirmish::combination::Combination;
use elderhand_tests::oracle::skirmish::growing::{Addition, End};
use serde_json::Value;

use crate::skirmish::shown;

/// The combinations that the paths from here lay.
pub fn lays<G: Game>(game: &G, state: &G::State) -> BTreeSet<Combination> {
    let mut found = BTreeSet::new();
    walk(game.spec(), state, "lay ", &mut |path, view| {
        let laid = shown::table(view).pop().expect("something was laid");
        assert_eq!(path[0], format!("lay {}", laid.kind.name()));
        assert_eq!(path[path.len() - 1], "done");
        assert_eq!(Combination { kind: laid.kind, cards: put(path) }.turned(), laid, "{path:?}");
        // A full circle may be begun anywhere.
        let circle = laid.ranks().len() == 13;
        assert!(found.insert(laid) || circle, "two paths lay the same: {path:?}");
    });
    found
}

/// The additions that the paths from here make.
pub fn additions<G: Game>(game: &G, state: &G::State) -> BTreeSet<Addition> {
    let mut found = BTreeSet::new();
    walk(game.spec(), state, "extend ", &mut |path, view| {
        let (to, cards, end) = addition(path);
        let addition = Addition { to, cards, end, grown: shown::table(view).swap_remove(to) };
        assert!(!found.contains(&addition), "two paths add the same: {path:?}");
        found.insert(addition);
    });
    found
}

/// What a path that adds names: the place of the combination, the cards, and the end if it is asked for.
pub fn addition(path: &[&str]) -> (usize, Vec<Card>, Option<End>) {
    let number: usize = path[0].strip_prefix("extend ").and_then(|number| number.parse().ok()).expect("a number");
    let end = match path[path.len() - 1] {
        "low" => Some(End::Low),
        "high" => Some(End::High),
        _ => None,
    };
    (number - 1, put(path), end)
}

/// The cards that a path puts down, in order.
pub fn put(path: &[&str]) -> Vec<Card> {
    path.iter().filter_map(|name| name.strip_prefix("put ")).map(|card| card.parse().expect("a card")).collect()
}

/// Follows every path that begins with an action so named, and hands over its names and the view at its end.
fn walk<S: State>(spec: &Spec, state: &S, first: &str, each: &mut impl FnMut(&[&str], &Value)) {
    let Turn::Seat(seat) = state.turn() else { panic!("nobody is to move") };
    for action in state.legal().iter() {
        let name = spec.name(action);
        if name.starts_with(first) {
            let mut state = state.clone();
            state.apply(action);
            follow(spec, &state, seat, &mut vec![name], each);
        }
    }
}

/// Goes on with a path until the combination or the addition is complete.
fn follow<'a, S: State>(
    spec: &'a Spec,
    state: &S,
    seat: usize,
    path: &mut Vec<&'a str>,
    each: &mut impl FnMut(&[&str], &Value),
) {
    let legal = state.legal();
    assert!(state.turn() != Turn::Seat(seat) || !legal.is_empty(), "a dead end: {path:?}");
    let step = |name: &str| name.starts_with("put ") || ["done", "low", "high"].contains(&name);
    if state.turn() != Turn::Seat(seat) || !legal.iter().any(|action| step(spec.name(action))) {
        let view = serde_json::to_value(state.view(seat)).expect("a view is JSON");
        each(path, &view);
        return;
    }
    for action in legal.iter() {
        assert!(step(spec.name(action)), "{} in the middle of {path:?}", spec.name(action));
        let mut state = state.clone();
        state.apply(action);
        path.push(spec.name(action));
        follow(spec, &state, seat, path, each);
        path.pop();
    }
}
