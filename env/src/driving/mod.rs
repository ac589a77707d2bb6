//! What owns the truth of a position: one game in progress, many side by side, and records.

mod batch;
mod read;
mod record;
mod table;

pub use batch::{Batch, Buffers, Done, LoadError, StepError, VecEnv};
pub use read::{ViewError, read_view};
pub use record::{Record, ReplayError};
pub use table::Table;
