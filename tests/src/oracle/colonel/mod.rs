//! The oracle for Colonel: melds, by trying all triples, and a referee of whole games.

mod count;
mod doing;
pub mod hand;
pub mod meld;
pub mod referee;
mod shown;
