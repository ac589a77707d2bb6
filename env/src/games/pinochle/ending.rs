//! The last tricks of a hand, when both hands are known, played as well as they can be.

use super::count::LAST_TRICK;
use super::pack::{Suit, value};
use super::trick::{allowed, beating};
use super::view::PinochleView;
use crate::cards::{Card, CardSet, Cards};

/// More cards in a hand are not looked through: each takes some five times as long.
const MOST: usize = 6;

/// What the last tricks bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// What the seat takes in them, with 10 for the last one.
    pub points: u32,
    /// The cards with which it takes as much.
    pub best: CardSet,
}

/// Two hands that are played out; what a line of play brings is what the seat to move takes more than the other.
#[derive(Clone, Copy)]
struct Rest {
    own: Cards,
    other: Cards,
    led: Option<Card>,
    /// All that is left to be taken.
    open: i32,
}

impl Ending {
    /// Plays out what a seat to move sees; `None` if something is hidden, or too much is left.
    pub fn of(view: &PinochleView) -> Option<Ending> {
        let table = &view.table;
        let trumps = table.trumps.filter(|_| table.to_move == view.seat && !table.drawing())?;
        let (own, other) = (view.hand, table.known[1 - view.seat]);
        if own.is_empty() || own.len() > MOST {
            return None;
        }
        let led: CardSet = table.led.into_iter().collect();
        let open = value(own + other + led.into()) as i32 + i32::from(LAST_TRICK);
        let rest = Rest { own, other, led: table.led, open };
        let (mut most, mut best) = (-open - 1, CardSet::EMPTY);
        for card in rest.cards(trumps) {
            // One less than the most so far, so that what is as good is told from what is worse.
            let brings = rest.with(card, trumps, most - 1, open + 1);
            if brings > most {
                (most, best) = (brings, CardSet::EMPTY);
            }
            if brings == most {
                best.insert(card);
            }
        }
        Some(Ending { points: ((open + most) / 2) as u32, best })
    }
}

impl Rest {
    /// The cards that may be played.
    fn cards(&self, trumps: Suit) -> CardSet {
        let own = self.own.kinds();
        self.led.map_or(own, |led| allowed(own, led, trumps))
    }

    /// What the best card brings, as far as it lies between two bounds.
    fn best(&self, trumps: Suit, mut least: i32, most: i32) -> i32 {
        if self.open <= least {
            return self.open;
        }
        if -self.open >= most {
            return -self.open;
        }
        let mut best = -self.open;
        for card in self.cards(trumps) {
            best = best.max(self.with(card, trumps, least, most));
            least = least.max(best);
            if least >= most {
                break;
            }
        }
        best
    }

    /// What a card brings, as far as it lies between two bounds.
    fn with(&self, card: Card, trumps: Suit, least: i32, most: i32) -> i32 {
        let own = self.own.without(card);
        let Some(led) = self.led else {
            let rest = Rest { own: self.other, other: own, led: Some(card), open: self.open };
            return -rest.best(trumps, -most, -least);
        };
        let last = if own.is_empty() { i32::from(LAST_TRICK) } else { 0 };
        let trick = value(Cards::from(CardSet::of(led)) + CardSet::of(card).into()) as i32 + last;
        let wins = beating(led, trumps).contains(card);
        let (sign, leads, follows) = if wins { (1, own, self.other) } else { (-1, self.other, own) };
        if own.is_empty() {
            return sign * trick;
        }
        let rest = Rest { own: leads, other: follows, led: None, open: self.open - trick };
        match wins {
            true => trick + rest.best(trumps, least - trick, most - trick),
            false => -trick - rest.best(trumps, -most - trick, -least - trick),
        }
    }
}
