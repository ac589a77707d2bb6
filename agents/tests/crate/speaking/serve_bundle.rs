//! A bundle behind the protocol: it plays its own game with its own options, and says what it was trained for.

use elderhand_agents::bundle::{Draft, Training};
use elderhand_agents::network::Tensors;
use elderhand_agents::{Bot, Choice, Network, protocol::serve};
use elderhand_env::{Overrides, Spec, Variation, game};
use ndarray::ArrayD;
use serde_json::{Value, json};

/// A network for a variant that finds all actions equally good.
fn indifferent(spec: &Spec) -> Network {
    let layers = [("trunk.0", 8, spec.bits()), ("policy", spec.actions.len(), 8), ("value", 1, 8)];
    let mut tensors: Tensors = layers
        .into_iter()
        .flat_map(|(name, outputs, inputs)| {
            [
                (format!("{name}.weight"), ArrayD::zeros(vec![outputs, inputs])),
                (format!("{name}.bias"), ArrayD::ones(vec![outputs])),
            ]
        })
        .collect();
    tensors.insert("direct.weight".into(), ArrayD::zeros(vec![spec.actions.len() + 1, spec.bits()]));
    Network::from_tensors(tensors).unwrap()
}

#[test]
fn a_bundle_is_served_with_its_own_options() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gin.elderhand");
    let options = Overrides::from_iter([("gin_bonus".to_owned(), json!(25))]);
    let draft = Draft {
        game: "gin".into(),
        network: indifferent(game("gin", &options).unwrap().spec()),
        options,
        variable: Variation::new(),
        value_scale: 3.0,
        decision: Choice::Argmax,
        training: Training { run: "none".into(), ..Training::default() },
        evaluations: Vec::new(),
        card: None,
    };
    draft.write(&path).unwrap();
    let bot = Bot::open(path.to_str().unwrap()).unwrap();

    let new_game = |rest: &str| format!(r#"{{"id": 1, "type": "new_game", "seat": 1, {rest}}}"#);
    let view = r#"{"seat": 1, "hand": ["2D", "3D", "5D", "QD", "KD", "6H", "7H", "4S", "QS", "KS"],
        "table": {"phase": "offer", "to_move": 1, "elder": 0, "pile": [{"card": "AD"}], "stock": 31, "known": [[], []],
        "turns": 0, "knock_limit": 10}}"#;
    let session = [
        r#"{"id": 0, "type": "hello"}"#.to_owned(),
        new_game(r#""game": "gin""#),
        format!(r#"{{"id": 2, "type": "act", "view": {}}}"#, view.replace('\n', " ")),
        new_game(r#""game": "gin", "options": {"gin_bonus": 25}"#),
        new_game(r#""game": "gin", "options": {"gin_bonus": 20}"#),
        new_game(r#""game": "gin", "options": {"gin_bonsu": 20}"#),
        new_game(r#""game": "kuhn""#),
    ];
    let mut output = Vec::new();
    serve(session.join("\n").as_bytes(), &mut output, &bot, |_| ()).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["games"], json!(["gin"]));
    assert_eq!(answers[1]["options"]["gin_bonus"], 25, "options left out are the bundle's");
    let expected = json!({"id": 2, "action": {"id": 1, "name": "take"},
        "probabilities": {"take": 0.5, "pass": 0.5}, "value": 3.0});
    assert_eq!(answers[2], expected);
    assert_eq!(answers[3]["options"]["gin_bonus"], 25);
    for (answer, code, part) in [
        (&answers[4], "not_played", "`options.gin_bonus` is 25 in the bundle, but 20 in the game"),
        (&answers[5], "bad_game", "did you mean `gin_bonus`?"),
        (&answers[6], "not_played", "does not play `kuhn`: it plays gin"),
    ] {
        assert_eq!(answer["error"]["code"], code, "{answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains(part), "{answer}");
    }
}
