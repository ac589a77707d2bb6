//! What samples brought, in points and in parts of episodes won.

use elderhand_env::{Action, ActionSet};

use super::rollout::Brought;
use super::tally::{Candidate, Tally};
use crate::players::agent::{Decision, Findings, Gap, Loss, Tried};

/// What candidates brought.
pub(super) struct Found {
    /// In points, by which is chosen.
    pub points: Tally,
    /// In parts of episodes won; `None` once one was not played to its end.
    chances: Option<Tally>,
}

impl Found {
    /// Begins with candidates; `weight` is that of their priors, in deviations of a return, and samples will be of so many
    /// worlds.
    pub(super) fn new(candidates: Vec<Candidate>, weight: f64, worlds: usize) -> Found {
        let chances = Some(Tally::new(candidates.clone(), 0.0, worlds));
        Found { points: Tally::new(candidates, weight, worlds), chances }
    }

    /// Adds what the candidates of `live` brought in one sample of a world.
    pub(super) fn add(&mut self, live: &[usize], brought: &[Brought], world: usize) {
        let points: Vec<f32> = brought.iter().map(|brought| brought.points).collect();
        self.points.add(live, &points, world);
        let won: Option<Vec<f32>> = brought.iter().map(|brought| brought.won).collect();
        self.chances = self.chances.take().zip(won).map(|(mut chances, won)| {
            chances.add(live, &won, world);
            chances
        });
    }

    /// The action of a candidate.
    pub(super) fn action(&self, candidate: usize) -> Action {
        self.points.candidates()[candidate].action
    }

    /// What every candidate brought.
    pub(super) fn tried(&self) -> impl Iterator<Item = Tried> {
        self.points.candidates().iter().enumerate().map(|(one, candidate)| Tried {
            action: candidate.action,
            value: self.points.mean(one) as f32,
            error: self.points.error(one).map(|error| error as f32),
            rollouts: self.points.samples(one) as u32,
            chance: self.chances.as_ref().map(|chances| chances.mean(one) as f32),
        })
    }

    /// What comes of it all: the choice, how likely each legal action is, and what every candidate brought.
    pub(super) fn decision(&self, choice: usize, legal: &ActionSet, worlds: f64) -> Decision {
        Decision {
            action: self.action(choice),
            value: Some(self.points.mean(choice) as f32),
            findings: Some(Findings { tried: self.tried().collect(), worlds: worlds as f32 }),
            probabilities: self.points.probabilities(choice, legal),
        }
    }

    /// How much less the second candidate brought than the first; both have been tried in the same samples.
    pub(super) fn loss(&self) -> Loss {
        let gap = |tally: &Tally| {
            let (mean, error) = tally.difference(0, 1);
            // Beliefs may come to one world.
            let error = error.unwrap_or_else(|| tally.error_of_samples(0, 1));
            Gap { mean: mean as f32, error: error as f32 }
        };
        Loss { points: gap(&self.points), chance: self.chances.as_ref().map(gap) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_in_one_world_has_an_error() {
        let candidates = [0, 1].map(|action| Candidate { action: Action(action), prior: 0.0 });
        let mut found = Found::new(candidates.into(), 0.0, 1);
        for sample in 0..32 {
            let brought = |points: u8| Brought { points: points.into(), won: Some(0.5) };
            found.add(&[0, 1], &[brought(sample % 4), brought(1)], 0);
        }
        let loss = found.loss();
        // 0, 1, 2 and 3 have the variance 5/4.
        let error = (5.0 / 4.0 / 31.0f32).sqrt();
        assert!(loss.points.mean == 0.5 && (loss.points.error - error).abs() < 1e-6, "{loss:?}");
        assert_eq!(loss.chance, Some(Gap::default()));
    }
}
