//! What is answered.

use elderhand_env::{Overrides, Record, Seat};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::hosting::{Joined, Opened, Position};
use crate::measuring::stats::Estimate;
use crate::players::agent::{AgentError, Loss, NamedFindings, as_object};
use crate::seating::bot::BotError;

/// What a bot answers.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Hello(Box<Hello>),
    NewGame(Seated),
    Act(Chosen),
    Described(Described),
    LaidOut(Value),
    Opened(Opened),
    Joined(Joined),
    Position(Position),
    Invited(Invited),
    Record { record: Record },
    Done {},
    Error { error: Refusal },
}

/// Who answers.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Hello {
    pub name: String,
    pub protocol: u32,
    /// The bot that is asked where none is named.
    pub bot: String,
    pub games: Vec<&'static str>,
    /// The bots that may be named; only in version 2, as all that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plays: Option<Plays>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<Value>,
}

/// What a bundle was made for, and how it has played.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Plays {
    pub game: String,
    pub options: Overrides,
    pub layout: Layout,
    pub measured: Vec<Measured>,
}

/// The hashes of the action table and of the observation.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Layout {
    pub actions: String,
    pub observation: String,
}

/// How a bundle has played against somebody.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Measured {
    pub opponent: String,
    pub setting: Overrides,
    pub deals: u64,
    pub score: Estimate,
    pub win_rate: Estimate,
}

/// What a game is like.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Described {
    pub game: &'static str,
    pub options: Overrides,
    pub seats: usize,
    /// The side of each seat: partners have one.
    pub sides: Vec<usize>,
    #[serde(rename = "match")]
    pub is_match: bool,
    pub actions: Vec<String>,
    pub layout: Layout,
    /// The bots that play it as it is, of those that may be named; only if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
}

/// The game as it was begun, with everything that was left out filled in.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seated {
    pub game: &'static str,
    pub options: Overrides,
    pub seats: usize,
    pub seat: Seat,
    pub seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
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
    /// What the action costs that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<Loss>,
    /// What was taken for fields that the view leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumed: Option<Map<String, Value>>,
    /// What a bot does not know that was made for other options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// What is seen of the table after a bot has sat down.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Invited {
    #[serde(flatten)]
    pub position: Position,
    /// What the bot does not know if it was made for other options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
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
    /// What the asker may not know of it, for whoever runs the program.
    #[serde(skip)]
    pub cause: Option<String>,
}

impl Refusal {
    pub fn new(code: Code, message: impl ToString) -> Refusal {
        Refusal { code, message: message.to_string(), cause: None }
    }

    /// The same for whoever runs the program, who may know all of it.
    pub fn whole(self) -> Refusal {
        Refusal { message: self.cause.unwrap_or(self.message), cause: None, ..self }
    }
}

/// What a bot says of its failure may tell what it saw, at another table too, and how it is started.
impl From<AgentError> for Refusal {
    fn from(error: AgentError) -> Refusal {
        let message = format!(
            "bot `{}` failed, so nothing has happened: try again (after `act`, from `new_game` on), ask another bot, or give the table up",
            error.bot
        );
        Refusal { cause: Some(error.to_string()), ..Refusal::new(Code::BotFailed, message) }
    }
}

impl From<BotError> for Refusal {
    fn from(error: BotError) -> Refusal {
        match error {
            BotError::Agent(error) => error.into(),
            error => Refusal::new(Code::NotPlayed, error),
        }
    }
}

/// The kinds of refusals; their names never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// There are as many tables as may be.
    Crowded,
    /// There is no such table.
    NoTable,
    /// The seat is taken.
    Taken,
    /// No seat is held by the token.
    NoToken,
    /// Another seat is to move.
    NotYourTurn,
    /// The action is not legal.
    Illegal,
    /// The game has gone on since the caller looked.
    GoneOn,
    /// Nothing can be taken back.
    NoUndo,
    /// The game goes on, so its record is not told.
    NotOver,
    /// What was done could not be kept.
    NotKept,
    /// The record does not fit the rules.
    BadRecord,
    /// The hands cannot be laid out.
    NoLayout,
}

impl Code {
    /// The name, as it stands in `code`.
    pub fn name(self) -> &'static str {
        match self {
            Code::Oversized => "oversized",
            Code::NotUtf8 => "not_utf8",
            Code::NotJson => "not_json",
            Code::BadRequest => "bad_request",
            Code::UnknownRequest => "unknown_request",
            Code::BadGame => "bad_game",
            Code::NotPlayed => "not_played",
            Code::NoGame => "no_game",
            Code::BadView => "bad_view",
            Code::BotFailed => "bot_failed",
            Code::Crowded => "crowded",
            Code::NoTable => "no_table",
            Code::Taken => "taken",
            Code::NoToken => "no_token",
            Code::NotYourTurn => "not_your_turn",
            Code::Illegal => "illegal",
            Code::GoneOn => "gone_on",
            Code::NoUndo => "no_undo",
            Code::NotOver => "not_over",
            Code::NotKept => "not_kept",
            Code::BadRecord => "bad_record",
            Code::NoLayout => "no_layout",
        }
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
