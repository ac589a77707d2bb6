//! The pack of 54.

use std::fmt;
use std::str::FromStr;

use super::{C, deck};

/// A card of the pack with jokers, in the order of that pack: clubs, diamonds, hearts, spades, jokers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Card {
    /// A card with a rank and a suit.
    Of(C),
    /// The first or the second joker.
    Joker(u8),
}

impl Card {
    /// Returns `true` if it is a joker.
    pub fn is_joker(self) -> bool {
        matches!(self, Card::Joker(_))
    }

    /// The place in the pack: by suit, then by rank, the jokers last.
    fn place(self) -> (u8, u8) {
        match self {
            Card::Of(card) => (card.suit, card.rank),
            Card::Joker(number) => (4, number),
        }
    }

    /// The points of the card when it is laid: ace 3, T J Q K 2, joker 0, others 1.
    pub fn points(self) -> i64 {
        match self {
            Card::Joker(_) => 0,
            Card::Of(C { rank: 1, .. }) => 3,
            Card::Of(C { rank: 10..=13, .. }) => 2,
            Card::Of(_) => 1,
        }
    }
}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Card {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.place().cmp(&other.place())
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "X1" => Ok(Card::Joker(1)),
            "X2" => Ok(Card::Joker(2)),
            _ => text.parse().map(Card::Of),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Of(card) => card.fmt(f),
            Card::Joker(number) => write!(f, "X{number}"),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The 54 cards in order.
pub fn pack() -> Vec<Card> {
    let mut pack: Vec<Card> = deck().into_iter().map(Card::Of).chain([1, 2].map(Card::Joker)).collect();
    pack.sort();
    pack
}

/// The cards of a text such as `"7C X1 TD"`.
///
/// # Panics
///
/// If a word of the text is not a card.
pub fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// The cards that are no jokers.
pub fn plain(cards: &[Card]) -> Vec<C> {
    cards.iter().filter_map(|&card| if let Card::Of(c) = card { Some(c) } else { None }).collect()
}

/// The jokers among the cards.
pub fn jokers(cards: &[Card]) -> Vec<Card> {
    cards.iter().copied().filter(|card| card.is_joker()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pack_has_54_cards_and_counts_76() {
        assert_eq!(pack().len(), 54);
        assert_eq!(pack().iter().map(|card| card.points()).sum::<i64>(), 4 * (3 + 8 + 4 * 2));
        for card in pack() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert!("X3".parse::<Card>().is_err());
    }

    #[test]
    fn the_jokers_come_after_the_king_of_spades() {
        let mut hand = cards("X2 AC KS X1 KC AD");
        hand.sort();
        assert_eq!(hand, cards("AC KC AD KS X1 X2"));
    }
}
