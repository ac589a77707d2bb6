//! Views that another program filled in wrongly: each is refused or can be redealt and played on, and nothing panics.

use elderhand_agents::Bot;
use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Overrides, Redeal, State, Stream, Turn, VARIANTS, game};
use serde_json::{Value, json};

/// The number of games of each variant, and of changes to each view.
const GAMES: u64 = 3;
const CHANGES: usize = 12;

/// Every place in a JSON value, as pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| places(item, &format!("{at}/{i}"), all)),
        _ => (),
    }
}

/// Changes one thing: takes it away, doubles it, puts it elsewhere, or writes something else in its place.
fn change(view: &mut Value, chance: &mut Stream) {
    let mut all = Vec::new();
    places(view, "", &mut all);
    let at = |chance: &mut Stream| all[chance.below(all.len())].clone();
    let (here, there) = (at(chance), at(chance));
    let other = view.pointer(&there).cloned().unwrap_or_default();
    let Some(value) = view.pointer_mut(&here) else { return };
    match (chance.below(4), &mut *value) {
        (0, Value::Array(items)) if !items.is_empty() => {
            items.remove(chance.below(items.len()));
        }
        (0, Value::Object(fields)) if !fields.is_empty() => {
            let name = fields.keys().nth(chance.below(fields.len())).cloned();
            fields.remove(&name.unwrap_or_default());
        }
        (1, Value::Array(items)) => items.push(other),
        (2, value) => *value = other,
        (_, value) => {
            let cards = ["AC", "KS", "7D", "TH", "JS", "QH"];
            *value = match chance.below(5) {
                0 => json!(chance.below(60)),
                1 => json!(chance.below(2)),
                2 => Value::Null,
                3 => json!(["draw", "discard", "lay-off", "knocker-melds", "open", "over"][chance.below(6)]),
                _ => json!(cards[chance.below(cards.len())]),
            };
        }
    }
}

/// Plays on at random, to the end or for long enough to meet what is wrong.
fn play_on<S: State>(mut state: S, chance: &mut Stream) {
    for _ in 0..200 {
        state.settle(chance);
        let Turn::Seat(_) = state.turn() else { return };
        let legal = state.legal();
        assert!(!legal.is_empty(), "{state:?}");
        state.apply(chance.pick(&legal));
    }
}

/// Changes views of a game, and counts those that were taken, and those that were refused.
fn mutate(game: &AnyGame) -> (usize, usize) {
    let names: Vec<&str> = Bot::playing(game.spec().id).collect();
    let mut bots: Vec<_> = names.iter().map(|name| Bot::open(name).unwrap().player(game).unwrap()).collect();
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..GAMES {
        let mut chance = Stream::new(seed);
        let mut table = game.table(Stream::new(seed));
        for _ in 0..300 {
            let Some(seat) = table.seat() else { break };
            let view = table.view(seat).unwrap();
            for _ in 0..CHANGES {
                let mut json = serde_json::to_value(&view).unwrap();
                (0..1 + chance.below(2)).for_each(|_| change(&mut json, &mut chance));
                let Ok(view) = game.read_view(json) else {
                    refused += 1;
                    continue;
                };
                taken += 1;
                view.observe(&mut vec![0; game.spec().words()]).unwrap();
                let state = view.redeal(&mut chance);
                assert_eq!(state.view(view.seat()).legal(), view.legal(), "{view:?}");
                play_on(state, &mut chance);
                if !view.legal().is_empty() {
                    for bot in &mut bots {
                        assert!(view.legal().contains(bot.act(&view).unwrap()), "{view:?}");
                    }
                }
            }
            let mover = chance.below(bots.len());
            let action = bots[mover].act(&view).unwrap();
            table.play(action).unwrap();
        }
    }
    (taken, refused)
}

#[test]
fn a_wrong_view_is_refused_or_played() {
    let chosen = parse_options(&["layout=chosen", "episode=match", "target=40"]).unwrap();
    for variant in VARIANTS {
        for options in [&Overrides::new(), &chosen] {
            if let Ok(game) = game(variant.id, options) {
                let (taken, refused) = mutate(&game);
                assert!(taken > 0 && refused > 0, "{}: {taken} taken, {refused} refused", variant.id);
            }
        }
    }
}
