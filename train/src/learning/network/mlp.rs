//! The network in libtorch, an MLP: forward and backward as plain matrix products into tensors that are kept.
//!
//! A tensor may be sent to another thread but not shared; so every worker holds handles of its own on the same numbers.

use tch::{Device, Kind, Tensor};

use crate::learning::network::parameters::ParameterMap;

/// Handles on the parameters of a network: the flat vector, and a weight and a bias of each layer that look into it.
pub(crate) struct Network {
    pub flat: Tensor,
    layers: Vec<(Tensor, Tensor)>,
    /// The weights by which the bits add to the outputs directly, if they do.
    direct: Option<Tensor>,
    /// The critic, whose parameters follow in the flat vector.
    pub critic: Option<Box<Network>>,
}

impl Network {
    /// Makes a network whose weights and biases look into a flat vector.
    pub fn new(map: &ParameterMap, flat: Tensor) -> Network {
        let mut offset = 0;
        let mut take = |len: usize| {
            let part = flat.narrow(0, offset, len as i64);
            offset += len as i64;
            part
        };
        let layers = map
            .layers()
            .map(|(inputs, outputs)| {
                let weight = take(inputs * outputs).view([outputs as i64, inputs as i64]);
                (weight, take(outputs))
            })
            .collect();
        let direct = map.direct().map(|(bits, outputs)| take(outputs * bits).view([outputs as i64, bits as i64]));
        let critic = map.critic().map(|critic| {
            let numbers = flat.narrow(0, map.own_parameters() as i64, critic.parameters() as i64);
            Box::new(Network::new(critic, numbers))
        });
        Network { flat, layers, direct, critic }
    }

    /// Makes a network by uploading weights to a device.
    pub fn from_weights(map: &ParameterMap, weights: &[f32], device: Device) -> Network {
        Network::new(map, Tensor::from_slice(weights).to_device(device))
    }

    /// Uploads weights to the device; every handle sees them.
    pub fn upload(&mut self, weights: &[f32]) {
        self.flat.copy_(&Tensor::from_slice(weights));
    }

    /// Makes another handle on the same numbers.
    pub fn handle(&self) -> Network {
        let layers = self.layers.iter().map(|(weight, bias)| (weight.shallow_clone(), bias.shallow_clone())).collect();
        Network {
            flat: self.flat.shallow_clone(),
            layers,
            direct: self.direct.as_ref().map(Tensor::shallow_clone),
            critic: self.critic.as_ref().map(|critic| Box::new(critic.handle())),
        }
    }
}

/// The tensors of one forward and backward pass of up to [`Workspace::rows`] rows.
pub(crate) struct Workspace {
    /// The greatest number of rows at once.
    pub rows: usize,
    widths: Vec<usize>,
    input: Tensor,
    /// The output of each layer, after its ReLU if it has one.
    outputs: Vec<Tensor>,
    /// The gradient by the output of each layer.
    gradients: Vec<Tensor>,
    bits: Vec<u8>,
}

impl Workspace {
    /// Makes room for passes of up to `rows` rows.
    pub fn new(map: &ParameterMap, rows: usize, device: Device) -> Workspace {
        let tensor = |width: usize| Tensor::zeros([rows as i64, width as i64], (Kind::Float, device));
        let widths: Vec<usize> = map.layers().map(|(_, outputs)| outputs).collect();
        Workspace {
            rows,
            input: tensor(map.bits()),
            outputs: widths.iter().map(|&width| tensor(width)).collect(),
            gradients: widths.iter().map(|&width| tensor(width)).collect(),
            bits: vec![0; rows * map.bits()],
            widths,
        }
    }

