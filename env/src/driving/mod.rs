//! What owns the truth of a position: one game in progress, many side by side, and records.

mod batch;
mod read;
mod record;
mod table;

pub use batch::{
    Autoreset, Batch, BatchOptions, BufferSlices, Buffers, Done, LoadError, SliceError, StepError, VecEnv, unpack,
};
pub use read::{ViewError, read_view};
pub use record::{Record, ReplayError};
pub use table::Table;
