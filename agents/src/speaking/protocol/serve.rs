//! The bot's side of the protocol.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};

use elderhand_env::{Overrides, Seat, nearest, visit};
use serde_json::Value;

use super::message::{Answer, Code, Message, Refusal, Request};
use super::session::{Open, Session, no_game};
use super::{Fields, Line, MAX_LINE, VERSION, excerpt, read_line};
use crate::seating::bot::{Bot, BotError};

/// Answers requests, one a line, until the input ends or nobody reads the answers any more.
///
/// A request that cannot be answered gets an error object and changes nothing; the session goes on.
///
/// # Errors
///
/// Fails if the input cannot be read or the output not written; a broken pipe is no error.
///
/// # Examples
///
/// ```
/// use elderhand_agents::{Bot, protocol::serve};
///
/// let requests = r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 0, "seed": 7}
/// {"id": 2, "type": "act", "view": {"seat": 0, "card": "KS", "betting": "open"}}"#;
/// let mut answers = Vec::new();
/// serve(requests.as_bytes(), &mut answers, &Bot::open("random")?)?;
/// assert!(String::from_utf8(answers)?.lines().nth(1).unwrap().starts_with(r#"{"id":2,"action":{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(mut input: impl BufRead, mut output: impl Write, bot: &Bot) -> io::Result<()> {
    let mut server = Server { bot, open: None };
    let mut line = Vec::new();
    loop {
        let message = match read_line(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::Whole if line.trim_ascii().is_empty() => continue,
            Line::Whole => server.answer(&line),
            Line::TooLong => {
                input.skip_until(b'\n')?;
                refuse(Value::Null, Code::Oversized, format!("the line is longer than {MAX_LINE} bytes"))
            }
        };
        match output.write_all(&message.line()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
}

struct Server<'a> {
    bot: &'a Bot,
    /// The session with the game and options it was opened for, so that the next such game need not load the bot again.
    open: Option<(String, Overrides, Box<dyn Session>)>,
}

impl Server<'_> {
    fn answer(&mut self, line: &[u8]) -> Message<Answer> {
        let Ok(text) = str::from_utf8(line) else {
            return refuse(Value::Null, Code::NotUtf8, "the line is not UTF-8".into());
        };
        let mut fields = match Fields::read(text) {
            Ok(fields) => fields,
            Err(message) => return refuse(Value::Null, Code::NotJson, message),
        };
        let id = match fields.need("id", "a text or a number, which the answer repeats") {
            Ok(id @ (Value::String(_) | Value::Number(_))) => id,
            Ok(other) => {
                let message = format!("`id` is `{}`: expected a text or a number", excerpt(&other.to_string()));
                return refuse(Value::Null, Code::BadRequest, message);
            }
            Err(message) => return refuse(Value::Null, Code::BadRequest, message),
        };
        match self.request(fields) {
            Ok(body) => Message { id, body },
            Err(error) => Message { id, body: Answer::Error { error } },
        }
    }

    fn request(&mut self, mut fields: Fields) -> Result<Answer, Refusal> {
        let kind: String = fields.need("type", "the name of a request, such as \"act\"").map_err(bad_request)?;
        match kind.as_str() {
            "hello" => Ok(self.hello()),
            "new_game" => self.new_game(fields),
            "act" => {
                let view = fields.need("view", "an object: what the seat knows").map_err(bad_request)?;
                Ok(Answer::Act(self.session()?.act(view)?))
            }
            "game_over" => {
                let returns: Option<Vec<f32>> =
                    fields.take("returns", "a list of numbers, one a seat").map_err(bad_request)?;
                self.session()?.end(returns.as_deref())?;
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
        let game: String = fields.need("game", "the id of a game, such as \"gin\"").map_err(bad_request)?;
        let given: Option<Overrides> = fields.take("options", "an object of options").map_err(bad_request)?;
        let mut options = self.bot.options(&game);
        options.extend(given.unwrap_or_default());
        let seat: Seat = fields.need("seat", "the number of the bot's seat, from 0").map_err(bad_request)?;
        let seed =
            fields.take("seed", "a whole number from 0 to 2^64 - 1").map_err(bad_request)?.unwrap_or_else(any_seed);

        if let Some((known, with, session)) = &mut self.open
            && (&*known, &*with) == (&game, &options)
        {
            return Ok(Answer::NewGame(session.begin(seat, seed)?));
        }
        let opened = visit(&game, &options, Open(self.bot)).map_err(|error| Refusal::new(Code::BadGame, error))?;
        let mut session = opened.map_err(|error| match error {
            BotError::Agent(error) => Refusal::new(Code::BotFailed, error),
            error => Refusal::new(Code::NotPlayed, error),
        })?;
        let seated = session.begin(seat, seed)?;
        self.open = Some((game, options, session));
        Ok(Answer::NewGame(seated))
    }

    fn session(&mut self) -> Result<&mut dyn Session, Refusal> {
        match &mut self.open {
            Some((_, _, session)) => Ok(session.as_mut()),
            None => Err(no_game()),
        }
    }
}

fn bad_request(message: String) -> Refusal {
    Refusal::new(Code::BadRequest, message)
}

fn refuse(id: Value, code: Code, message: String) -> Message<Answer> {
    Message { id, body: Answer::Error { error: Refusal { code, message } } }
}

/// A seed that differs from one run to the next, small enough for programs whose numbers are all floating.
fn any_seed() -> u64 {
    RandomState::new().hash_one(0u8) >> 11
}
