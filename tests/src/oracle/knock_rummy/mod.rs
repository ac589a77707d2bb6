//! The oracle for Knock Rummy: the count, and a referee of whole games.

pub mod count;
mod doing;
pub mod hand;
pub mod referee;
mod shown;
