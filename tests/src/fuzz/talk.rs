//! A conversation by the protocol, each of whose answers is held to what answers must be.

use std::sync::{Arc, LazyLock};

use elderhand_agents::hosting::{Guests, House};
use elderhand_agents::protocol::Session;
use elderhand_agents::{Bot, bots};
use serde_json::Value;

use super::bundles::SMALL;
use super::schema::{check_answer, check_exchange};

/// The bots that may sit down: no request starts a process or opens a file.
pub const GUESTS: [&str; 4] = ["random", "simple", "checkpoint:kuhn", "search:simple,rollouts=2"];

static BOTS: LazyLock<Vec<Bot>> = LazyLock::new(|| {
    bots::lend("kuhn", SMALL).expect("it is a bundle");
    GUESTS.map(|name| Bot::open(name).unwrap_or_else(|error| panic!("{error}"))).into()
});

/// The bots of [`GUESTS`].
pub fn guests() -> Vec<Bot> {
    BOTS.clone()
}

/// Begins a conversation in a house of its own, with room for few tables.
pub fn talk() -> Session {
    let bots = guests();
    let asked = bots[1].clone();
    Session::at(Arc::new(House::new(Guests::Only(bots), 6)), asked)
}

/// Asks, and holds the answer to the schema and to the request.
pub fn ask(session: &mut Session, request: &[u8]) -> Value {
    let reply = session.reply(request);
    let answer = fits(request, &reply.text);
    let code = answer.get("error").map(|error| error["code"].as_str().expect("a code is a text"));
    assert_eq!(code, reply.refused, "{}", reply.text);
    answer
}

/// Holds the text of an answer to the schema and to its request, and reads it.
pub fn fits(request: &[u8], text: &str) -> Value {
    assert!(!text.contains('\n'), "an answer is a line: {text}");
    let answer: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let asked: Value = serde_json::from_slice(request).unwrap_or_default();
    match answer.get("error") {
        Some(_) => {
            check_exchange(&asked, &answer);
            let id = asked.get("id").filter(|id| id.is_string() || id.is_number());
            assert!(id.is_none() || request.len() > 1 << 20 || id == answer.get("id"), "{text}");
        }
        None => {
            assert_eq!(asked.get("id"), answer.get("id"), "an answer repeats the id: {text}");
            check_answer(asked["type"].as_str().expect("it was answered"), &answer);
        }
    }
    answer
}
