//! The schema of the protocol, against which every message of the tests is checked.

use std::sync::LazyLock;

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

/// Checks what a server tells between answers.
#[allow(dead_code, reason = "only a server does that")]
pub fn check_event(event: &Value) {
    check("#/$defs/event", event);
}

/// Checks a request and its answer against the schema; a request that is refused may be any.
pub fn check_exchange(request: &Value, answer: &Value) {
    if answer.get("error").is_some() {
        return check("#/$defs/error", answer);
    }
    check("#/$defs/request", request);
    check_answer(request["type"].as_str().expect("it was answered"), answer);
}

/// Checks an answer that is no refusal, whatever was asked.
pub fn check_answer(kind: &str, answer: &Value) {
    check(&format!("#/$defs/answers/{kind}"), answer);
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
