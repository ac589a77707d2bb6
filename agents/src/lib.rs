//! Players: scripted ones, networks in pure Rust, other processes; and the arena that compares them.
#![forbid(unsafe_code)]

mod agent;
mod atomic;
pub mod bundle;
pub mod network;
mod policy;
mod random;

pub use agent::{Agent, AgentError, Decision, ViewOf};
pub use atomic::write_atomically;
pub use bundle::{Bundle, BundleError};
pub use network::Network;
pub use policy::{Choice, NetworkAgent};
pub use random::Random;
