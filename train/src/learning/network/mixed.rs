//! Products with the bits of observations in bfloat16, which has the range of f32 and eight digits.
//!
//! These are most of the work, and bits are as exact so as in f32; weights, and slopes on their way to the gradient, are rounded
//! to one part in 256. All that is kept, added up or stepped by is f32.

use tch::{Device, Kind, Tensor};

use crate::learning::network::parameters::ParameterMap;

/// The kind of the factors.
pub(super) const KIND: Kind = Kind::BFloat16;

/// Rounded copies of the weights that bits lead to.
pub(super) struct Rounded {
    /// Of the first layer.
    first: Tensor,
    /// Of those by which bits add to the outputs.
    direct: Option<Tensor>,
}

impl Rounded {
    /// Rounds weights.
    pub fn new(first: &Tensor, direct: Option<&Tensor>) -> Rounded {
        let round = |weight: &Tensor| weight.tr().to_kind(KIND);
        Rounded { first: round(first), direct: direct.map(round) }
    }

    /// Rounds them again, where every handle sees it.
    pub fn update(&mut self, first: &Tensor, direct: Option<&Tensor>) {
        self.first.copy_(&first.tr());
        if let (Some(rounded), Some(weight)) = (&mut self.direct, direct) {
            rounded.copy_(&weight.tr());
        }
    }

    /// Makes another handle on the same numbers.
    pub fn handle(&self) -> Rounded {
        Rounded { first: self.first.shallow_clone(), direct: self.direct.as_ref().map(Tensor::shallow_clone) }
    }
}

/// Room for the products of one pass.
pub(super) struct Products {
    /// A row for each row of bits: of the first layer, and of the outputs.
    rows: [Tensor; 2],
    /// A row for each bit.
    bits: [Tensor; 2],
}

impl Products {
    /// Makes room for so many rows at once.
    pub fn new(map: &ParameterMap, rows: usize, device: Device) -> Products {
        let room = |height: usize, width: usize| Tensor::zeros([height as i64, width as i64], (KIND, device));
        let mut widths = map.layers().map(|(_, outputs)| outputs);
        let first = widths.next().unwrap_or_default();
        let last = map.direct().map_or(0, |(_, outputs)| outputs);
        Products {
            rows: [first, last].map(|width| room(rows, width)),
            bits: [first, last].map(|width| room(map.bits(), width)),
        }
    }

    /// Writes what the first layer makes of rows of bits.
    pub fn first(&self, weights: &Rounded, bias: &Tensor, input: &Tensor, out: &Tensor) {
        let product = self.rows[0].narrow(0, 0, input.size()[0]);
        let _ = input.mm_out(&product, &weights.first);
        let _ = product.add_out(out, bias);
    }

    /// Adds to the outputs what the bits add directly, if they do.
    pub fn add_direct(&self, weights: &Rounded, input: &Tensor, out: &mut Tensor) {
        if let Some(direct) = &weights.direct {
            let product = self.rows[1].narrow(0, 0, input.size()[0]);
            let _ = input.mm_out(&product, direct);
            let _ = out.g_add_(&product);
        }
    }

    /// Adds the gradient by the weights of the first layer or, if not, by those of the direct part.
    pub fn add_gradient(&self, first: bool, slopes: &Tensor, input: &Tensor, gradient: &Tensor) {
        let product = &self.bits[usize::from(!first)];
        let _ = input.tr().mm_out(product, &slopes.to_kind(KIND));
        let _ = gradient.tr().g_add_(product);
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::Stream;
    use tch::Device;

    use crate::learning::network::mlp::Network;
    use crate::learning::network::parameters::ParameterMap;
    use crate::learning::network::workspace::Workspace;
    use crate::settings::config::NetworkSettings;

    /// The outputs of some rows and the gradient of a linear function of them.
    fn pass(map: &ParameterMap, weights: &[f32], rows: &[Vec<u64>], slopes: &[f32]) -> [Vec<f32>; 2] {
        let mut network = Network::gradient(map, Device::Cpu);
        network.upload(weights);
        // A handle sees weights that are uploaded after it was made.
        let handle = network.handle();
        network.upload(&weights.iter().map(|weight| 2.0 * weight).collect::<Vec<_>>());
        let (mut space, mut out) = (Workspace::new(map, rows.len() + 3), Vec::new());
        space.forward(&handle, rows.iter().map(Vec::as_slice), &mut out);
        let mut gradient = Network::gradient(map, Device::Cpu);
        // Twice, since gradients are added up.
        (0..2).for_each(|_| space.backward(&handle, slopes, &mut gradient));
        let mut flat = vec![0.0; map.parameters()];
        gradient.read(&mut flat);
        [out, flat]
    }

    #[test]
    fn rounding_moves_outputs_and_gradient_a_little() {
        let mut stream = Stream::new(3);
        for direct in [true, false] {
            let form = NetworkSettings { trunk: vec![48, 32], direct, hints: false, start: String::new() };
            let map = || ParameterMap::new(300, &form, 11);
            let weights = map().first_weights(&mut stream, 0.5);
            let rows: Vec<Vec<u64>> = (0..40)
                .map(|_| {
                    (0..5).map(|word| stream.below(1 << 31) as u64 * if word < 4 { 1 << 20 | 1 } else { 1 }).collect()
                })
                .collect();
            let slopes: Vec<f32> = (0..40 * 12).map(|_| stream.unit() - 0.5).collect();
            let [full, mixed] = [false, true].map(|mixed| pass(&map().mixed(mixed), &weights, &rows, &slopes));
            for (full, mixed) in full.iter().zip(&mixed) {
                let square =
                    |numbers: &mut dyn Iterator<Item = f32>| numbers.map(|number| number * number).sum::<f32>();
                let all = square(&mut full.iter().copied());
                let moved = square(&mut full.iter().zip(mixed).map(|(a, b)| a - b));
                assert!(all > 0.0 && moved > 0.0 && (moved / all).sqrt() < 0.02, "{moved} of {all}");
            }
        }
    }
}
