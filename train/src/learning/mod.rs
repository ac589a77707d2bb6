//! The algorithm, in the order in which an iteration comes upon it: an iteration, self-play, the estimate of the
//! advantages, and the update. It knows nothing of files or of the clock.

pub(crate) mod training;

pub(crate) mod device;
pub(crate) mod engine;

pub(crate) mod bots;
pub(crate) mod pool;
pub(crate) mod privileged;
pub(crate) mod rollout;
pub(crate) mod self_play;
pub(crate) mod worker;

pub(crate) mod advantage;

pub(crate) mod adam;
pub(crate) mod learner;
pub(crate) mod loss;
pub(crate) mod magnet;
pub(crate) mod moments;

pub(crate) mod network;
pub(crate) mod times;

#[cfg(test)]
mod opponents_tests;
#[cfg(test)]
mod outcomes_tests;
#[cfg(test)]
mod ranks_tests;
