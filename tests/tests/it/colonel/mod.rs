//! Colonel against an independent oracle, which is naive and shares no code with it.

mod hands;
mod outlook;
mod played;
