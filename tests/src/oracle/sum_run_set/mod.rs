//! The oracle for Sum-Run-Set: captures, by trying all subsets of the pond, and a referee of whole games.

pub mod capture;
pub mod pitch;
pub mod ranks;
pub mod referee;
mod settling;
mod shown;
