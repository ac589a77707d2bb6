//! Options by name: reading them, laying them over a preset, and wording what is wrong with them.

pub use crate::registry::{changed, settings};
pub use crate::rules::{as_table, expected, nearest, overlay, parse_options, plain, read_json, terms, write_options};
