//! Random hands, plain and rich in conflicts, from a caller's source of chance.

use crate::oracle::{C, deck};

/// A shuffled deck; `below(n)` is uniform over `0..n`.
pub fn shuffled(mut below: impl FnMut(usize) -> usize) -> Vec<C> {
    let mut deck = deck();
    for i in (1..deck.len()).rev() {
        deck.swap(i, below(i + 1));
    }
    deck
}

/// A shuffled deck whose first cards come mostly from a few neighbouring ranks of a few suits.
///
/// Cut into hands it gives sets and runs that compete for the same cards, and many layoffs.
pub fn clustered_deck(mut below: impl FnMut(usize) -> usize) -> Vec<C> {
    let width = 3 + below(4) as u8;
    let low = 1 + below(usize::from(14 - width)) as u8;
    let thin_suit = below(8) as u8;
    let stray = 10 + below(40);
    let mut front = Vec::new();
    let mut back = Vec::new();
    for card in shuffled(&mut below) {
        let inside = card.rank >= low && card.rank < low + width && card.suit != thin_suit;
        // One card in `stray` is on the wrong side.
        if inside != (below(stray) == 0) {
            front.push(card);
        } else {
            back.push(card);
        }
    }
    front.extend(back);
    front
}

/// A hand of `n` cards from few ranks and suits, rich in conflicts between sets and runs.
pub fn clustered_hand(below: impl FnMut(usize) -> usize, n: usize) -> Vec<C> {
    let mut hand = clustered_deck(below);
    hand.truncate(n);
    hand
}

#[cfg(test)]
mod tests {
    use super::super::deadwood::{best_layouts, least_deadwood, melds};
    use super::super::total;
    use super::super::{rules::Rules, showdown::showdown};
    use super::*;

    fn chance(mut seed: u64) -> impl FnMut(usize) -> usize {
        move |n| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % n as u64) as usize
        }
    }

    /// Whether the hand has two melds that share a card and are not parts of one run.
    fn has_conflict(hand: &[C]) -> bool {
        let all = melds(hand, true);
        all.iter().any(|a| {
            all.iter()
                .any(|b| (a[0].suit == a[1].suit) != (b[0].suit == b[1].suit) && a.iter().any(|card| b.contains(card)))
        })
    }

    #[test]
    fn every_deck_holds_every_card() {
        let mut below = chance(1);
        for _ in 0..200 {
            for mut cards in [shuffled(&mut below), clustered_deck(&mut below)] {
                cards.sort();
                assert_eq!(cards, deck());
            }
        }
    }

    #[test]
    fn clustered_hands_are_rich_in_conflicts() {
        let mut below = chance(2);
        let plain = (0..2_000).filter(|_| has_conflict(&shuffled(&mut below)[..10]));
        assert!(plain.count() < 200);
        let mut below = chance(3);
        let clustered = (0..2_000).filter(|_| has_conflict(&clustered_hand(&mut below, 10)));
        assert!(clustered.count() > 1_000);
    }

    #[test]
    fn deadwood_agrees_with_its_layouts_on_random_hands() {
        let mut below = chance(4);
        for i in 0..3_000 {
            let hand = clustered_hand(&mut below, [7, 10, 11][i % 3]);
            let least = least_deadwood(&hand, true);
            assert!(least <= least_deadwood(&hand, false));
            for layout in best_layouts(&hand, true) {
                let mut all = layout.melds.concat();
                all.extend(&layout.deadwood);
                all.sort();
                let mut hand = hand.clone();
                hand.sort();
                assert_eq!(all, hand);
                assert_eq!(total(&layout.deadwood), least);
            }
        }
    }

    #[test]
    fn a_showdown_of_random_hands_has_an_outcome() {
        let mut below = chance(5);
        for _ in 0..1_000 {
            let deck = clustered_deck(&mut below);
            for rules in [Rules::GIN, Rules::SEQUENCE] {
                let result = showdown(&rules, &deck[..10], &deck[10..20], &deck[10..]);
                assert!(!result.outcomes.is_empty() && !result.layouts.is_empty());
            }
        }
    }
}
