//! Dealing again what a seat of a match does not know.

use super::opening::{open, seat};
use super::rounds::Rounds;
use super::state::MatchState;
use super::view::MatchView;
use crate::format::Tally;
use crate::rules::{Action, Redeal, Stream, Turn, View};

impl<S: Rounds> Redeal<MatchState<S>> for MatchView<S> {
    /// What came of the tables of this round that are over is hidden too, and so is a round to who sits out: they are
    /// played again at random. A round that was counted while the seat sat out is opened anew: what it was cannot be
    /// made up from the scores after it, and nothing depends on it.
    fn redeal(&self, chance: &mut Stream) -> MatchState<S> {
        let (options, contest) = (self.options, self.options.settings.contest::<S>(&self.options.rules));
        let (mut scored, mut won, mut taken) = ([0; Tally::MOST], [0; Tally::MOST], self.standing.carried);
        let keeps = options.settings.keeps::<S>(&options.rules);
        // What a round that has been counted came to is in the tally.
        let hidden = if self.standing.counted { 0 } else { self.standing.table };
        for table in 0..hidden {
            let mut standing = self.standing;
            standing.table = table;
            seat::<S>(&options, &contest, &mut standing);
            let outcome = at_random(open::<S>(&options, &contest, &standing), chance).outcome();
            for (seat, player) in standing.seats().enumerate() {
                scored[player] = outcome.points[seat];
                if keeps {
                    taken[player] = outcome.carried[seat];
                }
            }
            if let Some(seat) = outcome.winner {
                contest.credit(&mut won, standing.seats(), seat);
            }
        }
        let round = match &self.round {
            Some(round) => round.redeal(chance),
            None => open::<S>(&options, &contest, &self.standing),
        };
        MatchState { options, standing: self.standing, round, scored, won, taken }
    }

    /// Disturbs the round that is being played.
    fn disturb(&self, world: &MatchState<S>, chance: &mut Stream) -> MatchState<S> {
        match &self.round {
            Some(round) => MatchState { round: round.disturb(&world.round, chance), ..world.clone() },
            None => self.redeal(chance),
        }
    }

    /// The weight of the round that is being played, in views of the match; `None` to who sits out, and between rounds.
    fn log_weight(
        &self,
        world: &MatchState<S>,
        chance: &mut Stream,
        policy: &mut dyn FnMut(&MatchView<S>, Action) -> f32,
    ) -> Option<f32> {
        let round = self.round.as_ref().filter(|_| !self.standing.counted)?;
        round.log_weight(&world.round, chance, &mut |seen, action| {
            let seat = self.standing.player(seen.seat());
            let (options, standing) = (self.options, self.standing);
            policy(&MatchView { options, seat, standing, round: Some(seen.clone()) }, action)
        })
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
