//! The parameters of a network: their names and places in one flat vector, and the named tensors they travel as.

use elderhand_env::Stream;

use crate::NetworkSettings;

/// A tensor with its name, as bundles and checkpoints hold it.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedTensor {
    /// The name, such as `trunk.0.weight`.
    pub name: String,
    /// The length of each dimension, the slowest first.
    pub shape: Vec<usize>,
    /// The numbers in row-major order.
    pub data: Vec<f32>,
}

/// The form of a network: an MLP over observation bits with ReLU between its layers and two linear heads, to whose
/// outputs every observation bit may also add directly.
///
/// The direct part learns at once what a bit says of an action, such as that a card is best discarded, and leaves the
/// rest to the trunk (Cheng 2016 calls it wide and deep).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The widths from the observation bits over the hidden layers to the actions.
    widths: Vec<usize>,
    /// The bits and the outputs that the direct part joins, if there is one.
    direct: Option<(usize, usize)>,
}

/// One tensor's place in the flat vector.
struct Part {
    name: String,
    shape: Vec<usize>,
    offset: usize,
}

impl Part {
    fn len(&self) -> usize {
        self.shape.iter().product()
    }
}

impl Layout {
    /// Lays out a network from observation bits to actions.
    pub fn new(bits: usize, form: &NetworkSettings, actions: usize) -> Layout {
        let widths = [&[bits], form.trunk.as_slice(), &[actions]].concat();
        Layout { widths, direct: form.direct.then_some((bits, actions + 1)) }
    }

    /// The number of observation bits.
    pub fn bits(&self) -> usize {
        self.widths[0]
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.widths[self.widths.len() - 1]
    }

    /// The number of parameters.
    pub fn parameters(&self) -> usize {
        self.layers().map(|(inputs, outputs)| (inputs + 1) * outputs).sum::<usize>() + self.direct_weights()
    }

    /// The multiplications and additions of one forward pass of one row.
    pub fn forward_flops(&self) -> f64 {
        let trunk: usize = self.layers().map(|(inputs, outputs)| inputs * outputs).sum();
        2.0 * (trunk + self.direct_weights()) as f64
    }

    /// Those of learning from one row: forward, backward to the weights, and backward to every input but the bits.
    pub fn learning_flops(&self) -> f64 {
        3.0 * self.forward_flops() - 2.0 * (self.widths[0] * self.widths[1] + self.direct_weights()) as f64
    }

    /// The bits and the outputs that the direct part joins, if the network has one.
    pub fn direct(&self) -> Option<(usize, usize)> {
        self.direct
    }

    fn direct_weights(&self) -> usize {
        self.direct.map_or(0, |(bits, outputs)| bits * outputs)
    }

    /// The inputs and outputs of each layer; the two heads are the last one, the value after the logits.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize)> + use<'_> {
        let last = self.widths.len() - 2;
        (0..=last).map(move |i| (self.widths[i], self.widths[i + 1] + usize::from(i == last)))
    }

    /// The tensors in the order of the flat vector, in which both heads' weights, and then their biases, are adjacent.
    fn parts(&self) -> Vec<Part> {
        let hidden = &self.widths[..self.widths.len() - 1];
        let mut shapes: Vec<(String, Vec<usize>)> = Vec::new();
        for (i, pair) in hidden.windows(2).enumerate() {
            shapes.push((format!("trunk.{i}.weight"), vec![pair[1], pair[0]]));
            shapes.push((format!("trunk.{i}.bias"), vec![pair[1]]));
        }
        let inner = hidden[hidden.len() - 1];
        shapes.push(("policy.weight".into(), vec![self.actions(), inner]));
        shapes.push(("value.weight".into(), vec![1, inner]));
        shapes.push(("policy.bias".into(), vec![self.actions()]));
        shapes.push(("value.bias".into(), vec![1]));
        shapes.extend(self.direct.map(|(bits, outputs)| ("direct.weight".into(), vec![outputs, bits])));
        let mut offset = 0;
        shapes
            .into_iter()
            .map(|(name, shape)| {
                let part = Part { name, shape, offset };
                offset += part.len();
                part
            })
            .collect()
    }

    /// Draws the first weights: uniform, of the variance that keeps a ReLU network's signals level (He 2015), with
    /// logits near 0 so that the first policy is open. Biases and the direct part are 0.
    pub(crate) fn first_weights(&self, stream: &mut Stream) -> Vec<f32> {
        let mut flat = Vec::with_capacity(self.parameters());
        for part in self.parts() {
            let gain = match part.name.as_str() {
                "direct.weight" => 0.0,
                _ if part.name.ends_with("bias") => 0.0,
                "policy.weight" => 0.01,
                "value.weight" => 1.0,
                _ => 2f32.sqrt(),
            };
            let scale = gain * (3.0 / part.shape[part.shape.len() - 1] as f32).sqrt();
            flat.extend((0..part.len()).map(|_| scale * (2.0 * stream.unit() - 1.0)));
        }
        flat
    }

    /// Cuts a flat vector into its named tensors.
    pub(crate) fn split(&self, flat: &[f32]) -> Vec<NamedTensor> {
        self.parts()
            .into_iter()
            .map(|part| {
                let data = flat[part.offset..part.offset + part.len()].to_vec();
                NamedTensor { name: part.name, shape: part.shape, data }
            })
            .collect()
    }

    /// Joins named tensors to a flat vector; says which one is missing or has another shape.
    pub(crate) fn join(&self, tensors: &[NamedTensor]) -> Result<Vec<f32>, String> {
        let mut flat = Vec::with_capacity(self.parameters());
        for part in self.parts() {
            let tensor = tensors.iter().find(|tensor| tensor.name == part.name);
            let tensor = tensor.ok_or_else(|| format!("the tensor `{}` is missing", part.name))?;
            if tensor.shape != part.shape || tensor.data.len() != part.len() {
                return Err(format!("`{}` has the shape {:?}, expected {:?}", part.name, tensor.shape, part.shape));
            }
            flat.extend_from_slice(&tensor.data);
        }
        Ok(flat)
    }
}
