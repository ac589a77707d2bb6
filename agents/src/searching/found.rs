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
            // Two are compared in several worlds.
            Gap { mean: mean as f32, error: error.unwrap_or_default() as f32 }
        };
        Loss { points: gap(&self.points), chance: self.chances.as_ref().map(gap) }
    }
}
