//! Files: where those of bots lie, and how any is read and written.

pub use crate::carrying::atomic::{would_replace, write_atomically};
pub use crate::carrying::bounded::{read_bounded, read_text};
pub use crate::carrying::released::bundle_path;
