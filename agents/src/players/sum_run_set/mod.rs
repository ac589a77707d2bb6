//! Scripted Sum-Run-Set players.

mod simple;

pub use simple::Simple;
