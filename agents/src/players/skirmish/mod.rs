//! Scripted players of the Skirmish family.

mod ending;
mod plan;
mod plays;
mod simple;
mod worth;

pub use simple::Simple;
