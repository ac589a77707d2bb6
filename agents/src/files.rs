//! Files: where those of bots lie, how any is read and written, and the dates that stand in them.

pub use crate::carrying::atomic::{would_replace, write_atomically};
pub use crate::carrying::bounded::{read_bounded, read_text};
pub use crate::carrying::calendar::date;
pub use crate::carrying::released::bundle_path;
