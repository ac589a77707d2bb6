//! Deliberately naive oracles, one a family, which share no code with the games they check.
//!
//! They list everything and compare it all. Nothing in them is clever, so that a reader can check them against the rules
//! line by line.

pub mod card;
pub mod colonel;
pub mod contest;
pub mod gin;
pub mod knock_rummy;
pub mod pinnacle;
pub mod pinochle;
pub mod referee;
pub mod skarney;
pub mod skirmish;
pub mod snap;
pub mod sum_run_set;

use std::fmt;
use std::str::FromStr;

use serde_json::{Value, json};

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "CDHS";

/// A playing card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct C {
    /// The rank, from 1 (ace) to 13 (king).
    pub rank: u8,
    /// The suit: 0 clubs, 1 diamonds, 2 hearts, 3 spades.
    pub suit: u8,
}

impl FromStr for C {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let letters: Vec<char> = text.chars().collect();
        if let [rank, suit] = letters[..]
            && let Some(rank) = RANKS.find(rank)
            && let Some(suit) = SUITS.find(suit)
        {
            return Ok(C { rank: rank as u8 + 1, suit: suit as u8 });
        }
        Err(format!("not a card: {text:?}"))
    }
}

impl fmt::Display for C {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = RANKS.as_bytes()[usize::from(self.rank) - 1] as char;
        let suit = SUITS.as_bytes()[usize::from(self.suit)] as char;
        write!(f, "{rank}{suit}")
    }
}

impl fmt::Debug for C {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The 52 cards, in order of rank and then of suit.
pub fn deck() -> Vec<C> {
    (1..=13).flat_map(|rank| (0..4).map(move |suit| C { rank, suit })).collect()
}

/// The cards of a text such as `"7C 8C TD"`.
///
/// # Panics
///
/// If a word of the text is not a card.
pub fn cards(text: &str) -> Vec<C> {
    text.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// `hand` without the cards of `gone`.
pub fn without<T: Copy + PartialEq>(hand: &[T], gone: &[T]) -> Vec<T> {
    hand.iter().copied().filter(|card| !gone.contains(card)).collect()
}

/// Cards as views write them: in the order of their suits, and then of their ranks.
pub fn written(cards: &[C]) -> Vec<String> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|card| (card.suit, card.rank));
    cards.iter().map(C::to_string).collect()
}

/// A discard pile as views write it: each card with the seat that discarded it, if one did.
pub fn pile(cards: &[C], by: &[Option<usize>]) -> Vec<Value> {
    let item = |(card, by): (&C, &Option<usize>)| match by {
        Some(seat) => json!({"card": card.to_string(), "by": seat}),
        None => json!({"card": card.to_string()}),
    };
    cards.iter().zip(by).map(item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_read_as_it_is_written() {
        for card in deck() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for text in ["", "7", "10C", "7c", "1C", "7CC", "X1"] {
            assert!(text.parse::<C>().is_err(), "{text}");
        }
    }
}
