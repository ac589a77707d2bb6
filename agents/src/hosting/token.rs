//! Names that nobody can guess.

use std::ops::RangeInclusive;

use sha2::{Digest, Sha256};

/// How long a token is that whoever takes a seat has chosen, so that nobody guesses it.
pub(super) const LENGTH: RangeInclusive<usize> = 22..=64;

/// Whether somebody may choose this as a token.
pub(super) fn may_be(token: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    LENGTH.contains(&token.len()) && token.bytes().all(letter)
}

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
