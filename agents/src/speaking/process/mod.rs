//! A player that is another process speaking the protocol.

mod child;
mod group;

use std::time::Duration;

use elderhand_env::{Action, ActionSet, AnyGame, Game, Overrides, Seat, Spec, View};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};

use self::child::Child;
pub use self::group::exit;
use crate::players::agent::{Agent, AgentError, Decision, likeliest_first};
use crate::seating::bot::BotError;
use crate::speaking::protocol::{ASKING, Fields, Message, Request, excerpt};

/// How long a process may take for each answer if nobody says otherwise.
pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// What starts a process, and how long it may take for each answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Command {
    program: String,
    arguments: Vec<String>,
    /// How long it may take for each answer.
    pub timeout: Duration,
}

impl Command {
    /// Splits a command line into words as a shell does; nothing if it is empty or a quote is left open.
    pub fn parse(line: &str, timeout: Duration) -> Option<Command> {
        let mut words = shlex::split(line)?.into_iter();
        Some(Command { program: words.next()?, arguments: words.collect(), timeout })
    }
}

/// A player that is another process; it is ended when this is dropped.
///
/// A process that hangs, dies, writes what is not an answer or chooses what is not legal is ended at once, and every later call
/// repeats why until the next game begins, for which it is started again.
pub(crate) struct Process {
    name: String,
    command: Command,
    spec: Spec,
    options: Overrides,
    child: Child,
    requests: u64,
    failed: Option<String>,
}

impl Process {
    /// Starts a process and hears what it is.
    ///
    /// # Errors
    ///
    /// Fails if it does not start, does not answer `hello` in time, speaks another version of the protocol, or says
    /// that it does not play the game.
    pub fn start<G: Game>(name: &str, command: &Command, game: &G) -> Result<Process, BotError> {
        let problem = |problem| AgentError { bot: name.into(), problem };
        let child = Child::start(command).map_err(problem)?;
        let (spec, options, command) =
            (game.spec().clone(), AnyGame::of(game.clone()).options().clone(), command.clone());
        let mut process = Process { name: name.into(), command, spec, options, child, requests: 0, failed: None };
        let answer = process.ask(&Request::Hello)?;
        match process.greet(answer).map_err(|problem| process.fail(problem))? {
            Some(games) if !games.iter().any(|id| id == process.spec.id) => {
                Err(BotError::Game { bot: name.into(), game: process.spec.id, games: excerpt(&games.join(", ")) })
            }
            _ => Ok(process),
        }
    }

    /// Starts the process again if it was ended.
    fn recover(&mut self) -> Result<(), AgentError> {
        if self.failed.is_some() {
            self.child = Child::start(&self.command).map_err(|problem| self.error(problem))?;
            (self.requests, self.failed) = (0, None);
            let answer = self.ask(&Request::Hello)?;
            self.greet(answer).map_err(|problem| self.fail(problem))?;
        }
        Ok(())
    }

    /// Reads the answer to `hello`: the games that it plays, if it says so.
    fn greet(&self, mut answer: Fields) -> Result<Option<Vec<String>>, String> {
        let wrong = |text| format!("answered `hello` wrongly: {text}");
        let protocol: u32 = answer.need("protocol", "the version of the protocol").map_err(wrong)?;
        if protocol != ASKING {
            return Err(format!("speaks version {protocol} of the protocol: expected {ASKING}"));
        }
        answer.take("games", "a list of games").map_err(wrong)
    }

    /// Sends a request and waits for its answer.
    fn ask(&mut self, request: &Request<'_>) -> Result<Fields, AgentError> {
        if let Some(problem) = &self.failed {
            return Err(self.error(format!("is no longer asked, since it failed before: {problem}")));
        }
        self.requests += 1;
        let id = to_raw_value(&self.requests).expect("a number can be written");
        let line = Message { id, body: request }.line();
        let name = request.name();
        match self.child.exchange(line, name).and_then(|answer| self.open(name, &answer)) {
            Ok(answer) => self.accepted(name, answer),
            Err(problem) => Err(self.fail(problem)),
        }
    }

    /// Ends the process, which is not asked again before the next game.
    fn fail(&mut self, problem: String) -> AgentError {
        self.child.kill();
        let problem = problem + &self.child.last_words();
        self.failed = Some(problem.clone());
        self.error(problem)
    }

    /// Opens an answer and checks that it belongs to the request.
    fn open(&self, name: &str, line: &[u8]) -> Result<Fields, String> {
        let Ok(text) = str::from_utf8(line) else {
            return Err(format!(
                "answered `{name}` with what is not UTF-8: `{}`",
                excerpt(&String::from_utf8_lossy(line))
            ));
        };
        let mut answer = Fields::read(text).map_err(|error| format!("answered `{name}` wrongly: {error}"))?;
        let id: Option<Value> = answer.take("id", "a number").unwrap_or_default();
        match id {
            Some(id) if id.as_u64() == Some(self.requests) => Ok(answer),
            // A bot that could not read the request cannot know its id.
            None if answer.has("error") => Ok(answer),
            id => {
                let id = id.map_or_else(|| "none".into(), |id| excerpt(&id.to_string()));
                Err(format!("answered `{name}` with the wrong `id`: expected {}, found {id}", self.requests))
            }
        }
    }

