//! What a run leaves on disk: its directory, the metrics, the checkpoints, and the network that is taken out of one.

pub(crate) mod checkpoint;
pub(crate) mod evaluation;
mod events;
pub(crate) mod export;
mod files;
pub(crate) mod run_dir;
mod session;
