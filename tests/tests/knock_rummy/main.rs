//! Knock Rummy against an independent oracle, which is naive and shares no code with it.

mod counts;
mod played;
mod setting;
