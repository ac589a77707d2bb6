//! Dealing again what a seat of a match does not know.

use super::rounds::Rounds;
use super::state::{MatchState, open, seat};
use super::view::MatchView;
use crate::format::Tally;
use crate::rules::{Redeal, Stream, Turn};

impl<S: Rounds> Redeal<MatchState<S>> for MatchView<S> {
    /// What came of the tables of this round that are over is hidden too, and so is a round to who sits out: they are
    /// played again at random.
    fn redeal(&self, chance: &mut Stream) -> MatchState<S> {
        let (options, contest) = (self.options, self.options.settings.contest::<S>(&self.options.rules));
        let standing = self.standing;
        let round = match &self.round {
            Some(round) => round.redeal(chance),
            // Those who sit there do so for a round that begins, or did in one that is over.
            None if self.sit_at(standing.table) => open::<S>(&options, &contest, &standing),
            None => at_random(MatchState::<S>::new(options).round, chance),
        };
        let over = matches!(round.turn(), Turn::Over { .. });
        let mut state = MatchState { options, standing, round, counted: false, scored: [0; Tally::MOST], winners: 0 };
        if state.ledger().is_over() {
            return state;
        }
        state.counted = over && standing.choosing.is_none();
        for table in 0..standing.table {
            let mut standing = standing;
            standing.table = table;
            seat::<S>(&options, &contest, &mut standing);
            let outcome = at_random(open::<S>(&options, &contest, &standing), chance).outcome();
            standing.seats().enumerate().for_each(|(seat, player)| state.scored[player] = outcome.points[seat]);
            state.winners |= outcome.winner.map_or(0, |seat| 1 << standing.player(seat));
        }
        state
    }
}

/// Plays a round to its end at random.
fn at_random<S: Rounds>(mut round: S, chance: &mut Stream) -> S {
    loop {
        round.settle(chance);
        match round.turn() {
            Turn::Seat(_) => round.apply(chance.pick(&round.legal())),
            _ => return round,
        }
    }
}
