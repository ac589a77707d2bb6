//! Bots in the lanes: a teacher whose play is learnt before anything else, and those who hold seats against the learner.

use elderhand_agents::{AgentError, Bot, BotError, Player};
use elderhand_env::{Action, Buffers, Stream, VecEnv};

use crate::settings::config::OpponentSettings;

/// What a bot leaves to the learner in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guest {
    /// Which of the bots holds all other seats.
    pub bot: usize,
    /// The seat of the learner.
    pub own: usize,
}

/// Returns the bots that hold seats in each lane, given the number of seats of the lanes and of settings that they take in
/// turn.
///
/// Of every setting the same share of the lanes has one. In a lane they stay as they are for the whole run, so that an
/// episode ends with those it began with.
pub(crate) fn guests(opponents: &OpponentSettings, seats: &[usize], settings: usize) -> Vec<Option<Guest>> {
    let bots = opponents.bots.len();
    let held = (opponents.share * seats.len().div_ceil(settings) as f64).round() as usize;
    let lanes = seats.iter().enumerate().map(|(lane, &seats)| (lane / settings, seats));
    lanes
        .map(|(number, seats)| {
            (bots > 0 && number < held).then(|| Guest { bot: number % bots, own: number / bots % seats })
        })
        .collect()
}

/// Players of some bots, one for each bot and setting of the options that vary.
pub(crate) struct Bots {
    settings: usize,
    players: Vec<Player>,
}

impl Bots {
    /// Seats bots at every setting of a batch.
    pub fn new(bots: &[Bot], env: &dyn VecEnv, settings: usize) -> Result<Bots, BotError> {
        // A rank may have fewer lanes than there are settings.
        let settings = settings.min(env.lanes());
        let seated = bots.iter().flat_map(|bot| (0..settings).map(move |lane| bot.player(env.game(lane))));
        Ok(Bots { settings, players: seated.collect::<Result<_, _>>()? })
    }

    /// Chooses in the lanes from `first` on, as many as there is room for, where there is a choice and `holder` says, given
    /// lane and seat, which of the bots has it.
    ///
    /// Every choice is made from the view alone: the player begins anew each time, with randomness that is keyed by the
    /// lane.
    pub fn choose(
        &mut self,
        env: &dyn VecEnv,
        buffers: &Buffers,
        first: usize,
        key: [u64; 2],
        actions: &mut [Action],
        holder: impl Fn(usize, usize) -> Option<usize>,
    ) -> Result<(), AgentError> {
        for (lane, action) in (first..).zip(actions) {
            let seat = buffers.seats[lane].into();
            let chooses = buffers.legal(lane).only().is_none();
            if let Some(bot) = holder(lane, seat).filter(|_| chooses) {
                let player = &mut self.players[bot * self.settings + lane % self.settings];
                player.begin(seat, Stream::keyed([key[0], key[1], env.first_lane() + lane as u64]).bits())?;
                *action = player.act(&env.view(lane, seat))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::guests;
    use crate::settings::config::OpponentSettings;

    #[test]
    fn every_bot_meets_the_learner_in_every_seat_of_every_table() {
        let opponents = OpponentSettings { bots: vec!["simple".into(), "random".into()], share: 0.75 };
        let seats: Vec<usize> = (0..160).map(|lane| [2, 5][lane % 2]).collect();
        let found = guests(&opponents, &seats, 2);
        for (setting, seats) in [2, 5].into_iter().enumerate() {
            let lanes = || found.iter().skip(setting).step_by(2);
            assert_eq!(lanes().flatten().count(), 60);
            for bot in 0..2 {
                for own in 0..seats {
                    let met = lanes().flatten().filter(|guest| (guest.bot, guest.own) == (bot, own)).count();
                    assert_eq!(met, 60 / 2 / seats);
                }
            }
        }
        // Also where the tables take turns in a number of lanes that they do not divide.
        assert!(guests(&OpponentSettings { share: 1.0, ..opponents }, &seats[..159], 2).iter().all(Option::is_some));
        assert!(guests(&OpponentSettings { bots: Vec::new(), share: 1.0 }, &seats, 2).iter().all(Option::is_none));
    }
}
