//! Scripted Knock Rummy players.

mod simple;

pub use simple::Simple;
