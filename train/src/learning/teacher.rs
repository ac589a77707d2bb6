//! A player whose play is learnt before anything else, so that a run begins where the player stands.

use elderhand_agents::{AgentError, Bot, BotError, Player};
use elderhand_env::{Action, Buffers, Stream, VecEnv};

/// A teacher's players, one for each setting of the options that vary.
pub(crate) struct Teacher(Vec<Player>);

impl Teacher {
    /// Seats a bot at every setting of a batch.
    pub fn new(bot: &Bot, env: &dyn VecEnv, settings: usize) -> Result<Teacher, BotError> {
        (0..settings).map(|lane| bot.player(env.game(lane))).collect::<Result<_, _>>().map(Teacher)
    }

    /// Chooses in the lanes from `first` on, as many as there is room for, that have a choice.
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
    ) -> Result<(), AgentError> {
        for (lane, action) in (first..).zip(actions) {
            if buffers.legal(lane).only().is_none() {
                let (seat, settings) = (buffers.seats[lane].into(), self.0.len());
                let player = &mut self.0[lane % settings];
                player.begin(seat, Stream::keyed([key[0], key[1], lane as u64]).bits())?;
                *action = player.act(&env.view(lane, seat))?;
            }
        }
        Ok(())
    }
}
