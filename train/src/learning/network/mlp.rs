//! The network in libtorch, an MLP: forward and backward as plain matrix products into tensors that are kept.
//!
//! A tensor may be sent to another thread but not shared; so every worker holds handles of its own on the same numbers.
//! What bits lead to may be added up without libtorch, since few are on: see [`sparse`](super::sparse).

use std::ops::Range;
use std::sync::{Arc, RwLock};

use rayon::prelude::*;
use tch::{Device, Kind, Tensor};

use crate::learning::network::mixed::{self, Products, Rounded};
use crate::learning::network::parameters::ParameterMap;
use crate::learning::network::sparse::OnBits;

/// How many numbers a thread copies at a time.
const PART: usize = 1 << 14;

/// Handles on the parameters of a network: the flat vector, and a weight and a bias of each layer that look into it.
pub(crate) struct Network {
    /// The parts of the flat vector that libtorch computes with, and where they are.
    parts: Vec<(Range<usize>, Tensor)>,
    /// The numbers that are added up without libtorch; the others there mean nothing.
    host: Arc<RwLock<Vec<f32>>>,
    /// Where these are: together with the parts, all.
    host_parts: Vec<Range<usize>>,
    /// Where its own numbers begin there.
    offset: usize,
    layers: Vec<(Tensor, Tensor)>,
    /// The weights by which the bits add to the outputs directly, if they do.
    direct: Option<Tensor>,
    /// What the bits lead to, rounded, where precision is mixed.
    rounded: Option<Rounded>,
    /// The critic, whose parameters follow in the flat vector.
    pub critic: Option<Box<Network>>,
}

impl Network {
    /// Makes a network whose weights and biases look into a flat vector.
    fn new(map: &ParameterMap, flat: &Tensor) -> Network {
        let host_parts = if map.is_sparse() { map.of_bits() } else { Vec::new() };
        let host = vec![0.0; host_parts.last().map_or(0, |part| part.end)];
        // A device takes all at once, and so do not the caches of a processor.
        let most = if flat.device() == Device::Cpu { PART } else { map.parameters() };
        let starts = [0].into_iter().chain(host_parts.iter().map(|part| part.end));
        let ends = host_parts.iter().map(|part| part.start).chain([map.parameters()]);
        let cut =
            |(start, end): (usize, usize)| (start..end).step_by(most).map(move |start| start..(start + most).min(end));
        let parts = starts.zip(ends).flat_map(cut);
        let parts = parts.map(|part| (part.clone(), flat.narrow(0, part.start as i64, part.len() as i64))).collect();
        Network { parts, host_parts, ..Network::at(map, flat, &Arc::new(RwLock::new(host)), 0) }
    }

    /// Makes a network whose numbers begin at an offset.
    fn at(map: &ParameterMap, flat: &Tensor, host: &Arc<RwLock<Vec<f32>>>, offset: usize) -> Network {
        let mut place = offset as i64;
        let mut take = |len: usize| {
            let part = flat.narrow(0, place, len as i64);
            place += len as i64;
            part
        };
        let layers: Vec<(Tensor, Tensor)> = map
            .layers()
            .enumerate()
            .map(|(layer, (inputs, outputs))| {
                let weight = take(inputs * outputs);
                let weight = match layer {
                    0 => weight.view([inputs as i64, outputs as i64]).tr(),
                    _ => weight.view([outputs as i64, inputs as i64]),
                };
                (weight, take(outputs))
            })
            .collect();
        let direct = map.direct().map(|(bits, outputs)| take(outputs * bits).view([bits as i64, outputs as i64]).tr());
        let critic = |critic| Box::new(Network::at(critic, flat, host, offset + map.own_parameters()));
        let critic = map.critic().map(critic);
        let rounded = map.is_mixed().then(|| Rounded::new(&layers[0].0, direct.as_ref()));
        let (parts, host_parts, host) = (Vec::new(), Vec::new(), Arc::clone(host));
        Network { parts, host_parts, host, offset, layers, direct, rounded, critic }
    }

    /// Makes a place for a gradient, which is 0.
    pub fn gradient(map: &ParameterMap, device: Device) -> Network {
        Network::new(map, &Tensor::zeros([map.parameters() as i64], (Kind::Float, device)))
    }

    /// Sets a gradient to 0.
    pub fn clear(&mut self) {
        self.parts.iter_mut().for_each(|(_, part)| drop(part.zero_()));
        let mut host = self.host.write().expect("no thread panics");
        self.host_parts.iter().for_each(|part| host[part.clone()].fill(0.0));
    }

