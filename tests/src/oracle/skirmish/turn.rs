//! What a turn allows: its functions, and the obligation after a pick-up.

use std::collections::BTreeSet;

use super::combination::{Combination, Kind};
use super::form::Forms;
use super::growing::{Addition, additions};
use super::laying::lays;
use crate::oracle::card::Card;
use crate::oracle::without;

/// A function that has been used in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function {
    /// The deck's top card was drawn.
    Draw,
    /// A card was put on the discard stack.
    Discard,
    /// A card was put on one's own stack.
    Drop,
    /// Cards were taken from the discard stack.
    PickUp,
    /// Cards were taken from one's own stack.
    Retrieve,
    /// Something was laid.
    Play,
}

/// The chart of a player of Gem Rum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chart {
    /// The kinds that the player has laid in the match.
    pub laid: BTreeSet<Kind>,
    /// Those that the player has laid in this round.
    pub fresh: BTreeSet<Kind>,
}

/// What the hand to move has before it, between two actions of its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its cards.
    pub hand: BTreeSet<Card>,
    /// The combinations in the order in which they were laid.
    pub table: Vec<Combination>,
    /// The discard stack from the bottom to the top.
    pub discards: Vec<Card>,
    /// Its own stack from the bottom to the top.
    pub dropped: Vec<Card>,
    /// The number of cards in the deck.
    pub deck: usize,
    /// What it has done in this turn.
    pub used: BTreeSet<Function>,
    /// Whether the stretch of play goes on.
    pub playing: bool,
    /// The card that the next thing laid must contain.
    pub must: Option<Card>,
    /// The chart, if the game has one.
    pub chart: Option<Chart>,
}

impl Position {
    /// The names of the actions that are legal.
    pub fn legal(&self, forms: &Forms) -> BTreeSet<String> {
        let unused = |function| !self.used.contains(&function);
        let mut names = BTreeSet::new();
        if unused(Function::Draw) && self.deck > 0 {
            names.insert("draw".into());
        }
        let hand = self.cards();
        for &card in &hand {
            let rest = without(&hand, &[card]);
            if self.must.is_none_or(|must| self.can_lay(forms, &rest, must)) {
                names.extend(unused(Function::Discard).then(|| format!("discard {card}")));
                names.extend(unused(Function::Drop).then(|| format!("drop {card}")));
            }
        }
        if unused(Function::PickUp) && unused(Function::Play) {
            for (place, &card) in self.discards.iter().enumerate() {
                let hand = [&hand[..], &self.discards[place..]].concat();
                names.extend(self.can_lay(forms, &hand, card).then(|| format!("take {card}")));
            }
        }
        if unused(Function::Retrieve) {
            names.extend(self.dropped.iter().map(|card| format!("take {card}")));
        }
        if self.may_play() {
            let kinds = self.open().filter(|&kind| forms.can_lay(kind, &hand, &self.table, self.must));
            names.extend(kinds.map(|kind| format!("lay {}", kind.name())));
            names.extend(self.additions().iter().map(|addition| format!("extend {}", addition.to + 1)));
        }
        names.extend(self.must.is_none().then(|| "end turn".into()));
        names
    }

    /// Returns `true` if something may be laid now.
    pub fn may_play(&self) -> bool {
        self.playing || !self.used.contains(&Function::Play)
    }

    /// The combinations that may be laid now, by trying every set of the hand's cards.
    pub fn lays(&self) -> BTreeSet<Combination> {
        let may =
            |laid: &Combination| self.is_open(laid.kind) && self.must.is_none_or(|must| laid.cards.contains(&must));
        lays(&self.cards(), &self.table).into_iter().filter(may).collect()
    }

    /// The additions that may be made now.
    pub fn additions(&self) -> BTreeSet<Addition> {
        let may = |addition: &Addition| self.must.is_none_or(|must| addition.cards.contains(&must));
        additions(&self.cards(), &self.table).into_iter().filter(may).collect()
    }

