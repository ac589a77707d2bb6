//! How fast training is, against what the machine can do.

use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use tch::{Device, Kind, Tensor};

use crate::error::TrainError;
use crate::learning::times::Times;
use crate::learning::training::{Training, threads};
use crate::settings::config::Config;

/// What [`bench()`] measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BenchReport {
    /// The variant.
    pub game: String,
    /// Threads that were used.
    pub threads: usize,
    /// Parameters of the network.
    pub parameters: usize,
    /// Iterations that were timed.
    pub iterations: u64,
    /// Decisions a second, self-play and learning together.
    pub decisions_per_second: f64,
    /// The fraction of the time that each part of an iteration takes.
    pub shares: Times,
    /// Billions of multiplications and additions a second in the network's matrix products.
    pub gflops: f64,
    /// The same of large matrix products alone, in the same minutes and on the same threads.
    pub peak_gflops: f64,
    /// The first over the second.
    pub efficiency: f64,
}

/// The sides of the square matrices whose product is the measure of a thread.
const SIDES: [i64; 2] = [1024, 2048];
/// Those that are large enough for a device that works by itself.
const DEVICE_SIDES: [i64; 2] = [4096, 8192];

/// Measures the speed of iterations of a config for about so many seconds.
///
/// Iterations and large matrix products are timed in turns, and their medians are compared, because other work on the
/// machine comes and goes. What is counted are the multiplications and additions of every decision, which is a forward
/// pass, and in every epoch those of every decision that is learnt from, which are a forward and a backward pass, but not
/// back to the observation bits.
///
/// # Errors
///
/// Fails as a run of the config would.
pub fn bench(config: &Config, seconds: f64) -> Result<BenchReport, TrainError> {
    let mut config = config.clone();
    // Self-play is timed, with which all but the beginning of a run is spent.
    (config.imitation.decisions, config.burn_in.decisions) = (0, 0);
    let threads = threads(&config)?;
    threads.install(|| {
        let mut training = Training::new(&config)?;
        let mut products = Products::new(config.threads(), training.device);
        // The first iterations fill the pool, warm the caches and let the games drift apart.
        for _ in 0..2 {
            training.iterate(0.0, &mut |_| {})?;
        }
        training.pool.keep(&training.learner.weights, 0);
        let (mut rates, mut flops, mut peaks, mut times) = (Vec::new(), Vec::new(), Vec::new(), Times::default());
        let start = Instant::now();
        while rates.len() < 3 || start.elapsed().as_secs_f64() < seconds {
            peaks.push(products.rate());
            let iteration = training.iterate(0.0, &mut |_| {})?;
            let seconds = iteration.times.total();
            times.add(&iteration.times);
            let decisions = training.rollout.played() as f64;
            rates.push(decisions / seconds);
            let map = &training.map;
            let chosen = training.rollout.chosen() as f64;
            let done = chosen * map.forward_flops() + iteration.losses.rows as f64 * map.learning_flops();
            flops.push(done / seconds / 1e9);
        }
        let iterations = rates.len() as u64;
        let (gflops, peak_gflops) = (median(flops), median(peaks));
        Ok(BenchReport {
            game: config.game.clone(),
            threads: config.threads(),
            parameters: training.map.parameters(),
            iterations,
            decisions_per_second: median(rates),
            shares: times.shares(),
            gflops,
            peak_gflops,
            efficiency: gflops / peak_gflops,
        })
    })
}

/// Square matrices, by their sides: for every thread, or once for a device.
struct Products(Vec<(i64, Vec<[Tensor; 3]>)>);

impl Products {
    fn new(threads: usize, device: Device) -> Products {
        let (sets, sides) = if device == Device::Cpu { (threads, SIDES) } else { (1, DEVICE_SIDES) };
        let matrix = |side: i64| Tensor::rand([side, side], (Kind::Float, device));
        let set = |side: i64| (side, (0..sets).map(|_| [matrix(side), matrix(side), matrix(side)]).collect());
        Products(sides.map(set).into())
    }

    /// Returns the greatest rate over the sizes, in GFLOP/s of all threads together.
    fn rate(&mut self) -> f64 {
        let rate = |(side, set): &mut (i64, Vec<[Tensor; 3]>)| {
            let start = Instant::now();
            set.par_iter_mut().with_max_len(1).for_each(|[a, b, product]| {
                let _ = a.mm_out(product, b);
                // Reading one number waits for a device that works on its own.
                let _ = product.double_value(&[0, 0]);
            });
            2.0 * (*side as f64).powi(3) * set.len() as f64 / start.elapsed().as_secs_f64() / 1e9
        };
        self.0.iter_mut().map(rate).fold(0.0, f64::max)
    }
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
