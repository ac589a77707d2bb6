//! Seated players that are used again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use elderhand_env::AnyGame;

use crate::seating::bot::{Bot, BotError};
use crate::seating::player::Player;

/// No more players than these wait to be used again; those that have waited longest go.
const KEPT: usize = 64;

/// Players that were seated at games and may be used again, so that a bot need not be seated for every question.
#[derive(Default)]
pub(crate) struct Pool(Mutex<Vec<Waiting>>);

struct Waiting {
    any_options: bool,
    player: Player,
}

impl Pool {
    /// Lends a bot that is seated at a game.
    ///
    /// # Errors
    ///
    /// Fails if the bot cannot sit down there.
    pub(crate) fn lend<T>(
        &self,
        bot: &Bot,
        game: &AnyGame,
        any_options: bool,
        to: impl FnOnce(&mut Player) -> T,
    ) -> Result<T, BotError> {
        let fits = |waiting: &Waiting| {
            waiting.any_options == any_options && waiting.player.name() == bot.name() && waiting.player.game() == game
        };
        let found = {
            let mut waiting = self.waiting();
            waiting.iter().rposition(fits).map(|place| waiting.remove(place).player)
        };
        let mut player = match found {
            Some(player) => player,
            None => bot.clone().with_any_options(any_options).player(game)?,
        };
        let given = to(&mut player);
        let mut waiting = self.waiting();
        if waiting.len() >= KEPT {
            waiting.remove(0);
        }
        waiting.push(Waiting { any_options, player });
        Ok(given)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
