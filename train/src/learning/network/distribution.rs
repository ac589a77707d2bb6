//! The masked softmax: probabilities of the legal actions alone.

use elderhand_env::{Action, ActionSet, Stream};

/// The probabilities of the legal actions at one decision; kept and filled again, so that no decision allocates.
#[derive(Default)]
pub(crate) struct Distribution {
    pub actions: Vec<Action>,
    pub probabilities: Vec<f32>,
    pub log_probabilities: Vec<f32>,
}

impl Distribution {
    /// Fills in the softmax of the legal logits; returns `false` if it is not finite.
    pub fn fill(&mut self, logits: &[f32], legal: &ActionSet) -> bool {
        self.actions.clear();
        self.actions.extend(legal.iter());
        self.log_probabilities.clear();
        self.log_probabilities.extend(self.actions.iter().map(|action| logits[action.0 as usize]));
        let greatest = self.log_probabilities.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        self.probabilities.clear();
        self.probabilities.extend(self.log_probabilities.iter().map(|logit| (logit - greatest).exp()));
        let sum: f32 = self.probabilities.iter().sum();
        let log_sum = greatest + sum.ln();
        self.probabilities.iter_mut().for_each(|probability| *probability /= sum);
        self.log_probabilities.iter_mut().for_each(|logit| *logit -= log_sum);
        log_sum.is_finite()
    }

    /// Returns the place of a legal action among the legal ones.
    pub fn place(&self, action: Action) -> usize {
        self.actions.iter().position(|&legal| legal == action).unwrap_or(0)
    }

    /// Draws an action by its probability, and returns its place among the legal ones.
    pub fn sample(&self, stream: &mut Stream) -> usize {
        let mut left = stream.unit();
        for (place, probability) in self.probabilities.iter().enumerate() {
            left -= probability;
            if left < 0.0 {
                return place;
            }
        }
        // Rounding may leave a little; the likeliest action is always possible.
        let likeliest = self.probabilities.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        likeliest.map_or(0, |(place, _)| place)
    }

    /// Returns the mean of what each action has.
    pub fn mean(&self, of: impl Fn(Action) -> f32) -> f32 {
        self.actions.iter().zip(&self.probabilities).map(|(&action, p)| p * of(action)).sum()
    }

    /// Returns the Kullback-Leibler divergence from another distribution of the same decision, in nats.
    pub fn divergence(&self, other: &Distribution) -> f32 {
        let logs = self.log_probabilities.iter().zip(&other.log_probabilities);
        self.probabilities
            .iter()
            .zip(logs)
            .map(|(p, (log, other))| if *p > 0.0 { p * (log - other) } else { 0.0 })
            .sum()
    }

    /// Returns the entropy in nats.
    pub fn entropy(&self) -> f32 {
        -self
            .probabilities
            .iter()
            .zip(&self.log_probabilities)
            .map(|(p, log)| if *p > 0.0 { p * log } else { 0.0 })
            .sum::<f32>()
    }
}
