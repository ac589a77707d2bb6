//! Players that need no file: what every player is, and those that follow written rules.

pub(crate) mod agent;
pub mod colonel;
pub mod gin;
pub mod knock_rummy;
pub mod pinnacle;
pub mod pinochle;
pub(crate) mod random;
pub(crate) mod scripted;
pub mod skarney;
pub mod skirmish;
pub mod snap;
pub mod sum_run_set;
