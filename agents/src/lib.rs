#![doc = include_str!("../README.md")]
//!
//! # Where to begin
//!
//! An [`Agent`] answers views with actions; a [`Bot`] is one that has a name, a [`Player`] one that is seated at a game
//! without its type. A [`Bundle`] is one as a file. [`table`] and [`duel`] compare them, [`tournament`] lets them meet.
#![forbid(unsafe_code)]

pub mod bots;
mod carrying;
pub mod files;
#[cfg(feature = "hosting")]
pub mod hosting;
mod lock;
mod measuring;
mod players;
mod searching;
mod seating;
mod shown;
mod speaking;
#[cfg(feature = "threads")]
mod threads;

pub use carrying::bundle::{Bundle, BundleError};
pub use carrying::network::Network;
pub use carrying::policy::{Choice, NetworkAgent};
pub use carrying::released::{NotReleased, Releases};
pub use carrying::{bundle, network};
pub use measuring::arena::{
    Against, ArenaEntry, ArenaError, ArenaResult, Crew, DuelResult, Entrant, Measure, Met, Plan, Question,
    QuestionError, Ruling, Stop, duel, duel_until, meet, pairs, table, table_until,
};
#[cfg(feature = "threads")]
pub use measuring::arena::{Arena, Progress};
#[cfg(feature = "threads")]
pub use measuring::exploitability::{
    Effort, ExploitabilityError, NashConv, SeatValue, TabularPolicy, nash_conv, nash_conv_of, nash_conv_until,
};
#[cfg(feature = "threads")]
pub use measuring::signature::signature;
pub use measuring::stats::{Estimate, Verdict};
pub use measuring::tournament::{
    Asked, Contestant, Event, Outcome, Place, TableResult, TournamentError, tournament, tournament_from,
};
pub use measuring::{analysis, rating, sequential, stats};
pub use players::agent::{Agent, AgentError, Decision, Findings, Gap, Judgement, Loss, NamedFindings, Stopped, Tried};
pub use players::random::Random;
pub use players::{colonel, gin, knock_rummy, pinnacle, pinochle, skarney, skirmish, snap, sum_run_set};
pub use searching::{Budget, PREFIX as SEARCH, Search, SearchError, names as search_names};
pub use seating::bot::{Bot, BotError, TimeoutError};
pub use seating::familiarity::Familiarity;
pub use seating::level::Level;
pub use seating::names::distinct_names;
pub use seating::player::Player;
pub use seating::rounds::OfRounds;
pub use shown::is_obeyed;
#[cfg(any(feature = "hosting", feature = "process"))]
pub use speaking::protocol;
