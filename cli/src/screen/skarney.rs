//! The screen of Skarney: the other's hand as far as it is known, the melds of both, and one's own hand by rank.

use elderhand_env::skarney::{Phase, Rules, SkarneyView, count};
use elderhand_env::{Card, CardSet, Seat};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen, labelled};
use crate::cards;
use crate::output::Paint;

/// Shows a table of Skarney.
pub struct Skarney;

/// The width of the labels.
const LABEL: usize = 11;

impl Screen for Skarney {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let Ok(view) = SkarneyView::deserialize(view) else { return Fields.draw(view, paint) };
        if !view.laying.is_empty() {
            return hand(&view, paint);
        }
        [table(&view, paint), hand(&view, paint)].concat()
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        let mut phrases: Vec<String> = Vec::new();
        let mut laid: Vec<String> = Vec::new();
        for name in deeds.actions {
            match name.strip_prefix("meld ") {
                Some(card) => laid.push(cards::words(card, paint)),
                None => {
                    lay(&mut phrases, &mut laid, name != "end meld");
                    match (name.as_str(), name.strip_prefix("on "), phrases.last_mut()) {
                        ("end meld", ..) => (),
                        ("end turn", ..) => phrases.push("ends the turn without an offer".into()),
                        (_, Some(meld), Some(laid)) => *laid += &format!(" on meld {meld}"),
                        _ => phrases.push(super::deed(name, paint)),
                    }
                }
            }
        }
        lay(&mut phrases, &mut laid, true);
        phrases
    }

    /// A turn ends with an answer, so that an offer and what the other does with it are told apart.
    fn ends(&self, action: &str) -> bool {
        ["offer", "take", "refuse", "end turn"].iter().any(|verb| action.starts_with(verb))
    }

    fn order(&self, view: &Value) -> Vec<Card> {
        by_rank(self.hand(view))
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        let view = SkarneyView::deserialize(view).ok()?;
        match action.split_once(' ') {
            None if action == "take" && view.table.offered?.rank() == 1 => Some("and do not draw next".into()),
            Some(("on", number)) => {
                let meld = view.table.board.iter().nth(number.parse::<usize>().ok()?.checked_sub(1)?)?;
                Some(shown(meld.cards, Paint::default()))
            }
            Some(("end", "turn")) if view.table.exhausted() => Some("the hand ends: the stock is used up".into()),
            Some(("end", "turn")) => Some("last card".into()),
            _ => None,
        }
    }

    fn count(&self, _before: &Value, _action: &str, after: &Value, paint: Paint) -> Vec<String> {
        SkarneyView::deserialize(after).ok().and_then(|after| counted(&after, paint)).into_iter().collect()
    }
}

/// Says what has been laid; a contract, which ends by itself, in threes.
fn lay(phrases: &mut Vec<String>, laid: &mut Vec<String>, contract: bool) {
    if contract && !laid.is_empty() {
        let melds: Vec<String> = laid.chunks(3).map(|meld| meld.join(" ")).collect();
        phrases.push(format!("lays the contract {}", melds.join(" | ")));
    } else if !laid.is_empty() {
        phrases.push(format!("lays {}", laid.join(" ")));
    }
    laid.clear();
}

/// What a seat is called.
fn name(view: &SkarneyView, seat: Seat, paint: Paint) -> String {
    paint.name(view.seat, seat, 2)
}

fn table(view: &SkarneyView, paint: Paint) -> Vec<String> {
    let (table, mut lines) = (&view.table, Vec::new());
    let other = 1 - view.seat;
    let known = if table.phase == Phase::Over { table.shown[other] } else { table.known(other) };
    let hidden = usize::from(table.sizes[other]).saturating_sub(known.len());
    let mut words = vec!["▒▒".to_owned(); hidden];
    words.extend(by_rank(known).iter().map(|&card| cards::card(card, paint)));
    lines.extend(labelled(LABEL, &name(view, other, paint), &words, paint));
    for seat in 0..2 {
        let melds = table.board.iter().enumerate().filter(|(_, meld)| meld.by == seat);
        let words: Vec<String> = melds
            .map(|(i, meld)| format!("{} {}  ", paint.dim(format!("{}:", i + 1)), shown(meld.cards, paint)))
            .collect();
        let name = name(view, seat, paint);
        let words = match (seat == view.seat, words.is_empty()) {
            (true, true) => vec![paint.dim("you have no contract yet")],
            (true, false) => [words, vec![paint.dim("yours")]].concat(),
            (false, true) => vec![paint.dim(format!("{name} has no contract yet"))],
            (false, false) => [words, vec![paint.dim(format!("of {name}"))]].concat(),
        };
        lines.extend(labelled(LABEL, "melds", &words, paint));
    }
    let left = table.stock.saturating_sub(Rules::UNDRAWN);
    if table.phase != Phase::Over {
        lines.push(format!("{}{left} can still be drawn", paint.dim(format!("{:LABEL$}", "stock"))));
    }
    if let Some(card) = table.offered {
        lines.push(format!("{}{}", paint.dim(format!("{:LABEL$}", "offered")), paint.bold(cards::card(card, paint))));
    }
    lines
}

fn hand(view: &SkarneyView, paint: Paint) -> Vec<String> {
    let mut lines = Vec::new();
    if !view.hand.is_empty() {
        let mut words: Vec<String> = by_rank(view.hand).iter().map(|&card| cards::card(card, paint)).collect();
        words.push(paint.dim(format!("  counts {}", count(view.hand))));
        lines.extend(labelled(LABEL, "hand", &words, paint));
    }
    if !view.laying.is_empty() {
        let melds: Vec<String> = view.laying.melds().iter().map(|&meld| shown(meld, paint)).collect();
        lines.extend(labelled(LABEL, "laying", &[melds.join(" | ")], paint));
    }
    lines
}

/// Cards by rank, aces first.
fn by_rank(cards: CardSet) -> Vec<Card> {
    let mut cards: Vec<Card> = cards.iter().collect();
    cards.sort_by_key(|card| (card.rank(), card.suit()));
    cards
}

/// A meld from its lowest card up; where a sequence passes the king, the cards above it come last.
fn shown(meld: CardSet, paint: Paint) -> String {
    let mut sorted = by_rank(meld);
    let gap = sorted.windows(2).position(|pair| pair[1].rank() > pair[0].rank() + 1);
    if let (Some(place), true) = (gap, sorted.last().is_some_and(|card| card.rank() == 13)) {
        sorted.rotate_left(place + 1);
    }
    cards::cards(sorted, paint)
}

/// What a hand that is over scored.
fn counted(view: &SkarneyView, paint: Paint) -> Option<String> {
    if view.table.phase != Phase::Over {
        return None;
    }
    let points = view.table.points();
    Some(match (0..2).find(|&seat| points[seat] > 0) {
        Some(seat) => {
            let verb = if seat == view.seat { "score" } else { "scores" };
            format!("The hand is over: {} {verb} {}.", name(view, seat, paint), points[seat])
        }
        None => "The hand is over; nobody scores.".into(),
    })
}
