//! Sum-Run-Set against an independent oracle, which is naive and shares no code with it.

mod captures;
mod ending;
mod outlook;
mod played;
