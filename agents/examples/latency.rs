//! Times single decisions of a network of the size that is trained for gin, on one thread.

use std::hint::black_box;
use std::time::{Duration, Instant};

use elderhand_agents::Network;
use elderhand_agents::network::Tensors;
use elderhand_env::Stream;
use ndarray::{ArrayD, IxDyn};

const BITS: usize = 750;
const HIDDEN: usize = 256;
const ACTIONS: usize = 110;
/// About as many bits as are on in an observation of gin.
const ON: usize = 150;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut stream = Stream::new(1);
    let mut tensors = Tensors::new();
    let shapes =
        [("trunk.0", HIDDEN, BITS), ("trunk.1", HIDDEN, HIDDEN), ("policy", ACTIONS, HIDDEN), ("value", 1, HIDDEN)];
    for (name, outputs, inputs) in shapes {
        let mut random = |shape: &[usize]| ArrayD::from_shape_fn(IxDyn(shape), |_| 0.2 * (stream.unit() - 0.5));
        tensors.insert(format!("{name}.weight"), random(&[outputs, inputs]));
        tensors.insert(format!("{name}.bias"), random(&[outputs]));
    }
    let network = Network::from_tensors(tensors)?;
    let mut scratch = network.scratch();

    let rows: Vec<[u64; BITS.div_ceil(64)]> = (0..256)
        .map(|_| {
            let mut row = [0; BITS.div_ceil(64)];
            for _ in 0..ON {
                let bit = stream.below(BITS);
                row[bit / 64] |= 1 << (bit % 64);
            }
            row
        })
        .collect();
    let mut times: Vec<Duration> = Vec::with_capacity(100_000);
    for row in rows.iter().cycle().take(times.capacity()) {
        let start = Instant::now();
        black_box(network.forward(black_box(row), &mut scratch));
        times.push(start.elapsed());
    }
    times.sort();
    let microseconds = |share: f64| times[(share * (times.len() - 1) as f64) as usize].as_secs_f64() * 1e6;
    println!("{} weights, {BITS} bits of which about {ON} are on, {ACTIONS} actions", network.parameters());
    println!("median {:.1} µs, 90 % {:.1} µs, 99 % {:.1} µs", microseconds(0.5), microseconds(0.9), microseconds(0.99));
    Ok(())
}
