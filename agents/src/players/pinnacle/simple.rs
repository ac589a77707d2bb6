//! A Pinnacle player that weighs its chances against the price.

use elderhand_env::pinnacle::{Move, PinnacleView, Rules};
use elderhand_env::{Action, Seat, Stream, View};

use super::action_of;
use super::showdown::Showdown;
use super::stake::Stake;
use crate::players::agent::{Agent, AgentError};

/// The number of showdowns that it imagines in a decision. With half as many it gains a little less from a player that
/// calls everything, with twice as many no more.
const SHOWDOWNS: usize = 64;

/// Imagines how the cards may lie, the better for the others the more they have put in, and does what then gains most
/// chips by the end of the round as if there were no more betting; folds if it gains nothing.
#[derive(Clone, Debug)]
pub struct Simple(Stream);

impl Default for Simple {
    fn default() -> Simple {
        Simple(Stream::new(0))
    }
}

impl Agent<PinnacleView> for Simple {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        self.0 = Stream::new(seed);
        Ok(())
    }

    fn act(&mut self, view: &PinnacleView) -> Result<Action, AgentError> {
        let choice = match view.amount {
            None => self.stake(view).or(action_of(view, Move::Fold)),
            // An amount that somebody else began to put together is ended, or grows by the smallest chip.
            Some(_) => view.legal().iter().last(),
        };
        Ok(choice.unwrap_or(Action(0)))
    }
}

impl Simple {
    /// The action to stay in with; nothing if it is better to fold.
    fn stake(&mut self, view: &PinnacleView) -> Option<Action> {
        let betting = &view.table.betting;
        let stakes: Vec<Stake> = view.legal().iter().filter_map(|action| Stake::of(view, action)).collect();
        let mut hands = [0; Rules::SEATS];
        for seat in betting.live().iter().filter(|&seat| seat != view.seat) {
            hands[seat] = stakes.iter().map(|stake| stake.most_hands(seat)).max().unwrap_or_default();
        }
        let mut gains = vec![0.0; stakes.len()];
        for _ in 0..SHOWDOWNS {
            let showdown = Showdown::deal(view, &hands, &mut self.0);
            stakes.iter().zip(&mut gains).for_each(|(stake, gain)| *gain += stake.gain(betting, &showdown));
        }
        // A check risks nothing, so that its gain is never below 0. Of equal ones the first is taken, which is the least.
        let best = stakes.iter().zip(gains).rev().max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.filter(|&(_, gain)| gain >= 0.0).map(|(stake, _)| stake.action)
    }
}
