//! The protocol by which other programs ask a bot for its moves: one JSON object a line; see `docs/protocol.md`.

#[cfg_attr(not(feature = "process"), allow(dead_code))]
mod fields;
mod line;
#[cfg_attr(not(feature = "process"), allow(dead_code))]
mod message;
mod serve;
mod session;

pub(crate) use fields::{Fields, as_written, excerpt};
pub(crate) use line::{Line, read_line};
#[cfg_attr(not(feature = "process"), allow(unused_imports))]
pub(crate) use message::{Message, Request};
pub use serve::serve;
pub use session::Session;

/// The version that `hello` announces; it changes when an existing program would no longer be understood.
pub const VERSION: u32 = 1;

/// The greatest length of a line in bytes, without its end.
pub const MAX_LINE: usize = 1 << 20;
