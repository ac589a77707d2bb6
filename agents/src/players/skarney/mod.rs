//! The scripted Skarney player.

mod simple;

pub use simple::Simple;
