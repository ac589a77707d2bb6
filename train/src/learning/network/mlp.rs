//! The parameters of the network in libtorch, an MLP.
//!
//! A tensor may be sent to another thread but not shared; so every worker holds handles of its own on the same numbers.
//! What bits lead to may be added up without libtorch, since few are on: see [`sparse`](super::sparse).

use std::ops::Range;
use std::sync::{Arc, RwLock};

use rayon::prelude::*;
use tch::{Device, Kind, Tensor};

use crate::learning::network::mixed::Rounded;
use crate::learning::network::parameters::ParameterMap;

/// How many numbers a thread copies at a time.
const PART: usize = 1 << 14;

/// Handles on the parameters of a network: the flat vector, and a weight and a bias of each layer that look into it.
pub(crate) struct Network {
    /// The flat vector, where all of it is with libtorch.
    flat: Tensor,
    /// The parts of the flat vector that libtorch computes with, and where they are.
    parts: Vec<(Range<usize>, Tensor)>,
    /// The numbers that are added up without libtorch; the others there mean nothing.
    pub(super) host: Arc<RwLock<Vec<f32>>>,
    /// Where these are: together with the parts, all.
    host_parts: Vec<Range<usize>>,
    /// Where its own numbers begin there.
    pub(super) offset: usize,
    pub(super) layers: Vec<(Tensor, Tensor)>,
    /// The weights by which the bits add to the outputs directly, if they do.
    pub(super) direct: Option<Tensor>,
    /// What the bits lead to, rounded, where precision is mixed.
    pub(super) rounded: Option<Rounded>,
    /// The critic, whose parameters follow in the flat vector.
    pub critic: Option<Box<Network>>,
}

impl Network {
    /// Makes a network whose weights and biases look into a flat vector.
    pub(super) fn new(map: &ParameterMap, flat: &Tensor) -> Network {
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
        Network { flat: flat.shallow_clone(), parts, host_parts, host, offset, layers, direct, rounded, critic }
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

    /// Returns a handle on the flat vector, all of which is with libtorch on a device; who changes it then [rounds](Self::round).
    pub fn flat(&self) -> Tensor {
        self.flat.shallow_clone()
    }

    /// Rounds what has changed, where precision is mixed.
    pub fn round(&mut self) {
        if let Some(rounded) = &mut self.rounded {
            rounded.update(&self.layers[0].0, self.direct.as_ref());
        }
        self.critic.iter_mut().for_each(|critic| critic.round());
    }

    /// Makes another handle on the same numbers, which neither clears nor reads nor uploads them.
    pub fn handle(&self) -> Network {
        let layers = self.layers.iter().map(|(weight, bias)| (weight.shallow_clone(), bias.shallow_clone())).collect();
        Network {
            flat: self.flat.shallow_clone(),
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
