//! What is asked of a bot, and the frame of every message.

use elderhand_env::{Overrides, Seat};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// A question to a bot; `view` and the like are JSON already, so that no type of a game is needed.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Request<'a> {
    /// Who are you?
    Hello,
    /// A game begins.
    NewGame { game: &'a str, options: &'a Overrides, seat: Seat, seed: u64 },
    /// What do you play?
    Act { view: Value },
    /// The game has ended.
    GameOver { returns: &'a [f32] },
}

impl Request<'_> {
    /// The name of this request, as it stands in `type`.
    pub fn name(&self) -> &'static str {
        match self {
            Request::Hello => "hello",
            Request::NewGame { .. } => "new_game",
            Request::Act { .. } => "act",
            Request::GameOver { .. } => "game_over",
        }
    }
}

/// A message with the id that pairs questions and answers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Message<T> {
    /// As the other side wrote it, to the last digit.
    pub id: Box<RawValue>,
    #[serde(flatten)]
    pub body: T,
}

impl<T: Serialize> Message<T> {
    /// The message as a line without its end.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a message is plain data with texts as keys")
    }

    /// The message as a line with its end.
    pub fn line(&self) -> Vec<u8> {
        (self.text() + "\n").into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_named_as_they_are_written() {
        let options = Overrides::new();
        let requests = [
            Request::Hello,
            Request::NewGame { game: "kuhn", options: &options, seat: 0, seed: 0 },
            Request::Act { view: Value::Null },
            Request::GameOver { returns: &[] },
        ];
        for request in requests {
            assert_eq!(serde_json::to_value(&request).unwrap()["type"], request.name());
        }
    }
}
