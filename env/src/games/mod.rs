//! One folder a family.

pub mod colonel;
pub mod gin;
mod kinds;
pub mod knock_rummy;
pub mod kuhn;
pub mod leduc;
pub mod pinnacle;
mod rummy;
pub mod skarney;
pub mod skirmish;
