//! Which player is better, and how surely: arenas, ratings, tournaments, statistics and exact measures; and what the moves
//! of one game were worth.

pub mod analysis;
pub(crate) mod arena;
#[cfg(feature = "threads")]
pub(crate) mod exploitability;
pub(crate) mod playout;
pub mod rating;
pub mod sequential;
#[cfg(feature = "threads")]
pub(crate) mod signature;
pub mod stats;
pub(crate) mod tournament;
