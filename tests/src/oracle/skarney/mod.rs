//! The oracle for Skarney: every contract of a hand, by trying all triples, and a referee of whole games.

pub mod contest;
pub mod contract;
mod count;
mod doing;
pub mod hand;
pub mod meld;
pub mod referee;
mod shown;
