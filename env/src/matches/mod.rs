//! Matches: what joins the rounds of any game, so that no game needs to know of targets, tallies or who leaves.
//!
//! A game says in [`Rounds`] what a round takes over from the ones before it and what came of it; [`Match`] is the game
//! that is made of such rounds. The players of a match are its seats; at the table of a round they are seated anew, elder
//! hand in seat 0 and the others in the order of play, so that every round is one that could also be played alone.

mod check;
mod choice;
mod encode;
mod game;
mod opening;
mod redeal;
mod rounds;
mod settings;
mod settlement;
mod standing;
mod state;
mod turn;
mod view;

/// The page in Markdown for programs: the fields of a view of a match, and its options.
pub const VIEWS: &str = include_str!("views.md");

pub use choice::Choosing;
pub use game::Match;
pub use rounds::{Entering, Next, Outcome, Rounds};
pub use settings::{Deal, MatchOptions, Settings, Settlement};
pub use standing::Standing;
pub use state::MatchState;
pub use view::MatchView;
