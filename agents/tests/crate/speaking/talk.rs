//! A program that asks, for the tests.

use elderhand_agents::Bot;
use elderhand_agents::protocol::Session;
use serde_json::{Value, json};

use super::schema::check_exchange;

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
