//! Pinochle against an independent oracle, which is naive and shares no code with it.

mod dealt;
mod ending;
mod melds;
mod mood;
mod outlook;
mod played;
