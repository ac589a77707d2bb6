//! Evaluating rows that differ little from the one before.

use ndarray::Array1;

use super::{Network, Scratch, add, ones};

/// What the bits of the last row add up to, so that the next one costs no more than the bits in which it differs.
///
/// Sums that are changed step by step round otherwise than sums from nothing, in the last places: who wants equal numbers
/// for equal rows asks anew ([`Incremental::forget`]) at places that do not hang on what came before.
#[derive(Clone, Debug)]
pub(crate) struct Incremental {
    row: Vec<u64>,
    /// Before rectification.
    hidden: Array1<f32>,
    /// What the bits add to the outputs themselves.
    direct: Array1<f32>,
    known: bool,
}

impl Incremental {
    /// Makes the memory for a network.
    pub(crate) fn new(network: &Network) -> Incremental {
        Incremental {
            row: vec![0; network.inputs().div_ceil(64)],
            hidden: Array1::zeros(network.trunk[0].outputs()),
            direct: Array1::zeros(network.heads.outputs()),
            known: false,
        }
    }

    /// Forgets the last row.
    pub(crate) fn forget(&mut self) {
        self.known = false;
    }

    /// Makes the sums those of another row.
    fn turn_to(&mut self, network: &Network, row: &[u64]) {
        let Incremental { row: last, hidden, direct, known } = self;
        if !*known {
            last.fill(0);
            hidden.assign(&network.trunk[0].bias);
            direct.fill(0.0);
            *known = true;
        }
        let changes = || {
            row.iter().zip(last.iter()).enumerate().flat_map(|(i, (&new, &old))| {
                ones(i, new ^ old).map(move |input| (input, if new >> (input % 64) & 1 == 1 { 1.0 } else { -1.0 }))
            })
        };
        add(&network.trunk[0].rows, changes(), hidden);
        if let Some(rows) = &network.direct {
            add(rows, changes(), direct);
        }
        last.copy_from_slice(row);
    }
}

impl Network {
    /// Evaluates an observation row as [`Network::forward`] does, from what is known of the last one.
    ///
    /// # Panics
    ///
    /// As [`Network::forward`].
    pub(crate) fn forward_from<'a>(
        &self,
        row: &[u64],
        known: &mut Incremental,
        scratch: &'a mut Scratch,
    ) -> (&'a [f32], f32) {
        known.turn_to(self, row);
        scratch.hidden[0].assign(&known.hidden);
        self.rest(scratch);
        scratch.heads += &known.direct;
        scratch.outputs()
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::Stream;
    use ndarray::{ArrayD, IxDyn};

    use super::super::Tensors;
    use super::*;

    #[test]
    fn rows_one_after_the_other_give_what_they_give_alone() {
        let mut stream = Stream::new(1);
        let mut tensors = Tensors::new();
        for (name, shape) in [
            ("trunk.0.weight", vec![20, 130]),
            ("trunk.0.bias", vec![20]),
            ("policy.weight", vec![7, 20]),
            ("policy.bias", vec![7]),
            ("value.weight", vec![1, 20]),
            ("value.bias", vec![1]),
            ("direct.weight", vec![8, 130]),
        ] {
            tensors.insert(name.into(), ArrayD::from_shape_fn(IxDyn(&shape), |_| stream.unit() - 0.5));
        }
        let network = Network::from_tensors(tensors).expect("the tensors fit together");
        let (mut known, mut scratch, mut alone) = (Incremental::new(&network), network.scratch(), network.scratch());
        let mut row = [0u64; 3];
        for step in 0..200 {
            for _ in 0..stream.below(9) {
                let bit = stream.below(130);
                row[bit / 64] ^= 1 << (bit % 64);
            }
            if step % 50 == 20 {
                known.forget();
            }
            let (logits, value) = network.forward_from(&row, &mut known, &mut scratch);
            let (expected, worth) = network.forward(&row, &mut alone);
            assert!(logits.iter().zip(expected).all(|(logit, expected)| (logit - expected).abs() < 1e-4));
            assert!((value - worth).abs() < 1e-4);
        }
    }
}
