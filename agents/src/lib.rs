//! Players: scripted ones, networks in pure Rust, other processes; the arena that compares them; and what they lose to
//! perfect opponents, exactly.
#![forbid(unsafe_code)]

mod agent;
mod arena;
mod atomic;
mod bot;
pub mod bundle;
pub mod colonel;
mod episode;
mod exploitability;
pub mod gin;
pub mod knock_rummy;
pub mod network;
pub mod pinnacle;
pub mod pinochle;
mod policy;
mod process;
pub mod protocol;
mod random;
mod released;
mod rummy;
mod scripted;
mod signature;
pub mod skarney;
pub mod skirmish;
pub mod snap;
mod stats;
pub mod sum_run_set;
mod tournament;

pub use agent::{Agent, AgentError, Decision, ViewOf};
pub use arena::{Against, ArenaError, Entrant, Plan, Standing, Standings, Tally, duel, table};
pub use atomic::write_atomically;
pub use bot::{Bot, BotError, TimeoutError, load, parse_timeout};
pub use bundle::{Bundle, BundleError};
pub use exploitability::{Effort, ExploitabilityError, NashConv, Policy, SeatValue, nash_conv};
pub use network::Network;
pub use policy::{Choice, NetworkAgent};
pub use random::Random;
pub use released::{NotReleased, Releases, bundle_path};
pub use signature::signature;
pub use stats::{Estimate, IN_REACH, Verdict, estimate, estimate_share, to_settle};
pub use tournament::{Contestant, Event, Outcome, Place, TableResult, TournamentError, tournament};
