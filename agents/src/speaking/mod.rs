//! Players and front ends in other processes: the protocol and its two sides.

#[cfg(feature = "process")]
pub(crate) mod process;
#[cfg(any(feature = "hosting", feature = "process"))]
pub mod protocol;
