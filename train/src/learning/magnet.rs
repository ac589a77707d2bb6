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
    /// The fraction of the way to the policy that it goes in one iteration at the run's highest learning rate.
    step: f64,
}

impl Magnet {
    /// Makes a magnet that begins at these weights and stays `lag` iterations behind the policy, more as the rate falls.
    pub fn new(map: &ParameterMap, weights: &[f32], device: Device, lag: f64) -> Magnet {
        Magnet { weights: weights.to_vec(), network: Network::from_weights(map, weights, device), step: 1.0 / lag }
    }

    /// Replaces the weights.
    pub fn set(&mut self, weights: Vec<f32>) {
        self.weights = weights;
        self.network.upload(&self.weights);
    }

    /// Moves one step towards the weights of the policy, which learns at this part of the run's highest rate.
    ///
    /// A policy that hardly moves any more would soon carry along a magnet that keeps its pace, and then nothing holds it.
    pub fn follow(&mut self, policy: &[f32], pace: f64) {
        let step = (self.step * pace) as f32;
        self.weights.iter_mut().zip(policy).for_each(|(weight, policy)| *weight += step * (policy - *weight));
        self.network.upload(&self.weights);
    }
}
