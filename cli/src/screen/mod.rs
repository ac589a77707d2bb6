//! How a view looks to a person, made from its JSON alone, as any front end would.

mod colonel;
mod fields;
mod gin;
mod knock_rummy;
mod kuhn;
mod leduc;
mod matches;
mod pinnacle;
mod pinochle;
mod rummy;
mod skarney;
mod skirmish;
mod snap;
mod sum_run_set;

use elderhand_env::{AnyGame, AnyView, Card, CardSet, NoSeat, Seat, Table, VARIANTS};
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

    /// Says in words what another seat has done, a phrase for each deed worth one.
    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        deeds.actions.iter().map(|name| deed(name, paint)).collect()
    }

    /// Returns `true` if an action ends a turn, so that what the same seat does next is told for itself.
    fn ends(&self, _action: &str) -> bool {
        false
    }

    /// How a round was counted that an action has ended within a game of several, or at its end; nothing elsewhere.
    fn count(&self, _before: &Value, _action: &str, _after: &Value, _paint: Paint) -> Vec<String> {
        Vec::new()
    }

    /// A round as it was counted; as it is drawn, where a screen has no other way to tell it.
    fn counted(&self, view: &Value, paint: Paint) -> Vec<String> {
        self.draw(view, paint)
    }

    /// How a round was counted that followed another and in which nobody had anything to decide; nothing elsewhere.
    fn passed(&self, _before: &Value, _after: &Value, _paint: Paint) -> Vec<String> {
        Vec::new()
    }

    /// The cards that the viewing seat holds.
    fn hand(&self, view: &Value) -> CardSet {
        view.get("hand").and_then(|hand| CardSet::deserialize(hand).ok()).unwrap_or_default()
    }

    /// What an action has brought about beside itself: the card that the viewing seat has got.
    fn news(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        let drawn = self.hand(after) - self.hand(before);
        // More are a new hand.
        let few = (1..=MOST_DRAWN).contains(&drawn.len());
        few.then(|| format!("You get {}.", cards::cards(drawn, paint))).into_iter().collect()
    }

    /// The cards in the order in which the screen shows them, those of the hand first; moves that differ in a card are listed so.
    fn order(&self, view: &Value) -> Vec<Card> {
        self.hand(view).iter().collect()
    }

    /// What an action is called where its name is no plain English; people may type either.
    fn wording(&self, _action: &str) -> Option<String> {
        None
    }

    /// What an action of the seat to move means here, to stand in brackets beside its name; nothing if the name says all.
    fn aside(&self, _view: &Value, _action: &str) -> Option<String> {
        None
    }

    /// The action that a person plays by Enter alone, where nearly every move is the same one; nothing elsewhere.
    fn usual(&self, _view: &Value) -> Option<&'static str> {
        None
    }

    /// Returns `true` if an action does nothing that is worth telling where it is the only one.
    fn is_idle(&self, _action: &str) -> bool {
        false
    }

    /// The actions, one after another, that a line stands for which is none of their names; none if it stands for none.
    fn spell(&self, _view: &Value, _line: &str) -> Vec<String> {
        Vec::new()
    }
}

/// What was seen of a table after an action, oldest first: the rounds that ended then, as they were counted, and what is seen now.
pub fn seen(table: &Table, seat: Seat) -> Result<Vec<Value>, NoSeat> {
    Ok(table.ended(seat)?.iter().chain([&table.view(seat)?]).map(AnyView::json).collect())
}

/// How the rounds were counted that have ended since a view and an action, a blank line between two; `seen` is what [`seen`] gives.
pub fn counts(screen: &dyn Screen, before: &Value, action: &str, seen: &[Value], paint: Paint) -> Vec<String> {
    let first = seen.iter().take(1).map(|after| screen.count(before, action, after, paint));
    let pairs = [before].into_iter().chain(seen).zip(seen);
    let passed = pairs.map(|(before, after)| screen.passed(before, after, paint));
    let counts: Vec<_> = first.chain(passed).filter(|lines| !lines.is_empty()).collect();
    counts.join(&String::new())
}

