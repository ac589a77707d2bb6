//! Names that nobody can guess.

use sha2::{Digest, Sha256};

/// Makes a name of 32 letters and digits from the system's randomness: whoever knows one was told it.
pub(super) fn token() -> String {
    random().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// By what a token is looked up: its SHA-256. How long looking takes then hangs on the hash of what was asked for, which
/// tells nothing of how much of it was right.
pub(super) fn key(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// A number from the system's randomness.
pub(crate) fn number() -> u64 {
    let bytes = random();
    u64::from_le_bytes(bytes[..8].try_into().expect("there are eight of them"))
}

fn random() -> [u8; 16] {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("every system that runs this has randomness");
    bytes
}
