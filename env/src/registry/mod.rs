//! The variants by name, and the settings in which one of them can be played.

mod further;
mod variants;
mod vary;

pub use further::{register, variant, variants};
pub(crate) use variants::{EPISODE, with_type, without_episode};
pub use variants::{GameError, VARIANTS, Variant, Visitor, changed, game, visit};
#[cfg(feature = "batches")]
pub use variants::{varied_env, vec_env};
pub use vary::{Variation, settings, vary};