    /// Runs a network on packed rows and writes its outputs.
    ///
    /// These are, for each row, a logit for every action and then the value.
    pub fn forward<'a>(
        &mut self,
        network: &Network,
        rows: impl ExactSizeIterator<Item = &'a [u64]>,
        out: &mut Vec<f32>,
    ) {
        let (count, width) = (rows.len() as i64, self.input.size()[1] as usize);
        for (row, bits) in rows.zip(self.bits.chunks_exact_mut(width)) {
            unpack(row, bits);
        }
        let mut x = self.input.narrow(0, 0, count);
        x.copy_(&Tensor::from_slice(&self.bits[..count as usize * width]).view([count, width as i64]));
        let last = network.layers.len() - 1;
        for (i, (weight, bias)) in network.layers.iter().enumerate() {
            let mut y = self.outputs[i].narrow(0, 0, count);
            let _ = bias.addmm_out(&y, &x, &weight.tr());
            if i < last {
                let _ = y.relu_();
            }
            x = y;
        }
        if let Some(direct) = &network.direct {
            let _ = x.addmm_(&self.input.narrow(0, 0, count), &direct.tr());
        }
        out.resize(count as usize * self.widths[last], 0.0);
        x.copy_data(out, count as usize * self.widths[last]);
    }

    /// Adds the gradient by the parameters, given the gradient by the outputs of the last [`Workspace::forward`].
    pub fn backward(&mut self, network: &Network, by_outputs: &[f32], gradient: &mut Network) {
        let last = network.layers.len() - 1;
        let width = self.widths[last] as i64;
        let count = by_outputs.len() as i64 / width;
        let mut dy = self.gradients[last].narrow(0, 0, count);
        dy.copy_(&Tensor::from_slice(by_outputs).view([count, width]));
        if let Some(direct) = &mut gradient.direct {
            let _ = direct.addmm_(&dy.tr(), &self.input.narrow(0, 0, count));
        }
        for i in (0..=last).rev() {
            let x = if i == 0 { &self.input } else { &self.outputs[i - 1] }.narrow(0, 0, count);
            let (weight, bias) = &mut gradient.layers[i];
            let _ = weight.addmm_(&dy.tr(), &x);
            *bias += dy.sum_dim_intlist(0, false, Kind::Float);
            if i > 0 {
                let dx = self.gradients[i - 1].narrow(0, 0, count);
                let _ = dy.mm_out(&dx, &network.layers[i].0);
                // Through the ReLU: nothing where it put out nothing.
                let _ = x.threshold_backward_grad_input(&dx, &dx, 0.0);
                dy = dx;
            }
        }
    }
}

/// Writes each bit of a packed row as a byte of 0 or 1.
fn unpack(words: &[u64], bits: &mut [u8]) {
    for (word, bits) in words.iter().zip(bits.chunks_mut(64)) {
        for (byte, bits) in word.to_le_bytes().into_iter().zip(bits.chunks_mut(8)) {
            // Copies the byte eight times, keeps bit i of copy i, and moves it to the copy's lowest bit.
            let spread = (u64::from(byte) * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
            let spread = (spread + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101;
            bits.copy_from_slice(&spread.to_le_bytes()[..bits.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::Stream;
    use tch::{Device, Kind, Tensor};

    use super::{Network, Workspace, unpack};
    use crate::learning::network::parameters::ParameterMap;
    use crate::settings::config::NetworkSettings;

    #[test]
    fn the_gradient_is_the_one_that_libtorch_finds() {
        [true, false].into_iter().for_each(compare);
    }

    /// Compares outputs and gradients of a network with or without its direct part.
    fn compare(direct: bool) {
        let form = NetworkSettings { trunk: vec![32, 24], direct, start: String::new() };
        let (map, mut stream) = (ParameterMap::new(70, &form, 9), Stream::new(3));
        let flat: Vec<f32> = (0..map.parameters()).map(|_| 0.4 * (stream.unit() - 0.5)).collect();
        let flat = Tensor::from_slice(&flat);
        let rows: Vec<[u64; 2]> = (0..17).map(|_| [stream.bits(), stream.bits() >> 58]).collect();
        let by_outputs: Vec<f32> = (0..17 * 10).map(|_| stream.unit() - 0.5).collect();

        let network = Network::new(&map, flat.copy());
        let mut gradient = Network::new(&map, flat.zeros_like());
        let mut space = Workspace::new(&map, 20, Device::Cpu);
        let mut outputs = Vec::new();
        for _ in 0..2 {
            space.forward(&network, rows.iter().map(|row| row.as_slice()), &mut outputs);
            space.backward(&network, &by_outputs, &mut gradient);
        }

        let traced = Network::new(&map, flat.copy().set_requires_grad(true));
        let bits = rows.iter().flat_map(|row| (0..70).map(|i| (row[i / 64] >> (i % 64) & 1) as f32));
        let bits = Tensor::from_slice(&bits.collect::<Vec<f32>>()).view([17, 70]);
        let mut x = bits.shallow_clone();
        for (i, (weight, bias)) in traced.layers.iter().enumerate() {
            let y = x.linear(weight, Some(bias));
            x = if i < 2 { y.relu() } else { y };
        }
        if let Some(direct) = &traced.direct {
            x += bits.matmul(&direct.tr());
        }
        (&x * Tensor::from_slice(&by_outputs).view([17, 10])).sum(Kind::Float).backward();
        let near = |a: &Tensor, b: &Tensor| (a - b).abs().max().double_value(&[]) < 1e-4;
        assert!(near(&Tensor::from_slice(&outputs), &x.detach().view([170])));
        assert!(near(&(gradient.flat / 2), &traced.flat.grad()), "what is added twice is twice as much");
    }

    #[test]
    fn unpacks_every_bit_in_its_place() {
        let words = [0x8000_0000_0000_0001, 0xdead_beef_0123_4567, 0b101];
        let mut bits = [9; 131];
        unpack(&words, &mut bits);
        for (i, &bit) in bits.iter().enumerate() {
            assert_eq!(u64::from(bit), words[i / 64] >> (i % 64) & 1, "bit {i}");
        }
    }
}
