//! What the two sides of the protocol write.

use elderhand_env::{Overrides, Seat};
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::players::agent::{NamedFindings, as_object};

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
    /// The name of every request, as it stands in `type`.
    pub const NAMES: [&'static str; 4] = ["hello", "new_game", "act", "game_over"];

    /// The name of this request.
    pub fn name(&self) -> &'static str {
        Request::NAMES[match self {
            Request::Hello => 0,
            Request::NewGame { .. } => 1,
            Request::Act { .. } => 2,
            Request::GameOver { .. } => 3,
        }]
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

/// What a bot answers.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Hello { name: String, protocol: u32, bot: String, games: Vec<&'static str> },
    NewGame(Seated),
    Act(Chosen),
    Done {},
    Error { error: Refusal },
}

/// The game as it was begun, with everything that was left out filled in.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seated {
    pub game: &'static str,
    pub options: Overrides,
    pub seats: usize,
    pub seat: Seat,
    pub seed: u64,
    pub actions: Vec<String>,
    /// What a bot does not know that was made for other options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// A decision.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Chosen {
    pub action: Named,
    #[serde(serialize_with = "as_object")]
    pub probabilities: Vec<(String, f32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<NamedFindings>,
}

/// An action by number and name.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Named {
    pub id: u16,
    pub name: String,
}

/// Why a request was not answered; it has changed nothing.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Refusal {
    pub code: Code,
    pub message: String,
}

impl Refusal {
    pub fn new(code: Code, message: impl ToString) -> Refusal {
        Refusal { code, message: message.to_string() }
    }
}

/// The kinds of refusals; their names never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Code {
    /// The line is longer than [`MAX_LINE`](super::MAX_LINE).
    Oversized,
    /// The line is not UTF-8.
    NotUtf8,
    /// The line is not a JSON object.
    NotJson,
    /// A field is missing or not what it should be.
    BadRequest,
    /// There is no request of this type.
    UnknownRequest,
    /// There is no such game, or an option of it is wrong.
    BadGame,
    /// The bot does not play this game.
    NotPlayed,
    /// No game has been begun.
    NoGame,
    /// The view is not one in which the bot's seat is to move.
    BadView,
    /// The bot failed.
    BotFailed,
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
        for (request, name) in requests.iter().zip(Request::NAMES) {
            assert_eq!(request.name(), name);
            assert_eq!(serde_json::to_value(request).unwrap()["type"], name);
        }
    }
}
