//! Players: scripted ones, networks in pure Rust, other processes; and the arena that compares them.
#![forbid(unsafe_code)]

mod agent;
mod random;

pub use agent::{Agent, AgentError, Decision, ViewOf};
pub use random::Random;
