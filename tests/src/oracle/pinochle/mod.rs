//! The oracle for pinochle: melds, by trying every choice of cards, and a referee of whole games.

pub mod deal;
mod doing;
pub mod meld;
pub mod referee;
mod shown;
pub mod trick;
pub mod ways;
