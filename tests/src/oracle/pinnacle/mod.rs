//! The oracle for the Pinnacle family: counts, by trying every set of cards, and a referee of whole games.

pub mod combination;
pub mod count;