/// No action brings more cards to a hand than this.
const MOST_DRAWN: usize = 3;

/// An action as the deed of somebody else: `discard 7C` is `discards 7♣`.
fn deed(name: &str, paint: Paint) -> String {
    let (verb, rest) = name.split_once(' ').map_or((name, String::new()), |(verb, rest)| (verb, format!(" {rest}")));
    let ending = if verb.ends_with(['s', 'h', 'o']) { "es" } else { "s" };
    cards::words(&format!("{verb}{ending}{rest}"), paint)
}

/// The deeds of a hand that is laid out meld by meld, each meld with all its cards; `other` tells of the rest.
fn laying_out(actions: &[String], paint: Paint, other: impl Fn(&String) -> Option<String>) -> Vec<String> {
    let (mut phrases, mut meld) = (Vec::new(), Vec::new());
    for name in actions {
        match name.strip_prefix("meld ").and_then(cards::of_word) {
            Some(card) => meld.push(card),
            None if name == "end meld" => phrases.push(format!("melds {}", cards::cards(meld.drain(..), paint))),
            None => phrases.extend(other(name)),
        }
    }
    phrases
}

/// What a seat is called before what it has: the other without its article.
fn label(name: String) -> String {
    name.trim_start_matches("the ").to_owned()
}

/// The beginning of a sentence.
fn capital(mut text: String) -> String {
    text[..1].make_ascii_uppercase();
    text
}

/// Sets words after a dimmed label, broken to fit the width, the later lines under the first word.
fn labelled(width: usize, label: &str, words: &[String], paint: Paint) -> Vec<String> {
    let lines = fold(width, " ", words.iter()).into_iter().enumerate();
    lines
        .map(|(i, line)| format!("{}{line}", paint.dim(format!("{:width$}", if i == 0 { label } else { "" }))))
        .collect()
}

/// What an action is called.
pub fn called(screen: &dyn Screen, action: &str) -> String {
    screen.wording(action).unwrap_or_else(|| action.into())
}

/// What an action is called, with what it means here in brackets.
pub fn with_aside(screen: &dyn Screen, view: &Value, action: &str) -> String {
    let called = called(screen, action);
    match screen.aside(view, action) {
        Some(aside) => format!("{called} ({aside})"),
        None => called,
    }
}

/// The screen of a game: that of its family, for a match below how the match stands.
///
/// # Errors
///
/// Fails if the family of a registered game has no screen; games from elsewhere have the list of their fields.
pub fn screen(game: &AnyGame) -> anyhow::Result<Box<dyn Screen>> {
    let family = game.family();
    let round = match of_family(family) {
        Some(screen) => screen,
        None if VARIANTS.iter().any(|variant| variant.family == family) => {
            anyhow::bail!("there is no screen for the family `{family}`")
        }
        None => Box::new(fields::Fields),
    };
    Ok(if game.is_match() { Box::new(matches::Match(round)) } else { round })
}

/// The screen of a registered family; `None` if it has none.
fn of_family(family: &str) -> Option<Box<dyn Screen>> {
    Some(match family {
        "colonel" => Box::new(colonel::Colonel),
        "gin" => Box::new(gin::Gin),
        "knock-rummy" => Box::new(knock_rummy::KnockRummy),
        "kuhn" => Box::new(kuhn::Kuhn),
        "leduc" => Box::new(leduc::Leduc),
        "pinnacle" => Box::new(pinnacle::Pinnacle),
        "pinochle" => Box::new(pinochle::Pinochle),
        "skarney" => Box::new(skarney::Skarney),
        "skirmish" => Box::new(skirmish::Skirmish),
        "snap" => Box::new(snap::Snap),
        "sum-run-set" => Box::new(sum_run_set::SumRunSet),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_family_has_a_screen_of_its_own() {
        for variant in VARIANTS {
            assert!(of_family(variant.family).is_some(), "`{}` has none", variant.family);
        }
    }
}
