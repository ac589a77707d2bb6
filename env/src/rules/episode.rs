//! What an episode is, in the games that leave it open.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::registry::variant;
use crate::rules::Overrides;

/// What an episode is; the option `episode` of the games that leave it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Episode {
    /// One round: a hand, a deal, a pitch.
    Round,
    /// Rounds until the match is decided.
    Match,
}

/// What people call the episodes of a game, and what is won in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Terms {
    /// One episode.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
    /// What the returns count.
    pub points: &'static str,
}

/// The terms of a variant with these options: in a round it is played for [`Game::POINTS`](crate::rules::Game::POINTS), in a
/// match, if `episode` says so, for the points that this pays.
pub fn terms(game: &str, options: &Overrides) -> Terms {
    if options.get("episode").and_then(Value::as_str) == Some("match") {
        return Terms { one: "match", many: "matches", points: "points" };
    }
    Terms { one: "round", many: "rounds", points: variant(game).map_or("points", |variant| variant.points) }
}
