//! Players as Python names them: by a name, as a `Bot`, or as something of Python's own.

use std::error::Error;
use std::sync::Arc;

use elderhand_agents::{Agent, Bot, distinct_names};
use elderhand_env::{AnyGame, AnyView, Overrides};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::bot::PyBot;
use crate::callable::{Asked, Caller};
use crate::errors::{BotError, Raise};
use crate::json::listed;

/// A player before it is seated.
#[derive(Clone)]
pub enum Opponent {
    /// One that the program knows by name.
    Named(Bot),
    /// One that Python answers for.
    Python(Arc<Caller>),
}

impl Opponent {
    /// Reads a player: a name, a `Bot`, an object with a method `act(view)`, or a policy, which is called with batches.
    pub fn read(player: &Bound<'_, PyAny>, shown: Shown) -> PyResult<Opponent> {
        if let Ok(name) = player.cast::<PyString>() {
            return Bot::open(name.to_str()?).map(Opponent::Named).or_raise(BotError::new_err);
        }
        if let Ok(bot) = player.cast::<PyBot>() {
            return Ok(Opponent::Named(bot.get().bot().clone()));
        }
        if let Ok(class) = player.cast::<PyType>() {
            let name = class.name()?;
            return Err(PyTypeError::new_err(format!("{name} is a class, not a player: make one, as in {name}()")));
        }
        let asked = if player.hasattr("act")? {
            Asked::Views
        } else if player.is_callable() {
            Asked::Rows
        } else {
            let kind = player.get_type().name()?;
            let text = format!("{kind} is no player: expected a name, a Bot, an object with act(view), or a callable");
            return Err(PyTypeError::new_err(text));
        };
        let name = player
            .getattr("__name__")
            .and_then(|name| name.extract())
            .or_else(|_| player.get_type().name().and_then(|name| name.extract::<String>()))?;
        Ok(Opponent::Python(Arc::new(Caller::new(name, player.clone().unbind(), asked, shown))))
    }

    /// Reads several players, of which there must be at least one.
    pub fn read_all(players: &Bound<'_, PyAny>, shown: Shown) -> PyResult<Vec<Opponent>> {
        Opponent::read_each(players, |player| Opponent::read(player, shown))
    }

    /// Reads each of several players as the caller says; there must be at least one.
    pub fn read_each<T>(
        players: &Bound<'_, PyAny>,
        read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>,
    ) -> PyResult<Vec<T>> {
        let players = listed(players, "a list of players, such as [\"simple\"]")?;
        let players = players.map(|player| read(&player?)).collect::<PyResult<Vec<_>>>()?;
        match players.is_empty() {
            true => Err(pyo3::exceptions::PyValueError::new_err("expected at least one player")),
            false => Ok(players),
        }
    }

    /// Gives those a number behind their names who share one, so that results tell them apart; they have just been read.
    pub fn numbered(players: Vec<Opponent>) -> Vec<Opponent> {
        let names = distinct_names(&players.iter().map(Opponent::name).collect::<Vec<_>>());
        let called = |(player, name)| match player {
            Opponent::Named(bot) => Opponent::Named(bot.called(name)),
            Opponent::Python(mut caller) => {
                Arc::get_mut(&mut caller).expect("nobody else has it yet").rename(name);
                Opponent::Python(caller)
            }
        };
        players.into_iter().zip(names).map(called).collect()
    }

    /// The name by which it is reported.
    pub fn name(&self) -> &str {
        match self {
            Opponent::Named(bot) => bot.name(),
            Opponent::Python(caller) => caller.name(),
        }
    }

    /// The options of a variant as the player needs them: none if it is of Python's own.
    pub fn options(&self, game: &str) -> Overrides {
        match self {
            Opponent::Named(bot) => bot.options(game),
            Opponent::Python(_) => Overrides::new(),
        }
    }

    /// Seats the player at a game, whatever its type.
    pub fn player(&self, game: &AnyGame) -> Result<elderhand_agents::Player, Box<dyn Error + Send + Sync>> {
        match self {
            Opponent::Named(bot) => bot.player(game).map_err(Into::into),
            Opponent::Python(caller) => {
                let agent: Box<dyn Agent<AnyView>> = Box::new(caller.seated(game.spec()));
                Ok(elderhand_agents::Player::new(self.name(), game, agent))
            }
        }
    }

    /// Returns the exception that Python raised when it was asked last, if it did.
    pub fn raised(&self) -> Option<PyErr> {
        match self {
            Opponent::Named(_) => None,
            Opponent::Python(caller) => caller.raised(),
        }
    }
}

/// What policies of Python are shown.
#[derive(Clone, Copy)]
pub struct Shown {
    /// Rows are bits, not bytes.
    pub packed: bool,
    /// Rows have hints.
    pub hints: bool,
    /// Masks leave out what no sensible player needs.
    pub sensible: bool,
}
