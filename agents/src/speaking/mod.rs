//! Players and front ends in other processes: the protocol and its two sides.

pub(crate) mod process;
pub mod protocol;
