//! Scripted players of pinochle.

mod simple;

pub use simple::Simple;
