//! One folder a family.

pub mod gin;
pub mod kuhn;
pub mod leduc;
pub mod skirmish;
