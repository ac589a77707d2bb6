//! Sets in the order of their suits, and runs from the lowest card up; the ace is above the king.

use std::collections::BTreeSet;

use crate::oracle::C;

/// The place of a card in its suit: 2 to 13, and 14 for the ace.
fn height(card: C) -> u8 {
    if card.rank == 1 { 14 } else { card.rank }
}

/// Returns `true` if cards, laid in this order, are a meld.
pub fn is_meld(cards: &[C]) -> bool {
    is_set(cards) || is_run(cards)
}

/// Three or four cards of a rank, in the order of their suits.
pub fn is_set(cards: &[C]) -> bool {
    (3..=4).contains(&cards.len())
        && cards.windows(2).all(|pair| pair[0].rank == pair[1].rank && pair[0].suit < pair[1].suit)
}

/// Three or more cards in sequence in one suit.
pub fn is_run(cards: &[C]) -> bool {
    cards.len() >= 3
        && cards.windows(2).all(|pair| pair[0].suit == pair[1].suit && height(pair[0]) + 1 == height(pair[1]))
}

/// What a meld becomes when a card is put on it, if the card fits.
pub fn grown(meld: &[C], card: C) -> Option<Vec<C>> {
    let mut cards = [meld, &[card]].concat();
    cards.sort_by_key(|&card| (height(card), card.suit));
    Some(cards).filter(|cards| is_meld(cards))
}

/// The cards of a hand that may be laid next when a meld has been begun with others.
pub fn next(begun: &[C], hand: &[C]) -> BTreeSet<C> {
    let after = |card: &C| [begun, &[*card]].concat();
    // What is too short yet must have cards that make it three.
    let completes = |cards: &[C]| match cards.len() {
        1 => hand.iter().any(|&b| hand.iter().any(|&c| is_meld(&[cards[0], b, c]))),
        2 => hand.iter().any(|&c| is_meld(&[cards[0], cards[1], c])),
        _ => is_meld(cards),
    };
    hand.iter().copied().filter(|card| completes(&after(card))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    #[test]
    fn the_ace_is_high() {
        for (text, is) in [
            ("QC KC AC", true),
            ("AC 2C 3C", false),
            ("KC AC 2C", false),
            ("7C 8C 9C", true),
            ("9C 8C 7C", false),
            ("7C 8D 9C", false),
            ("7C 7D 7H", true),
            ("7C 7D 7H 7S", true),
            ("7D 7C 7H", false),
            ("7C 8C", false),
            ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", true),
        ] {
            assert_eq!(is_meld(&cards(text)), is, "{text}");
        }
    }

    #[test]
    fn melds_grow() {
        let fitting =
            |meld: &str| deck().into_iter().filter(|&card| grown(&cards(meld), card).is_some()).collect::<Vec<C>>();
        assert_eq!(fitting("7C 7D 7S"), cards("7H"));
        assert_eq!(fitting("JC QC KC"), cards("AC TC"));
        assert_eq!(fitting("QC KC AC"), cards("JC"));
        assert_eq!(fitting("2C 3C 4C"), cards("5C"));
    }

    #[test]
    fn a_meld_that_is_begun_can_be_finished() {
        let hand = cards("3C 4C 5C 6C 3D 3S AH 2H KD");
        assert_eq!(next(&[], &hand), cards("3C 4C").into_iter().collect());
        assert_eq!(next(&cards("3C"), &cards("4C 5C 6C 3D 3S")), cards("3D 4C").into_iter().collect());
        assert_eq!(next(&cards("3C 4C"), &cards("5C 6C 3D 3S")), cards("5C").into_iter().collect());
        assert_eq!(next(&cards("3C 4C 5C"), &cards("6C 7C")), cards("6C").into_iter().collect());
    }
}
