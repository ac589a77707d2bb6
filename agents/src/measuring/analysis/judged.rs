//! One decision beside what a bot would have done.

use elderhand_env::{Action, AnyView, Seat};

use crate::players::agent::Judgement;

/// A decision of a game, and what a bot thinks of it.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its number in the game, counted from 1.
    pub number: usize,
    /// What the seat saw.
    pub view: AnyView,
    /// What it did.
    pub action: Action,
    /// What the bot would have done, and what the action lost.
    pub judgement: Judgement,
}

impl Judged {
    /// The seat that decided.
    pub fn seat(&self) -> Seat {
        self.view.seat()
    }

    /// What the bot would have done: the choice of a search, else what it holds likeliest.
    pub fn best(&self) -> Action {
        let decision = &self.judgement.decision;
        match (self.judgement.loss, decision.probabilities.first()) {
            (None, Some(&(likeliest, _))) => likeliest,
            _ => decision.action,
        }
    }

    /// How likely the bot would have done something.
    pub fn probability(&self, action: Action) -> f32 {
        let probabilities = &self.judgement.decision.probabilities;
        probabilities.iter().find(|(other, _)| *other == action).map_or(0.0, |&(_, probability)| probability)
    }

    /// Returns `true` if points were lost beyond what luck explains; never of a bot that does not search.
    pub fn is_mistake(&self) -> bool {
        self.judgement.loss.is_some_and(|loss| loss.points.is_clear())
    }

    /// What decisions that are alike in being mistakes are ordered by.
    pub(super) fn badness(&self) -> f32 {
        match self.judgement.loss {
            Some(loss) => loss.points.mean,
            None => self.probability(self.best()) - self.probability(self.action),
        }
    }
}
