//! Passes on packed rows, on the processor.

use tch::{Device, Tensor};

use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::network::pass::Pass;
use crate::learning::network::sparse::OnBits;

/// What one thread needs for a forward and backward pass of up to [`Workspace::rows`] rows.
pub(crate) struct Workspace {
    pass: Pass,
    input: Input,
    /// The number of outputs of the first layer.
    first: usize,
    /// The number of parameters before the direct part, which comes last.
    before_direct: usize,
}

/// The rows of a pass.
enum Input {
    /// Room for a number a bit, and to unpack them.
    Dense(Tensor, Vec<u8>),
    /// The bits that are on, and room for the numbers of one layer.
    Sparse(OnBits, Vec<f32>),
}

impl Workspace {
    /// Makes room for passes of up to `rows` rows.
    pub fn new(map: &ParameterMap, rows: usize) -> Workspace {
        let input = match map.is_sparse() {
            true => Input::Sparse(OnBits::default(), Vec::new()),
            false => {
                let bits = Tensor::zeros([rows as i64, map.bits() as i64], (map.kind_of_rows(), Device::Cpu));
                Input::Dense(bits, vec![0; rows * map.bits()])
            }
        };
        Workspace {
            pass: Pass::new(map, rows, Device::Cpu),
            input,
            first: map.layers().next().map_or(0, |(_, outputs)| outputs),
            before_direct: map.own_parameters() - map.direct().map_or(0, |(bits, outputs)| bits * outputs),
        }
    }

    /// Returns the greatest number of rows at once.
    pub fn rows(&self) -> usize {
        self.pass.rows
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
        let count = rows.len();
        let length = count * self.pass.width;
        match &mut self.input {
            Input::Dense(input, bytes) => {
                let width = input.size()[1] as usize;
                for (row, bits) in rows.zip(bytes.chunks_exact_mut(width)) {
                    unpack(row, bits);
                }
                let mut input = input.narrow(0, 0, count as i64);
                input.copy_(&Tensor::from_slice(&bytes[..count * width]).view([count as i64, width as i64]));
                out.resize(length, 0.0);
                self.pass.forward(network, &input).copy_data(out, length);
            }
            Input::Sparse(on, sums) => {
                on.read(rows);
                let weights = network.host.read().expect("no thread panics");
                sums.clear();
                sums.resize(count * self.first, 0.0);
                on.add_weights(&weights[network.offset..], self.first, sums);
                let sums = Tensor::from_slice(sums).view([count as i64, self.first as i64]);
                let _ = sums.add_out(&self.pass.first(count as i64), &network.layers[0].1);
                out.resize(length, 0.0);
                self.pass.above(network, count as i64).copy_data(out, length);
                if network.direct.is_some() {
                    on.add_weights(&weights[network.offset + self.before_direct..], self.pass.width, out);
                }
            }
        }
    }

    /// Adds the gradient by the parameters, given the gradient by the outputs of the last [`Workspace::forward`].
    pub fn backward(&mut self, network: &Network, by_outputs: &[f32], gradient: &mut Network) {
        let width = self.pass.width;
        let count = by_outputs.len() / width;
        self.pass.slopes(count as i64).copy_(&Tensor::from_slice(by_outputs).view([count as i64, width as i64]));
        match &mut self.input {
            Input::Dense(input, _) => self.pass.backward(network, &input.narrow(0, 0, count as i64), gradient),
            Input::Sparse(on, numbers) => {
                let dy = self.pass.backward_above(network, count as i64, gradient);
                numbers.resize(count * self.first, 0.0);
                dy.copy_data(numbers, count * self.first);
                let sums = &mut gradient.host.write().expect("no thread panics")[gradient.offset..];
                on.add_gradient(numbers, self.first, sums);
                if gradient.direct.is_some() {
                    on.add_gradient(by_outputs, width, &mut sums[self.before_direct..]);
                }
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

    use super::{Workspace, unpack};
    use crate::learning::network::mlp::Network;
    use crate::learning::network::parameters::ParameterMap;
    use crate::settings::config::NetworkSettings;

    #[test]
    fn the_gradient_is_the_one_that_libtorch_finds() {
        for (direct, sparse) in [(true, true), (true, false), (false, true), (false, false)] {
            compare(direct, sparse);
        }
    }

    /// Compares outputs and gradients of a network with or without its direct part, by all bits or by those that are on.
    fn compare(direct: bool, sparse: bool) {
        let form = NetworkSettings { trunk: vec![32, 24], direct, hints: false, start: String::new() };
        let (map, mut stream) = (ParameterMap::new(70, &form, 9).sparse(sparse), Stream::new(3));
        let flat: Vec<f32> = (0..map.parameters()).map(|_| 0.4 * (stream.unit() - 0.5)).collect();
        let rows: Vec<[u64; 2]> = (0..17).map(|_| [stream.bits(), stream.bits() >> 58]).collect();
        let by_outputs: Vec<f32> = (0..17 * 10).map(|_| stream.unit() - 0.5).collect();

        let network = Network::from_weights(&map, &flat, Device::Cpu);
        let mut gradient = Network::gradient(&map, Device::Cpu);
        let mut space = Workspace::new(&map, 20);
        let mut outputs = Vec::new();
        for _ in 0..2 {
            space.forward(&network, rows.iter().map(|row| row.as_slice()), &mut outputs);
            space.backward(&network, &by_outputs, &mut gradient);
        }

        let leaf = Tensor::from_slice(&flat).set_requires_grad(true);
        let traced = Network::new(&map.clone().sparse(false), &leaf);
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
        let mut found = vec![0.0; map.parameters()];
        gradient.read(&mut found);
        assert!(near(&(Tensor::from_slice(&found) / 2), &leaf.grad()), "what is added twice is twice as much");
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
