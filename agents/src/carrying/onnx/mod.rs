//! Networks as graphs of ONNX, which other runtimes evaluate.

mod graph;
mod messages;

use elderhand_env::game;
use prost::Message;
use serde_json::json;

use self::graph::rows;
use self::messages::{Element, Entry, Graph, Model, Opset};
use super::bundle::{Bundle, BundleError, Problem};
use super::network::Network;

/// What the messages are written by: the newest that runtimes of 2022 and later read.
const IR_VERSION: i64 = 8;
const OPSET: i64 = 17;

impl Bundle {
    /// Writes the bot as an ONNX model.
    ///
    /// It takes `bits`, `uint8`, rows of an observation, and `mask`, `bool`, the legal actions, and gives `logits`, the lowest
    /// number where an action is not legal, and `value`, the expected return in points. What it plays, the names of the
    /// actions and how it chooses are told as metadata: `game`, `options`, `actions`, `decision` and `observation`, the last
    /// four as JSON.
    ///
    /// # Errors
    ///
    /// Fails if the game is not there any more.
    pub fn to_onnx(&self) -> Result<Vec<u8>, BundleError> {
        let manifest = self.manifest();
        let contract = &manifest.contract;
        let missing = |error| Problem::Game(error).of(self.name());
        let spec = game(&contract.game, &contract.options).map_err(missing)?;
        let told = [
            ("game", contract.game.clone()),
            ("options", json!(contract.options).to_string()),
            ("actions", json!(spec.spec().actions).to_string()),
            ("decision", json!(manifest.decision).to_string()),
            ("observation", json!(contract.observation).to_string()),
        ];
        let model = Model {
            ir_version: IR_VERSION,
            producer_name: "elderhand".into(),
            producer_version: env!("CARGO_PKG_VERSION").into(),
            doc_string: self.card().into(),
            graph: Some(graph(self.network(), manifest.value_scale)),
            opset_import: vec![Opset { domain: String::new(), version: OPSET }],
            metadata: told.map(|(key, value)| Entry { key: key.into(), value }).into(),
        };
        Ok(model.encode_to_vec())
    }
}

/// The graph of a network, whose value is counted in points.
fn graph(network: &Network, value_scale: f32) -> Graph {
    let (inputs, actions) = (network.inputs(), network.actions());
    let mut graph = Graph { name: "elderhand".into(), ..Graph::default() };
    let tensors = network.to_tensors();
    for (name, tensor) in &tensors {
        graph.tensor(name, tensor.shape(), tensor);
    }
    let gemm = |graph: &mut Graph, from: &str, layer: &str, to: &str| {
        graph.node("Gemm", &[from, &format!("{layer}.weight"), &format!("{layer}.bias")], to, &[("transB", 1)])
    };

    let numbers = graph.node("Cast", &["bits"], "numbers", &[("to", Element::F32 as i64)]);
    let mut hidden = numbers.clone();
    for layer in 0..network.trunk().len() {
        let name = format!("trunk.{layer}");
        let sums = gemm(&mut graph, &hidden, &name, &format!("{name}.sums"));
        hidden = graph.node("Relu", &[&sums], &name, &[]);
    }
    let mut policy = gemm(&mut graph, &hidden, "policy", "policy");
    let mut value = gemm(&mut graph, &hidden, "value", "value.head");
    if tensors.contains_key("direct.weight") {
        let direct = graph.node("Gemm", &[&numbers, "direct.weight"], "direct", &[("transB", 1)]);
        graph.sizes("direct.sizes", &[actions, 1]);
        graph.nodes("Split", &[&direct, "direct.sizes"], &["direct.policy", "direct.value"], &[("axis", 1)]);
        policy = graph.node("Add", &[&policy, "direct.policy"], "policy.sums", &[]);
        value = graph.node("Add", &[&value, "direct.value"], "value.sums", &[]);
    }
    graph.tensor("lowest", &[], &[f32::MIN]);
    graph.tensor("value.scale", &[], &[value_scale]);
    graph.node("Where", &["mask", &policy, "lowest"], "logits", &[]);
    graph.node("Mul", &[&value, "value.scale"], "value", &[]);

    graph.inputs = vec![
        rows("bits", Element::U8, inputs, "observations, a bit an element"),
        rows("mask", Element::Bool, actions, "whether each action is legal"),
    ];
    graph.outputs = vec![
        rows("logits", Element::F32, actions, "the logit of every action, the lowest number where it is not legal"),
        rows("value", Element::F32, 1, "the return that the seat to move may expect, in points"),
    ];
    graph
}
