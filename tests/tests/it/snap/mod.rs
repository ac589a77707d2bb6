//! Snap against an independent oracle, which is naive and shares no code with it; and what is written about its code.

mod capped;
mod played;
mod quoted;
