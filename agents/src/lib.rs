//! Players: scripted ones, networks in pure Rust, other processes; and the arena that compares them.
#![forbid(unsafe_code)]

mod agent;
mod arena;
mod random;
mod signature;
mod stats;

pub use agent::{Agent, AgentError, Decision, ViewOf};
pub use arena::{ArenaError, Entrant, Plan, Tally, duel};
pub use random::Random;
pub use signature::signature;
pub use stats::{Estimate, estimate, estimate_share};
