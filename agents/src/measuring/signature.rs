//! One short hash of how a variant behaves; it changes when, and only when, the behaviour does.

use elderhand_env::{Buffers, GameError, Overrides, Stream, vec_env};
use sha2::{Digest, Sha256};

/// The number of lanes that are played.
const LANES: usize = 64;
/// The number of steps each of them takes.
const STEPS: usize = 2_000;

/// Hashes everything that a batch of a variant shows over seeded, uniformly random play.
///
/// Covered are the observations, legal actions, seats, ends, rewards and lengths of 64 lanes over 2,000 steps. The
/// signature is the first 16 hexadecimal digits of their SHA-256 and the same on every machine.
///
/// # Errors
///
/// Fails if there is no such variant, and if an option is unknown or out of range.
pub fn signature(id: &str, overrides: &Overrides) -> Result<String, GameError> {
    let mut env = vec_env(id, overrides, LANES)?;
    let mut buffers = Buffers::new(env.spec(), LANES);
    let mut choice = Stream::new(1);
    let mut actions = Vec::with_capacity(LANES);
    let mut hasher = Sha256::new();
    env.reset(1, &mut buffers.slices()).expect("the buffers are of this batch");
    for _ in 0..STEPS {
        absorb(&mut hasher, &buffers);
        actions.clear();
        actions.extend(buffers.legal_sets().map(|legal| choice.pick(&legal)));
        env.step(&actions, &mut buffers.slices()).expect("the actions are legal");
    }
    absorb(&mut hasher, &buffers);
    Ok(hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

/// Hashes buffers in their order of fields, numbers as little-endian bytes.
fn absorb(hasher: &mut Sha256, buffers: &Buffers) {
    let mut words = |words: &[u64]| words.iter().for_each(|word| hasher.update(word.to_le_bytes()));
    words(&buffers.observations);
    words(&buffers.masks);
    hasher.update(&buffers.seats);
    hasher.update(&buffers.ends);
    buffers.rewards.iter().for_each(|reward| hasher.update(reward.to_le_bytes()));
    buffers.lengths.iter().for_each(|length| hasher.update(length.to_le_bytes()));
}
