//! Networks from named tensors and back, and the safetensors file that holds them.

use std::collections::BTreeMap;

use elderhand_env::ActionSet;
use ndarray::{Array1, Array2, ArrayD, Axis, Ix1, Ix2, concatenate};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensorError, SafeTensors};

use super::{Layer, Network, numbers};

/// The tensors of a network by name.
///
/// They are `trunk.{i}.weight`, `trunk.{i}.bias`, `policy.weight`, `policy.bias`, `value.weight`, `value.bias` and, in
/// a network that has one, `direct.weight`, what each bit adds to the logits and then the value; a weight is
/// `[outputs, inputs]`.
pub type Tensors = BTreeMap<String, ArrayD<f32>>;

/// No trunk has more layers than this: far more than pays for games of this size.
const MOST_LAYERS: usize = 16;
/// No layer has more inputs or outputs than this, so that a shape read from a file cannot ask for absurd memory.
const MOST_UNITS: usize = 1 << 16;

/// Tensors that do not make a network.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The bytes are not a safetensors file.
    #[error("not a safetensors file: {0}")]
    File(#[from] SafeTensorError),
    /// A tensor is missing.
    #[error("there is no tensor `{tensor}`{}", beside(.there))]
    Missing {
        /// The name that was looked for.
        tensor: String,
        /// The names that are there and were not looked for yet.
        there: Vec<String>,
    },
    /// A tensor has no place in a network.
    #[error(
        "the tensor `{0}` has no place in a network: expected trunk.N, policy and value, each .weight and .bias, and perhaps direct.weight"
    )]
    Unexpected(
        /// Its name.
        String,
    ),
    /// A tensor holds other numbers than `f16` or `f32`.
    #[error("the tensor `{tensor}` holds {found}: expected F16 or F32")]
    Type {
        /// Its name.
        tensor: String,
        /// What it holds.
        found: Dtype,
    },
    /// A tensor does not fit the others, or is beyond all bounds.
    #[error("the tensor `{tensor}` has the shape {found:?}: expected {expected}")]
    Shape {
        /// Its name.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
        /// What shape would do.
        expected: String,
    },
    /// A weight is infinite or not a number.
    #[error("the tensor `{0}` holds a number that is not finite")]
    NotFinite(
        /// Its name.
        String,
    ),
}

impl Network {
    /// Makes a network of its tensors; nothing else may be among them.
    ///
    /// # Errors
    ///
    /// Fails if a tensor is missing, unknown or not finite, or if the shapes do not fit together.
    pub fn from_tensors(mut tensors: Tensors) -> Result<Network, NetworkError> {
        let mut trunk: Vec<Layer> = Vec::new();
        while trunk.is_empty() || trunk.len() < MOST_LAYERS && tensors.contains_key(&weight_of(&trunk_name(&trunk))) {
            let inputs = trunk.last().map(Layer::outputs);
            trunk.push(take_layer(&mut tensors, &trunk_name(&trunk), inputs, None)?);
        }
        let width = trunk.last().map(Layer::outputs);
        let policy = take_layer(&mut tensors, "policy", width, None)?;
        if policy.outputs() > ActionSet::CAPACITY {
            let expected = format!("[at most {}, ..]", ActionSet::CAPACITY);
            let found = vec![policy.outputs(), policy.rows.nrows()];
            return Err(NetworkError::Shape { tensor: "policy.weight".into(), found, expected });
        }
        let value = take_layer(&mut tensors, "value", width, Some(1))?;
        let inputs = trunk.first().map(|layer| layer.rows.nrows());
        let direct = match tensors.contains_key(&weight_of("direct")) {
            true => Some(take_weight(&mut tensors, "direct", inputs, Some(policy.outputs() + 1))?),
            false => None,
        };
        if let Some((name, _)) = tensors.pop_first() {
            return Err(NetworkError::Unexpected(name));
        }
        let rows = concatenate![Axis(1), policy.rows, value.rows].as_standard_layout().into_owned();
        let heads = Layer { rows, bias: concatenate![Axis(0), policy.bias, value.bias] };
        Ok(Network { trunk, heads, direct })
    }

    /// The tensors of the network; [`Network::from_tensors`] makes the same network of them.
    pub fn to_tensors(&self) -> Tensors {
        let mut tensors = Tensors::new();
        let mut put = |name: &str, rows: &Array2<f32>, bias: &Array1<f32>| {
            tensors.insert(weight_of(name), rows.t().as_standard_layout().into_owned().into_dyn());
            tensors.insert(format!("{name}.bias"), bias.clone().into_dyn());
        };
        for (i, layer) in self.trunk.iter().enumerate() {
            put(&format!("trunk.{i}"), &layer.rows, &layer.bias);
        }
        let (policy, value) = self.heads.rows.view().split_at(Axis(1), self.actions());
        let (policy_bias, value_bias) = self.heads.bias.view().split_at(Axis(0), self.actions());
        put("policy", &policy.to_owned(), &policy_bias.to_owned());
        put("value", &value.to_owned(), &value_bias.to_owned());
        if let Some(direct) = &self.direct {
            tensors.insert(weight_of("direct"), direct.t().as_standard_layout().into_owned().into_dyn());
        }
        tensors
    }

