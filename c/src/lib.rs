#![doc = include_str!("../README.md")]

mod bot;
mod failure;
mod pointers;
mod session;
mod table;

pub use bot::*;
pub use failure::*;
pub use pointers::elderhand_text_free;
pub use session::*;
pub use table::*;
