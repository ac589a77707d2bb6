//! Pinnacle against an independent oracle, which is naive and shares no code with it.

mod cards;
mod counts;
