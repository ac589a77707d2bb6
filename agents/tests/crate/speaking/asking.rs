//! Questions of programs that keep the rules themselves, in version 2.

use elderhand_agents::bundle::Draft;
use elderhand_env::Overrides;
use serde_json::{Value, json};

use super::talk::Talk;
use crate::common::draft;

/// A view of gin of which somebody remembers little.
fn snapshot() -> Value {
    json!({"seat": 1, "hand": ["2D", "3D", "5D", "QD", "KD", "6H", "7H", "4S", "QS", "KS"],
        "table": {"phase": "offer", "to_move": 1, "elder": 0, "pile": [{"card": "AD"}], "stock": 31, "turns": 0,
            "knock_limit": 10}})
}

#[test]
fn versions_are_told_apart() {
    let mut talk = Talk::with("random");
    let first = talk.ask("hello", json!({}));
    assert_eq!((&first["protocol"], first.get("bots")), (&json!(1), None));
    let second = talk.ask("hello", json!({"protocol": 2}));
    assert_eq!((&second["protocol"], &second["bot"]), (&json!(2), &json!("random")));
    assert!(second["bots"].as_array().unwrap().iter().any(|bot| bot == "simple"));
    let names = talk.ask("new_game", json!({"game": "gin", "seat": 0, "actions": false}));
    assert!(names.get("actions").is_none());
}

#[test]
fn a_view_is_answered_and_what_it_lacks_is_told() {
    let mut talk = Talk::with("simple");
    let answer = talk.ask("decide", json!({"game": "gin", "view": snapshot()}));
    // It makes a run of ace, two and three.
    assert_eq!(answer["action"]["name"], "take");
    assert_eq!(answer["assumed"]["table.known"], json!([[], []]));
    assert_eq!(answer["assumed"]["table.taken"], Value::Null);
    assert!(answer["assumed"].get("table.turns").is_none());

    let mut whole = snapshot();
    whole["table"]["known"] = json!([[], []]);
    let told = talk.ask("decide", json!({"game": "gin", "view": whole, "bot": "random", "seed": 1}));
    assert!(told["assumed"].get("table.known").is_none());
    assert_eq!(told, talk.ask("decide", json!({"game": "gin", "view": whole, "bot": "random", "seed": 1})));

    // What no default stands for is asked for.
    let mut lacking = snapshot();
    lacking["table"].as_object_mut().unwrap().remove("pile");
    assert!(talk.refused("decide", json!({"game": "gin", "view": lacking}), "bad_view").contains("pile"));
    talk.refused("decide", json!({"game": "gin", "view": snapshot(), "bot": "nobody"}), "not_played");
    talk.refused("decide", json!({"game": "knock-rummy", "view": snapshot()}), "bad_view");
    talk.refused("decide", json!({"game": "gin"}), "bad_request");
}

#[test]
fn an_action_is_judged_beside_the_choice() {
    let mut talk = Talk::with("search:simple,rollouts=64");
    let mut judge =
        |action: &str| talk.ask("decide", json!({"game": "gin", "view": snapshot(), "seed": 1, "judge": action}));
    let (taken, passed) = (judge("take"), judge("pass"));
    assert_eq!((&taken["action"], &taken["action"]["name"]), (&passed["action"], &json!("take")));
    assert_eq!(taken["loss"], json!({"points": {"mean": 0.0, "error": 0.0}, "chance": {"mean": 0.0, "error": 0.0}}));
    let [mean, error] = ["mean", "error"].map(|of| passed["loss"]["points"][of].as_f64().unwrap());
    assert!(mean > 2.0 * error && error > 0.0, "{passed}");
    // Without the question nothing is told, and a bot that does not search tells nothing.
    assert!(talk.ask("decide", json!({"game": "gin", "view": snapshot(), "seed": 1})).get("loss").is_none());
    let plain = json!({"game": "gin", "view": snapshot(), "bot": "simple", "judge": "pass"});
    assert!(talk.ask("decide", plain).get("loss").is_none());
    let illegal = json!({"game": "gin", "view": snapshot(), "judge": "draw"});
    assert!(talk.refused("decide", illegal, "bad_request").contains("of take, pass"));
}

#[test]
fn a_bundle_that_is_replaced_is_asked_from_then_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.elderhand");
    let name = path.to_str().unwrap();
    let mut talk = Talk::with("random");
    let mut expects = |value_scale: f32| {
        Draft { value_scale, ..draft("gin") }.write(&path).unwrap();
        talk.ask("decide", json!({"game": "gin", "view": snapshot(), "bot": name}))["value"].as_f64().unwrap()
    };
    let (one, two) = (expects(1.0), expects(2.0));
    assert!(one != 0.0 && (two / one - 2.0).abs() < 1e-3, "{one}, {two}");
}

