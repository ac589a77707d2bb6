//! The oracle for Knock Rummy: the count, and a referee of whole games.

pub mod count;
pub mod hand;
pub mod referee;