    /// Tells answers from refusals.
    fn accepted(&self, name: &str, mut answer: Fields) -> Result<Fields, AgentError> {
        match answer.take::<Value>("error", "an object").unwrap_or_default() {
            None => Ok(answer),
            Some(error) => {
                let text = match (error["code"].as_str(), error["message"].as_str()) {
                    (Some(code), Some(message)) => format!("{message} ({code})"),
                    _ => error.to_string(),
                };
                Err(self.error(format!("refused `{name}`: {}", excerpt(&text))))
            }
        }
    }

    /// Reads the answer to `act`.
    fn decision(&self, mut answer: Fields, legal: ActionSet) -> Result<Decision, String> {
        let mut chosen: Fields = answer.need("action", "an object with the `name` of an action")?;
        let name: Option<String> = chosen.take("name", "the name of an action")?;
        let id: Option<u16> = chosen.take("id", "the number of an action")?;
        let action = match (&name, id) {
            (Some(name), _) => self.legal(name, legal)?,
            (None, Some(id)) if legal.contains(Action(id)) => Action(id),
            (None, Some(id)) => return Err(self.illegal(&format!("action {id}"), legal)),
            (None, None) => return Err("`action` needs a `name` or an `id`".into()),
        };
        if id.is_some_and(|id| id != action.0) {
            return Err(format!(
                "`id` of `{}` is {}, not {}",
                self.spec.name(action),
                action.0,
                id.unwrap_or_default()
            ));
        }
        let shares: Option<Map<String, Value>> = answer.take("probabilities", "an object: names and numbers")?;
        let probabilities = match shares {
            Some(shares) if !shares.is_empty() => self.probabilities(&shares, legal)?,
            _ => vec![(action, 1.0)],
        };
        Ok(Decision { value: answer.take("value", "a number")?, ..Decision::drawn(action, probabilities) })
    }

    fn probabilities(&self, given: &Map<String, Value>, legal: ActionSet) -> Result<Vec<(Action, f32)>, String> {
        let mut probabilities = Vec::with_capacity(given.len());
        for (name, probability) in given {
            let action = self.legal(name, legal)?;
            let probability = probability.as_f64().filter(|probability| (0.0..=1.0).contains(probability));
            let probability =
                probability.ok_or_else(|| format!("the probability of `{name}` is not a number from 0 to 1"))?;
            probabilities.push((action, probability as f32));
        }
        let sum: f32 = probabilities.iter().map(|(_, probability)| probability).sum();
        if (sum - 1.0).abs() > 1e-3 {
            return Err(format!("the probabilities add up to {sum}, not to 1"));
        }
        likeliest_first(&mut probabilities);
        Ok(probabilities)
    }

    fn legal(&self, name: &str, legal: ActionSet) -> Result<Action, String> {
        let action = self.spec.action(name).filter(|&action| legal.contains(action));
        action.ok_or_else(|| self.illegal(&format!("`{}`", excerpt(name)), legal))
    }

    /// Does not name the legal actions: they tell of the hand, and this may stand in the log of a server.
    fn illegal(&self, action: &str, legal: ActionSet) -> String {
        format!("{action} is not legal here: it is none of {} actions that are", legal.len())
    }

    fn error(&self, problem: String) -> AgentError {
        AgentError { bot: self.name.clone(), problem }
    }
}

impl<V: View> Agent<V> for Process {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.recover()?;
        let options = self.options.clone();
        let mut answer = self.ask(&Request::NewGame { game: self.spec.id, options: &options, seat, seed })?;
        match answer.take::<Vec<String>>("actions", "a list of names") {
            Ok(Some(actions)) if actions != self.spec.actions => {
                Err(self.fail("answered `new_game` with another table of `actions`: it has other rules".into()))
            }
            Ok(_) => Ok(()),
            Err(problem) => Err(self.fail(format!("answered `new_game` wrongly: {problem}"))),
        }
    }

    fn act(&mut self, view: &V) -> Result<Action, AgentError> {
        Ok(self.decide(view)?.action)
    }

    fn decide(&mut self, view: &V) -> Result<Decision, AgentError> {
        let json = serde_json::to_value(view).map_err(|error| self.error(error.to_string()))?;
        let answer = self.ask(&Request::Act { view: json })?;
        self.decision(answer, view.legal()).map_err(|problem| self.fail(format!("answered `act` wrongly: {problem}")))
    }

    fn end(&mut self, returns: &[f32]) -> Result<(), AgentError> {
        self.ask(&Request::GameOver { returns }).map(drop)
    }
}
