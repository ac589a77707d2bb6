//! Ratings of a pool of players that stand still: who meets whom next, how strong each is, and where that does not add up.
//!
//! Players do not learn between two deals, so ratings are no running average: all deals together are explained at once, by
//! the strengths that make them likeliest, be it what was won (Bradley and Terry 1952) or the points. How sure they are is found by counting deals anew with
//! random weights (the Bayesian bootstrap): the same cards that several pairs played keep the same weight.

mod cells;
mod circles;
mod countings;
mod fit;
mod matrix;
mod met;
mod ratings;
mod schedule;
mod seen;

pub use cells::{Batch, Conflict, Contest, Results};
pub use circles::Circle;
pub use ratings::{Duelled, Rated, Ratings};
pub use schedule::{Aim, Next, Schedule};
