//! Players: scripted ones, networks in pure Rust, other processes; the arena that compares them; and what they lose to
//! perfect opponents, exactly.
#![forbid(unsafe_code)]

mod carrying;
mod measuring;
mod players;
mod seating;
mod speaking;

pub use carrying::atomic::write_atomically;
pub use carrying::bundle::{Bundle, BundleError};
pub use carrying::network::Network;
pub use carrying::policy::{Choice, NetworkAgent};
pub use carrying::released::{NotReleased, Releases, bundle_path};
pub use carrying::{bundle, network};
pub use measuring::arena::{Against, ArenaError, Entrant, Plan, Standing, Standings, Tally, duel, table};
pub use measuring::exploitability::{Effort, ExploitabilityError, NashConv, Policy, SeatValue, nash_conv};
pub use measuring::signature::signature;
pub use measuring::stats::{Estimate, IN_REACH, Verdict, estimate, estimate_share, to_settle};
pub use measuring::tournament::{Contestant, Event, Outcome, Place, TableResult, TournamentError, tournament};
pub use players::agent::{Agent, AgentError, Decision};
pub use players::random::Random;
pub use players::{colonel, gin, knock_rummy, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
pub use seating::bot::{Bot, BotError, TimeoutError, load, parse_timeout};
pub use seating::familiarity::Familiarity;
pub use seating::player::Player;
pub use seating::rounds::OfRounds;
pub use speaking::protocol;
