//! The masked softmax of many decisions at once: see [`distribution`](crate::learning::network::distribution).

use tch::{Kind, Tensor};

/// What stands for the logarithm of 0, so that 0 times it is 0.
const LEAST: f64 = -1e30;

/// The probabilities of actions, a row a decision; those of illegal ones are 0.
pub(super) struct Policy {
    pub probabilities: Tensor,
    pub log_probabilities: Tensor,
}

impl Policy {
    /// Makes the softmax of the logits, which come first among the outputs, of what is not illegal.
    pub fn new(outputs: &Tensor, illegal: &Tensor) -> Policy {
        let logits = outputs.narrow(1, 0, illegal.size()[1]);
        let mut logs = logits.masked_fill(illegal, f64::NEG_INFINITY).log_softmax(-1, Kind::Float);
        Policy { probabilities: logs.exp(), log_probabilities: logs.clamp_min_(LEAST) }
    }

    /// Returns a column of the actions that a column of numbers from 0 to 1 draws by the probabilities.
    pub fn sample(&self, draws: &Tensor) -> Tensor {
        let passed = self.probabilities.cumsum(-1, Kind::Float).le_tensor(draws);
        let drawn = passed.sum_dim_intlist(-1, true, Kind::Int64);
        // Rounding may leave a little; the likeliest action is always possible.
        let beyond = drawn.ge(self.probabilities.size()[1]);
        self.probabilities.argmax(-1, true).where_self(&beyond, &drawn)
    }

    /// Returns a column of the logarithms of the probabilities of a column of actions.
    pub fn log_of(&self, actions: &Tensor) -> Tensor {
        self.log_probabilities.gather(1, actions, false)
    }

    /// Returns a column of the means of what each action has, by the probabilities.
    pub fn mean(&self, of_actions: &Tensor) -> Tensor {
        (&self.probabilities * of_actions).sum_dim_intlist(-1, true, Kind::Float)
    }
}
