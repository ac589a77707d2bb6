//! Sets, in any order, and sequences from the lowest card up.

use std::collections::BTreeSet;

use crate::oracle::{C, without};

/// Returns `true` if cards, laid in this order, are a meld; `corner` lets sequences go round the corner.
pub fn is_meld(cards: &[C], corner: bool) -> bool {
    is_set(cards) || is_sequence(cards, corner)
}

/// Three or four cards of a rank.
pub fn is_set(cards: &[C]) -> bool {
    (3..=4).contains(&cards.len()) && cards.iter().all(|card| card.rank == cards[0].rank)
}

/// Three to thirteen cards of consecutive ranks; unless they may go round the corner, an ace is the first or the last.
pub fn is_sequence(cards: &[C], corner: bool) -> bool {
    let inner = cards.len().saturating_sub(1);
    (3..=13).contains(&cards.len())
        && cards.windows(2).all(|pair| pair[1].rank == pair[0].rank % 13 + 1)
        && (corner || (1..inner).all(|place| cards[place].rank != 1))
}

/// What a meld becomes when a card is laid off on it, if the card fits.
pub fn grown(meld: &[C], card: C, corner: bool) -> Option<Vec<C>> {
    let candidates = [[&[card], meld].concat(), [meld, &[card]].concat()];
    candidates.into_iter().find(|cards| is_meld(cards, corner))
}

/// The cards with which a meld may be laid on after a beginning, if it can begin so.
pub fn continued(meld: &[C], begun: &[C]) -> Vec<C> {
    let fits = if is_set(meld) { begun.iter().all(|card| meld.contains(card)) } else { meld.starts_with(begun) };
    let rest = without(meld, begun);
    let most = if is_set(meld) { rest.len() } else { 1 };
    if fits { rest.into_iter().take(most).collect() } else { Vec::new() }
}

/// All melds of three cards that a hand has, each in an order in which it can be laid.
pub fn triples(hand: &[C], corner: bool) -> impl Iterator<Item = [C; 3]> {
    let places = (0..hand.len()).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| (i, j, k))));
    places.filter_map(move |(i, j, k)| {
        let (a, b, c) = (hand[i], hand[j], hand[k]);
        let mut orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]].into_iter();
        orders.find(|order| is_meld(order, corner))
    })
}

/// The cards of a hand that may be laid next when a meld of any length has been begun with others.
pub fn next(begun: &[C], hand: &[C], corner: bool) -> BTreeSet<C> {
    if begun.len() >= 3 {
        let fits = |card: &C| is_meld(&[begun, &[*card]].concat(), corner);
        return hand.iter().copied().filter(fits).collect();
    }
    triples(&[begun, hand].concat(), corner).flat_map(|meld| continued(&meld, begun)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    #[test]
    fn the_ace_is_low_or_high() {
        for (text, plain, corner) in [
            ("AC 2D 3C", true, true),
            ("QC KD AH", true, true),
            ("KC AD 2H", false, true),
            ("QC KD AH 2C", false, true),
            ("7C 7D 7H", true, true),
            ("7C 7D 7H 7S", true, true),
            ("7D 7C 7H", true, true),
            ("7C 8C", false, false),
            ("9H 8D 7C", false, false),
            ("7C 7D 8H", false, false),
            ("TC JC QC", true, true),
            ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", true, true),
            ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS", true, true),
            ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS", false, false),
        ] {
            assert_eq!((is_meld(&cards(text), false), is_meld(&cards(text), true)), (plain, corner), "{text}");
        }
    }

    #[test]
    fn the_pack_has_820_melds_of_three() {
        // 13 ranks of 4 sets, and 12 sequences of 4 × 4 × 4; round the corner there is one more.
        assert_eq!(triples(&deck(), false).count(), 13 * 4 + 12 * 64);
        assert_eq!(triples(&deck(), true).count(), 13 * 4 + 13 * 64);
    }

    #[test]
    fn melds_grow() {
        let fitting = |meld: &str, corner| {
            let fits = |card: &C| grown(&cards(meld), *card, corner).is_some();
            without(&deck(), &cards(meld)).into_iter().filter(fits).collect::<Vec<C>>()
        };
        assert_eq!(fitting("7C 7D 7S", false), cards("7H"));
        assert_eq!(fitting("7C 7D 7H 7S", false), []);
        assert_eq!(fitting("7C 8D 9S", false), cards("6C 6D 6H 6S TC TD TH TS"));
        assert_eq!(fitting("JC QD KS", false), cards("AC AD AH AS TC TD TH TS"));
        assert_eq!(fitting("QC KD AS", false), cards("JC JD JH JS"));
        assert_eq!(fitting("QC KD AS", true), cards("2C 2D 2H 2S JC JD JH JS"));
        assert_eq!(fitting("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", true), []);
    }

    #[test]
    fn a_meld_that_is_begun_can_be_finished() {
        let hand = cards("AC 2D 3D 4D 3C 3S KH");
        assert_eq!(next(&[], &hand, false), cards("AC 2D 3C 3D 3S").into_iter().collect());
        assert_eq!(next(&[], &hand, true), cards("AC 2D 3C 3D 3S KH").into_iter().collect());
        assert_eq!(next(&cards("3C"), &cards("3D 3S 4D 2D"), false), cards("3D 3S").into_iter().collect());
        assert_eq!(next(&cards("AC 2D 3D"), &cards("3C 3S 4D"), false), cards("4D").into_iter().collect());
        assert_eq!(next(&cards("3C 3S 3D"), &cards("3H 4D"), false), cards("3H").into_iter().collect());
    }
}
