//! Sets and sequences, written from the lowest card up.

use std::collections::BTreeSet;

use crate::oracle::C;

/// Says whether cards, laid in this order, are a meld; `corner` lets sequences go round the corner.
pub fn is_meld(cards: &[C], corner: bool) -> bool {
    is_set(cards) || is_sequence(cards, corner)
}

/// Three or four cards of a rank, in the order of their suits.
pub fn is_set(cards: &[C]) -> bool {
    (3..=4).contains(&cards.len())
        && cards.windows(2).all(|pair| pair[0].rank == pair[1].rank && pair[0].suit < pair[1].suit)
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
    let mut set = [meld, &[card]].concat();
    set.sort();
    let candidates = [set, [&[card], meld].concat(), [meld, &[card]].concat()];
    candidates.into_iter().find(|cards| is_meld(cards, corner))
}

/// All melds of three cards that a hand has.
pub fn triples(hand: &[C], corner: bool) -> Vec<[C; 3]> {
    let mut found = Vec::new();
    for (i, &a) in hand.iter().enumerate() {
        for (j, &b) in hand.iter().enumerate().skip(i + 1) {
            for &c in &hand[j + 1..] {
                let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
                found.extend(orders.into_iter().filter(|order| is_meld(order, corner)));
            }
        }
    }
    found
}

/// The cards of a hand that may be laid next when a meld of any length has been begun with others.
pub fn next(begun: &[C], hand: &[C], corner: bool) -> BTreeSet<C> {
    let all = [begun, hand].concat();
    match begun.len() {
        0..3 => {
            let melds = triples(&all, corner).into_iter().filter(|meld| meld.starts_with(begun));
            melds.map(|meld| meld[begun.len()]).collect()
        }
        _ => hand.iter().copied().filter(|&card| is_meld(&[begun, &[card]].concat(), corner)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck, without};

    #[test]
    fn the_ace_is_low_or_high() {
        for (text, plain, corner) in [
            ("AC 2D 3C", true, true),
            ("QC KD AH", true, true),
            ("KC AD 2H", false, true),
            ("QC KD AH 2C", false, true),
            ("7C 7D 7H", true, true),
            ("7C 7D 7H 7S", true, true),
            ("7D 7C 7H", false, false),
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
        assert_eq!(triples(&deck(), false).len(), 13 * 4 + 12 * 64);
        assert_eq!(triples(&deck(), true).len(), 13 * 4 + 13 * 64);
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
        assert_eq!(next(&[], &hand, false), cards("AC 2D 3C").into_iter().collect());
        assert_eq!(next(&[], &hand, true), cards("AC 2D 3C KH").into_iter().collect());
        assert_eq!(next(&cards("3C"), &cards("3D 3S 4D 2D"), false), cards("3D").into_iter().collect());
        assert_eq!(next(&cards("AC 2D 3D"), &cards("3C 3S 4D"), false), cards("4D").into_iter().collect());
        assert_eq!(next(&cards("3C 3D 3S"), &cards("3H 4D"), false), [].into());
    }
}
