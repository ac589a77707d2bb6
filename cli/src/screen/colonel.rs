//! The screen of Colonel: the melds on the table, the piles, what is known of the other hand, and one's own in melds.

use elderhand_env::colonel::{ColonelView, Count, End, Melds, value};
use elderhand_env::{Card, CardSet};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, rummy};
use crate::cards;
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
        let (mut phrases, mut meld) = (Vec::new(), Vec::new());
        for name in deeds.actions {
            match name.as_str() {
                "draw" => phrases.push("draws from the stock, unseen".into()),
                "take" => phrases.push("takes the upcard".into()),
                "accept" | "refuse" => phrases.push(format!("{name}s the challenge")),
                "end meld" => phrases.push(format!("melds {}", cards::cards(std::mem::take(&mut meld), paint))),
                _ => match name.strip_prefix("meld ").and_then(cards::of_word) {
                    Some(card) => meld.push(card),
                    None => phrases.push(super::deed(name, paint)),
                },
            }
        }
        phrases
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
        false => rummy::laid(table.board.runs, table.board.sets, CardSet::EMPTY, height, paint),
    };
    if let Some(count) = &table.count {
        lines.push(format!("{}{board}", label("table")));
        lines.extend(show(view, count, paint));
        return lines;
    }
    let known = table.known[1 - view.seat];
    let hidden = view.others() - known.len();
    lines.push(format!("{}{}", label("other"), rummy::other_hand(hidden, known, paint)));
    lines.push(format!("{}{board}", label("table")));
    lines.push(format!("{}{}", label("pile"), rummy::piles(table.pile.iter(), table.stock, paint)));
    if !view.meld.is_empty() {
        let meld = if view.meld.iter().all(|card| Some(card.rank()) == view.meld.first().map(Card::rank)) {
            rummy::laid(CardSet::EMPTY, view.meld, CardSet::EMPTY, height, paint)
        } else {
            rummy::laid(view.meld, CardSet::EMPTY, CardSet::EMPTY, height, paint)
        };
        lines.push(format!("{}{meld} …", label("laying")));
    }
    lines.push(format!("{}{}", label("hand"), hand(view.hand - view.meld, paint)));
    lines.push(format!("{}{}", label(""), paint.dim(format!("{} points in hand", value(view.hand)))));
    for (seat, who) in [(1 - view.seat, "the other"), (view.seat, "you")] {
        if table.challenged[seat].is_some() {
            lines.push(format!("{}{}", label(""), paint.dim(challenged(view, seat, who))));
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
    let held = |whose: usize, name: &str| {
        let cards = match view.table.known[whose].is_empty() {
            true => "no cards".into(),
            false => hand(view.table.known[whose], paint),
        };
        format!("{}{cards}   {}", paint.dim(format!("{name:<8}")), paint.dim(format!("{} points", count.totals[whose])))
    };
    let deed = match count.end {
        End::Out if view.table.known[seat].is_empty() => "You are out",
        End::Out => "The other is out",
        End::Stock => "The stock is empty",
        End::Challenge => "The challenge was accepted",
        End::TurnCap => "The hand was stopped after its last turn",
    };
    let (own, others) = (count.points[seat], count.points[other]);
    vec![held(seat, "you"), held(other, "other"), format!("{deed}: {own} for you, {others} for the other.")]
}

/// A hand in its melds, then what is in none.
fn hand(cards: CardSet, paint: Paint) -> String {
    let melds = Melds::best(cards);
    rummy::laid(melds.runs, melds.sets, cards - melds.cards(), height, paint)
}

/// The place of a card in a run: the ace is above the king.
fn height(card: Card) -> u8 {
    if card.rank() == 1 { 14 } else { card.rank() }
}
