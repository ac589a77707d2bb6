//! Scripted Snap players.

mod simple;

pub use simple::Simple;
