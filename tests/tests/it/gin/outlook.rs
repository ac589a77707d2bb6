//! The hints, by trying every draw and every discard after it.

use elderhand_env::gin::{Gin, Phase, Rules, least_deadwood};
use elderhand_env::{Game, State, Turn, read_view};
use elderhand_tests::play::play;
use elderhand_tests::promises::{Seen, Sight, silent};
use elderhand_tests::told::Told;
use serde_json::json;

fn compare(id: &'static str, rules: Rules) {
    let game = Gin::new(id, rules).unwrap();
    let mut seen = Seen::default();
    let check = |state: &<Gin as Game>::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            let told = Told::of(&game, &view);
            let sight = Sight {
                hand: view.hand,
                unseen: view.unseen(),
                known: view.table.known[1 - seat],
                others: view.options.hand.into(),
                sets: view.options.sets(),
            };
            let limit = f64::from(view.table.knock_limit);
            let now = f64::from(least_deadwood(view.hand, sight.sets));
            match view.table.phase {
                Phase::Discard => sight.discards(view.allowed_discards(), &told, &mut seen),
                Phase::Offer | Phase::Draw => {
                    let may = |taken, drawn| taken <= limit || taken < now && taken <= drawn + 1e-3;
                    sight.draws(view.table.pile.top(), may, |taken, _| taken <= limit, &told, &mut seen);
                }
                _ => silent(&told),
            }
            silent(&Told::of(&game, &state.view(1 - seat)));
        }
    };
    play(&game, 400, check, |_| ());
    println!("{id}: {seen:?}");
    seen.enough();
}

#[test]
fn what_discards_and_draws_promise() {
    compare("gin", Rules::gin());
}

#[test]
fn what_they_promise_without_sets() {
    compare("gin-sequence", Rules::sequence());
}

#[test]
fn an_upcard_pays_that_leaves_the_knock_limit() {
    let game = Gin::new("gin", Rules::gin()).unwrap();
    let hand = ["7H", "8H", "9H", "JS", "QS", "KS", "AC", "3D", "4H", "KC"];
    // Without the king of clubs one point, three and four are left, and the upcard.
    for (upcard, left, pays) in [("2C", 10, true), ("3S", 11, false)] {
        let table = json!({"phase": "offer", "to_move": 0, "elder": 0, "pile": [{"card": upcard}], "stock": 31,
            "turns": 0, "knock_limit": 10});
        let view = read_view(&game, json!({"seat": 0, "hand": hand, "table": table})).unwrap();
        let told = Told::of(&game, &view);
        assert_eq!(told.level("upcard-deadwood"), left);
        assert_eq!(told.lit("upcard-pays"), if pays { vec![0] } else { vec![] }, "{upcard}");
    }
}
