//! Skarney against an independent oracle, which is naive and shares no code with it.

mod contracts;
mod mood;
mod outlook;
mod played;
mod refused;
mod setting;
mod tally;
