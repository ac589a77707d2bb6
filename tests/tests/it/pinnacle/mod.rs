//! Pinnacle against an independent oracle, which is naive and shares no code with it.

mod cards;
mod compare;
mod counts;
mod outlook;
mod played;
mod rounds;
mod setting;
mod settled;
mod shown;
mod tally;
