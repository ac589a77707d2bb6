//! Seated players that are used again.

use std::sync::{Mutex, MutexGuard};

use elderhand_env::AnyGame;

use crate::lock::lock;
use crate::seating::bot::{Bot, BotError};
use crate::seating::player::Player;

/// No more players than these wait to be used again; those that have waited longest go.
const KEPT: usize = 64;

/// Players that were seated at games and may be used again, so that a bot need not be seated for every question.
#[derive(Default)]
pub(crate) struct Pool(Mutex<Vec<Waiting>>);

struct Waiting {
    /// Who was seated: under its name there may be another by now.
    bot: Bot,
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
        let bot = bot.clone().with_any_options(any_options);
        let fits = |waiting: &Waiting| waiting.bot == bot && waiting.player.game() == game;
        let found = {
            let mut waiting = self.waiting();
            waiting.iter().rposition(fits).map(|place| waiting.remove(place).player)
        };
        let mut player = match found {
            Some(player) => player,
            None => bot.player(game)?,
        };
        let given = to(&mut player);
        let mut waiting = self.waiting();
        let oldest = (waiting.len() >= KEPT).then(|| waiting.remove(0));
        waiting.push(Waiting { bot, player });
        // A player that is a process is gone only when that has ended: nobody else shall wait for it.
        drop(waiting);
        drop(oldest);
        Ok(given)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Duration;

    use elderhand_env::{Action, AnyView, Overrides, game};

    use super::*;
    use crate::players::agent::{Agent, AgentError};

    /// Is gone as soon as it hears something, as a process is gone when it has ended.
    struct Lingers(Receiver<()>);

    impl Drop for Lingers {
        fn drop(&mut self) {
            let _ = self.0.recv();
        }
    }

    impl Agent<AnyView> for Lingers {
        fn begin(&mut self, _: usize, _: u64) -> Result<(), AgentError> {
            Ok(())
        }

        fn act(&mut self, _: &AnyView) -> Result<Action, AgentError> {
            unreachable!("nobody asks it")
        }
    }

    #[test]
    fn nobody_waits_until_a_player_is_gone() {
        let (kuhn, bot) = (game("kuhn", &Overrides::new()).unwrap(), Bot::open("random").unwrap());
        let (goes, gone) = channel();
        let lingers = Player::new("lingers", &kuhn, Box::new(Lingers(gone)));
        let others = (1..KEPT).map(|_| bot.player(&kuhn).unwrap());
        let full =
            [lingers].into_iter().chain(others).map(|player| Waiting { bot: bot.clone().called("other"), player });
        let pool = Pool(Mutex::new(full.collect()));
        let (done, lent) = channel();
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    pool.lend(&bot, &kuhn, false, |_| ()).unwrap();
                    done.clone().send(()).unwrap();
                });
            }
            let lent = lent.recv_timeout(Duration::from_secs(5));
            goes.send(()).unwrap();
            assert_eq!(lent, Ok(()), "one waits for the one that is to go, and the other for both");
        });
    }
}
