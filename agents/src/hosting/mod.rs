//! Tables that are kept for others: their cards, who sits there, and what each of them is shown.

mod allowance;
mod error;
mod guests;
mod house;
mod journal;
mod kept;
mod places;
mod pool;
mod position;
mod token;

pub use allowance::Allowance;
pub use error::HouseError;
pub use guests::Guests;
pub use house::{House, Joined, Opened};
pub use journal::{Journal, Saved, SavedChair};
pub use kept::{Missing, Opening};
pub use position::{Known, Outcome, Position, Step};
pub(crate) use token::number;
