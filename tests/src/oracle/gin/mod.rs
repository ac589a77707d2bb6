//! The oracle for the gin family: it lists every meld, every layout and every way of laying off.

pub mod deadwood;
pub mod deal;
pub mod defence;
pub mod rules;
pub mod settle;
pub mod showdown;

use super::C;

impl C {
    /// The deadwood of the card: 1 for an ace, its number for a pip card, 10 for T J Q K.
    pub fn value(self) -> u32 {
        if self.rank > 10 { 10 } else { u32::from(self.rank) }
    }
}

/// The deadwood of the cards, none of them melded.
pub fn total(cards: &[C]) -> u32 {
    cards.iter().map(|card| card.value()).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{cards, deck};
    use super::*;

    #[test]
    fn the_deck_counts_340() {
        assert_eq!(deck().len(), 52);
        assert_eq!(total(&deck()), 340);
        assert_eq!(total(&cards("AC 9D TH JS QC KD")), 50);
    }
}
