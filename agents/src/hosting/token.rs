//! Names that nobody can guess.

/// Makes a name of 32 letters and digits from the system's randomness: whoever knows one was told it.
pub(super) fn token() -> String {
    random().iter().map(|byte| format!("{byte:02x}")).collect()
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
