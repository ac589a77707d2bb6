//! Views of matches that no match shows are refused, whatever they would do to who believed them.

use elderhand_env::{AnyGame, AnyState, Game, Overrides, State, Stream, Turn, game};
use serde_json::json;

/// A match when its first round has just been counted, played at random.
fn after_a_round(game: &AnyGame) -> AnyState {
    let (mut state, mut chance) = (game.start(), Stream::new(4));
    while state.view(0).json()["match"]["counted"] == false {
        state.settle(&mut chance);
        state.apply(chance.pick(&state.legal()));
    }
    state
}

#[test]
fn nobody_is_believed_to_stand_as_no_match_does() {
    let outsider = json!({"episode": "match", "format": "outsider", "players": 3, "seats": 2});
    let gambling = json!({"episode": "match", "settlement": "gambling"});
    let growing = json!({"episode": "match", "target": 9000, "growth": 250, "rounds": 10});
    let clockwise = json!({"episode": "match", "format": "clockwise", "players": 4});
    let cases = [
        // Who begins is on the schedule.
        ("skirmish", &outsider, "choosing", json!("start"), "`match.choosing`"),
        // Somebody would play alone, and somebody at two tables.
        ("skirmish", &outsider, "seats", json!([0]), "`match.seats`"),
        ("gin", &gambling, "seats", json!([0]), "`match.seats`"),
        ("gin", &gambling, "seats", json!([0, 0]), "`match.seats`"),
        ("gin", &gambling, "won", json!([2, 0]), "`match.won`"),
        ("gin", &gambling, "won", json!([1, 1]), "`match.won`"),
        ("gin", &json!({"episode": "match"}), "won", json!([1, 0]), "`match.won`"),
        ("pinochle", &growing, "target", json!(9250), "`match.target`"),
        ("pinochle", &growing, "target", json!(9001), "`match.target`"),
        // Somebody has won the round, and chooses.
        ("skirmish", &json!({"episode": "match"}), "choosing", json!(null), "`match.choosing`"),
        // All tables of the round are over.
        ("gin", &clockwise, "table", json!(1), "`match.table`"),
    ];
    for (id, options, field, forged, words) in cases {
        let options: Overrides = serde_json::from_value(options.clone()).expect("options");
        let game = game(id, &options).expect("a game");
        let state = after_a_round(&game);
        for seat in 0..game.spec().seats {
            let mut view = state.view(seat).json();
            assert!(game.read_view(view.clone()).is_ok(), "{id}: as it stands: {view}");
            view["match"][field] = forged.clone();
            let refused = game.read_view(view).expect_err(&format!("{id}: {field} {forged}")).to_string();
            assert!(refused.contains(words), "{id}: {refused}");
        }
    }
}

#[test]
fn no_round_is_played_after_a_match_has_ended() {
    let options = serde_json::from_value(json!({"episode": "match", "target": 1000, "growth": 250})).expect("options");
    let game = game("pinochle", &options).expect("a game");
    let (mut state, mut chance) = (after_a_round(&game), Stream::new(5));
    state.settle(&mut chance);
    let Turn::Seat(seat) = state.turn() else { panic!("the second hand is played") };
    let read = |points: [i32; 2], target: u32, rounds: u32| {
        let mut view = state.view(seat).json();
        for (field, value) in [("points", json!(points)), ("target", json!(target)), ("rounds", json!(rounds))] {
            view["match"][field] = value;
        }
        game.read_view(view).map(drop).map_err(|error| error.to_string())
    };
    let wrong = [([900, 800], 1000, 50), ([1100, 800], 1000, 1), ([1100, 1100], 1000, 1), ([1300, 800], 1250, 2)];
    for (points, target, rounds) in wrong {
        let refused = read(points, target, rounds).expect_err("no match stands so");
        assert!(refused.contains("has been decided"), "{points:?} {target}: {refused}");
    }
    // A target grows by a step a hand, whether or not it is exceeded still.
    for (points, target) in [([900, 800], 1000), ([1100, 1100], 1250), ([1200, 1010], 1250), ([1300, 1200], 1250)] {
        assert_eq!(read(points, target, 3), Ok(()), "{points:?} {target}");
    }
}

/// Who chooses is said before the play turns round, and whoever would choose then may have left.
#[test]
fn whoever_chooses_is_believed_also_once_the_play_has_turned_round() {
    let options = json!({"episode": "match", "format": "elimination", "seats": 3, "every": 2});
    let game = game("pinnacle-nine", &serde_json::from_value(options).expect("options")).expect("a game");
    let (mut turned, mut before) = (0, vec![0; 3]);
    for seed in 0..80 {
        let (mut state, mut chance) = (game.start(), Stream::new(seed));
        state.settle(&mut chance);
        while matches!(state.turn(), Turn::Seat(_)) {
            let shown = state.view(0).json()["match"].clone();
            let points: Vec<i64> = serde_json::from_value(shown["points"].clone()).expect("points");
            if shown["counted"] == false {
                before = points;
            } else if shown["choosing"] == "start" {
                // Whoever has won the round had least in all, and has left.
                let gained: Vec<i64> = points.iter().zip(&before).map(|(now, before)| now - before).collect();
                let left = shown["order"][2].as_u64().expect("a player") as usize;
                let leaves = shown["playing"] == 2 && gained[left] > 0;
                turned += usize::from(leaves && shown["clockwise"] == false);
                for seat in 0..3 {
                    let view = state.view(seat).json();
                    assert!(game.read_view(view.clone()).is_ok(), "seed {seed}: {view}");
                }
            }
            state.apply(chance.pick(&state.legal()));
            state.settle(&mut chance);
        }
    }
    assert!(turned > 0, "it came up");
}