#[test]
fn a_bundle_says_what_it_plays_and_how_it_played() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bot.elderhand");
    let options = Overrides::from_iter([("gin_bonus".into(), 25.into())]);
    Draft { options, ..draft("gin") }.write(&path).unwrap();
    let name = path.to_str().unwrap();
    let mut talk = Talk::with(name);
    let plays = talk.ask("hello", json!({"protocol": 2}))["plays"].take();
    assert_eq!((&plays["game"], &plays["options"]["gin_bonus"]), (&json!("gin"), &json!(25)));
    assert!(!plays["measured"].as_array().unwrap().is_empty());
    let described = talk.ask("describe", json!({"game": "gin"}));
    assert_eq!((&described["options"]["gin_bonus"], &described["layout"]), (&json!(25), &plays["layout"]));

    // Elsewhere it sits down only if it may, and says what it does not know.
    let elsewhere = json!({"game": "gin", "options": {"gin_bonus": 30}, "view": snapshot()});
    talk.refused("decide", elsewhere.clone(), "not_played");
    let mut allowed = elsewhere;
    allowed["any_options"] = true.into();
    assert!(talk.ask("decide", allowed)["warning"].as_str().unwrap().contains("gin_bonus"));
    let opening = json!({"game": "gin", "seats": [name]});
    talk.refused("new_table", opening.clone(), "not_played");
    let mut allowed = opening;
    allowed["any_options"] = true.into();
    let opened = talk.ask("new_table", allowed);
    assert!(opened["warnings"][0].as_str().unwrap().contains("gin_bonus"));
    let seated = talk.ask("join", json!({"table": opened["table"]}));
    assert_eq!(seated["players"], json!([name, "somebody"]));
    assert!(talk.ask("hint", json!({"token": seated["token"]}))["warning"].is_string());
}

#[test]
fn a_game_tells_which_bots_play_it() {
    let bots = |talk: &mut Talk, game: &str, options: Value| -> Vec<String> {
        let told = talk.ask("describe", json!({"game": game, "options": options, "bots": true}));
        serde_json::from_value(told["bots"].clone()).unwrap()
    };
    let mut talk = Talk::with("random");
    assert!(talk.ask("describe", json!({"game": "gin"})).get("bots").is_none());
    let gin = bots(&mut talk, "gin", json!({}));
    for (name, plays) in [
        ("random", true),
        ("patient", true),
        ("checkpoint:gin", true),
        ("checkpoint:gin-challenge", false),
        ("checkpoint:kuhn", false),
    ] {
        assert_eq!(gin.iter().any(|bot| bot == name), plays, "{name}");
    }
    assert!(!bots(&mut talk, "kuhn", json!({})).contains(&"patient".into()));
    // A bot of rounds plays matches of them; and a released bot may name the game, as it is named among bots.
    let challenge = bots(&mut talk, "checkpoint:gin-challenge", json!({"episode": "match"}));
    assert!(challenge.contains(&"checkpoint:gin-challenge".into()) && !challenge.contains(&"checkpoint:gin".into()));
}

#[test]
fn hands_are_laid_out_where_a_game_does_that() {
    let mut talk = Talk::with("random");
    let own = ["2C", "3C", "4C", "7D", "7H", "7S", "KD", "KH", "KS", "AS"];
    let alone = talk.ask("lay_out", json!({"game": "gin", "hands": [own]}));
    let layout = json!({"sets": ["7D", "KD", "7H", "KH", "7S", "KS"], "runs": ["2C", "3C", "4C"], "deadwood": ["AS"]});
    assert_eq!(alone["layouts"], json!([layout]));
    // The defender lays the five of clubs off, then the six, and the fourth king.
    let other = ["5C", "6C", "KC", "9D", "9H", "9S", "TD", "TH", "TS", "QD"];
    let both = talk.ask("lay_out", json!({"game": "gin", "hands": [own, other], "knocker": 0}));
    assert_eq!((&both["laid_off"], &both["layouts"][1]["deadwood"]), (&json!(["5C", "6C", "KC"]), &json!(["QD"])));
    assert_eq!((&both["points"], &both["winner"]), (&json!([9, 0]), &json!(0)));
    // A beaten knocker of Knock Rummy pays the difference and 10 points.
    let options = json!({"seats": 2});
    let hands = json!([other, own]);
    let counted = talk.ask("lay_out", json!({"game": "knock-rummy", "options": options, "hands": hands, "knocker": 0}));
    assert_eq!(counted["paid"][1].as_i64().unwrap(), -counted["paid"][0].as_i64().unwrap());
    assert!(counted["paid"][0].as_i64().unwrap() < -10);

    let undiscarded = [&other[..], &["AD"]].concat();
    for (fields, code) in [
        (json!({"game": "pinochle", "hands": [own]}), "no_layout"),
        (json!({"game": "gin", "options": {"layout": "chosen"}, "hands": [own]}), "no_layout"),
        (json!({"game": "gin", "hands": [own, own]}), "no_layout"),
        (json!({"game": "gin", "hands": [own, other, []]}), "no_layout"),
        (json!({"game": "gin", "hands": [own, other], "knocker": 2}), "no_layout"),
        (json!({"game": "gin", "hands": [own, undiscarded], "knocker": 1}), "no_layout"),
        (json!({"game": "gin", "hands": [own, undiscarded], "knocker": 0}), "no_layout"),
        (json!({"game": "gin", "hands": [own, &other[1..]], "knocker": 0}), "no_layout"),
        (json!({"game": "gin", "hands": [["AS", "X1"]]}), "no_layout"),
        (json!({"game": "gin", "hands": [["AS", "AS"]]}), "bad_request"),
        (json!({"game": "gin", "hands": [["1S"]]}), "bad_request"),
        (json!({"game": "gin"}), "bad_request"),
    ] {
        talk.refused("lay_out", fields, code);
    }
}
