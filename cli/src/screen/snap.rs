//! The screen of Snap: the top of the pile, who laid it, and how many cards each has.

use elderhand_env::snap::SnapView;
use elderhand_env::{Card, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, capital, labelled};
use crate::cards;
use crate::output::Paint;

/// The width of the labels.
const LABEL: usize = 8;
/// So many cards of the pile are shown.
const PILE: usize = 10;

/// Shows a table of Snap.
pub struct Snap;

impl Screen for Snap {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match SnapView::deserialize(view) {
            Ok(view) => lines(&view, paint),
            Err(_) => Fields.draw(view, paint),
        }
    }

    /// Who waits does nothing that is worth a line.
    fn tell(&self, deeds: &Deeds<'_>, _paint: Paint) -> Vec<String> {
        deeds.actions.iter().filter(|name| *name == "snap").map(|_| "snaps".into()).collect()
    }

    /// Most cards are no match for the one below.
    fn usual(&self, _view: &Value) -> Option<&'static str> {
        Some("wait")
    }

    fn is_idle(&self, action: &str) -> bool {
        action == "wait"
    }

    fn news(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        match (SnapView::deserialize(before), SnapView::deserialize(after)) {
            (Ok(before), Ok(after)) => news(&before, &after, paint),
            _ => Vec::new(),
        }
    }
}

/// What a seat is called.
fn name(view: &SnapView, seat: Seat, paint: Paint) -> String {
    paint.name(view.seat, seat, view.options.seats.into())
}

fn lines(view: &SnapView, paint: Paint) -> Vec<String> {
    let size = |seat: Seat| format!("{}: {}  ", name(view, seat, paint), view.table.cards.size(seat));
    let sizes: Vec<String> = (0..view.options.seats.into()).map(size).collect();
    let mut lines = labelled(LABEL, "packets", &sizes, paint);
    lines.push(format!("{}{}", paint.dim(format!("{:LABEL$}", "pile")), pile(view, paint)));
    lines
}

/// The cards on top of the pile, the topmost in brackets, and who laid it.
fn pile(view: &SnapView, paint: Paint) -> String {
    let pile = view.table.cards.pile();
    let Some((&top, under)) = pile.split_last() else { return "none".into() };
    let skipped = pile.len().saturating_sub(PILE);
    let mut words = vec![String::from(if skipped > 0 { "…" } else { "" })];
    words.push(cards::cards(under.iter().skip(skipped).copied(), paint));
    words.push(format!("[{}]", cards::card(top, paint)));
    words.retain(|word| !word.is_empty());
    let size = paint.dim(format!("{}, laid by {}", amount(pile), name(view, view.table.layer, paint)));
    format!("{}   {size}", words.join(" "))
}

fn amount(cards: &[Card]) -> String {
    format!("{} card{}", cards.len(), if cards.len() == 1 { "" } else { "s" })
}

/// Who took the pile, or what was paid for wrong snaps.
fn news(before: &SnapView, after: &SnapView, paint: Paint) -> Vec<String> {
    let (old, new) = (&before.table.cards, &after.table.cards);
    if after.table.laid < before.table.laid {
        // Another game has begun.
        return Vec::new();
    }
    let (Some(bottom), Some(top)) = (old.pile().first(), old.pile().last()) else { return Vec::new() };
    let taker = (0..before.options.seats.into()).find(|&seat| new.known(seat).contains(top));
    let taken = taker.map(|seat| {
        let verb = if seat == after.seat { "take" } else { "takes" };
        paint.bold(format!("{} {verb} the pile of {}.", capital(name(after, seat, paint)), amount(old.pile())))
    });
    let paid = new.pile().iter().position(|card| card == bottom).map(|place| &new.pile()[..place]);
    let paid = paid.filter(|paid| !paid.is_empty());
    let paid = paid.map(|paid| format!("Paid for wrong snaps: {}.", cards::cards(paid.iter().rev().copied(), paint)));
    taken.into_iter().chain(paid).collect()
}
