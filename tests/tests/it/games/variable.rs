//! What one network plays under several options has one action table and one layout, and shows the options.

use std::collections::HashMap;

use elderhand_env::{AnyGame, Encode, Game, Row, State, Stream, Turn, VARIANTS, Variation, game, vary};
use elderhand_tests::every_game;
use elderhand_tests::play::play;
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::{bounds, tables};

every_game!(variable_options_change_neither_actions_nor_layout, shape);
every_game!(a_row_tells_the_values_of_variable_options, tells);
every_game!(what_cannot_vary_is_refused, refuses);

#[test]
fn the_options_of_a_game_make_it_again() {
    for variant in VARIANTS {
        let own = game(variant.id, &Default::default()).expect("a variant's own options");
        for episode in ["round", "match"] {
            let Ok(made) = game(variant.id, &[("episode".to_owned(), episode.into())].into_iter().collect()) else {
                assert!(own.options().is_empty() || episode == "match", "{} has no {episode}", variant.id);
                continue;
            };
            let again = game(variant.id, made.options()).expect("these are its options");
            let varied = &made.vary(&Variation::new()).expect("nothing varies")[0];
            for same in [&again, varied, &AnyGame::of(made.clone())] {
                assert_eq!((same.options(), same.terms()), (made.options(), made.terms()), "{}", variant.id);
            }
            assert_eq!(made == own, made.terms() == own.terms(), "{}, a {episode}", variant.id);
            // A view may hold them, too, though those of a round leave out that it is one.
            let table = made.table(Stream::new(1));
            let view = table.view(table.seat().expect("somebody is to move")).expect("a seat has a view");
            let mut json = serde_json::to_value(&view).expect("a view is JSON");
            json["options"] = made.options().clone().into();
            assert!(own.options().is_empty() || made.read_view(json).is_ok_and(|read| read == view), "{}", variant.id);
        }
    }
}

fn shape<G: Game>(game: &G, _: &Setting) {
    let hashes = |game: &G| (game.spec().actions_hash(), game.spec().layout_hash());
    for other in tables(game) {
        assert_eq!(hashes(&other), hashes(game), "{:?}", other.options());
    }
}

fn tells<G: Game>(game: &G, _: &Setting) {
    let mut seen: HashMap<Vec<u64>, usize> = HashMap::new();
    for (number, other) in tables(game).iter().enumerate().filter(|_| !G::VARIABLE.is_empty()) {
        let check = |state: &G::State| {
            let Turn::Seat(seat) = state.turn() else { return };
            let mut words = vec![0; other.spec().words()];
            state.view(seat).encode(&mut Row::new(&mut words));
            assert_eq!(*seen.entry(words).or_insert(number), number, "one row under two values: {state:?}");
        };
        play(other, 500, check, |_| ());
    }
}

fn refuses<G: Game>(game: &G, _: &Setting) {
    let refusal = |name: &str, values: Vec<serde_json::Value>| {
        vary(game, &Variation::from([(name.into(), values)])).expect_err("it cannot vary").to_string()
    };
    let message = refusal("deck", vec![1.into()]);
    assert!(message.contains(": option `deck` cannot vary: "), "{message}");
    for (name, values) in bounds(game) {
        assert!(message.contains(&name), "{message}");
        for wrong in [vec![], vec![values[0].clone(), values[0].clone()]] {
            assert!(refusal(&name, wrong).contains("expected one value or several different ones"));
        }
        assert!(refusal(&name, vec![u64::MAX.into()]).contains(&name));
    }
}
