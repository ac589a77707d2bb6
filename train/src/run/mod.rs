//! A run from its beginning to its end: iterations until the budget is used, and what surrounds them, such as the
//! clock, checkpoints, and evaluations by the caller.

mod clock;
pub(crate) mod follow;
pub(crate) mod hooks;
mod lead;
mod measure;
mod restore;
mod schedules;
mod start;
pub(crate) mod trainer;

#[cfg(test)]
mod ranks_tests;
