//! Targets over the inputs that are kept for them, and over some more that are drawn or altered.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use elderhand_env::Stream;

use super::Target;

/// The inputs that are made for a target, unless they take longer than [`SHARE`].
const MADE: usize = 2_000;
/// The longest time that is spent on inputs that are made; those that are kept are all tried.
const SHARE: Duration = Duration::from_millis(500);
/// The environment variable that sets another time, in seconds, in which any number of inputs is made.
const SECONDS: &str = "ELDERHAND_FUZZ_SECONDS";
/// The longest input that is drawn.
const LONGEST: usize = 200;

/// Tries targets whose inputs are kept in folders of their names in `corpus`.
///
/// # Panics
///
/// Panics where some do not hold, with an input for each, and if there are no inputs for one.
pub fn smoke(corpus: &Path, targets: &[(&str, Target)]) {
    let broken: Vec<String> = (0..).zip(targets).filter_map(|(number, target)| tried(corpus, number, target)).collect();
    assert!(broken.is_empty(), "as is told above, these do not hold:\n{}", broken.join("\n"));
}

/// Tries a target, and returns it with the first input for which it does not hold.
fn tried(corpus: &Path, number: u64, &(name, target): &(&str, Target)) -> Option<String> {
    let kept = kept(&corpus.join(name));
    assert!(!kept.is_empty(), "{name} has inputs that are kept");
    let seconds = std::env::var(SECONDS).ok().and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
    let (share, most) = seconds.map_or((SHARE, MADE), |seconds| (seconds, usize::MAX));
    // Whoever takes more time wants other inputs than those that are always tried.
    let (mut stream, begun) = (Stream::keyed([1, number, share.as_millis() as u64]), Instant::now());
    let mut inputs = kept.iter().cloned();
    for tried in 0.. {
        let input = match inputs.next() {
            Some(input) => input,
            None if tried < most && begun.elapsed() < share => made(&kept, &mut stream),
            None => {
                println!("{name}: {tried} inputs, {} kept, {} ms", kept.len(), begun.elapsed().as_millis());
                break;
            }
        };
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            return Some(format!("{name}, for the bytes {input:?}"));
        }
    }
    None
}

/// The inputs of a folder.
fn kept(folder: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).collect()
}

/// An input of bytes that are drawn, or one that is kept with some of its bytes altered, put in or left out.
fn made(kept: &[Vec<u8>], stream: &mut Stream) -> Vec<u8> {
    if stream.below(2) == 0 {
        return (0..stream.below(LONGEST)).map(|_| stream.bits() as u8).collect();
    }
    let mut input = kept[stream.below(kept.len())].clone();
    for _ in 0..=stream.below(4) {
        if input.is_empty() {
            break;
        }
        let place = stream.below(input.len());
        match stream.below(4) {
            0 => drop(input.remove(place)),
            1 => input.insert(place, stream.bits() as u8),
            2 => input[place] ^= 1 << stream.below(8),
            _ => input[place] = stream.bits() as u8,
        }
    }
    input
}
