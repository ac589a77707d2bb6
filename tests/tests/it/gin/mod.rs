//! Gin against an independent oracle, which is naive and shares no code with it.

mod belief;
mod deadwood;
mod hands;
mod history;
mod laid;
mod matches;
mod outlook;
mod points;
mod refused;
mod showdown;
