//! Every way to lay a meld, by trying every choice of cards, equal ones being different things.

use std::collections::BTreeSet;

use super::meld::{Laid, Meld};
use crate::oracle::C;

/// Where a card of a meld comes from; equal cards of one place that have served in the same melds are one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The hand.
    Hand,
    /// The table, where it has served in these melds.
    Table(Vec<Meld>),
}

/// The source of each card of a meld, in the order of the pack.
pub type Way = Vec<Source>;

/// Every way to lay a meld from a hand and the table.
pub fn ways(meld: Meld, hand: &[C], table: &[Laid], trumps: u8) -> BTreeSet<Way> {
    // All cards as things: those of the hand first.
    let things = || {
        (0..hand.len() + table.len()).map(|thing| {
            (thing, hand.get(thing).or_else(|| table.get(thing - hand.len()).map(|laid| &laid.card)).copied())
        })
    };
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for card in meld.cards(trumps) {
        let mut longer = Vec::new();
        for choice in &choices {
            for (thing, _) in things().filter(|&(_, found)| found == Some(card)) {
                longer.push([&choice[..], &[thing]].concat());
            }
        }
        choices = longer;
    }
    choices.retain(|choice| {
        let laid = choice.iter().filter(|&&thing| thing >= hand.len()).map(|&thing| &table[thing - hand.len()]);
        choice.iter().any(|&thing| thing < hand.len())
            && laid.into_iter().all(|laid| meld.may_use(&laid.served, trumps))
    });
    let source = |&thing: &usize| match thing.checked_sub(hand.len()) {
        None => Source::Hand,
        Some(place) => Source::Table(table[place].served.clone()),
    };
    choices.iter().map(|choice| choice.iter().map(source).collect()).collect()
}

/// Hand and table when a meld has been laid in one of its ways.
pub fn lay(meld: Meld, way: &Way, hand: &mut Vec<C>, table: &mut Vec<Laid>, trumps: u8) {
    let mut used = Vec::new();
    for (card, source) in meld.cards(trumps).into_iter().zip(way) {
        let mut laid = match source {
            Source::Hand => {
                hand.remove(hand.iter().position(|&held| held == card).expect("it is in the hand"));
                Laid { card, served: Vec::new() }
            }
            Source::Table(served) => {
                let is = |laid: &Laid| laid.card == card && laid.served == *served;
                table.remove(table.iter().position(is).expect("it is on the table"))
            }
        };
        laid.served.push(meld);
        laid.served.sort();
        used.push(laid);
    }
    table.extend(used);
}

#[cfg(test)]
#[path = "ways_tests.rs"]
mod tests;
