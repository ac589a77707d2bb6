//! Scripted Sum-Run-Set players.

mod best;
mod simple;

pub use simple::Simple;
