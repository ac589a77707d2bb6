//! What the policy is drawn to: a slow average of itself.
//!
//! Two policies that learn from each other go round in circles. A pull towards where they have been lately, by the
//! reverse Kullback-Leibler divergence, brings them to rest (Sokota 2023, Perolat 2022).

use tch::Device;

use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;

/// The slow average and its network.
pub(crate) struct Magnet {
    pub weights: Vec<f32>,
    pub network: Network,
    /// The fraction of the way to the policy that it goes in one iteration.
    step: f32,
}

impl Magnet {
    /// Makes a magnet that begins at these weights and stays `lag` iterations behind the policy.
    pub fn new(map: &ParameterMap, weights: &[f32], device: Device, lag: f64) -> Magnet {
        Magnet {
            weights: weights.to_vec(),
            network: Network::from_weights(map, weights, device),
            step: (1.0 / lag) as f32,
        }
    }

    /// Replaces the weights.
    pub fn set(&mut self, weights: Vec<f32>) {
        self.weights = weights;
        self.network.upload(&self.weights);
    }

    /// Moves one step towards the weights of the policy.
    pub fn follow(&mut self, policy: &[f32]) {
        self.weights.iter_mut().zip(policy).for_each(|(weight, policy)| *weight += self.step * (policy - *weight));
        self.network.upload(&self.weights);
    }
}
