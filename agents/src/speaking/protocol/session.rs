//! The bot's side of the protocol: one request, one answer, whatever carries them.

use std::sync::Arc;

use elderhand_env::options::nearest;
use elderhand_env::{AnyGame, Overrides, Seat, Spec, game};
use serde_json::Value;

use super::answer::{Answer, Chosen, Code, Refusal, Seated};
use super::tables::{self, flag};
use super::{Fields, MAX_LINE, Message, about, as_written, asked, excerpt};
use crate::hosting::{Allowance, Guests, House, number};
use crate::players::agent::{AgentError, Judgement};
use crate::seating::bot::Bot;
use crate::seating::player::Player;

/// The name of every request, as it stands in `type`.
const REQUESTS: [&str; 16] = [
    "hello",
    "describe",
    "new_game",
    "act",
    "game_over",
    "decide",
    "lay_out",
    "new_table",
    "join",
    "view",
    "play",
    "hint",
    "undo",
    "invite",
    "record",
    "close",
];
/// The requests that are about no table.
const NO_TABLE: [&str; 7] = ["hello", "describe", "new_game", "act", "game_over", "decide", "lay_out"];
/// No more tables than these are kept for a program that keeps its own.
const TABLES: usize = 1000;

/// What is expected of a view.
const VIEW: &str = "an object: what the seat knows";
/// What is expected of a seed.
pub(super) const SEED: &str = "a whole number from 0 to 2^64 - 1";

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
    /// Who is asked where no bot is named.
    bot: Bot,
    house: Arc<House>,
    /// How many tables may be opened, if that is said.
    allowance: Option<Arc<Allowance>>,
    /// Whoever asks runs the program.
    own: bool,
    /// The conversation is one message long.
    single: bool,
    /// The type of the request that is being answered.
    kind: &'static str,
    /// What was opened last, so that the next game with the same options need not load the bot again.
    open: Option<Open>,
}

