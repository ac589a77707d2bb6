//! The moves that a person chooses from, and their list.

use elderhand_env::{Action, Table};
use serde_json::Value;

use crate::cards;
use crate::output::{Paint, fold};
use crate::screen::{Screen, called};

/// A legal move.
pub struct Move {
    pub action: Action,
    /// Its name in the records of the game.
    pub name: String,
    /// What it is called.
    pub called: String,
    /// What it means here.
    aside: Option<String>,
}

impl Move {
    /// What it is called, with its cards drawn.
    pub fn drawn(&self) -> String {
        cards::words(&self.called, Paint::default())
    }
}

/// Returns the legal moves of a view in the order in which they are listed: those with cards as the cards are shown, and last
/// the one that gives up.
pub fn legal(table: &Table, screen: &dyn Screen, view: &Value) -> Vec<Move> {
    let listed = |action: Action| {
        let name = table.game().spec().name(action).to_owned();
        Move { action, called: called(screen, &name), aside: screen.aside(view, &name), name }
    };
    let mut moves: Vec<Move> = table.legal().iter().map(listed).collect();
    let order = screen.order(view);
    let place = |of: &Move| {
        let card = of.name.split(' ').next_back().and_then(cards::of_word);
        card.and_then(|card| order.iter().position(|&other| other == card)).unwrap_or(order.len())
    };
    moves.chunk_by_mut(alike).for_each(|chunk| chunk.sort_by_key(place));
    moves.sort_by_key(|of| of.name == "fold");
    moves
}

/// Lists moves by number, those that differ in their last word only on lines of their own under the words they share.
pub fn list(moves: &[Move], paint: Paint) -> Vec<String> {
    let groups: Vec<&[Move]> = moves.chunk_by(alike).collect();
    let grouped = groups.iter().filter(|group| group.len() > 1).filter_map(|group| verb(&group[0].called));
    let width = grouped.map(|verb| verb.chars().count()).max().unwrap_or(0) + 3;
    let (mut lines, mut alone, mut number) = (Vec::new(), Vec::new(), 0);
    for group in groups {
        let mut numbered = |text: &str, of: &Move| {
            number += 1;
            let aside = of.aside.as_ref().map_or_else(String::new, |aside| format!(" ({aside})"));
            format!("{} {}", paint.dim(number), cards::words(&format!("{text}{aside}"), paint))
        };
        match verb(&group[0].called).filter(|_| group.len() > 1) {
            None => alone.extend(group.iter().map(|of| numbered(&of.called, of))),
            Some(verb) => {
                lines.extend(fold(0, GAP, alone.drain(..)));
                let words = fold(width, GAP, group.iter().map(|of| numbered(&argument(&of.called), of)));
                let label = |i| if i == 0 { verb } else { "" };
                lines.extend(words.iter().enumerate().map(|(i, line)| format!("{:width$}{line}", label(i))));
            }
        }
    }
    lines.extend(fold(0, GAP, alone.into_iter()));
    lines
}

const GAP: &str = "   ";

/// Returns `true` if moves differ in their last word only.
fn alike(a: &Move, b: &Move) -> bool {
    verb(&a.called).is_some() && verb(&a.called) == verb(&b.called)
}

/// All words of a name but the last.
fn verb(name: &str) -> Option<&str> {
    name.rsplit_once(' ').map(|(verb, _)| verb)
}

/// The last word of a name; a bare number is not to be mistaken for that of the move.
fn argument(name: &str) -> String {
    let last = name.rsplit_once(' ').map_or(name, |(_, last)| last);
    let number = last.bytes().all(|byte| byte.is_ascii_digit());
    if number { format!("no. {last}") } else { last.into() }
}
