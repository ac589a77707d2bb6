//! A rummy hand in melds, and the discard pile.

use elderhand_env::gin::Layout;
use elderhand_env::{Card, CardSet};

use crate::cards;
use crate::output::Paint;

/// So many of the newest discards are shown.
const PILE: usize = 16;

/// The newest cards of a discard pile, the upcard in brackets.
pub fn pile(pile: impl Iterator<Item = Card>, paint: Paint) -> String {
    let pile: Vec<Card> = pile.collect();
    let skipped = pile.len().saturating_sub(PILE);
    match pile.split_last() {
        Some((top, under)) => {
            let dots = if skipped > 0 { "… " } else { "" };
            let under = cards::cards(under.iter().skip(skipped).copied(), paint);
            let gap = if under.is_empty() { "" } else { " " };
            format!("{dots}{under}{gap}[{}]", cards::card(*top, paint))
        }
        None => "none".into(),
    }
}

/// A hand as it lies: its melds, then what is in none, by rank.
pub fn laid(layout: &Layout, paint: Paint) -> String {
    let mut parts: Vec<String> = runs(layout.runs).into_iter().map(|run| cards::cards(run, paint)).collect();
    for rank in 1..=13 {
        let set: CardSet = layout.sets.iter().filter(|card| card.rank() == rank).collect();
        if !set.is_empty() {
            parts.push(cards::cards(set, paint));
        }
    }
    if !layout.deadwood.is_empty() {
        let mut loose: Vec<Card> = layout.deadwood.iter().collect();
        loose.sort_by_key(|card| (card.rank(), card.suit()));
        parts.push(cards::cards(loose, paint));
    }
    parts.join(" | ")
}

/// Parts cards into their runs; they come in order of suit and rank.
fn runs(runs: CardSet) -> Vec<Vec<Card>> {
    let mut parts: Vec<Vec<Card>> = Vec::new();
    for card in runs {
        match parts.last_mut() {
            Some(part)
                if part.last().is_some_and(|last| last.suit() == card.suit() && last.rank() + 1 == card.rank()) =>
            {
                part.push(card);
            }
            _ => parts.push(vec![card]),
        }
    }
    parts
}
