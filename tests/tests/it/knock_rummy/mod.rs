//! Knock Rummy against an independent oracle, which is naive and shares no code with it.

mod counts;
mod outlook;
mod played;
mod setting;
