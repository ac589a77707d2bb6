//! Games that live in other crates, beside the variants that are listed here.

use std::sync::{PoisonError, RwLock};

use super::variants::{GameError, VARIANTS, Variant};
use crate::driving::AnyGame;
use crate::matches::Deal;
use crate::rules::{Episode, Game, Overrides};

/// The games that have been registered, in that order.
static FURTHER: RwLock<Vec<(Variant, AnyGame)>> = RwLock::new(Vec::new());

/// Registers a game of another crate for the rest of the process: from then on it is found by its id wherever a variant
/// is, so that it can be trained, bundled, measured and played.
///
/// [`visit`](crate::visit) hands it to generic code as an [`AnyGame`]; a batch of it is as fast as one of a variant. `preset`
/// are the options that others are laid over, `rules` is a page for people in Markdown. Matches of the game are a game too:
/// `register::<Match<G>>`, under an id of their own.
///
/// # Errors
///
/// Fails if the id is taken, and if the game refuses its preset.
///
/// # Examples
///
/// ```
/// use elderhand_env::kuhn::{Kuhn, Options};
/// use elderhand_env::{Overrides, register, variant, vec_env};
///
/// register::<Kuhn>("house-kuhn", "Kuhn poker of the house", "The pot is a drink.", Options {})?;
/// assert_eq!(variant("house-kuhn").map(|variant| variant.family), Some("kuhn"));
/// assert_eq!(vec_env("house-kuhn", &Overrides::new(), 8)?.lanes(), 8);
/// # Ok::<(), elderhand_env::GameError>(())
/// ```
pub fn register<G: Game>(
    id: &'static str,
    title: &'static str,
    rules: &'static str,
    preset: G::Options,
) -> Result<(), GameError> {
    let game = G::new(id, preset).map_err(|source| GameError::Option { game: id, source })?;
    let variant = Variant {
        id,
        title,
        family: game.family(),
        points: G::POINTS,
        episode: Episode::Round,
        deal: Deal::Turns,
        rules,
        views: G::VIEWS,
    };
    let mut further = FURTHER.write().unwrap_or_else(PoisonError::into_inner);
    if VARIANTS.iter().chain(further.iter().map(|(known, _)| known)).any(|known| known.id == id) {
        return Err(GameError::Taken { id });
    }
    further.push((variant, AnyGame::of(game)));
    Ok(())
}

/// Lists every variant: those of [`VARIANTS`], then those that [`register`] has added.
#[must_use]
pub fn variants() -> Vec<Variant> {
    let further = FURTHER.read().unwrap_or_else(PoisonError::into_inner);
    VARIANTS.iter().copied().chain(further.iter().map(|&(variant, _)| variant)).collect()
}

/// Finds a variant by its id.
#[must_use]
pub fn variant(id: &str) -> Option<Variant> {
    if let Some(&variant) = VARIANTS.iter().find(|variant| variant.id == id) {
        return Some(variant);
    }
    let further = FURTHER.read().unwrap_or_else(PoisonError::into_inner);
    further.iter().map(|&(variant, _)| variant).find(|variant| variant.id == id)
}

/// Makes a registered game with options laid over its preset; nothing if there is none of this id.
pub(super) fn further(id: &str, overrides: &Overrides) -> Option<Result<AnyGame, GameError>> {
    let further = FURTHER.read().unwrap_or_else(PoisonError::into_inner);
    let (variant, preset) = further.iter().find(|(variant, _)| variant.id == id)?.clone();
    drop(further);
    Some(preset.overlaid(overrides).map_err(|source| GameError::Option { game: variant.id, source }))
}