/// An answer, and what those who carry it want to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The line, without its end.
    pub text: String,
    /// The type of the request; `unknown` or `unreadable` if it had none.
    pub kind: &'static str,
    /// The table that it is about, if it is about one.
    pub table: Option<String>,
    /// The code of the refusal, if it is one.
    pub refused: Option<&'static str>,
    /// What the asker may not know of a refusal, for whoever runs the program: a bot that failed may tell what it saw.
    pub cause: Option<String>,
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
    /// Begins a conversation in a house of its own, in which any bot may sit down; of other programs only this one.
    pub fn new(bot: Bot) -> Session {
        let house = House::new(Guests::AnyAnd(bot.clone()), TABLES);
        Session { own: true, ..Session::at(Arc::new(house), bot) }
    }

    /// Begins a conversation in a house that others may share; where no bot is named, this one is asked. What a bot says that
    /// fails is not told there, but is the [`Reply::cause`].
    pub fn at(house: Arc<House>, bot: Bot) -> Session {
        Session { bot, house, allowance: None, own: false, single: false, kind: "", open: None }
    }

    /// Makes it a conversation of one message, in which no game can be opened to be asked about.
    #[must_use]
    pub fn of_one_message(mut self) -> Session {
        self.single = true;
        self
    }

    /// Has tables be opened within an allowance, which other conversations may share.
    #[must_use]
    pub fn within(mut self, allowance: Arc<Allowance>) -> Session {
        self.allowance = Some(allowance);
        self
    }

    /// Answers a request with one line of JSON, without its end.
    ///
    /// A request that cannot be answered gets an error object and changes nothing; the session goes on.
    pub fn answer(&mut self, request: impl AsRef<[u8]>) -> String {
        self.reply(request).text
    }

    /// Answers a request, and tells for those who carry answers what it was about.
    pub fn reply(&mut self, request: impl AsRef<[u8]>) -> Reply {
        self.kind = "unreadable";
        let message = self.message(request.as_ref());
        let (table, refusal) = match &message.body {
            Answer::Opened(opened) => (Some(&opened.table), None),
            Answer::Joined(joined) => (Some(&joined.position.table), None),
            Answer::Position(position) => (Some(&position.table), None),
            Answer::Invited(invited) => (Some(&invited.position.table), None),
            Answer::Error { error } => (None, Some(error)),
            _ => (None, None),
        };
        Reply {
            text: message.text(),
            kind: self.kind,
            table: table.cloned(),
            refused: refusal.map(|refusal| refusal.code.name()),
            cause: refusal.and_then(|refusal| refusal.cause.clone()),
        }
    }

    fn message(&mut self, request: &[u8]) -> Message<Answer> {
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
        let body = self.body(fields).unwrap_or_else(|error| Answer::Error { error: self.told(error) });
        Message { id, body }
    }

    /// A refusal as whoever asks may hear it: whole only where they run the program, and do not ask for a seat at a table, where
    /// somebody may play against the bot.
    fn told(&self, refusal: Refusal) -> Refusal {
        if self.own && !matches!(self.kind, "play" | "hint" | "invite") { refusal.whole() } else { refusal }
    }

    fn body(&mut self, mut fields: Fields) -> Result<Answer, Refusal> {
        let kind: String = fields.need("type", "the name of a request, such as \"act\"").map_err(bad_request)?;
        self.kind = REQUESTS.iter().find(|known| **known == kind).copied().unwrap_or("unknown");
        let house = &*self.house.clone();
        // What is done at a table takes a place once others are done there.
        let _place = NO_TABLE.contains(&self.kind).then(|| house.place());
        match kind.as_str() {
            "hello" => about::hello(house, &self.bot, fields),
            "new_game" | "act" | "game_over" if self.single => {
                let message =
                    "no game stays open from one message to the next here: send `decide`, or open a WebSocket";
                Err(Refusal::new(Code::NoGame, message))
            }
            "describe" => about::describe(house, &self.game(&self.bot, &mut fields)?, fields),
            "new_game" => self.new_game(fields),
            "act" => {
                let view = fields.need("view", VIEW).map_err(bad_request)?;
                Ok(Answer::Act(self.open()?.act(view)?))
            }
            "game_over" => {
                let returns: Option<Vec<f32>> =
                    fields.take("returns", "a list of numbers, one a seat").map_err(bad_request)?;
                self.open()?.end(returns.as_deref())?;
                Ok(Answer::Done {})
            }
            "decide" => self.decide(fields),
            "lay_out" => about::lay_out(&self.game(&self.bot, &mut fields)?, fields),
            "new_table" => tables::new_table(house, self.allowance.as_deref(), fields),
            "join" => tables::join(house, fields),
            "view" => tables::view(house, fields),
            "play" => tables::play(house, fields),
            "hint" => tables::hint(house, &self.named(&mut fields)?, fields),
            "undo" => tables::undo(house, fields),
            "invite" => tables::invite(house, fields),
            "record" => tables::record(house, fields),
            "close" => tables::close(house, fields),
            _ => {
                let known = REQUESTS.join(", ");
                let hint = nearest(&kind, REQUESTS.into_iter())
                    .map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
                let message = format!("there is no request `{}`{hint} (known are {known})", excerpt(&kind));
                Err(Refusal::new(Code::UnknownRequest, message))
            }
        }
    }

    /// The bot that a request names, or that of the session.
    fn named(&self, fields: &mut Fields) -> Result<Bot, Refusal> {
        let name: Option<String> = fields.take("bot", "the name of a bot").map_err(bad_request)?;
        match name {
            Some(name) if name != self.bot.name() => Ok(self.house.guests().find(&name)?),
            _ => Ok(self.bot.clone()),
        }
    }

    /// The game that a request names: the variant's, or that of a released bot, with the options that a bot needs.
    fn game(&self, bot: &Bot, fields: &mut Fields) -> Result<AnyGame, Refusal> {
        let (id, options) = self.id_and_options(bot, fields)?;
        game(&id, &options).map_err(|error| Refusal::new(Code::BadGame, error))
    }

    fn id_and_options(&self, bot: &Bot, fields: &mut Fields) -> Result<(String, Overrides), Refusal> {
        let name: String = fields
            .need("game", "the id of a game, such as \"gin\", or the name of a released bot")
            .map_err(bad_request)?;
        let given: Option<Overrides> = fields.take("options", "an object of options").map_err(bad_request)?;
        let (id, given) = self.house.guests().game(&name, &given.unwrap_or_default());
        let mut options = bot.options(&id);
        options.extend(given);
        Ok((id, options))
    }

    /// Answers one view of a game that need not have been begun.
    fn decide(&self, mut fields: Fields) -> Result<Answer, Refusal> {
        let bot = self.named(&mut fields)?;
        let game = self.game(&bot, &mut fields)?;
        let given: Value = fields.need("view", VIEW).map_err(bad_request)?;
        let seed = fields.take("seed", SEED).map_err(bad_request)?.unwrap_or_else(any_seed);
        let any_options = flag(&mut fields, "any_options")?;
        let view = asked::read(&game, None, given.clone())?;
        let judged = asked::judged(&mut fields, &view)?;
        let decided = self.house.lend(&bot, &game, any_options, |player| {
            player.begin(view.seat(), seed)?;
            let judgement = match judged {
                Some(action) => player.judge(&view, action)?,
                None => Judgement { decision: player.decide(&view)?, loss: None },
            };
            Ok::<_, AgentError>((judgement, player.warning()))
        });
        let (Judgement { decision, loss }, warning) = decided??;
        let assumed = asked::assumed(&given, &view.json());
        Ok(Answer::Act(Chosen { loss, assumed: Some(assumed), warning, ..asked::chosen(&game, decision) }))
    }

    fn new_game(&mut self, mut fields: Fields) -> Result<Answer, Refusal> {
        let (id, options) = self.id_and_options(&self.bot, &mut fields)?;
        let seat: Seat = fields.need("seat", "the number of the bot's seat, from 0").map_err(bad_request)?;
        let seed = fields.take("seed", SEED).map_err(bad_request)?.unwrap_or_else(any_seed);
        let any_options = flag(&mut fields, "any_options")?;
        let actions = fields.take("actions", "true or false").map_err(bad_request)?.unwrap_or(true);

        let same = |open: &&mut Open| (&open.id, &open.options, open.any_options) == (&id, &options, any_options);
        if let Some(open) = self.open.as_mut().filter(same) {
            return Ok(Answer::NewGame(open.begin(seat, seed, actions)?));
        }
        let game = game(&id, &options).map_err(|error| Refusal::new(Code::BadGame, error))?;
        let player = self.bot.clone().with_any_options(any_options).player(&game)?;
        let mut open = Open { id, options, any_options, game, player, seat: None };
        let seated = open.begin(seat, seed, actions)?;
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

    /// Begins a game; its answer holds the names of all actions, if they are asked for.
    fn begin(&mut self, seat: Seat, seed: u64, actions: bool) -> Result<Seated, Refusal> {
        let Spec { id: game, seats, actions: names, .. } = self.game.spec();
        if seat >= *seats {
            return Err(bad_request(format!("`seat` is {seat}: `{game}` has the seats 0 to {}", seats - 1)));
        }
        self.player.begin(seat, seed)?;
        self.seat = Some(seat);
        Ok(Seated {
            game,
            options: self.game.options().clone(),
            seats: *seats,
            seat,
            seed,
            actions: actions.then(|| names.clone()),
            warning: self.player.warning(),
        })
    }

    /// Answers a view with an action.
    fn act(&mut self, view: Value) -> Result<Chosen, Refusal> {
        let view = asked::read(&self.game, Some(self.seat()?), view)?;
        Ok(asked::chosen(&self.game, self.player.decide(&view)?))
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
            self.player.end(returns)?;
        }
        self.seat = None;
        Ok(())
    }
}

pub(super) fn bad_request(message: String) -> Refusal {
    Refusal::new(Code::BadRequest, message)
}

/// The refusal of what needs a game where none is open.
fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "no game is open: send `new_game` first")
}

/// The answer to what has no id that can be read.
fn refuse(code: Code, message: String) -> Message<Answer> {
    Message { id: Box::default(), body: Answer::Error { error: Refusal::new(code, message) } }
}

/// A seed that differs from one run to the next, small enough for programs whose numbers are all floating.
fn any_seed() -> u64 {
    number() >> 11
}
