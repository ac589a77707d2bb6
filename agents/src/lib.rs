//! Players: scripted ones, networks in pure Rust, other processes; and the arena that compares them.
#![forbid(unsafe_code)]

mod agent;
mod bot;
mod process;
pub mod protocol;
mod random;
mod scripted;

pub use agent::{Agent, AgentError, Decision, ViewOf};
pub use bot::{Bot, BotError, TimeoutError, load, parse_timeout};
pub use random::Random;
