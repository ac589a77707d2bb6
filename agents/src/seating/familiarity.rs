//! How well a bot knows the game at which it sits.

use std::fmt::{self, Display, Formatter};

use elderhand_env::options::{as_table, write_options};
use elderhand_env::{AnyGame, Game, Overrides, Spec, Variation, ViewOf, game};
use serde::Serialize;

use super::rounds::OfRounds;
use crate::carrying::bundle::{Bundle, BundleError};
use crate::carrying::policy::NetworkAgent;
use crate::players::agent::Agent;

/// How well a bot knows the game at which it sits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "knows", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Familiarity {
    /// It was made for this game with these options.
    Game,
    /// It was made for single rounds, and plays a match by what it knows of these.
    Rounds,
    /// It was made for the game with other options, and plays by what is the same in both.
    OtherOptions {
        /// The options that are other than those it was made for, as `name=value`.
        options: Vec<String>,
        /// The planes of the observation that it does not know.
        planes: Vec<String>,
        /// The actions that it does not know.
        actions: Vec<String>,
    },
}

/// What the user is told, once; nothing of a bot that knows the game.
impl Display for Familiarity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Familiarity::Game => Ok(()),
            Familiarity::Rounds => f.write_str("learnt single rounds, and plays the match by what it knows of these"),
            Familiarity::OtherOptions { options, planes, actions } => {
                write!(f, "learnt the game with other options (here {})", options.join(", "))?;
                let mut list = |what: &str, names: &[String]| match names.len() {
                    0 => Ok(()),
                    1..=4 => write!(f, "; it does not know the {what} {}", names.join(", ")),
                    many => write!(f, "; it does not know {many} of the {what}"),
                };
                list("planes", planes)?;
                list("actions", actions)
            }
        }
    }
}

/// A seated bot, and how well it knows the game.
pub(super) type Seated<G> = (Box<dyn Agent<ViewOf<G>>>, Familiarity);

/// Seats a bundle at a game: as what it was made for, as a player of rounds at a match, or, if it may, under other options;
/// `with` says how its network works.
pub(super) fn seat<G: Game>(
    bundle: &Bundle,
    game: &G,
    any_options: bool,
    with: impl Fn(NetworkAgent) -> NetworkAgent,
) -> Result<Seated<G>, BundleError> {
    let refused = match bundle.agent(game) {
        Ok(agent) => return Ok((Box::new(with(agent)), Familiarity::Game)),
        Err(error) => error,
    };
    if let Ok(player) = bundle.agent(game.round()) {
        return Ok((Box::new(OfRounds::<G>::new(Box::new(with(player)))), Familiarity::Rounds));
    }
    let learnt = &bundle.manifest().contract.variable;
    match of_bundle(bundle).filter(|own| any_options && own.family() == game.family()) {
        // Of a match, a player of rounds sees the rounds.
        Some(own) if !own.is_match() => {
            let player = with(bundle.adapted(own.spec(), game.round().spec()));
            Ok((
                Box::new(OfRounds::<G>::new(Box::new(player))),
                other_options(&own, learnt, game.round().spec(), &as_table(game.round().options())),
            ))
        }
        Some(own) => Ok((
            Box::new(with(bundle.adapted(own.spec(), game.spec()))),
            other_options(&own, learnt, game.spec(), &as_table(game.options())),
        )),
        None => Err(refused),
    }
}

/// The game that a bundle was made for.
fn of_bundle(bundle: &Bundle) -> Option<AnyGame> {
    let contract = &bundle.manifest().contract;
    game(&contract.game, &contract.options).ok()
}

/// What a bot does not know of a game with these options, which learnt another one, and some values of its options in turn.
fn other_options(own: &AnyGame, learnt: &Variation, spec: &Spec, options: &Overrides) -> Familiarity {
    let known = |name: &str, value| {
        own.options().get(name) == Some(value) || learnt.get(name).is_some_and(|values| values.contains(value))
    };
    let others = options.iter().filter(|&(name, value)| !known(name, value));
    let unseen = |plane: &&elderhand_env::Plane| own.spec().same_plane(plane).is_none();
    Familiarity::OtherOptions {
        options: write_options(others),
        planes: spec.planes.iter().filter(unseen).map(|plane| plane.name.to_owned()).collect(),
        actions: spec.actions.iter().filter(|name| !own.spec().actions.contains(name)).cloned().collect(),
    }
}
