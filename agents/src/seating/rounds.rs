//! A player of rounds at a match.

use elderhand_env::{Action, ActionSet, Game, Seat, View, ViewOf};

use crate::players::agent::{Agent, AgentError, Decision};

/// Plays each round of a match as another player would play it alone.
///
/// Between rounds it changes nothing that it may leave as it is: play goes on in its direction, and it starts itself.
pub struct OfRounds<G: Game> {
    player: Box<dyn Agent<ViewOf<G::Round>>>,
    /// What it begins with at the next seat it gets.
    seed: u64,
    /// Its seat in the round it was last asked about.
    seat: Option<Seat>,
}

impl<G: Game> OfRounds<G> {
    /// Seats a player of rounds.
    pub fn new(player: Box<dyn Agent<ViewOf<G::Round>>>) -> OfRounds<G> {
        OfRounds { player, seed: 0, seat: None }
    }

    /// Gives the view of the round if the player has a decision in it, else the first of the choices between rounds.
    fn round<'a>(&mut self, view: &'a ViewOf<G>) -> Result<Result<&'a ViewOf<G::Round>, Action>, AgentError> {
        let legal: ActionSet = view.legal();
        match G::round_view(view).filter(|round| !round.legal().is_empty()) {
            Some(round) => {
                if self.seat != Some(round.seat()) {
                    self.seat = Some(round.seat());
                    self.player.begin(round.seat(), self.seed)?;
                    // Were it the same again, it would choose alike in one round after the other.
                    self.seed = self.seed.wrapping_add(1);
                }
                Ok(Ok(round))
            }
            // Of directions the first is clockwise, of those who may start oneself.
            None => legal.nth(0).map(Err).ok_or_else(|| AgentError {
                bot: "a player of rounds".into(),
                problem: "the seat of the view is not to move: show it a view with legal actions".into(),
            }),
        }
    }
}

impl<G: Game> Agent<ViewOf<G>> for OfRounds<G> {
    fn begin(&mut self, _seat: Seat, seed: u64) -> Result<(), AgentError> {
        (self.seed, self.seat) = (seed, None);
        Ok(())
    }

    fn act(&mut self, view: &ViewOf<G>) -> Result<Action, AgentError> {
        match self.round(view)? {
            Ok(round) => self.player.act(round),
            Err(choice) => Ok(choice),
        }
    }

    /// The value is that of the round.
    fn decide(&mut self, view: &ViewOf<G>) -> Result<Decision, AgentError> {
        match self.round(view)? {
            Ok(round) => self.player.decide(round),
            Err(choice) => Ok(Decision::of(choice)),
        }
    }

    fn policy(&mut self, view: &ViewOf<G>) -> Result<Vec<(Action, f32)>, AgentError> {
        match self.round(view)? {
            Ok(round) => self.player.policy(round),
            Err(choice) => Ok(vec![(choice, 1.0)]),
        }
    }
}
