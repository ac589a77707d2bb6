//! Skirmish against an independent oracle, which is naive and shares no code with it.

mod compare;
mod layout;
mod made;
mod matches;
mod outlook;
mod played;
mod shown;
mod steps;
mod tally;
mod undoing;
mod walk;
