//! The variants by name, and the settings in which one of them can be played.

mod further;
mod variants;
mod vary;

pub use further::{register, variant, variants};
pub use variants::{GameError, VARIANTS, Variant, Visitor, game, varied_env, vec_env, visit};
pub use vary::{Variation, settings, vary};