    /// Writes a gradient, as long as the flat vector.
    pub fn read(&self, out: &mut [f32]) {
        self.parts.iter().for_each(|(place, part)| part.copy_data(&mut out[place.clone()], place.len()));
        let host = self.host.read().expect("no thread panics");
        self.host_parts.iter().for_each(|part| out[part.clone()].copy_from_slice(&host[part.clone()]));
    }

    /// Makes a network by uploading weights to a device.
    pub fn from_weights(map: &ParameterMap, weights: &[f32], device: Device) -> Network {
        let mut network = Network::gradient(map, device);
        network.upload(weights);
        network
    }

    /// Uploads weights to the device; every handle sees them.
    pub fn upload(&mut self, weights: &[f32]) {
        self.parts.par_iter_mut().for_each(|(place, part)| part.copy_(&Tensor::from_slice(&weights[place.clone()])));
        let mut host = self.host.write().expect("no thread panics");
        for part in &self.host_parts {
            let copies = host[part.clone()].par_chunks_mut(PART).zip(weights[part.clone()].par_chunks(PART));
            copies.for_each(|(copy, weights)| copy.copy_from_slice(weights));
        }
        drop(host);
        self.round();
    }

    /// Rounds what was uploaded, where precision is mixed.
    fn round(&mut self) {
        if let Some(rounded) = &mut self.rounded {
            rounded.update(&self.layers[0].0, self.direct.as_ref());
        }
        self.critic.iter_mut().for_each(|critic| critic.round());
    }

    /// Makes another handle on the same numbers, which neither clears nor reads nor uploads them.
    pub fn handle(&self) -> Network {
        let layers = self.layers.iter().map(|(weight, bias)| (weight.shallow_clone(), bias.shallow_clone())).collect();
        Network {
            parts: Vec::new(),
            host: Arc::clone(&self.host),
            host_parts: Vec::new(),
            offset: self.offset,
            layers,
            direct: self.direct.as_ref().map(Tensor::shallow_clone),
            rounded: self.rounded.as_ref().map(Rounded::handle),
            critic: self.critic.as_ref().map(|critic| Box::new(critic.handle())),
        }
    }
}

/// The tensors of one forward and backward pass of up to [`Workspace::rows`] rows.
pub(crate) struct Workspace {
    /// The greatest number of rows at once.
    pub rows: usize,
    widths: Vec<usize>,
    input: Input,
    /// Where products are rounded, if precision is mixed.
    products: Option<Products>,
    /// The number of parameters before the direct part, which comes last.
    before_direct: usize,
    /// The output of each layer, after its ReLU if it has one.
    outputs: Vec<Tensor>,
    /// The gradient by the output of each layer.
    gradients: Vec<Tensor>,
}

/// The rows of a pass.
enum Input {
    /// A number a bit, and room to unpack them.
    Dense(Tensor, Vec<u8>),
    /// The bits that are on, and room for the numbers of one layer.
    Sparse(OnBits, Vec<f32>),
}

