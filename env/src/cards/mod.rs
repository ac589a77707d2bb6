//! Cards, and sets and stacks of them.

mod card;
mod card_set;
mod multiset;
mod places;

pub use card::{Card, NotACard};
pub use card_set::{CardSet, NotCards};
pub use multiset::Cards;
pub use places::Places;
