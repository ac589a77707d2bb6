//! How a view looks to a person, made from its JSON alone, as any front end would.

mod fields;
mod gin;
mod kuhn;
mod leduc;
mod skirmish;

use elderhand_env::CardSet;
use serde::Deserialize;
use serde_json::Value;

use crate::cards;
use crate::output::{Paint, fold};

/// What another seat has done without a break, and what one's own seat saw before and after it.
pub struct Deeds<'a> {
    /// The view before the first of the actions.
    pub before: &'a Value,
    /// The actions by name, at least one.
    pub actions: &'a [String],
    /// The view after the last.
    pub after: &'a Value,
}

/// Draws the views of a family of games.
pub trait Screen {
    /// Draws a view, a line an entry.
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String>;

    /// Says in words what another seat has done, a phrase for each deed.
    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        deeds.actions.iter().map(|name| cards::words(name, paint)).collect()
    }

    /// Says whether an action ends a turn, so that what the same seat does next is told for itself.
    fn ends(&self, _action: &str) -> bool {
        false
    }

    /// How a round was counted that an action has ended within a game of several, or at its end; nothing elsewhere.
    fn count(&self, _before: &Value, _action: &str, _after: &Value, _paint: Paint) -> Vec<String> {
        Vec::new()
    }

    /// The cards that the viewing seat holds.
    fn hand(&self, view: &Value) -> CardSet {
        view.get("hand").and_then(|hand| CardSet::deserialize(hand).ok()).unwrap_or_default()
    }
}

/// Sets words after a dimmed label, broken to fit the width, the later lines under the first word.
fn labelled(width: usize, label: &str, words: &[String], paint: Paint) -> Vec<String> {
    let lines = fold(width, " ", words.iter()).into_iter().enumerate();
    lines
        .map(|(i, line)| format!("{}{line}", paint.dim(format!("{:width$}", if i == 0 { label } else { "" }))))
        .collect()
}

/// The screen of a family, or the list of fields that serves every game.
pub fn screen(family: &str) -> Box<dyn Screen> {
    match family {
        "gin" => Box::new(gin::Gin),
        "kuhn" => Box::new(kuhn::Kuhn),
        "leduc" => Box::new(leduc::Leduc),
        "skirmish" => Box::new(skirmish::Skirmish),
        _ => Box::new(fields::Fields),
    }
}