    /// Reads a network from a safetensors file that holds its tensors and no others.
    ///
    /// # Errors
    ///
    /// Fails if the bytes are not such a file, and as [`Network::from_tensors`].
    pub fn from_safetensors(bytes: &[u8]) -> Result<Network, NetworkError> {
        let file = SafeTensors::deserialize(bytes)?;
        let mut tensors = Tensors::new();
        for (name, view) in file.iter() {
            let numbers = numbers::from_bytes(view.dtype(), view.data());
            let numbers = numbers.ok_or_else(|| NetworkError::Type { tensor: name.into(), found: view.dtype() })?;
            let array = ArrayD::from_shape_vec(view.shape(), numbers).map_err(|_| NetworkError::Shape {
                tensor: name.into(),
                found: view.shape().to_vec(),
                expected: "as many numbers as the shape says".into(),
            })?;
            tensors.insert(name.into(), array);
        }
        Network::from_tensors(tensors)
    }

    /// The network with its weights rounded to half precision, as a bundle carries it; a tensor with a number beyond the
    /// range of half precision, 65504, stays as it is.
    pub fn rounded(&self) -> Network {
        let mut tensors = self.to_tensors();
        for tensor in tensors.values_mut() {
            if let Some(halves) = numbers::rounded(tensor) {
                *tensor = halves;
            }
        }
        Network::from_tensors(tensors).expect("names and shapes are as they were, and the numbers are finite")
    }

    /// Writes the network as the bytes of a safetensors file; equal networks give equal bytes.
    ///
    /// Nothing is lost: a tensor is written as `f16` where all its numbers are such, as in [`Network::rounded`], else as
    /// `f32`.
    pub fn to_safetensors(&self) -> Vec<u8> {
        let tensors = self.to_tensors();
        let data: Vec<_> =
            tensors.iter().map(|(name, tensor)| (name, tensor.shape(), numbers::to_bytes(tensor))).collect();
        let views = data.iter().map(|(name, shape, (dtype, bytes))| {
            (name, TensorView::new(*dtype, shape.to_vec(), bytes).expect("the bytes are those of the shape"))
        });
        safetensors::serialize(views, None).expect("the names and shapes are few")
    }
}

/// Words for the end of a message which tensors are there; as few as tell how they are named.
fn beside(there: &[String]) -> String {
    const TOLD: usize = 4;
    let names = there.iter().take(TOLD).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match there.len() {
        0 => String::new(),
        1..=TOLD => format!("; left are {names}"),
        _ => format!("; left are {names} and others"),
    }
}

fn trunk_name(trunk: &[Layer]) -> String {
    format!("trunk.{}", trunk.len())
}

fn weight_of(layer: &str) -> String {
    format!("{layer}.weight")
}

/// Takes a layer's two tensors out, with as many inputs and outputs as are expected of it, if any are.
fn take_layer(
    tensors: &mut Tensors,
    name: &str,
    inputs: Option<usize>,
    outputs: Option<usize>,
) -> Result<Layer, NetworkError> {
    let rows = take_weight(tensors, name, inputs, outputs)?;
    let tensor = format!("{name}.bias");
    let array = take(tensors, &tensor)?;
    if array.shape() != [rows.ncols()] {
        let expected = format!("[{}], as {} is [outputs, inputs]", rows.ncols(), weight_of(name));
        return Err(wrong_shape(tensor, &array, expected));
    }
    let bias = array.into_dimensionality::<Ix1>().expect("it has one dimension").as_standard_layout().into_owned();
    Ok(Layer { rows, bias })
}

/// Takes a weight out, turned so that it has a row an input.
fn take_weight(
    tensors: &mut Tensors,
    name: &str,
    inputs: Option<usize>,
    outputs: Option<usize>,
) -> Result<Array2<f32>, NetworkError> {
    let tensor = weight_of(name);
    let array = take(tensors, &tensor)?;
    let fits = |size: usize, expected: Option<usize>| match expected {
        Some(expected) => size == expected,
        None => (1..=MOST_UNITS).contains(&size),
    };
    if array.ndim() != 2 || !fits(array.shape()[0], outputs) || !fits(array.shape()[1], inputs) {
        let side = |expected: Option<usize>| expected.map_or(format!("1 to {MOST_UNITS}"), |size| size.to_string());
        return Err(wrong_shape(tensor, &array, format!("[{}, {}]", side(outputs), side(inputs))));
    }
    let weight = array.into_dimensionality::<Ix2>().expect("it has two dimensions");
    Ok(weight.t().as_standard_layout().into_owned())
}

/// Takes a tensor of finite numbers out.
fn take(tensors: &mut Tensors, tensor: &str) -> Result<ArrayD<f32>, NetworkError> {
    let Some(array) = tensors.remove(tensor) else {
        return Err(NetworkError::Missing { tensor: tensor.into(), there: tensors.keys().cloned().collect() });
    };
    if array.iter().any(|number| !number.is_finite()) {
        return Err(NetworkError::NotFinite(tensor.into()));
    }
    Ok(array)
}

fn wrong_shape(tensor: String, array: &ArrayD<f32>, expected: String) -> NetworkError {
    NetworkError::Shape { tensor, found: array.shape().to_vec(), expected }
}
