//! Scripted players of pinochle.

mod simple;
mod worth;

pub use simple::Simple;
