//! The oracle for the Pinnacle family: counts, by trying every set of cards, and a referee of whole games.

pub mod amount;
mod betting;
pub mod combination;
pub mod count;
pub mod referee;
pub mod round;
pub mod rules;
mod settling;
