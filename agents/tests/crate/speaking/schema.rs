//! The schema of the protocol, against which every message of the tests is checked.

use std::sync::LazyLock;

use elderhand_agents::Bot;
use elderhand_agents::protocol::Session;
use jsonschema::Validator;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("../../../../docs/protocol/schema.json");

static PARTS: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(SCHEMA).expect("the schema is JSON"));

/// A validator of one definition of the schema.
fn part(path: &str) -> Validator {
    let schema = json!({"$schema": PARTS["$schema"], "$ref": path, "$defs": PARTS["$defs"]});
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check(path: &str, message: &Value) {
    thread_local! {
        static MADE: std::cell::RefCell<std::collections::HashMap<String, Validator>> = std::cell::RefCell::default();
    }
    MADE.with_borrow_mut(|made| {
        let validator = made.entry(path.to_owned()).or_insert_with(|| part(path));
        let errors: Vec<String> =
            validator.iter_errors(message).map(|e| format!("{e} at {}", e.instance_path())).collect();
        assert!(errors.is_empty(), "{path}: {}\n{message}", errors.join("\n"));
    });
}

/// Checks a request and its answer against the schema; a request that is refused may be any.
pub fn check_exchange(request: &Value, answer: &Value) {
    if answer.get("error").is_some() {
        return check("#/$defs/error", answer);
    }
    check("#/$defs/request", request);
    check(&format!("#/$defs/answers/{}", request["type"].as_str().expect("it was answered")), answer);
}

/// A program that talks with Elderhand, whose every message fits the schema.
pub struct Talk(Session);

impl Talk {
    pub fn with(bot: &str) -> Talk {
        Talk(Session::new(Bot::open(bot).unwrap()))
    }

    /// Asks something that is answered.
    pub fn ask(&mut self, kind: &str, fields: Value) -> Value {
        let answer = self.say(kind, fields);
        assert!(answer.get("error").is_none(), "{kind}: {answer}");
        answer
    }

    fn say(&mut self, kind: &str, fields: Value) -> Value {
        let mut request = json!({"id": 1, "type": kind});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let answer: Value = serde_json::from_str(&self.0.answer(request.to_string())).unwrap();
        check_exchange(&request, &answer);
        answer
    }

    /// Asks something that is refused with this code.
    pub fn refused(&mut self, kind: &str, fields: Value, code: &str) -> String {
        let answer = self.say(kind, fields);
        assert_eq!(answer["error"]["code"], code, "{answer}");
        answer["error"]["message"].as_str().unwrap().to_owned()
    }
}

#[test]
fn what_does_not_fit_is_noticed() {
    let request = part("#/$defs/request");
    assert!(request.is_valid(&json!({"id": 1, "type": "play", "token": "t", "action": "draw", "after": 3})));
    for wrong in [
        json!({"id": 1, "type": "play", "token": "t"}),
        json!({"id": null, "type": "hello"}),
        json!({"id": 1, "type": "dance"}),
        json!({"id": 1, "type": "join", "table": "t", "seat": -1}),
        json!({"id": 1, "type": "new_table", "game": "gin", "record": {"game": "gin", "seats": 2, "actions": []}}),
    ] {
        assert!(!request.is_valid(&wrong), "{wrong}");
    }
    assert!(!part("#/$defs/answers/close").is_valid(&json!({"id": 1, "token": "t"})));
}
