//! Players that think: search over what may be hidden.
//!
//! A decision is tried in worlds that the view allows. In each world every candidate is played out to the end with the
//! same cards to come, by players that are fast; what it brings on average, and what the searching player held of it
//! before, decide. That is sound where cards matter more than information; it does not bluff, so it leaves out the
//! [betting games](elderhand_env::Game::BETS).

mod found;
mod name;
mod order;
mod rollout;
mod searcher;
mod spread;
mod tally;
mod worlds;

/// The number of threads that a search works on.
pub(crate) fn threads() -> usize {
    #[cfg(feature = "threads")]
    return rayon::current_num_threads();
    #[cfg(not(feature = "threads"))]
    1
}

pub(crate) use name::ITSELF;
pub use name::{Budget, PREFIX, Search, SearchError, names};
pub(crate) use rollout::Worker;
pub(crate) use searcher::Searcher;
