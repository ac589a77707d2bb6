//! What the policy is drawn to: a slow average of itself.
//!
//! Two policies that learn from each other go round in circles. A pull towards where they have been lately, by the
//! reverse Kullback-Leibler divergence, brings them to rest (Sokota 2023, Perolat 2022).

use tch::Device;

use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::Layout;

pub(crate) struct Magnet {
    pub weights: Vec<f32>,
    pub network: Network,
    /// The share of the way to the policy that it goes in one iteration.
    share: f32,
}

impl Magnet {
    /// Begins at these weights and stays so many iterations behind.
    pub fn new(layout: &Layout, weights: &[f32], device: Device, lag: f64) -> Magnet {
        Magnet { weights: weights.to_vec(), network: Network::of(layout, weights, device), share: (1.0 / lag) as f32 }
    }

    /// Takes other weights.
    pub fn set(&mut self, weights: Vec<f32>) {
        self.weights = weights;
        self.network.show(&self.weights);
    }

    /// Follows the policy for one iteration.
    pub fn follow(&mut self, policy: &[f32]) {
        self.weights.iter_mut().zip(policy).for_each(|(weight, policy)| *weight += self.share * (policy - *weight));
        self.network.show(&self.weights);
    }
}
