//! The protocol by which other programs ask a bot for its moves: one JSON object a line; see `docs/protocol.md`.

#[cfg(feature = "hosting")]
mod about;
#[cfg(feature = "hosting")]
mod answer;
#[cfg(feature = "hosting")]
mod asked;
#[cfg_attr(not(all(feature = "hosting", feature = "process")), allow(dead_code))]
mod fields;
mod line;
#[cfg_attr(not(feature = "process"), allow(dead_code))]
mod message;
#[cfg(feature = "hosting")]
mod serve;
#[cfg(feature = "hosting")]
mod session;
#[cfg(feature = "hosting")]
mod tables;

#[cfg(feature = "hosting")]
pub(crate) use fields::as_written;
pub(crate) use fields::{Fields, excerpt};
pub(crate) use line::{Line, read_line};
pub(crate) use message::Message;
#[cfg(feature = "process")]
pub(crate) use message::Request;
#[cfg(feature = "hosting")]
pub use serve::serve;
#[cfg(feature = "hosting")]
pub use session::{Reply, Session};

/// The newest version; a program that does not ask for it is answered as in version 1.
pub const VERSION: u32 = 2;

/// The version in which Elderhand asks other programs for their moves.
#[cfg(feature = "process")]
pub(crate) const ASKING: u32 = 1;

/// The greatest length of a line in bytes, without its end.
pub const MAX_LINE: usize = 1 << 20;
