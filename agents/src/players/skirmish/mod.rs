//! Scripted players of the Skirmish family.

mod ending;
mod simple;

pub use simple::Simple;