    /// The cards of the hand in order.
    fn cards(&self) -> Vec<Card> {
        self.hand.iter().copied().collect()
    }

    /// Returns `true` if the chart leaves a kind open: it was not laid in an earlier round, or the chart is full.
    pub fn is_open(&self, kind: Kind) -> bool {
        let is_open = |chart: &Chart| {
            let full = Kind::ALL.iter().all(|kind| chart.laid.contains(kind));
            full || chart.fresh.contains(&kind) || !chart.laid.contains(&kind)
        };
        self.chart.as_ref().is_none_or(is_open)
    }

    /// The kinds that the chart leaves open.
    fn open(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|&kind| self.is_open(kind))
    }

    /// Returns `true` if a hand could lay a card, in a combination or in an addition.
    fn can_lay(&self, forms: &Forms, hand: &[Card], card: Card) -> bool {
        hand.contains(&card)
            && (self.open().any(|kind| forms.can_lay(kind, hand, &self.table, Some(card)))
                || additions(hand, &self.table).iter().any(|addition| addition.cards.contains(&card)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::card::cards;

    fn position(hand: &str, discards: &str) -> Position {
        Position {
            hand: cards(hand).into_iter().collect(),
            table: Vec::new(),
            discards: cards(discards),
            dropped: Vec::new(),
            deck: 0,
            used: BTreeSet::new(),
            playing: false,
            must: None,
            chart: None,
        }
    }

    /// The legal actions that begin with a word, without it.
    fn legal(position: &Position, word: &str) -> Vec<String> {
        let names = position.legal(&Forms::default());
        names.iter().filter_map(|name| name.strip_prefix(word)).map(|rest| rest.trim().to_owned()).collect()
    }

    #[test]
    fn a_pick_up_must_be_laid_from() {
        let mut position = position("5C 5D 9H", "5H KC 8S 7S 5S 6S");
        assert_eq!(legal(&position, "take"), ["5H", "5S", "8S"]);
        let laid = BTreeSet::from([Kind::Run]);
        position.chart = Some(Chart { laid, fresh: BTreeSet::new() });
        assert_eq!(legal(&position, "take"), ["5H", "5S"]);
        position.used = [Function::Play].into();
        assert_eq!(legal(&position, "take"), [""; 0]);
    }

    #[test]
    fn what_must_be_laid_is_kept_until_it_is() {
        let mut position = position("5C 5D 5H 9H", "");
        position.must = cards("5H").pop();
        assert_eq!(legal(&position, "discard"), ["9H"]);
        assert_eq!(legal(&position, "lay"), ["book"]);
        assert_eq!(legal(&position, "end"), [""; 0]);
        position.hand.extend(cards("9C 9D"));
        assert!(position.lays().iter().all(|laid| laid.cards.contains(&"5H".parse().unwrap())));
        position.must = None;
        assert_eq!(legal(&position, "end"), ["turn"]);
        assert_eq!(position.lays().len(), 2);
    }

    #[test]
    fn a_full_chart_closes_nothing() {
        let mut chart = Chart { laid: BTreeSet::from([Kind::Book, Kind::Run]), fresh: BTreeSet::from([Kind::Run]) };
        let mut position = position("", "");
        position.chart = Some(chart.clone());
        assert_eq!(Kind::ALL.map(|kind| position.is_open(kind)), [false, true, true, true, true, true, true]);
        chart.laid.extend(Kind::ALL);
        position.chart = Some(chart);
        assert!(Kind::ALL.iter().all(|&kind| position.is_open(kind)));
    }

    #[test]
    fn a_stretch_of_play_is_one() {
        let mut position = position("5C 5D 5H 9H", "");
        position.used = [Function::Play].into();
        assert_eq!(legal(&position, "lay"), [""; 0]);
        position.playing = true;
        assert_eq!(legal(&position, "lay"), ["book"]);
    }
}
