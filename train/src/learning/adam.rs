//! Adam (Kingma and Ba 2015), on plain vectors: one pass over the weights instead of one an operation.

use rayon::prelude::*;

use crate::settings::config::LearningSettings;

/// The decay of the moments, as Kingma and Ba give it.
pub(crate) const BETAS: (f64, f64) = (0.9, 0.999);
/// The least divisor; larger than Adam's own, as is usual for PPO.
pub(crate) const EPSILON: f32 = 1e-5;
/// How many weights a thread takes at a time. Sums are made in the same parts, so that they do not depend on the
/// number of threads.
const PART: usize = 1 << 14;

/// The optimiser's state; every vector is as long as the weights.
pub(crate) struct Adam {
    pub first_moment: Vec<f32>,
    pub second_moment: Vec<f32>,
    /// Steps made.
    pub steps: u64,
    /// The gradient of the step at hand.
    gradient: Vec<f32>,
}

impl Adam {
    pub fn new(weights: usize) -> Adam {
        let zeros = || vec![0.0; weights];
        Adam { first_moment: zeros(), second_moment: zeros(), steps: 0, gradient: zeros() }
    }

    /// Moves the weights one step against the sum of some gradients, and returns the length of the sum.
    ///
    /// The sum is first cut to its greatest length; if its length is not finite, nothing moves. The decay of the weights
    /// is decoupled (Loshchilov and Hutter 2019).
    pub fn step(&mut self, weights: &mut [f32], gradients: &[&[f32]], rate: f64, settings: &LearningSettings) -> f64 {
        let norm = self.add(gradients).sqrt();
        if !norm.is_finite() {
            return norm;
        }
        self.steps += 1;
        let correction = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        let cut = (settings.max_grad_norm / norm).min(1.0) as f32;
        let keep = (1.0 - rate * settings.weight_decay) as f32;
        let rate = (rate / correction(BETAS.0)) as f32;
        let scale = (1.0 / correction(BETAS.1)) as f32;
        let (new_first, new_second) = ((1.0 - BETAS.0) as f32, (1.0 - BETAS.1) as f32);
        let parts = (
            weights.par_chunks_mut(PART),
            self.first_moment.par_chunks_mut(PART),
            self.second_moment.par_chunks_mut(PART),
            self.gradient.par_chunks(PART),
        );
        parts.into_par_iter().for_each(|(weights, first, second, gradient)| {
            for (((weight, m), v), g) in weights.iter_mut().zip(first).zip(second).zip(gradient) {
                let g = g * cut;
                *m += new_first * (g - *m);
                *v += new_second * (g * g - *v);
                *weight = *weight * keep - rate * *m / ((*v * scale).sqrt() + EPSILON);
            }
        });
        norm
    }

    /// Returns the sum of some gradients.
    pub fn sum(&mut self, gradients: &[&[f32]]) -> &[f32] {
        self.add(gradients);
        &self.gradient
    }

    /// Adds up gradients, and returns the square of the sum's length.
    fn add(&mut self, gradients: &[&[f32]]) -> f64 {
        let parts = self.gradient.par_chunks_mut(PART).enumerate().map(|(number, sum)| {
            sum.fill(0.0);
            for gradient in gradients {
                sum.iter_mut().zip(&gradient[number * PART..]).for_each(|(sum, g)| *sum += g);
            }
            sum.chunks(16).map(|chunk| f64::from(chunk.iter().map(|g| g * g).sum::<f32>())).sum()
        });
        // Collected first: a parallel sum would add in an order that depends on the threads.
        parts.collect::<Vec<f64>>().iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::Adam;
    use crate::settings::config::Config;

    #[test]
    fn steps_are_those_of_the_paper() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let sets = ["learning.max_grad_norm=5.0".into(), "learning.weight_decay=0.1".into()];
        let settings = Config::load(config.as_ref(), &sets).unwrap().learning;
        let (mut adam, mut weights) = (Adam::new(2), vec![1.0, -1.0]);
        // Two gradients whose sum is (6, 8), of length 10, and so cut to (3, 4).
        assert_eq!(adam.step(&mut weights, &[&[2.0, 8.0], &[4.0, 0.0]], 0.01, &settings), 10.0);
        // The first step is the rate against the sign, after the decay by 0.001.
        assert!((weights[0] - (0.999 - 0.01)).abs() < 1e-6 && (weights[1] - (-0.999 - 0.01)).abs() < 1e-6);
        assert!((adam.first_moment[0] - 0.3).abs() < 1e-6 && (adam.second_moment[1] - 0.016).abs() < 1e-6);
        // Short gradients are left as they are, and what is not finite moves nothing.
        adam.step(&mut weights, &[&[0.3, 0.0]], 0.01, &settings);
        assert!((adam.first_moment[0] - (0.9 * 0.3 + 0.1 * 0.3)).abs() < 1e-6);
        let before = weights.clone();
        assert!(adam.step(&mut weights, &[&[f32::NAN, 0.0]], 0.01, &settings).is_nan());
        assert_eq!((weights, adam.steps), (before, 2));
    }

    #[test]
    fn every_weight_takes_its_own_step_however_small_its_gradient() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let sets = ["learning.max_grad_norm=100.0".into(), "learning.weight_decay=0.5".into()];
        let settings = Config::load(config.as_ref(), &sets).unwrap().learning;
        // More than one part of them.
        let gradients: Vec<f32> = (0..40_000).map(|i| 1e-4 * (i % 7 + 1) as f32).collect();
        let (mut adam, mut weights) = (Adam::new(gradients.len()), vec![0.5f32; gradients.len()]);
        for _ in 0..3 {
            adam.step(&mut weights, &[&gradients], 0.003, &settings);
        }
        for place in [0, 3, 16_390, 39_999] {
            // A gradient that stays is its own mean, and its square that of its squares.
            let gradient = f64::from(gradients[place]);
            let step = 0.003 * gradient / (gradient + 1e-5);
            let expected = (0..3).fold(0.5, |weight, _| weight * (1.0 - 0.003 * 0.5) - step);
            assert!((f64::from(weights[place]) - expected).abs() < 1e-5, "{place}: {} {expected}", weights[place]);
        }
    }

    #[test]
    fn many_steps_are_those_of_the_formula() {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let sets = ["learning.max_grad_norm=100.0".into(), "learning.weight_decay=0.0".into()];
        let settings = Config::load(config.as_ref(), &sets).unwrap().learning;
        let (mut adam, mut weights) = (Adam::new(1), vec![0.5f32]);
        let (mut weight, mut m, mut v) = (0.5f64, 0.0f64, 0.0f64);
        for step in 1..=20 {
            let gradient = (step as f64 * 0.7).sin() + 0.3;
            m = 0.9 * m + 0.1 * gradient;
            v = 0.999 * v + 0.001 * gradient * gradient;
            let (m, v) = (m / (1.0 - 0.9f64.powi(step)), v / (1.0 - 0.999f64.powi(step)));
            weight -= 0.01 * m / (v.sqrt() + 1e-5);
            adam.step(&mut weights, &[&[gradient as f32]], 0.01, &settings);
            assert!((f64::from(weights[0]) - weight).abs() < 1e-5, "step {step}: {} {weight}", weights[0]);
        }
    }
}
