//! Which player is better, and how surely: arenas, tournaments, statistics and exact measures.

pub(crate) mod arena;
pub(crate) mod episode;
pub(crate) mod exploitability;
pub(crate) mod signature;
pub(crate) mod stats;
pub(crate) mod tournament;
