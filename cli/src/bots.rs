//! Players by name.

use elderhand_agents::{Agent, Random, ViewOf};
use elderhand_env::Game;

/// A player by its name.
#[derive(Clone, Debug)]
pub struct Bot;

/// A player that cannot be had.
#[derive(Debug, thiserror::Error)]
#[error("there is no bot `{0}`: a bot is random")]
pub struct BotError(String);

impl Bot {
    pub fn open(name: &str) -> Result<Bot, BotError> {
        if name == "random" { Ok(Bot) } else { Err(BotError(name.into())) }
    }

    pub fn name(&self) -> &str {
        "random"
    }

    pub fn agent<G: Game>(&self, _: &G) -> Result<Box<dyn Agent<ViewOf<G>>>, BotError> {
        Ok(Box::new(Random::default()))
    }
}
