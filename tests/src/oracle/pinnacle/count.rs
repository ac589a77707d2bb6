//! What cards count: every set of them that can be parted into combinations.

use super::combination::Kind;
use crate::oracle::card::Card;

/// Which sets of some cards can be parted into combinations.
#[derive(Clone, Debug)]
pub struct Partings {
    cards: Vec<Card>,
    /// One entry a set: bit `i` of its number says that the set has card `i`.
    parted: Vec<bool>,
}

impl Partings {
    /// Tries every set of the cards, of which there should be no more than some twelve.
    pub fn new(cards: &[Card]) -> Partings {
        let mut partings = Partings { cards: cards.to_vec(), parted: vec![false; 1 << cards.len()] };
        let mut combinations = Vec::new();
        for set in 0..partings.parted.len() {
            let cards = partings.set(set);
            if Kind::ALL.iter().any(|kind| kind.is(&cards)) {
                combinations.push(set);
            }
            // Some combination has the last card of the set: it is none of those found before that card came up. What
            // is left beside it is a smaller set, which has been tried before.
            let last = set.checked_ilog2().map_or(0, |place| 1 << place);
            let mut with_last = combinations.iter().rev().take_while(|&&combination| combination >= last);
            partings.parted[set] =
                set == 0 || with_last.any(|&combination| combination & !set == 0 && partings.parted[set - combination]);
        }
        partings
    }

    /// The cards of a set.
    fn set(&self, set: usize) -> Vec<Card> {
        (0..self.cards.len()).filter(|card| set >> card & 1 == 1).map(|card| self.cards[card]).collect()
    }

    /// The greatest total of combinations that share no card.
    pub fn count(&self) -> i64 {
        let sets = (0..self.parted.len()).filter(|&set| self.parted[set]);
        sets.map(|set| points(&self.set(set))).max().unwrap_or(0)
    }

    /// Returns `true` if some of the cards, all of them together, can be parted into combinations.
    pub fn allow(&self, cards: &[Card]) -> bool {
        let places: Option<Vec<usize>> =
            cards.iter().map(|card| self.cards.iter().position(|other| other == card)).collect();
        places.is_some_and(|places| self.parted[places.into_iter().map(|place| 1 << place).sum::<usize>()])
    }
}

/// The points of cards that lie in combinations.
pub fn points(cards: &[Card]) -> i64 {
    cards.iter().map(|card| card.points()).sum()
}

/// The greatest total of combinations in these cards that share no card.
pub fn count(cards: &[Card]) -> i64 {
    Partings::new(cards).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::card::cards;

    fn of(text: &str) -> i64 {
        count(&cards(text))
    }

    #[test]
    fn the_examples_of_the_page_count_eleven() {
        assert_eq!(of("JH QD KC AC 2D X1 4C"), 11);
        assert_eq!(of("TC TD TS TH 9H 8H 7H"), 11);
    }

    #[test]
    fn cards_in_no_combination_count_nothing() {
        assert_eq!(of(""), 0);
        assert_eq!(of("AC AD KC KD X1"), 6);
        assert_eq!(of("AC 3D 5C 7D 9C JD KS X1 X2"), 5);
        assert_eq!(of("AC 3D 5C 7D 9C JD KS"), 0);
        assert_eq!(of("AC AD AH 5C 7D 9C KS"), 9);
    }

    #[test]
    fn each_kind_counts() {
        for (text, wanted) in [
            ("KC KD KS 2C 3D", 6),
            ("KC KD KS KH 2C", 8),
            ("JC QC KC AC 5D", 9),
            ("KD KH AD AH 5C", 10),
            ("TC JS QC KS AC 5D", 11),
            ("QC QD KC KH AD AS 5C", 14),
            ("2C 4C 6C 8C TC QC 5D", 8),
            ("JH QD KC AC 2D 3S 4C 9C", 12),
        ] {
            assert_eq!(of(text), wanted, "{text}");
        }
    }

    #[test]
    fn sizes_are_exact() {
        // A straight of eight does without its cheapest end; a flush of seven without its cheapest card.
        assert_eq!(of("4C 5D 6C 7D 8C 9D TC JD"), 9);
        assert_eq!(of("2C 4C 6C 8C TC QC AC"), 10);
        // A sequence of eight of a suit is two runs, or better a flush.
        assert_eq!(of("4C 5C 6C 7C 8C 9C TC JC"), 10);
        // Four pairs are two doubles, if the colours are right, else a triple.
        assert_eq!(of("4C 4S 5C 5S 6D 6H 7D 7H"), 8);
        assert_eq!(of("4C 4D 5C 5S 6D 6H 7D 7H"), 6);
    }

    #[test]
    fn one_joker_goes_where_it_counts_most() {
        // A third ace; a fourth card of a run; a fifth one of a red hand.
        assert_eq!(of("AC AD X1 5H 6H 7H"), 6);
        assert_eq!(of("5C 5S X1 AH 2H 3H"), 5);
        assert_eq!(of("5C 5D X1 AH 2H 3H"), 6);
        // It is taken from the book of kings, which stands without it, for the run.
        assert_eq!(of("KC KD KS X1 5H 6H 7H"), 9);
        // It makes a straight of what is otherwise a hand.
        assert_eq!(of("5C 6S 7C 8C 9S X1 JD"), 7);
    }

    #[test]
    fn two_jokers_may_stand_in_one_combination_or_in_two() {
        assert_eq!(of("AC X1 X2 5D 9H"), 3);
        // One pair is made of both.
        assert_eq!(of("QC QS X1 X2 AD 5H"), 4);
        // A run Q-K-A-2 beats that double, and the book of queens.
        assert_eq!(of("QC QS AC X1 X2"), 5);
        assert_eq!(of("QC QH KD KH X1 X2"), 8);
        // A joker a book beats both in one.
        assert_eq!(of("KC KD X1 AC AD X2 5H"), 10);
        assert_eq!(of("2C 2D X1 3C 4C 5C X2"), 5);
    }

    #[test]
    fn combinations_that_share_a_card_compete() {
        // Two books beat the straight to the ace (13), one does not.
        assert_eq!(of("8C 9D TC JD QC KD KC KH AC AD AS"), 15);
        assert_eq!(of("8C 9D TC JD QC KD KC KH AC"), 13);
        // A book with a joker each, not one book with both.
        assert_eq!(of("AC AD X1 9C 9D X2 4H 5S"), 8);
        // The book lends a ten to the run, or keeps it beside the book of nines.
        assert_eq!(of("TC TD TS TH 9H 8H 7H 9C 9D"), 11);
    }

    #[test]
    fn a_set_is_allowed_if_nothing_is_left_over() {
        let partings = Partings::new(&cards("TC TD TS TH 9H 8H 7H X1"));
        for text in ["", "TC TD TS", "TC TD TS TH", "TC TD TS TH 9H 8H 7H", "TC TD TS X1 TH 9H 8H 7H"] {
            assert!(partings.allow(&cards(text)), "{text}");
        }
        for text in ["TC", "TC TD TS 9H", "AC AD AS", "TC TD TS TH 9H 8H"] {
            assert!(!partings.allow(&cards(text)), "{text}");
        }
    }
}
