//! What a hand is best laid out as, for hints and for players that follow rules.

mod outlook;
mod plan;
mod plays;
mod worth;

pub use outlook::{Outlook, parting, sheddable};
pub use plan::{Plan, Search};
pub use plays::Play;
pub use worth::{HELD, held};
