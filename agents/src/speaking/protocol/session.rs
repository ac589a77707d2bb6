//! A bot at a game whose type is known only when it runs.

use elderhand_env::{Game, Seat, Spec, View, ViewOf, Visitor, as_table, read_view};
use serde_json::Value;

use super::message::{Chosen, Code, Named, Refusal, Seated};
use crate::players::agent::{Agent, AgentError};
use crate::seating::bot::{Bot, BotError};

/// A bot and the game it plays, without the game's type.
pub(crate) trait Session {
    /// Begins a game.
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<Seated, Refusal>;
    /// Answers a view with an action.
    fn act(&mut self, view: Value) -> Result<Chosen, Refusal>;
    /// Ends the game.
    fn end(&mut self, returns: Option<&[f32]>) -> Result<(), Refusal>;
}

/// The visitor that makes a session of a game for a bot.
pub(crate) struct Open<'a>(pub &'a Bot);

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn Session>, BotError>;

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let agent = self.0.agent(&game)?;
        Ok(Box::new(Playing { game, agent, seat: None }))
    }
}

struct Playing<G: Game> {
    game: G,
    agent: Box<dyn Agent<ViewOf<G>>>,
    /// The bot's seat while a game is open.
    seat: Option<Seat>,
}

impl<G: Game> Playing<G> {
    fn seat(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(no_game)
    }
}

impl<G: Game> Session for Playing<G> {
    fn begin(&mut self, seat: Seat, seed: u64) -> Result<Seated, Refusal> {
        let Spec { id: game, seats, actions, .. } = self.game.spec();
        if seat >= *seats {
            let message = format!("`seat` is {seat}: `{game}` has the seats 0 to {}", seats - 1);
            return Err(Refusal::new(Code::BadRequest, message));
        }
        self.agent.begin(seat, seed).map_err(failed)?;
        self.seat = Some(seat);
        let options = as_table(self.game.options());
        Ok(Seated { game, options, seats: *seats, seat, seed, actions: actions.clone() })
    }

    fn act(&mut self, view: Value) -> Result<Chosen, Refusal> {
        let seat = self.seat()?;
        let bad = |message: String| Refusal::new(Code::BadView, message);
        if let Some(found) = view.get("seat").and_then(Value::as_u64).filter(|&found| found != seat as u64) {
            return Err(bad(format!("`view`: `seat` is {found}, but `new_game` gave this bot seat {seat}")));
        }
        let view = read_view(&self.game, view).map_err(|error| bad(format!("`view`: {error}")))?;
        if view.legal().is_empty() {
            return Err(bad(format!("`view`: seat {seat} is not to move; ask only when it is")));
        }
        let decision = self.agent.decide(&view).map_err(failed)?;
        let spec = self.game.spec();
        let name = |action| spec.name(action).to_owned();
        Ok(Chosen {
            action: Named { id: decision.action.0, name: name(decision.action) },
            probabilities: decision.probabilities.iter().map(|&(action, share)| (name(action), share)).collect(),
            value: decision.value.filter(|value| value.is_finite()),
        })
    }

    fn end(&mut self, returns: Option<&[f32]>) -> Result<(), Refusal> {
        self.seat()?;
        if let Some(returns) = returns {
            let seats = self.game.spec().seats;
            if returns.len() != seats {
                let message = format!("`returns` has {} numbers: expected one a seat, {seats}", returns.len());
                return Err(Refusal::new(Code::BadRequest, message));
            }
            self.agent.end(returns).map_err(failed)?;
        }
        self.seat = None;
        Ok(())
    }
}

/// The refusal of what needs a game where none is open.
pub(crate) fn no_game() -> Refusal {
    Refusal::new(Code::NoGame, "no game is open: send `new_game` first")
}

fn failed(error: AgentError) -> Refusal {
    Refusal::new(Code::BotFailed, error)
}
