//! Files that hold bots: where they lie, and how they are written.

pub use crate::carrying::atomic::write_atomically;
pub use crate::carrying::released::bundle_path;
