//! How soon sequential tests answer, and how often wrongly, against tests of a fixed number of deals.
//!
//! `cargo run --release --example how_soon -- 1000` draws values of known means, as deals are worth them, asks after each, and
//! prints tables of Markdown. Beside the tests by betting it tries what engine testers use, the generalised sequential
//! probability ratio test of normal values, which is not part of the library: it rests on large numbers.

use std::collections::BTreeMap;

use elderhand_agents::sequential::{Answer, Sequential};
use elderhand_agents::stats::{Verdict, estimate};
use elderhand_env::Stream;

/// Values within bounds, of a mean that can be chosen.
struct Source {
    name: &'static str,
    bounds: (f64, f64),
    /// The upper hypothesis; the lower one is 0.
    h1: f64,
    draw: fn(&mut Stream, f64) -> f64,
}

fn normal(stream: &mut Stream) -> f64 {
    (0..12).map(|_| f64::from(stream.unit())).sum::<f64>() - 6.0
}

fn unit(stream: &mut Stream) -> f64 {
    (stream.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

const SOURCES: [Source; 5] = [
    Source {
        name: "share won of a mirrored deal: −½, 0 or ½ beyond even",
        bounds: (-0.5, 0.5),
        h1: 0.05,
        draw: |stream, mean| match unit(stream) {
            unit if unit < 0.25 + mean => 0.5,
            unit if unit < 0.75 + mean => 0.0,
            _ => -0.5,
        },
    },
    Source {
        name: "points as at gin: nearly normal, deviation 18 of ±150",
        bounds: (-150.0, 150.0),
        h1: 2.0,
        draw: |stream, mean| (mean + 18.0 * normal(stream)).clamp(-150.0, 150.0),
    },
    Source {
        name: "small pots and a few large ones: deviation 11 of ±400",
        bounds: (-400.0, 400.0),
        h1: 1.0,
        draw: |stream, mean| (mean + 3.0 * normal(stream).powi(3)).clamp(-400.0, 400.0),
    },
    Source {
        name: "one chip lost, seldom 49 won",
        bounds: (-50.0, 50.0),
        h1: 0.5,
        draw: |stream, mean| if unit(stream) < (1.0 + mean) / 50.0 { 49.0 } else { -1.0 },
    },
    Source {
        name: "one chip won, seldom 49 lost",
        bounds: (-50.0, 50.0),
        h1: 0.5,
        draw: |stream, mean| if unit(stream) < (1.0 - mean) / 50.0 { -49.0 } else { 1.0 },
    },
];

/// The rate of errors that is asked for, on either side.
const ALPHA: f64 = 0.05;

/// Wald's test of normal values whose variance is that of the sample, from the eighth value on.
#[derive(Default)]
struct Generalised {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Generalised {
    fn push(&mut self, value: f64, h1: f64) -> Answer {
        self.count += 1.0;
        let off = value - self.mean;
        self.mean += off / self.count;
        self.squares += off * (value - self.mean);
        let ratio = self.count * h1 * (self.mean - h1 / 2.0) / (self.squares / self.count);
        let bound = ((1.0 - ALPHA) / ALPHA).ln();
        match ratio {
            ratio if self.count < 8.0 || !ratio.is_finite() => Answer::Open,
            ratio if ratio >= bound => Answer::Above,
            ratio if ratio <= -bound => Answer::Below,
            _ => Answer::Open,
        }
    }
}

/// What came of many runs of one test.
#[derive(Default)]
struct Tally {
    above: u32,
    below: u32,
    values: usize,
}

impl Tally {
    /// Draws until there is an answer, or so many values.
    fn run(&mut self, most: usize, mut draw: impl FnMut() -> f64, mut push: impl FnMut(f64) -> Answer) {
        for count in 1..=most {
            let answer = push(draw());
            if answer != Answer::Open || count == most {
                self.above += u32::from(answer == Answer::Above);
                self.below += u32::from(answer == Answer::Below);
                self.values += count;
                return;
            }
        }
    }

    fn row(&self, runs: u32) -> String {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(runs);
        let length = self.values as f64 / f64::from(runs);
        format!("{:.1} | {:.1} | {length:.0}", percent(self.above), percent(self.below))
    }
}

/// Says of how many comparisons of equals somebody finds a winner who looks at the 95 % interval after every so many deals
/// and stops when it leaves out 0.
fn impatient(runs: u32, every: usize, most: usize) {
    let Source { bounds, draw, .. } = SOURCES[0];
    let found = (0..runs).filter(|&run| {
        let mut stream = Stream::keyed([run.into(), 0, 2]);
        let mut values = Vec::new();
        while values.len() < most {
            values.extend((0..every).map(|_| draw(&mut stream, 0.0)));
            let found = estimate(&values, bounds);
            if Verdict::of((found.low, found.high)) != Verdict::Open {
                return true;
            }
        }
        false
    });
    let share = 100.0 * found.count() as f64 / f64::from(runs);
    println!("Looking after every {every} of {most} deals finds a winner of equals in {share:.1} %.");
}

fn main() {
    let runs: u32 = std::env::args().nth(1).and_then(|runs| runs.parse().ok()).unwrap_or(1000);
    impatient(runs, 20, 2000);
    for Source { name, bounds, h1, draw } in SOURCES {
        let mut stream = Stream::new(0);
        let sample: Vec<f64> = (0..200_000).map(|_| draw(&mut stream, 0.0)).collect();
        let deviation = (sample.iter().map(|value| value * value).sum::<f64>() / sample.len() as f64).sqrt();
        // One-sided 5 % and power 95 %; two-sided 5 % and power 95 %.
        let fixed = |z: f64| ((z + 1.645) * deviation / h1).powi(2);
        let most = 20 * fixed(1.645) as usize;
        println!(
            "\n**{name}**, H0 0, H1 {h1}: a fixed number takes {:.0}, two-sided {:.0}\n",
            fixed(1.645),
            fixed(1.96)
        );
        println!("| mean | test | above, % | below, % | deals |\n|--:|---|--:|--:|--:|");
        for times in [0.0, 0.5, 1.0] {
            let mean = times * h1;
            let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
            for run in 0..runs {
                let source = || {
                    let mut stream = Stream::keyed([run.into(), mean.to_bits(), 1]);
                    move || draw(&mut stream, mean)
                };
                let mut sprt = Sequential::between((0.0, h1), bounds, (ALPHA, ALPHA)).expect("it can be tested");
                tallies.entry("--sprt").or_default().run(most, source(), |value| sprt.push(value));
                let mut decided = Sequential::against(0.0, bounds, ALPHA).expect("it can be tested");
                tallies.entry("--until-decided").or_default().run(most, source(), |value| decided.push(value));
                let mut normal = Generalised::default();
                tallies.entry("generalised").or_default().run(most, source(), |value| normal.push(value, h1));
            }
            for (test, tally) in tallies {
                println!("| {mean} | {test} | {} |", tally.row(runs));
            }
        }
    }
}
