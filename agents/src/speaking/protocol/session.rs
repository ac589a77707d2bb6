//! The bot's side of the protocol: one request, one answer, whatever carries them.

use std::hash::{BuildHasher, RandomState};

use elderhand_env::options::nearest;
use elderhand_env::{AnyGame, Overrides, Seat, Spec, game};
use serde_json::Value;

use super::message::{Answer, Chosen, Code, Message, Named, Refusal, Request, Seated};
use super::{Fields, MAX_LINE, VERSION, as_written, excerpt};
use crate::players::agent::AgentError;
use crate::seating::bot::{Bot, BotError};
use crate::seating::familiarity::Familiarity;
use crate::seating::player::Player;

/// A conversation of one program with a bot: a function from each request to its answer, for any transport and thread.
///
/// # Examples
///
/// ```
/// use elderhand_agents::{Bot, protocol::Session};
///
/// let mut session = Session::new(Bot::open("random")?);
/// session.answer(r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 0, "seed": 7}"#);
/// let answer = session.answer(r#"{"id": 2, "type": "act", "view": {"seat": 0, "card": "KS", "betting": "open"}}"#);
/// assert!(answer.starts_with(r#"{"id":2,"action":{"#));
/// # Ok::<(), elderhand_agents::BotError>(())
/// ```
pub struct Session {
    bot: Bot,
    /// What was opened last, so that the next game with the same options need not load the bot again.
    open: Option<Open>,
}

/// A bot seated at a game, and the request that opened it.
struct Open {
    id: String,
    options: Overrides,
    any_options: bool,
    game: AnyGame,
    player: Player,
    /// The bot's seat while a game is open.
    seat: Option<Seat>,
}

impl Session {
    /// Begins a conversation.
    pub fn new(bot: Bot) -> Session {
        Session { bot, open: None }
    }

    /// Answers a request with one line of JSON, without its end.
    ///
    /// A request that cannot be answered gets an error object and changes nothing; the session goes on.
    pub fn answer(&mut self, request: impl AsRef<[u8]>) -> String {
        self.reply(request.as_ref()).text()
    }

    fn reply(&mut self, request: &[u8]) -> Message<Answer> {
        if request.len() > MAX_LINE {
            return refuse(Code::Oversized, format!("the line is longer than {MAX_LINE} bytes"));
        }
        let Ok(text) = str::from_utf8(request) else {
            return refuse(Code::NotUtf8, "the line is not UTF-8".into());
        };
        let mut fields = match Fields::read(text) {
            Ok(fields) => fields,
            Err(message) => return refuse(Code::NotJson, message),
        };
        let id = match fields.need("id", "a text or a number, which the answer repeats") {
            Ok(Value::String(_) | Value::Number(_)) => as_written(text, "id").unwrap_or_default(),
            Ok(other) => {
                let message = format!("`id` is `{}`: expected a text or a number", excerpt(&other.to_string()));
                return refuse(Code::BadRequest, message);
            }
            Err(message) => return refuse(Code::BadRequest, message),
        };
        let body = self.body(fields).unwrap_or_else(|error| Answer::Error { error });
        Message { id, body }
    }

    fn body(&mut self, mut fields: Fields) -> Result<Answer, Refusal> {
        let kind: String = fields.need("type", "the name of a request, such as \"act\"").map_err(bad_request)?;
        match kind.as_str() {
            "hello" => Ok(self.hello()),
            "new_game" => self.new_game(fields),
            "act" => {
                let view = fields.need("view", "an object: what the seat knows").map_err(bad_request)?;
                Ok(Answer::Act(self.open()?.act(view)?))
            }
            "game_over" => {
                let returns: Option<Vec<f32>> =
                    fields.take("returns", "a list of numbers, one a seat").map_err(bad_request)?;
                self.open()?.end(returns.as_deref())?;
                Ok(Answer::Done {})
            }
            _ => {
                let known = Request::NAMES.join(", ");
                let hint = nearest(&kind, Request::NAMES.into_iter())
                    .map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                let message = format!("there is no request `{}`{hint} (known are {known})", excerpt(&kind));
                Err(Refusal::new(Code::UnknownRequest, message))
            }
        }
    }

    fn hello(&self) -> Answer {
        Answer::Hello {
            name: concat!("elderhand ", env!("CARGO_PKG_VERSION")).into(),
            protocol: VERSION,
            bot: self.bot.name().into(),
            games: self.bot.games(),
        }
    }

