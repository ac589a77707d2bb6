//! Views travel as JSON; what comes back altered is refused or is another view, and never a panic.

use std::panic::{AssertUnwindSafe, catch_unwind};

use elderhand_env::options::as_table;
use elderhand_env::{Check, Encode, Game, Redeal, Row, State, Stream, View, ViewOf, read_view};
use elderhand_tests::every_game;
use elderhand_tests::fuzz::place;
use elderhand_tests::play::{play, play_on};
use elderhand_tests::setting::Setting;
use serde_json::{Value, json};

every_game!(a_view_comes_back_from_json, round_trips);
every_game!(an_altered_view_is_refused_or_shown_by_some_position, survives);

fn round_trips<G: Game>(game: &G, _: &Setting) {
    let check = |state: &G::State| {
        for seat in 0..game.spec().seats {
            let view = state.view(seat);
            assert_eq!(view.seat(), seat);
            assert_eq!(view.check(), Ok(()), "{view:?}");
            let mut json = serde_json::to_value(&view).unwrap();
            assert_eq!(read_view(game, json.clone()).unwrap(), view);
            if !as_table(game.options()).is_empty() {
                json.as_object_mut().unwrap().remove("options").expect("a view carries its options");
                // Those of a round in a match are left out likewise.
                json.get_mut("round").and_then(Value::as_object_mut).map(|round| round.remove("options"));
                assert_eq!(read_view(game, json).unwrap(), view);
            }
        }
    };
    play(game, 300, check, |_| ());
}

fn survives<G: Game>(game: &G, _: &Setting) {
    let mut stream = Stream::new(7);
    let (mut accepted, mut refused) = (0, 0);
    let mut donor = json!({});
    let check = |state: &G::State| {
        let seat = stream.below(game.spec().seats);
        let view = state.view(seat);
        let whole = serde_json::to_value(&view).unwrap();
        for _ in 0..6 {
            let mut json = whole.clone();
            for _ in 0..=stream.below(2) {
                alter(&mut json, &donor, &mut stream);
            }
            let seed = stream.bits();
            match catch_unwind(AssertUnwindSafe(|| use_view(game, json.clone(), seed))) {
                Ok(Some(altered)) => {
                    accepted += 1;
                    let deciding = !view.legal().is_empty() && !altered.legal().is_empty();
                    if altered != view && deciding {
                        assert_ne!(row(game, &altered), row(game, &view), "one row for two views:\n{whole}\n{json}");
                    }
                }
                Ok(None) => refused += 1,
                Err(_) => panic!("this view did harm: {json}"),
            }
        }
        donor = whole;
    };
    play(game, 300, check, |_| ());
    assert!(refused > 300 && accepted > 30, "{refused} refused, {accepted} accepted");
}

/// Does everything with a view that one does with views, if it is accepted.
fn use_view<G: Game>(game: &G, json: Value, seed: u64) -> Option<ViewOf<G>> {
    let view = read_view(game, json).ok()?;
    let spec = game.spec();
    assert!(view.seat() < spec.seats);
    assert!(view.legal().iter().all(|action| usize::from(action.0) < spec.actions.len()));
    row(game, &view);
    let mut stream = Stream::new(seed);
    let mut state = view.redeal(&mut stream);
    assert_eq!(state.view(view.seat()), view, "no position shows it");
    play_on(&mut state, 20, &mut stream);
    Some(view)
}

/// The observation of a view.
fn row<G: Game>(game: &G, view: &ViewOf<G>) -> Vec<u64> {
    let mut words = vec![0; game.spec().words()];
    let mut row = Row::new(&mut words);
    view.encode(&mut row);
    assert_eq!(row.finish(), game.spec().bits());
    words
}

/// Changes one place of a JSON value: takes it out, doubles it, or puts something else there.
fn alter(json: &mut Value, donor: &Value, stream: &mut Stream) {
    let place = place(json, |n| stream.below(n));
    let cards = ["7C", "KS", "JH", "AD", "ZZ", ""];
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(stream.below(4)),
        json!(200),
        json!(u64::MAX),
        json!(1e300),
        json!(cards[stream.below(cards.len())]),
        json!([]),
        json!([cards[stream.below(cards.len())]]),
        json!({}),
    ];
    let source = if stream.below(2) == 0 { json.clone() } else { donor.clone() };
    let taken = source.pointer(&self::place(&source, |n| stream.below(n))).cloned().unwrap_or_default();
    let Some(target) = json.pointer_mut(&place) else { return };
    match (stream.below(4), target) {
        (0, Value::Array(items)) if !items.is_empty() => {
            let double = items[stream.below(items.len())].clone();
            items.insert(stream.below(items.len() + 1), double);
        }
        (1, Value::Array(items)) if !items.is_empty() => drop(items.remove(stream.below(items.len()))),
        (0, Value::Object(fields)) => drop(fields.insert("extra".into(), taken)),
        (1, Value::Object(fields)) => {
            if let Some(key) = fields.keys().nth(stream.below(fields.len().max(1))).cloned() {
                fields.remove(&key);
            }
        }
        (0, Value::Number(number)) => {
            let next = number.as_i64().unwrap_or_default() + [-1, 1, 10][stream.below(3)];
            *json.pointer_mut(&place).expect("it was there") = json!(next);
        }
        (2, target) => *target = taken,
        (_, target) => *target = others[stream.below(others.len())].clone(),
    }
}
