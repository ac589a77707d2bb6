//! The screen of Colonel: the melds on the table, the piles, what is known of the other hand, and one's own in melds.

use elderhand_env::colonel::{ColonelView, Count, End, Melds, value};
use elderhand_env::{Card, CardSet};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, rummy};
use crate::output::Paint;

/// Shows a table of Colonel.
pub struct Colonel;

impl Screen for Colonel {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        match ColonelView::deserialize(view) {
            Ok(view) => lines(&view, paint),
            Err(_) => Fields.draw(view, paint),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        super::laying_out(deeds.actions, paint, |name| {
            Some(match name.as_str() {
                "draw" => "draws from the stock, unseen".into(),
                "take" => "takes the upcard".into(),
                "accept" | "refuse" => format!("{name}s the challenge"),
                _ => super::deed(name, paint),
            })
        })
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        ColonelView::deserialize(view).map_or_else(|_| Vec::new(), |view| in_melds(view.hand - view.meld).concat())
    }

    fn ends(&self, action: &str) -> bool {
        action.starts_with("discard")
    }
}

fn lines(view: &ColonelView, paint: Paint) -> Vec<String> {
    let (table, label) = (&view.table, |name: &str| paint.dim(format!("{name:<8}")));
    let mut lines = Vec::new();
    let board = match table.board.cards().is_empty() {
        true => "no melds".into(),
        false => {
            let melds = rummy::in_melds(table.board.runs, table.board.sets, CardSet::EMPTY, height);
            rummy::laid(&melds, paint)
        }
    };
    if let Some(count) = &table.count {
        lines.push(format!("{}{board}", label("table")));
        lines.extend(show(view, count, paint));
        return lines;
    }
    let known = table.known[1 - view.seat];
    let hidden = view.others() - known.len();
    let name = |seat| paint.name(view.seat, seat, 2);
    lines.push(format!("{}{}", label(&super::label(name(1 - view.seat))), rummy::other_hand(hidden, known, paint)));
    lines.push(format!("{}{board}", label("table")));
    lines.push(format!("{}{}", label("pile"), rummy::piles(table.pile.iter(), table.stock, paint)));
    if !view.meld.is_empty() {
        let meld = rummy::in_melds(CardSet::EMPTY, CardSet::EMPTY, view.meld, height);
        lines.push(format!("{}{} …", label("laying"), rummy::laid(&meld, paint)));
    }
    lines.push(format!("{}{}", label("hand"), hand(view.hand - view.meld, paint)));
    lines.push(format!("{}{}", label(""), paint.dim(format!("{} points in hand", value(view.hand)))));
    for seat in [1 - view.seat, view.seat] {
        if table.challenged[seat].is_some() {
            lines.push(format!("{}{}", label(""), paint.dim(challenged(view, seat, &name(seat)))));
        }
    }
    lines
}

/// When a seat last challenged.
fn challenged(view: &ColonelView, seat: usize, who: &str) -> String {
    match view.table.challenged[seat] {
        Some(turns) if turns == view.table.turns => format!("{who} challenged in this turn"),
        Some(turns) => format!("{who} last challenged {} turns ago", view.table.turns - turns),
        None => String::new(),
    }
}

/// How the hand ended, what was left in both hands, and what it scored.
fn show(view: &ColonelView, count: &Count, paint: Paint) -> Vec<String> {
    let (seat, other) = (view.seat, 1 - view.seat);
    let name = |seat| paint.name(view.seat, seat, 2);
    let held = |whose: usize| {
        let cards = match view.table.known[whose].is_empty() {
            true => "no cards".into(),
            false => hand(view.table.known[whose], paint),
        };
        format!(
            "{}{cards}   {}",
            paint.dim(format!("{:<8}", super::label(name(whose)))),
            paint.dim(format!("{} points", count.totals[whose]))
        )
    };
    let deed = match count.end {
        End::Out if view.table.known[seat].is_empty() => "You are out".into(),
        End::Out => super::capital(format!("{} is out", name(other))),
        End::Stock => "The stock is empty".into(),
        End::Challenge => "The challenge was accepted".into(),
        End::TurnCap => "The hand was stopped after its last turn".into(),
    };
    let (own, others) = (count.points[seat], count.points[other]);
    vec![held(seat), held(other), format!("{deed}: {own} for you, {others} for {}.", name(other))]
}

/// A hand in its melds, then what is in none.
fn hand(cards: CardSet, paint: Paint) -> String {
    rummy::laid(&in_melds(cards), paint)
}

fn in_melds(cards: CardSet) -> Vec<Vec<Card>> {
    let melds = Melds::best(cards);
    rummy::in_melds(melds.runs, melds.sets, cards - melds.cards(), height)
}

/// The place of a card in a run: the ace is above the king.
fn height(card: Card) -> u8 {
    if card.rank() == 1 { 14 } else { card.rank() }
}
