//! What can be added to the combinations of the table: every card, and every two cards where pairs are wanted.

use std::collections::BTreeSet;

use super::combination::{Combination, Kind};
use crate::oracle::card::Card;

/// An end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// Below the first card.
    Low,
    /// Above the last card.
    High,
}

/// One addition to a combination of the table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Addition {
    /// The place of the combination on the table, counted from 0.
    pub to: usize,
    /// The card, or the two of a pair in the order of the pack.
    pub cards: Vec<Card>,
    /// The end that is asked for, if jokers may go to both.
    pub end: Option<End>,
    /// What the combination becomes; a full circle begins with the ace.
    pub grown: Combination,
}

/// Every addition that may be made from the hand.
pub fn additions(hand: &[Card], table: &[Combination]) -> BTreeSet<Addition> {
    let mut found = BTreeSet::new();
    for (to, old) in table.iter().enumerate() {
        let others: Vec<&Combination> =
            table.iter().enumerate().filter(|&(place, _)| place != to).map(|p| p.1).collect();
        for cards in handfuls(hand, old.kind.width().unwrap_or(1)) {
            let allowed = |grown: &Combination| grown.is_valid() && !others.iter().any(|other| other.overlaps(grown));
            let grown: Vec<(End, Combination)> = [End::Low, End::High]
                .map(|end| (end, grow(old, &cards, end)))
                .into_iter()
                .filter(|(_, grown)| allowed(grown))
                .map(|(end, grown)| (end, grown.turned()))
                .collect();
            // Only jokers have a choice of ends, and none when either end closes the circle.
            let asked = grown.len() == 2 && grown[0].1 != grown[1].1;
            for (end, grown) in grown {
                found.insert(Addition { to, cards: cards.clone(), end: asked.then_some(end), grown });
            }
        }
    }
    found
}

/// Every card of the hand, or every two, each in the order of the pack.
fn handfuls(hand: &[Card], size: usize) -> Vec<Vec<Card>> {
    let mut hand = hand.to_vec();
    hand.sort();
    if size == 1 {
        return hand.iter().map(|&card| vec![card]).collect();
    }
    let pairs = (0..hand.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    pairs.map(|(a, b)| vec![hand[a], hand[b]]).collect()
}

/// The combination with the cards put to one of its ends; a book and a flush, which have none, are put in order.
fn grow(old: &Combination, cards: &[Card], end: End) -> Combination {
    let mut all = match end {
        End::Low => [cards, &old.cards].concat(),
        End::High => [&old.cards, cards].concat(),
    };
    if matches!(old.kind, Kind::Book | Kind::Flush) {
        all.sort();
    }
    Combination { kind: old.kind, cards: all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::card::cards;

    /// The additions from a hand to one combination beside others, as texts without its number.
    fn grown(hand: &str, table: &[&str]) -> Vec<String> {
        let table: Vec<_> = table.iter().map(|text| Combination::read(text)).collect();
        assert!(table.iter().all(Combination::is_valid));
        additions(&cards(hand), &table)
            .into_iter()
            .filter(|addition| addition.to == 0)
            .map(|addition| {
                let end = addition.end.map_or(String::new(), |end| format!(" {end:?}"));
                format!("{:?}{end}: {:?}", addition.cards, addition.grown)
            })
            .collect()
    }

    #[test]
    fn a_book_takes_the_missing_card_or_a_joker() {
        assert_eq!(grown("5H 6C X1", &["book 5C 5D X2"]), ["[5H]: book 5C 5D 5H X2", "[X1]: book 5C 5D X1 X2"]);
        assert_eq!(grown("5H", &["book 5C 5D 5S X1"]), [""; 0]);
    }

    #[test]
    fn a_run_grows_at_its_ends_and_a_joker_is_asked_for_one() {
        let wanted = [
            "[4C]: run KC X1 2C 3C 4C",
            "[QC]: run QC KC X1 2C 3C",
            "[X2] Low: run X2 KC X1 2C 3C",
            "[X2] High: run KC X1 2C 3C X2",
        ];
        assert_eq!(grown("AC 4C 4D QC JC X2", &["run KC X1 2C 3C"]), wanted);
    }

    #[test]
    fn a_flush_takes_any_card_of_its_suit_up_to_thirteen() {
        let wanted = ["[2C]: flush AC 2C 3C 5C 7C 9C JC", "[X2]: flush AC 3C 5C 7C 9C JC X2"];
        assert_eq!(grown("2C 2D X2", &["flush AC 3C 5C 7C 9C JC"]), wanted);
        assert_eq!(grown("QC KC X2", &["flush AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC X1"]), [""; 0]);
    }

    #[test]
    fn pairs_come_whole_and_may_be_both_jokers() {
        let wanted = [
            "[4C, 4S]: double 4C 4S 5C 5S 6C 6S",
            "[4C, X1]: double 4C X1 5C 5S 6C 6S",
            "[4C, X2]: double 4C X2 5C 5S 6C 6S",
            "[4S, X1]: double 4S X1 5C 5S 6C 6S",
            "[4S, X2]: double 4S X2 5C 5S 6C 6S",
            "[X1, X2] Low: double X1 X2 5C 5S 6C 6S",
            "[X1, X2] High: double 5C 5S 6C 6S X1 X2",
        ];
        assert_eq!(grown("4C 4D 4S 8C X1 X2", &["double 5C 5S 6C 6S"]), wanted);
        let wanted = ["[4C, 4D]: triple 4C 4D 5C 5S 6C 6S 7C 7S", "[8D, 8H]: triple 5C 5S 6C 6S 7C 7S 8D 8H"];
        assert_eq!(grown("4C 4D 8D 8H", &["triple 5C 5S 6C 6S 7C 7S"]), wanted);
    }

    #[test]
    fn what_overlaps_is_not_made_by_growing() {
        let (low, high) = ("hand 3C 4S 5S 6S 7S", "hand 9C TS JS QS KS");
        assert_eq!(grown("8C AC X1", &[low]).len(), 3, "8C, and X1 at either end");
        assert_eq!(grown("8C 2C", &[low, high]).len(), 2);
        assert_eq!(grown("8C X1", &[low, "hand 8S 9C TS JS QS"]), ["[X1]: hand X1 3C 4S 5S 6S 7S"]);
        assert_eq!(grown("8C X1", &[low, "hand 8D 9D TD JD QD"]).len(), 3);
        assert_eq!(grown("TD KD X1", &["straight 3C 4S 5S 6S 7S 8S 9S", "run TC JC QC KC"]).len(), 3);
    }

    #[test]
    fn a_full_circle_has_no_ends() {
        let open = "run 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";
        let full = "run AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";
        assert_eq!(grown("AC", &[open]), [format!("[AC]: {full}")]);
        assert_eq!(grown("X1", &[open]), [format!("[X1]: {}", full.replace("AC", "X1"))]);
        assert_eq!(grown("X1 X2", &[full]), [""; 0]);
    }
}
