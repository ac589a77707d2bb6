//! What a played card may capture, by trying every subset of the pond.

use std::collections::BTreeSet;

use crate::oracle::{C, written};

/// The kinds of capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Pip cards that add up.
    Sum,
    /// An unbroken sequence.
    Run,
    /// Cards of one rank.
    Set,
}

/// All of them.
pub const KINDS: [Kind; 3] = [Kind::Sum, Kind::Run, Kind::Set];

impl Kind {
    /// Its name, which is that of its action.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Sum => "sum",
            Kind::Run => "run",
            Kind::Set => "set",
        }
    }

    /// Returns `true` if a card may capture others by this kind.
    pub fn holds(self, played: C, taken: &[C]) -> bool {
        let pips = |card: &C| card.rank <= 10;
        match self {
            Kind::Sum => {
                let wanted = if pips(&played) { played.rank } else { 15 };
                taken.len() >= 2 && taken.iter().all(pips) && taken.iter().map(|card| card.rank).sum::<u8>() == wanted
            }
            Kind::Run => {
                let mut cards = [taken, &[played]].concat();
                cards.sort();
                let ranks: Vec<u8> = cards.iter().map(|card| card.rank).collect();
                let unbroken = ranks.windows(2).all(|pair| pair[1] == pair[0] + 1);
                taken.len() >= 2 && (ranks == [11, 12, 13] || cards.iter().all(pips) && unbroken)
            }
            Kind::Set => !taken.is_empty() && taken.iter().all(|card| card.rank == played.rank),
        }
    }

    /// The points of such a capture, without those for a fall and a sweep.
    pub fn points(self, played: C, taken: &[C]) -> i64 {
        let cards = taken.len() as i64 + 1;
        match self {
            Kind::Sum => 2,
            Kind::Run if taken.iter().all(|card| card.suit == played.suit) => 2 * cards,
            Kind::Run => cards,
            Kind::Set => [2, 6, 12][taken.len() - 1],
        }
    }
}

/// A capture: its kind and the cards taken from the pond, in the order in which they are named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Capture {
    /// The kind.
    pub kind: Kind,
    /// The cards, without the one that is played.
    pub cards: Vec<C>,
}

impl Capture {
    /// A capture of cards in any order.
    pub fn new(kind: Kind, cards: &[C]) -> Capture {
        let mut cards = cards.to_vec();
        cards.sort_by_key(named);
        Capture { kind, cards }
    }

    /// The actions that make it, but for an `end`.
    pub fn actions(&self) -> Vec<String> {
        let takes = written(&self.cards).into_iter().map(|card| format!("take {card}"));
        [self.kind.name().to_string()].into_iter().chain(takes).collect()
    }
}

/// The key of the order in which cards are named.
pub fn named(card: &C) -> (u8, u8) {
    (card.suit, card.rank)
}

/// All captures from a small pond.
pub fn captures(played: C, pond: &[C]) -> BTreeSet<Capture> {
    let mut found = BTreeSet::new();
    for bits in 0..1_u32 << pond.len() {
        let chosen = pond.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        let taken: Vec<C> = chosen.map(|(_, &card)| card).collect();
        for kind in KINDS {
            if kind.holds(played, &taken) {
                found.insert(Capture::new(kind, &taken));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{cards, deck};

    fn found(played: &str, pond: &str) -> Vec<(String, i64)> {
        let played = played.parse().unwrap();
        let text = |capture: &Capture| format!("{} {}", capture.kind.name(), written(&capture.cards).join(" "));
        let list = captures(played, &cards(pond));
        list.iter().map(|capture| (text(capture), capture.kind.points(played, &capture.cards))).collect()
    }

    #[test]
    fn the_example_of_the_page_holds() {
        let wanted = [("sum 3C 2H", 2), ("run 3C 4C", 6), ("run 3C 4C 2H", 4), ("run 3C 4D", 3), ("run 3C 4D 2H", 4)];
        let mut found = found("5C", "2H 3C 4C 4D 8S");
        found.sort();
        let mut wanted = wanted.map(|(text, points)| (text.to_string(), points));
        wanted.sort();
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_face_card_takes_fifteen_a_run_and_its_like() {
        let wanted = [("sum 5C TD", 2), ("run JH KH", 6), ("set QC QD QS", 12)];
        let found = found("QH", "5C TD JH KH QC QD QS");
        assert!(wanted.iter().all(|&(text, points)| found.contains(&(text.into(), points))));
        // The sets of one and two Queens, and the run, are the rest.
        assert_eq!(found.len(), 9);
    }

    #[test]
    fn no_run_goes_from_the_ten_to_the_jack_or_round() {
        assert_eq!(found("JC", "9C TD"), []);
        assert_eq!(found("AC", "QC KD"), []);
        assert_eq!(found("KC", "AC 2C"), []);
    }

    #[test]
    fn every_way_to_find_them_finds_the_same() {
        // Every second card of each suit, then a pond of neighbours.
        let ponds: Vec<Vec<C>> =
            (0..40).map(|skip| deck().into_iter().skip(skip).step_by(3).take(12).collect()).collect();
        for pond in ponds {
            for played in deck().into_iter().filter(|card| !pond.contains(card)) {
                assert_eq!(captures(played, &pond), super::super::ranks::captures(played, &pond), "{played} {pond:?}");
            }
        }
    }
}