impl Workspace {
    /// Makes room for passes of up to `rows` rows.
    pub fn new(map: &ParameterMap, rows: usize, device: Device) -> Workspace {
        let tensor = |width: usize| Tensor::zeros([rows as i64, width as i64], (Kind::Float, device));
        let input = match map.is_sparse() {
            true => Input::Sparse(OnBits::default(), Vec::new()),
            false => {
                let kind = if map.is_mixed() { mixed::KIND } else { Kind::Float };
                let bits = Tensor::zeros([rows as i64, map.bits() as i64], (kind, device));
                Input::Dense(bits, vec![0; rows * map.bits()])
            }
        };
        let widths: Vec<usize> = map.layers().map(|(_, outputs)| outputs).collect();
        Workspace {
            rows,
            input,
            products: map.is_mixed().then(|| Products::new(map, rows, device)),
            before_direct: map.own_parameters() - map.direct().map_or(0, |(bits, outputs)| bits * outputs),
            outputs: widths.iter().map(|&width| tensor(width)).collect(),
            gradients: widths.iter().map(|&width| tensor(width)).collect(),
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
        let count = rows.len();
        let last = network.layers.len() - 1;
        let narrow = |tensor: &Tensor| tensor.narrow(0, 0, count as i64);
        match &mut self.input {
            Input::Dense(input, bytes) => {
                let width = input.size()[1] as usize;
                for (row, bits) in rows.zip(bytes.chunks_exact_mut(width)) {
                    unpack(row, bits);
                }
                let bytes = Tensor::from_slice(&bytes[..count * width]).view([count as i64, width as i64]);
                narrow(input).copy_(&bytes);
                let ((weight, bias), out) = (&network.layers[0], narrow(&self.outputs[0]));
                match (&self.products, &network.rounded) {
                    (Some(products), Some(weight)) => products.first(weight, bias, &narrow(input), &out),
                    _ => drop(bias.addmm_out(&out, &narrow(input), &weight.tr())),
                }
            }
            Input::Sparse(on, sums) => {
                on.read(rows);
                let weights = &network.host.read().expect("no thread panics")[network.offset..];
                let width = self.widths[0];
                sums.clear();
                sums.resize(count * width, 0.0);
                on.add_weights(weights, width, sums);
                let sums = Tensor::from_slice(sums).view([count as i64, width as i64]);
                let _ = sums.add_out(&narrow(&self.outputs[0]), &network.layers[0].1);
            }
        }
        let mut x = narrow(&self.outputs[0]);
        for (i, (weight, bias)) in network.layers.iter().enumerate().skip(1) {
            let _ = x.relu_();
            let y = narrow(&self.outputs[i]);
            let _ = bias.addmm_out(&y, &x, &weight.tr());
            x = y;
        }
        let width = self.widths[last];
        if let (Some(direct), Input::Dense(input, _)) = (&network.direct, &self.input) {
            match (&self.products, &network.rounded) {
                (Some(products), Some(weights)) => products.add_direct(weights, &narrow(input), &mut x),
                _ => drop(x.addmm_(&narrow(input), &direct.tr())),
            }
        }
        out.resize(count * width, 0.0);
        x.copy_data(out, count * width);
        if let (Some(_), Input::Sparse(on, _)) = (&network.direct, &self.input) {
            let weights = network.host.read().expect("no thread panics");
            on.add_weights(&weights[network.offset + self.before_direct..], width, out);
        }
    }

    /// Adds the gradient by the parameters, given the gradient by the outputs of the last [`Workspace::forward`].
    pub fn backward(&mut self, network: &Network, by_outputs: &[f32], gradient: &mut Network) {
        let last = network.layers.len() - 1;
        let width = self.widths[last];
        let count = (by_outputs.len() / width) as i64;
        let mut dy = self.gradients[last].narrow(0, 0, count);
        dy.copy_(&Tensor::from_slice(by_outputs).view([count, width as i64]));
        for i in (1..=last).rev() {
            let x = self.outputs[i - 1].narrow(0, 0, count);
            let (weight, bias) = &mut gradient.layers[i];
            let _ = weight.addmm_(&dy.tr(), &x);
            *bias += dy.sum_dim_intlist(0, false, Kind::Float);
            let dx = self.gradients[i - 1].narrow(0, 0, count);
            let _ = dy.mm_out(&dx, &network.layers[i].0);
            // Through the ReLU: nothing where it put out nothing.
            let _ = x.threshold_backward_grad_input(&dx, &dx, 0.0);
            dy = dx;
        }
        let (weight, bias) = &mut gradient.layers[0];
        *bias += dy.sum_dim_intlist(0, false, Kind::Float);
        match &mut self.input {
            Input::Dense(input, _) => {
                let (input, by_outputs) = (input.narrow(0, 0, count), self.gradients[last].narrow(0, 0, count));
                let add = |first: bool, slopes: &Tensor, gradient: &mut Tensor| match &self.products {
                    Some(products) => products.add_gradient(first, slopes, &input, gradient),
                    None => drop(gradient.addmm_(&slopes.tr(), &input)),
                };
                add(true, &dy, weight);
                if let Some(direct) = &mut gradient.direct {
                    add(false, &by_outputs, direct);
                }
            }
            Input::Sparse(on, numbers) => {
                let sums = &mut gradient.host.write().expect("no thread panics")[gradient.offset..];
                let first = self.widths[0];
                numbers.resize(count as usize * first, 0.0);
                dy.copy_data(numbers, count as usize * first);
                on.add_gradient(numbers, first, sums);
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

    use super::{Network, Workspace, unpack};
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
        let mut space = Workspace::new(&map, 20, Device::Cpu);
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
