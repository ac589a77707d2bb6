//! The optimiser of [`adam`](crate::learning::adam) on a device, where the weights are.
//!
//! libtorch adds products and quotients without a factor. So that a step has few operations, the factors are in what is kept:
//! the first moment has its sign changed, and the second is so many times what it is.

use tch::{Device, Tensor};

use crate::learning::adam::{Adam, BETAS, EPSILON};
use crate::settings::config::LearningSettings;

/// What the second moment is multiplied by.
const TIMES: f64 = 1.0 / (1.0 - BETAS.1);

/// The optimiser's state on a device, for one update.
pub(super) struct DeviceAdam {
    minus_first: Tensor,
    scaled_second: Tensor,
    steps: u64,
}

impl DeviceAdam {
    /// Takes the state to a device.
    pub fn send(adam: &Adam, device: Device) -> DeviceAdam {
        let send = |moment: &[f32]| Tensor::from_slice(moment).to_device(device);
        DeviceAdam {
            minus_first: -send(&adam.first_moment),
            scaled_second: send(&adam.second_moment) * TIMES,
            steps: adam.steps,
        }
    }

    /// Brings the state back.
    pub fn fetch(&self, adam: &mut Adam) {
        let fetch = |moment: Tensor, out: &mut [f32]| moment.copy_data(out, out.len());
        fetch(-&self.minus_first, &mut adam.first_moment);
        fetch(&self.scaled_second / TIMES, &mut adam.second_moment);
        adam.steps = self.steps;
    }

    /// Moves the weights one step against a gradient, which it spoils, and returns how long that was.
    ///
    /// A gradient that is not finite spoils the weights: nobody waits here to see it.
    pub fn step(&mut self, weights: &mut Tensor, gradient: &mut Tensor, rate: f64, by: &LearningSettings) -> Tensor {
        self.steps += 1;
        let correction = |beta: f64| 1.0 - beta.powf(self.steps as f64);
        let norm = gradient.norm();
        // Cut to its greatest length, and its sign changed.
        let _ = gradient.g_div_(&(&norm * (-1.0 / by.max_grad_norm)).clamp_max_(-1.0));
        let _ = self.minus_first.lerp_(gradient, 1.0 - BETAS.0);
        let _ = self.scaled_second.g_mul_scalar_(BETAS.1);
        let _ = self.scaled_second.addcmul_(gradient, gradient);
        // The rate is in the divisor, which would be without end for none.
        if rate > 0.0 {
            let rate_now = rate / correction(BETAS.0);
            let scale = 1.0 / (TIMES * correction(BETAS.1) * rate_now * rate_now);
            let divisor = (&self.scaled_second * scale).sqrt_().g_add_scalar_(f64::from(EPSILON) / rate_now);
            if by.weight_decay != 0.0 {
                let _ = weights.g_mul_scalar_(1.0 - rate * by.weight_decay);
            }
            let _ = weights.addcdiv_(&self.minus_first, &divisor);
        }
        norm
    }
}
