//! Evidence that holds however often one looks at it: tests that may stop at any sample, intervals that hold at all of
//! them.
//!
//! Whoever believes that a mean is at most `m` can be offered bets of which none is unfair to them: a stake `λ` on a value
//! `x` turns a capital of 1 into `1 + λ (x − m)`. Bets that are chosen before their value is seen multiply up, and if the
//! belief is right, the capital is expected to stay where it is, so that it ever reaches `1/α` has a probability of at most
//! `α` (Ville 1939). That is all that the errors stated here rest on: it needs values within known bounds and
//! independent of each other, and neither large numbers nor a normal distribution. Bets decide how soon the truth is found,
//! never how often an error is made. See Waudby-Smith and Ramdas (2024), "Estimating means of bounded random variables by
//! betting", and, for means that differ by a constant fraction, Cover's universal portfolios (1991).

mod bets;
mod interval;
mod test;

pub use interval::{IN_REACH, anytime, to_settle};
pub use test::{Answer, Sequential, SequentialError};
