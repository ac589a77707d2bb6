//! Scripted players of Colonel.

mod simple;

pub use simple::Simple;
