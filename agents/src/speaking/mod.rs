//! Players and front ends in other processes: the protocol and its two sides.

#[cfg(feature = "process")]
pub(crate) mod process;
pub mod protocol;
