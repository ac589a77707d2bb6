//! What owns the truth of a position: one game in progress, many side by side, and records; and games without their types.

mod about;
mod any_game;
mod any_state;
mod any_view;
#[cfg(feature = "batches")]
mod batch;
mod dealer;
mod driver;
mod read;
mod record;
mod refusal;
mod seated;
mod table;

pub use about::{About, Undone};
pub use any_game::AnyGame;
pub use any_state::AnyState;
pub use any_view::{AnyView, RowError};
#[cfg(feature = "batches")]
pub use batch::{
    Autoreset, Batch, BatchOptions, BufferSlices, Buffers, Done, LoadError, SliceError, StepError, VecEnv, unpack,
};
pub use driver::Driver;
pub use read::{ViewError, read_view};
pub use record::{Record, ReplayError};
pub use refusal::{DealError, DrawError, PlayError, UndoError};
pub use table::{NoSeat, RecordError, Table};
