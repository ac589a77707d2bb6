//! Networks against a naive evaluation of the same tensors, and tensors that make no network.

mod common;

use elderhand_agents::Network;
use elderhand_agents::network::{NetworkError, Tensors};
use elderhand_env::Stream;
use ndarray::{ArrayD, IxDyn};

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
        assert_eq!(Network::from_safetensors(&network.to_safetensors(), "").unwrap(), network);
    }
}

#[test]
fn a_checkpoint_is_read_by_prefix() {
    let (model, average) = (common::tensors(&[9, 4, 3], 1), common::tensors(&[9, 4, 3], 2));
    let bytes = |array: &ArrayD<f32>| array.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let prefixed = |prefix: &str, tensors: &Tensors| {
        let entry =
            |(name, array): (&String, &ArrayD<f32>)| (format!("{prefix}{name}"), array.shape().to_vec(), bytes(array));
        tensors.iter().map(entry).collect::<Vec<_>>()
    };
    let parts = [prefixed("model/", &model), prefixed("average/", &average)].concat();
    let views = parts.iter().map(|(name, shape, bytes)| {
        let view = safetensors::tensor::TensorView::new(safetensors::Dtype::F32, shape.clone(), bytes);
        (name, view.unwrap())
    });
    let file = safetensors::serialize(views, None).unwrap();
    assert_eq!(Network::from_safetensors(&file, "average/").unwrap(), Network::from_tensors(average).unwrap());
    assert!(
        matches!(Network::from_safetensors(&file, ""), Err(NetworkError::Missing(name)) if name == "trunk.0.weight")
    );
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
    check("trunk.0.weight", None, "there is no tensor `trunk.0.weight`");
    check("trunk.1.weight", None, "`trunk.1.bias` has no place");
    check("critic.weight", Some(&[1, 4]), "`critic.weight` has no place");
    check("trunk.3.weight", Some(&[4, 4]), "`trunk.3.weight` has no place");
    check("trunk.1.weight", Some(&[4, 5]), "`trunk.1.weight` has the shape [4, 5]: expected [1 to 65536, 4]");
    check("trunk.1.bias", Some(&[5]), "`trunk.1.bias` has the shape [5]: expected [4]");
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
