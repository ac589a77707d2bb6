//! Tables as a server keeps them: what is read of them goes on, or is refused.

use elderhand_agents::hosting::{Guests, House, Known, Opening, Saved};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

use super::alter::alter;
use super::explained::explained;
use super::setup::any_game;
use super::source::Source;
use super::talk::guests;

/// Keeps the last of what it is told.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<Option<Value>>>);

impl elderhand_agents::hosting::Journal for Last {
    fn keep(&self, _: &str, saved: &Saved) -> Result<(), String> {
        *self.0.lock().map_err(|error| error.to_string())? = Some(json!(saved));
        Ok(())
    }

    fn forget(&self, _: &str) -> Result<(), String> {
        Ok(())
    }
}

/// Plays at a table, alters what was kept of it, and opens it again.
pub fn saved(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    let last = Last::default();
    if source.below(8) == 0 {
        if let Ok(saved) = serde_json::from_slice(source.rest()) {
            restore(saved);
        }
        return;
    }
    let house = House::new(Guests::Only(guests()), 2).kept_by(last.clone());
    let game = any_game(&mut source);
    let record = game.table(None).record();
    let mut seats = vec![Some("random".to_owned()); game.spec().seats];
    seats[source.below(game.spec().seats)] = None;
    let opening = Opening {
        game: record.game,
        options: record.options,
        seats,
        undo: true,
        seed: Some(source.byte().into()),
        ..Opening::default()
    };
    let opened = house.open(&opening).unwrap_or_else(|error| panic!("{error}"));
    let joined = house.join(&opened.table, None, None).unwrap_or_else(|error| panic!("{error}"));
    let mut position = joined.position;
    for _ in 0..source.below(8) {
        let next = match source.below(6) {
            0 => house.undo(&joined.token, Known::default()),
            _ if position.legal.is_empty() => break,
            _ => house.play(&joined.token, source.pick::<String>(&position.legal), Known::default()),
        };
        position = next.unwrap_or(position);
    }
    let kept = last.0.lock().expect("nobody has failed").clone().expect("something was kept");
    let again = serde_json::from_value(kept.clone()).unwrap_or_else(|error| panic!("{error}: {kept}"));
    let restored = House::new(Guests::Only(guests()), 2);
    restored.restore("table", again).unwrap_or_else(|error| panic!("{error}: {kept}"));
    let seen = restored.look(&joined.token, None).unwrap_or_else(|error| panic!("{error}: {kept}"));
    assert_eq!(
        (seen.decisions, &seen.view),
        (position.decisions, &position.view),
        "another position comes back: {kept}"
    );
    let mut altered = kept;
    alter(&mut altered, &json!({"chairs": ["free", {"person": {"name": "a", "token": "b"}}]}), &mut source);
    if let Ok(saved) = serde_json::from_value(altered) {
        restore(saved);
    }
}

/// Opens a table, and does all that one does there in each seat.
fn restore(saved: Saved) {
    let house = House::new(Guests::Only(guests()), 2);
    let text = json!(saved).to_string();
    if let Err(error) = house.restore("table", saved) {
        return explained(&error);
    }
    assert!(house.stands("table"));
    while let Ok(joined) = house.join("table", None, Some("x")) {
        let seen = house.look(&joined.token, Some(0)).unwrap_or_else(|error| panic!("{error}: {text}"));
        if let Some(action) = seen.legal.first() {
            house.play(&joined.token, action, Known::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
        }
        // What is refused here is refused for a reason; what matters is that it is told.
        let (undone, record) = (house.undo(&joined.token, Known::default()), house.record(&joined.token));
        assert!(undone.as_ref().err().is_none_or(|error| !error.to_string().is_empty()), "{text}");
        assert!(record.is_err() || undone.is_err() || seen.turn.is_none(), "{text}");
    }
}
