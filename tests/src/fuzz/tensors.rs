//! Networks: the file of tensors byte for byte, and tensors of any shape that are called as they should be.

use elderhand_agents::Network;
use serde_json::{Map, Value, json};

use super::explained::explained;
use super::source::Source;

const NAMES: &[&str] = &[
    "trunk.0.weight",
    "trunk.0.bias",
    "trunk.1.weight",
    "trunk.1.bias",
    "policy.weight",
    "policy.bias",
    "value.weight",
    "value.bias",
    "direct.weight",
    "trunk.2.weight",
    "trunk.10.bias",
    "direct.bias",
    "",
];
const TYPES: &[(&str, usize)] = &[("F16", 2), ("F32", 4), ("F64", 8), ("U8", 1), ("BF16", 2), ("I64", 8)];

/// Reads a network, from a file that is the input or that is made as it says.
pub fn tensors(bytes: &[u8]) {
    let mut source = Source::new(bytes);
    match source.below(4) {
        0 => read(source.rest(), source.byte()),
        way => {
            let file = file(way > 1, &mut source);
            read(&file, source.byte());
        }
    }
}

/// A file of tensors; whole ones make a network unless a byte says otherwise.
fn file(whole: bool, source: &mut Source<'_>) -> Vec<u8> {
    let (inputs, width, actions) = (1 + source.below(70), 1 + source.below(9), 1 + source.below(9));
    let shapes: [&[usize]; 9] = [
        &[width, inputs],
        &[width],
        &[width, width],
        &[width],
        &[actions, width],
        &[actions],
        &[1, width],
        &[1],
        &[actions + 1, inputs],
    ];
    let (mut header, mut data) = (Map::new(), Vec::new());
    let count = if whole { 8 + source.below(2) } else { source.below(12) };
    for number in 0..count {
        let wrong = !whole || source.byte() == 255;
        let place = if wrong { source.below(NAMES.len()) } else { number };
        let (mut dtype, mut size) = TYPES[source.below(2)];
        let mut shape = shapes.get(place).map_or(vec![1], |shape| shape.to_vec());
        if wrong {
            (dtype, size) = *source.pick(TYPES);
            let dimensions = source.below(4);
            shape = (0..dimensions).map(|_| source.below(7)).collect();
        }
        let length = shape.iter().product::<usize>() * size;
        let (start, given) = (data.len(), source.take(length.min(64)));
        data.extend_from_slice(given);
        data.resize(start + length, 0);
        let offsets = if source.byte() == 255 { [source.bits() as usize, data.len()] } else { [start, data.len()] };
        header.insert(NAMES[place].into(), json!({"dtype": dtype, "shape": shape, "data_offsets": offsets}));
    }
    let header = Value::Object(header).to_string();
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &data].concat()
}

/// Reads a network; one that can be read is written as it is, and asked.
fn read(file: &[u8], pattern: u8) {
    let network = match Network::from_safetensors(file) {
        Ok(network) => network,
        Err(error) => return explained(&error),
    };
    let written = Network::from_safetensors(&network.to_safetensors()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(written, network, "another network comes back");
    let rounded = network.rounded();
    assert_eq!(rounded.rounded(), rounded, "what is rounded stays so");
    assert_eq!((rounded.inputs(), rounded.actions()), (network.inputs(), network.actions()));
    let mut row: Vec<u64> = vec![u64::from(pattern) * 0x0101_0101_0101_0101; network.inputs().div_ceil(64)];
    if let (Some(last), over @ 1..) = (row.last_mut(), network.inputs() % 64) {
        *last &= (1 << over) - 1;
    }
    let mut scratch = network.scratch();
    let (logits, _) = network.forward(&row, &mut scratch);
    assert_eq!(logits.len(), network.actions());
}
