//! Networks in pure Rust: a trunk over the bits of an observation, a policy head and a value head.

mod adapt;
mod incremental;
mod numbers;
mod tensors;

use ndarray::{Array1, Array2};

pub(crate) use incremental::Incremental;
pub use tensors::{NetworkError, Tensors};

/// A multilayer perceptron with rectified hidden layers and two linear heads, to whose outputs every observation bit
/// may also add directly.
///
/// Its inputs are bits, most of them off, and about half of what a rectified layer gives is zero. So every layer is
/// stored by inputs and adds up the rows of those that are on; nothing is spent on the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    trunk: Vec<Layer>,
    /// The rows of both heads side by side: the logits, then the value.
    heads: Layer,
    /// What each bit adds to the outputs of both heads, `[inputs, actions + 1]`, if the network has this part.
    direct: Option<Array2<f32>>,
}

/// A linear layer.
#[derive(Clone, Debug, PartialEq)]
struct Layer {
    /// What each input adds to each output, `[inputs, outputs]`.
    rows: Array2<f32>,
    bias: Array1<f32>,
}

impl Layer {
    fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// Writes the bias and the rows of the inputs that are on, each times its strength.
    #[inline]
    fn forward(&self, inputs: impl Iterator<Item = (usize, f32)>, out: &mut Array1<f32>) {
        out.assign(&self.bias);
        add(&self.rows, inputs, out);
    }
}

/// Adds the rows of the inputs that are on, each times its strength.
#[inline]
fn add(rows: &Array2<f32>, inputs: impl Iterator<Item = (usize, f32)>, out: &mut Array1<f32>) {
    for (input, strength) in inputs {
        out.scaled_add(strength, &rows.row(input));
    }
}

/// The memory that one evaluation at a time needs; made once by [`Network::scratch`].
#[derive(Clone, Debug)]
pub struct Scratch {
    hidden: Vec<Array1<f32>>,
    heads: Array1<f32>,
}

impl Scratch {
    /// The logits, and the value before scaling.
    fn outputs(&self) -> (&[f32], f32) {
        let outputs = self.heads.as_slice().expect("a vector of its own is contiguous");
        let (value, logits) = outputs.split_last().expect("the value is an output");
        (logits, *value)
    }
}

impl Network {
    /// The number of observation bits.
    pub fn inputs(&self) -> usize {
        self.trunk[0].rows.nrows()
    }

    /// The widths of the hidden layers, of which there is at least one.
    pub fn trunk(&self) -> Vec<usize> {
        self.trunk.iter().map(Layer::outputs).collect()
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        self.heads.outputs() - 1
    }

    /// The number of weights and biases.
    pub fn parameters(&self) -> usize {
        let layers = self.trunk.iter().chain([&self.heads]);
        layers.map(|layer| layer.rows.len() + layer.bias.len()).sum::<usize>()
            + self.direct.as_ref().map_or(0, Array2::len)
    }

    /// Makes the memory for evaluations.
    pub fn scratch(&self) -> Scratch {
        let hidden = self.trunk.iter().map(|layer| Array1::zeros(layer.outputs())).collect();
        Scratch { hidden, heads: Array1::zeros(self.heads.outputs()) }
    }

    /// Evaluates one observation row: gives the logit of every action, legal or not, and the value before scaling.
    ///
    /// The row is packed as [`elderhand_env::Row`] writes it. Nothing is allocated.
    ///
    /// # Panics
    ///
    /// Panics if a bit beyond [`Network::inputs`] is on, or if the scratch is of a network of another shape.
    pub fn forward<'a>(&self, row: &[u64], scratch: &'a mut Scratch) -> (&'a [f32], f32) {
        self.trunk[0].forward(bits(row), &mut scratch.hidden[0]);
        self.rest(scratch);
        if let Some(direct) = &self.direct {
            add(direct, bits(row), &mut scratch.heads);
        }
        scratch.outputs()
    }

    /// Evaluates everything after the first layer, but for what the bits add to the outputs themselves.
    fn rest(&self, Scratch { hidden, heads }: &mut Scratch) {
        for (i, layer) in self.trunk.iter().enumerate().skip(1) {
            let (before, after) = hidden.split_at_mut(i);
            layer.forward(active(&before[i - 1]), &mut after[0]);
        }
        self.heads.forward(active(&hidden[self.trunk.len() - 1]), heads);
    }
}

/// The bits that are on in a packed row, each with strength 1.
#[inline]
fn bits(row: &[u64]) -> impl Iterator<Item = (usize, f32)> {
    row.iter().enumerate().flat_map(|(i, &word)| ones(i, word).map(|input| (input, 1.0)))
}

/// The inputs whose bits are on in a word of a packed row, which is the word at place `i`.
#[inline]
fn ones(i: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(64 * i + bit)
    })
}

/// What rectification leaves of a hidden layer.
#[inline]
fn active(hidden: &Array1<f32>) -> impl Iterator<Item = (usize, f32)> {
    hidden.iter().copied().enumerate().filter(|&(_, strength)| strength > 0.0)
}
