//! The last tricks of a hand, when both hands are known, played as well as they can be.

use super::count::LAST_TRICK;
use super::pack::{Suit, compact, value};
use super::trick::{allowed, beating, winners};
use super::view::PinochleView;
use crate::cards::{Card, CardSet, Cards};

/// More cards in a hand are not looked through without a memory: each takes some five times as long.
const QUICK: usize = 6;
/// No hand has more cards.
const MOST: usize = 12;

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
    /// Plays out the last tricks but six or fewer as a seat to move sees them, in microseconds; `None` if something is hidden, or
    /// more is left.
    pub fn of(view: &PinochleView) -> Option<Ending> {
        Ending::within(QUICK, view)
    }

    /// Plays out all tricks after the stock is gone as a seat to move sees them, in milliseconds; `None` if something is hidden.
    pub fn whole(view: &PinochleView) -> Option<Ending> {
        Ending::within(MOST, view)
    }

    fn within(most_cards: usize, view: &PinochleView) -> Option<Ending> {
        let table = &view.table;
        let trumps = table.trumps.filter(|_| table.to_move == view.seat && !table.drawing())?;
        let (own, other) = (view.hand, table.known[1 - view.seat]);
        if own.is_empty() || own.len() > most_cards || other.len() + usize::from(table.led.is_some()) != own.len() {
            return None;
        }
        let led: CardSet = table.led.into_iter().collect();
        let open = value(own + other + led.into()) as i32 + i32::from(LAST_TRICK);
        let rest = Rest { own, other, led: table.led, open };
        let mut play = Play { trumps, memory: (own.len() > QUICK).then(Memory::new) };
        let (mut most, mut best) = (-open - 1, CardSet::EMPTY);
        for card in play.order(&rest) {
            // One less than the most so far, so that what is as good is told from what is worse.
            let brings = play.with(&rest, card, most - 1, open + 1);
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

/// How two hands are played out.
struct Play {
    trumps: Suit,
    memory: Option<Memory>,
}

impl Play {
    /// The cards that may be played, those first that are likely to be best.
    fn order(&self, rest: &Rest) -> impl Iterator<Item = Card> + use<> {
        let own = rest.own.kinds();
        let (cards, taking) = match rest.led {
            Some(led) => (allowed(own, led, self.trumps), beating(led, self.trumps)),
            None => (own, winners(rest.other.kinds(), self.trumps, true)),
        };
        let (mut order, count) = ([Suit::C.nine(); MOST], cards.len());
        order.iter_mut().zip(cards).for_each(|(place, card)| *place = card);
        // Sure tricks with many points, else what takes a trick with little, else what gives little away.
        let worth = |card: &Card| match (taking.contains(*card), rest.led) {
            (true, None) => -100 - i32::from(worth(*card)),
            (true, Some(_)) => -50 + i32::from(worth(*card)),
            (false, _) => i32::from(worth(*card)),
        };
        order[..count].sort_unstable_by_key(worth);
        order.into_iter().take(count)
    }

    /// What the best card brings, as far as it lies between two bounds.
    fn best(&mut self, rest: &Rest, mut least: i32, mut most: i32) -> i32 {
        if rest.open <= least {
            return rest.open;
        }
        if -rest.open >= most {
            return -rest.open;
        }
        let key = rest.key().filter(|_| rest.own.len() >= REMEMBERED);
        if let (Some(key), Some(memory)) = (key, &self.memory)
            && let Some(known) = memory.recall(key)
        {
            if known.least >= most || known.least == known.most {
                return known.least;
            }
            if known.most <= least {
                return known.most;
            }
            (least, most) = (least.max(known.least), most.min(known.most));
        }
        let (from, mut best) = (least, -rest.open);
        for card in self.order(rest) {
            best = best.max(self.with(rest, card, least, most));
            least = least.max(best);
            if least >= most {
                break;
            }
        }
        if let (Some(key), Some(memory)) = (key, &mut self.memory) {
            // Between the bounds it is exact; beyond one of them it is only known to be beyond it.
            memory.keep(
                key,
                Known {
                    least: if best > from { best } else { -rest.open },
                    most: if best < most { best } else { rest.open },
                },
            );
        }
        best
    }

    /// What a card brings, as far as it lies between two bounds.
    fn with(&mut self, rest: &Rest, card: Card, least: i32, most: i32) -> i32 {
        let own = rest.own.without(card);
        let Some(led) = rest.led else {
            let rest = Rest { own: rest.other, other: own, led: Some(card), open: rest.open };
            return -self.best(&rest, -most, -least);
        };
        let last = if own.is_empty() { i32::from(LAST_TRICK) } else { 0 };
        let trick = value(Cards::from(CardSet::of(led)) + CardSet::of(card).into()) as i32 + last;
        let wins = beating(led, self.trumps).contains(card);
        let (sign, leads, follows) = if wins { (1, own, rest.other) } else { (-1, rest.other, own) };
        if own.is_empty() {
            return sign * trick;
        }
        let rest = Rest { own: leads, other: follows, led: None, open: rest.open - trick };
        match wins {
            true => trick + self.best(&rest, least - trick, most - trick),
            false => -trick - self.best(&rest, -most - trick, -least - trick),
        }
    }
}

/// What a card counts in tricks.
fn worth(card: Card) -> u8 {
    value(CardSet::of(card).into()) as u8
}

/// What is known of a position in which somebody leads: what it brings lies between the two.
#[derive(Clone, Copy)]
struct Known {
    least: i32,
    most: i32,
}

/// What has been found of positions in which somebody leads, the last of those that share a place.
struct Memory(Vec<(u128, Known)>);

/// With fewer cards it is quicker to look once more than to remember.
const REMEMBERED: usize = 3;

impl Memory {
    fn new() -> Memory {
        Memory(vec![(0, Known { least: 0, most: 0 }); 1 << 15])
    }

    fn place(&self, key: u128) -> usize {
        let folded = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (folded >> 49) as usize % self.0.len()
    }

    fn recall(&self, key: u128) -> Option<Known> {
        let (kept, known) = self.0[self.place(key)];
        (kept == key).then_some(known)
    }

    fn keep(&mut self, key: u128, known: Known) {
        let place = self.place(key);
        self.0[place] = (key, known);
    }
}

impl Rest {
    /// A number of its own for each position in which somebody leads; `None` while a trick is open.
    fn key(&self) -> Option<u128> {
        let packed = |cards: Cards| u128::from(compact(cards.kinds()) | compact(cards.pairs()) << 24);
        self.led.is_none().then(|| packed(self.own) | packed(self.other) << 48)
    }
}
