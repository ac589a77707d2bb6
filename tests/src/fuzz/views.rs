//! Views from outside: what is read is shown by some position, and what is refused is refused with a reason.

use elderhand_env::{AnyGame, AnyView, CardSet, Check, OpenHands, Redeal, State, Stream, View};
use serde_json::{Value, json};

use super::alter::alter;
use super::explained::explained;
use super::setup::{any_table, setting};
use super::source::Source;
use crate::play::play_on;

/// Reads a text as a view of a game, or alters a view that came up.
pub fn views(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    if source.below(8) == 0 {
        let game = &setting(&mut source).1;
        if let Ok(json) = serde_json::from_slice(source.rest()) {
            read(game, json, 0);
        }
        return;
    }
    let table = any_table(&mut source);
    let game = table.game();
    let seats = game.spec().seats;
    let seat = source.below(seats);
    let mut json = table.view(seat).expect("there is this seat").json();
    let donor = table.view((seat + 1) % seats).expect("there is this seat").json();
    read(game, json.clone(), 0).expect("what was shown is read");
    alter(&mut json, &donor, &mut source);
    read(game, json, source.byte().into());
    lay_out(game, &mut source);
}

/// Reads a view and does all that one does with views.
fn read(game: &AnyGame, json: Value, seed: u64) -> Option<AnyView> {
    let view = match game.read_view(json.clone()) {
        Ok(view) => view,
        Err(error) => {
            explained(&error);
            return None;
        }
    };
    let spec = game.spec();
    assert!(view.seat() < spec.seats, "{json}");
    assert!(view.legal().iter().all(|action| usize::from(action.0) < spec.actions.len()), "{json}");
    assert_eq!(view.check(), Ok(()), "{json}");
    let mut row = vec![0; spec.words()];
    assert_eq!(view.observe(&mut row).ok(), Some(view.legal()), "{json}");
    assert!(view.folly().iter().all(|action| view.legal().contains(action)), "{json}");
    let again = game.read_view(view.json()).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(again, view, "{json}");
    let mut chance = Stream::new(seed);
    let mut world = view.redeal(&mut chance);
    assert_eq!(world.view(view.seat()), view, "no position shows it: {json}");
    play_on(&mut world, 20, &mut chance);
    Some(view)
}

/// Lays out hands that the bytes choose; what is laid out is JSON, what cannot be is refused.
fn lay_out(game: &AnyGame, source: &mut Source<'_>) {
    let mut pack: Vec<_> = CardSet::PACK_WITH_JOKERS.into_iter().collect();
    let mut deal = |cards, source: &mut Source<'_>| {
        (0..cards).map(|_| pack.swap_remove(source.below(pack.len()))).collect::<CardSet>()
    };
    let (dealt, more) = (source.below(12), source.below(2));
    let mut hands = vec![deal(dealt + more, source)];
    if source.below(4) > 0 {
        hands.push(deal(dealt, source));
    }
    let pile = deal(source.below(12), source);
    let open = OpenHands { hands, knocker: source.below(3), pile };
    match game.lay_out(&open) {
        Ok(laid) => assert_ne!(laid, json!(null), "something is laid out"),
        Err(error) => explained(&error),
    }
}
