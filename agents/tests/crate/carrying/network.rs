//! Networks against a naive evaluation of the same tensors, and tensors that make no network.

use elderhand_agents::Network;
use elderhand_agents::network::{NetworkError, Tensors};
use elderhand_env::Stream;
use ndarray::{ArrayD, IxDyn};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::common;

/// One dense layer in double precision, `weight · x + bias`, straight from the tensors.
fn dense(tensors: &Tensors, layer: &str, x: &[f64]) -> Vec<f64> {
    let (weight, bias) = (&tensors[&format!("{layer}.weight")], &tensors[&format!("{layer}.bias")]);
    (0..bias.len())
        .map(|out| (0..x.len()).map(|i| f64::from(weight[[out, i]]) * x[i]).sum::<f64>() + f64::from(bias[[out]]))
        .collect()
}

fn rectified(x: Vec<f64>) -> Vec<f64> {
    x.into_iter().map(|x| x.max(0.0)).collect()
}

#[test]
fn forward_equals_the_dense_layers() {
    for (widths, direct) in [(vec![70, 5, 3], true), (vec![64, 30, 20, 9], false), (vec![200, 40, 40, 40, 110], true)] {
        let mut tensors = common::tensors(&widths, 3);
        if !direct {
            tensors.remove("direct.weight");
        }
        let network = Network::from_tensors(tensors.clone()).unwrap();
        let (inputs, hidden) = (widths[0], widths.len() - 2);
        assert_eq!(network.inputs(), inputs);
        assert_eq!(network.trunk(), widths[1..=hidden]);
        assert_eq!(network.actions(), widths[hidden + 1]);

        let mut scratch = network.scratch();
        let mut stream = Stream::new(5);
        for _ in 0..50 {
            let on: Vec<bool> = (0..inputs).map(|_| stream.below(3) == 0).collect();
            let mut row = vec![0u64; inputs.div_ceil(64)];
            on.iter().enumerate().filter(|(_, on)| **on).for_each(|(i, _)| row[i / 64] |= 1 << (i % 64));
            let bits: Vec<f64> = on.iter().map(|&on| f64::from(on)).collect();
            let directly = |out: usize| {
                let weight = |i: usize| tensors.get("direct.weight").map_or(0.0, |weight| weight[[out, i]]);
                bits.iter().enumerate().map(|(i, bit)| f64::from(weight(i)) * bit).sum::<f64>()
            };
            let mut x = bits.clone();
            for i in 0..hidden {
                x = rectified(dense(&tensors, &format!("trunk.{i}"), &x));
            }
            let (logits, value) = network.forward(&row, &mut scratch);
            let expected = dense(&tensors, "policy", &x);
            assert_eq!(logits.len(), expected.len());
            for (out, (logit, expected)) in logits.iter().zip(&expected).enumerate() {
                assert!((f64::from(*logit) - expected - directly(out)).abs() < 1e-4, "{logit} {expected}");
            }
            let expected = dense(&tensors, "value", &x)[0] + directly(expected.len());
            assert!((f64::from(value) - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn tensors_and_safetensors_round_trip() {
    let whole = common::tensors(&[70, 12, 8, 5], 1);
    let mut plain = whole.clone();
    plain.remove("direct.weight");
    for tensors in [whole, plain] {
        let network = Network::from_tensors(tensors.clone()).unwrap();
        assert_eq!(network.to_tensors(), tensors);
        assert_eq!(network.parameters(), tensors.values().map(ArrayD::len).sum::<usize>());
        assert_eq!(Network::from_safetensors(&network.to_safetensors()).unwrap(), network);
    }
}

#[test]
fn half_precision_takes_half_the_room_and_changes_little() {
    let network = Network::from_tensors(common::tensors(&[70, 32, 16, 5], 1)).unwrap();
    let rounded = network.rounded();
    assert_eq!(rounded.rounded(), rounded);
    let (whole, half) = (network.to_safetensors(), rounded.to_safetensors());
    assert!(whole.len() - half.len() >= 2 * network.parameters(), "{} {}", whole.len(), half.len());
    assert_eq!(Network::from_safetensors(&half).unwrap(), rounded);
    let mut stream = Stream::new(1);
    for _ in 0..100 {
        let row = [stream.bits(), stream.bits() & 0x3f];
        let answer = |network: &Network| {
            let mut scratch = network.scratch();
            let (logits, value) = network.forward(&row, &mut scratch);
            [logits, &[value]].concat()
        };
        let (whole, half) = (answer(&network), answer(&rounded));
        assert!(whole.iter().zip(&half).all(|(a, b)| (a - b).abs() < 0.02), "{whole:?} {half:?}");
    }
}

#[test]
fn numbers_beyond_half_precision_are_kept_in_single() {
    let mut tensors = common::tensors(&[9, 4, 3], 1);
    for (name, number) in [("policy.weight", 70_000.0), ("value.weight", -65_504.0)] {
        tensors.get_mut(name).unwrap()[[0, 1]] = number;
    }
    let rounded = Network::from_tensors(tensors.clone()).unwrap().rounded();
    let kept = rounded.to_tensors();
    assert_eq!(kept["policy.weight"], tensors["policy.weight"]);
    assert_eq!(kept["value.weight"][[0, 1]], -65_504.0);
    assert_ne!(kept["trunk.0.weight"], tensors["trunk.0.weight"]);
    let bytes = rounded.to_safetensors();
    assert_eq!(Network::from_safetensors(&bytes).unwrap(), rounded);
    let file = SafeTensors::deserialize(&bytes).unwrap();
    let singles: Vec<String> =
        file.iter().filter(|(_, view)| view.dtype() == Dtype::F32).map(|(name, _)| name.into()).collect();
    assert_eq!(singles, ["policy.weight"]);
}

#[test]
fn other_numbers_are_refused_by_name() {
    let bytes = [0; 8];
    let view = TensorView::new(Dtype::F64, vec![1, 1], &bytes).unwrap();
    let file = safetensors::serialize([("trunk.0.weight", view)], None).unwrap();
    let error = Network::from_safetensors(&file).unwrap_err().to_string();
    assert_eq!(error, "the tensor `trunk.0.weight` holds F64: expected F16 or F32");
}

#[test]
fn tensors_that_do_not_fit_are_named() {
    let check = |name: &str, shape: Option<&[usize]>, message: &str| {
        let mut tensors = common::tensors(&[9, 4, 4, 3], 1);
        match shape {
            Some(shape) => drop(tensors.insert(name.into(), ArrayD::zeros(IxDyn(shape)))),
            None => drop(tensors.remove(name)),
        }
        let error = Network::from_tensors(tensors).expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    };
    check("value.bias", None, "there is no tensor `value.bias`");
    let left = "`direct.weight`, `policy.bias`, `policy.weight`, `trunk.0.bias` and others";
    check("trunk.0.weight", None, &format!("there is no tensor `trunk.0.weight`; left are {left}"));
    check("trunk.1.weight", None, "`trunk.1.bias` has no place");
    check("critic.weight", Some(&[1, 4]), "`critic.weight` has no place");
    check("trunk.3.weight", Some(&[4, 4]), "`trunk.3.weight` has no place");
    check("trunk.1.weight", Some(&[4, 5]), "`trunk.1.weight` has the shape [4, 5]: expected [1 to 65536, 4]");
    check(
        "trunk.1.bias",
        Some(&[5]),
        "`trunk.1.bias` has the shape [5]: expected [4], as trunk.1.weight is [outputs, inputs]",
    );
    check("policy.weight", Some(&[3]), "`policy.weight` has the shape [3]");
    check("policy.weight", Some(&[0, 4]), "`policy.weight` has the shape [0, 4]");
    check("direct.weight", Some(&[3, 9]), "`direct.weight` has the shape [3, 9]: expected [4, 9]");
    check("value.weight", Some(&[2, 4]), "`value.weight` has the shape [2, 4]: expected [1, 4]");
    check("trunk.0.weight", Some(&[4, 1 << 17]), "`trunk.0.weight` has the shape");
}

#[test]
fn numbers_that_are_not_finite_are_refused() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut tensors = common::tensors(&[9, 4, 3], 1);
        tensors.get_mut("policy.weight").unwrap()[[2, 1]] = bad;
        assert!(
            matches!(Network::from_tensors(tensors), Err(NetworkError::NotFinite(name)) if name == "policy.weight")
        );
    }
}
