//! What a turn allows: the seven functions, and the obligation after a pick-up (D21).

use std::collections::BTreeSet;

use super::card::Card;
use super::combination::{Combination, Kind};
use super::form::Forms;
use super::growing::{Addition, additions};
use super::laying::lays;
use crate::oracle::without;

/// A function that has been used in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What the hand to move has before it, between two actions of its turn.
#[derive(Clone, Debug)]
pub struct Position {
    /// Its cards.
    pub hand: Vec<Card>,
    /// The combinations in the order in which they were laid.
    pub table: Vec<Combination>,
    /// The discard stack from the bottom to the top.
    pub discards: Vec<Card>,
    /// Its own stack from the bottom to the top.
    pub dropped: Vec<Card>,
    /// The number of cards in the deck.
    pub deck: usize,
    /// What it has done in this turn.
    pub used: Vec<Function>,
    /// Whether the stretch of play goes on.
    pub playing: bool,
    /// The card that the next thing laid must contain.
    pub must: Option<Card>,
    /// The kinds that its chart closes.
    pub closed: Vec<Kind>,
}

impl Position {
    /// The names of the actions that are legal.
    pub fn legal(&self, forms: &Forms) -> BTreeSet<String> {
        let unused = |function| !self.used.contains(&function);
        let mut names = BTreeSet::new();
        if unused(Function::Draw) && self.deck > 0 {
            names.insert("draw".into());
        }
        for &card in &self.hand {
            let rest = without(&self.hand, &[card]);
            if self.must.is_none_or(|must| self.can_lay(forms, &rest, must)) {
                names.extend(unused(Function::Discard).then(|| format!("discard {card}")));
                names.extend(unused(Function::Drop).then(|| format!("drop {card}")));
            }
        }
        if unused(Function::PickUp) && unused(Function::Play) {
            for (place, &card) in self.discards.iter().enumerate() {
                let hand = [&self.hand, &self.discards[place..]].concat();
                names.extend(self.can_lay(forms, &hand, card).then(|| format!("take {card}")));
            }
        }
        if unused(Function::Retrieve) {
            names.extend(self.dropped.iter().map(|card| format!("take {card}")));
        }
        if self.may_play() {
            let kinds = self.open().filter(|&kind| forms.can_lay(kind, &self.hand, &self.table, self.must));
            names.extend(kinds.map(|kind| format!("lay {}", kind.name())));
            names.extend(self.additions().iter().map(|addition| format!("extend {}", addition.to + 1)));
        }
        names.extend(self.must.is_none().then(|| "end turn".into()));
        names
    }

    /// Says whether something may be laid now.
    pub fn may_play(&self) -> bool {
        self.playing || !self.used.contains(&Function::Play)
    }

    /// The combinations that may be laid now, by trying every set of the hand's cards.
    pub fn lays(&self) -> BTreeSet<Combination> {
        let may = |laid: &Combination| {
            !self.closed.contains(&laid.kind) && self.must.is_none_or(|must| laid.cards.contains(&must))
        };
        lays(&self.hand, &self.table).into_iter().filter(may).collect()
    }

    /// The additions that may be made now.
    pub fn additions(&self) -> BTreeSet<Addition> {
        let may = |addition: &Addition| self.must.is_none_or(|must| addition.cards.contains(&must));
        additions(&self.hand, &self.table).into_iter().filter(may).collect()
    }

    /// The kinds that are not closed.
    fn open(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(|kind| !self.closed.contains(kind))
    }

    /// Says whether a hand could lay a card, in a combination or in an addition.
    fn can_lay(&self, forms: &Forms, hand: &[Card], card: Card) -> bool {
        hand.contains(&card)
            && (self.open().any(|kind| forms.can_lay(kind, hand, &self.table, Some(card)))
                || additions(hand, &self.table).iter().any(|addition| addition.cards.contains(&card)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::card::cards;
    use super::*;

    fn position(hand: &str, discards: &str) -> Position {
        Position {
            hand: cards(hand),
            table: Vec::new(),
            discards: cards(discards),
            dropped: Vec::new(),
            deck: 0,
            used: Vec::new(),
            playing: false,
            must: None,
            closed: Vec::new(),
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
        position.closed = vec![Kind::Run];
        assert_eq!(legal(&position, "take"), ["5H", "5S"]);
        position.used = vec![Function::Play];
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
    fn a_stretch_of_play_is_one() {
        let mut position = position("5C 5D 5H 9H", "");
        position.used = vec![Function::Play];
        assert_eq!(legal(&position, "lay"), [""; 0]);
        position.playing = true;
        assert_eq!(legal(&position, "lay"), ["book"]);
    }
}
