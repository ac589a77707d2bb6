//! One folder a family.

pub mod colonel;
pub mod gin;
mod kinds;
pub mod knock_rummy;
pub mod kuhn;
pub mod leduc;
mod moves;
pub mod pinnacle;
pub mod pinochle;
mod rummy;
pub mod skarney;
pub mod skirmish;
pub mod snap;
pub mod sum_run_set;