    fn new_game(&mut self, mut fields: Fields) -> Result<Answer, Refusal> {
        let id: String = fields.need("game", "the id of a game, such as \"gin\"").map_err(bad_request)?;
        let given: Option<Overrides> = fields.take("options", "an object of options").map_err(bad_request)?;
        let mut options = self.bot.options(&id);
        options.extend(given.unwrap_or_default());
        let seat: Seat = fields.need("seat", "the number of the bot's seat, from 0").map_err(bad_request)?;
        let seed =
            fields.take("seed", "a whole number from 0 to 2^64 - 1").map_err(bad_request)?.unwrap_or_else(any_seed);

        let any_options = fields.take("any_options", "true or false").map_err(bad_request)?.unwrap_or(false);

        let same = |open: &&mut Open| (&open.id, &open.options, open.any_options) == (&id, &options, any_options);
        if let Some(open) = self.open.as_mut().filter(same) {
            return Ok(Answer::NewGame(open.begin(seat, seed)?));
        }
        let game = game(&id, &options).map_err(|error| Refusal::new(Code::BadGame, error))?;
        let bot = self.bot.clone().with_any_options(any_options);
        let player = bot.player(&game).map_err(|error| match error {
            BotError::Agent(error) => failed(error),
            error => Refusal::new(Code::NotPlayed, error),
        })?;
        let mut open = Open { id, options, any_options, game, player, seat: None };
        let seated = open.begin(seat, seed)?;
        self.open = Some(open);
        Ok(Answer::NewGame(seated))
    }

    fn open(&mut self) -> Result<&mut Open, Refusal> {
        self.open.as_mut().ok_or_else(no_game)
    }
}

impl Open {
    fn seat(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(no_game)
    }

    /// Begins a game.
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<Seated, Refusal> {
        let Spec { id: game, seats, actions, .. } = self.game.spec();
        if seat >= *seats {
            return Err(bad_request(format!("`seat` is {seat}: `{game}` has the seats 0 to {}", seats - 1)));
        }
        self.player.begin(seat, seed).map_err(failed)?;
        self.seat = Some(seat);
        let unfamiliar =
            Some(self.player.familiarity()).filter(|known| matches!(known, Familiarity::OtherOptions { .. }));
        Ok(Seated {
            game,
            options: self.game.options().clone(),
            seats: *seats,
            seat,
            seed,
            actions: actions.clone(),
            warning: unfamiliar.map(|known| format!("{} {known}", self.player.name())),
        })
    }

    /// Answers a view with an action.
    fn act(&mut self, view: Value) -> Result<Chosen, Refusal> {
        let seat = self.seat()?;
        let bad = |message: String| Refusal::new(Code::BadView, message);
        if let Some(found) = view.get("seat").and_then(Value::as_u64).filter(|&found| found != seat as u64) {
            return Err(bad(format!("`view`: `seat` is {found}, but `new_game` gave this bot seat {seat}")));
        }
        let view = self.game.read_view(view).map_err(|error| bad(format!("`view`: {error}")))?;
        if view.legal().is_empty() {
            return Err(bad(format!("`view`: seat {seat} is not to move; ask only when it is")));
        }
        let decision = self.player.decide(&view).map_err(failed)?;
        let spec = self.game.spec();
        let name = |action| spec.name(action).to_owned();
        Ok(Chosen {
            action: Named { id: decision.action.0, name: name(decision.action) },
            probabilities: decision
                .probabilities
                .iter()
                .map(|&(action, probability)| (name(action), probability))
                .collect(),
            value: decision.value.filter(|value| value.is_finite()),
            findings: decision.findings.map(|findings| findings.named(spec)),
        })
    }

    /// Ends the game.
    fn end(&mut self, returns: Option<&[f32]>) -> Result<(), Refusal> {
        self.seat()?;
        if let Some(returns) = returns {
            let seats = self.game.spec().seats;
            if returns.len() != seats {
                return Err(bad_request(format!(
                    "`returns` has {} numbers: expected one a seat, {seats}",
                    returns.len()
                )));
            }
            self.player.end(returns).map_err(failed)?;
        }
        self.seat = None;
        Ok(())
    }
}

fn bad_request(message: String) -> Refusal {
    Refusal::new(Code::BadRequest, message)
}

/// The refusal of what needs a game where none is open.
fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "no game is open: send `new_game` first")
}

fn failed(error: AgentError) -> Refusal {
    Refusal::new(Code::BotFailed, error)
}

/// The answer to what has no id that can be read.
fn refuse(code: Code, message: String) -> Message<Answer> {
    Message { id: Box::default(), body: Answer::Error { error: Refusal { code, message } } }
}

/// A seed that differs from one run to the next, small enough for programs whose numbers are all floating.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0u8) >> 11
}
