//! Where the cards and the lots come from: the driver's choice, never the game's.

use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::action::nth_bit;
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Action, ActionSet, Lots, Seat};

/// A source of chance: it picks the card that is dealt next, and the seat that is drawn.
pub trait Chance {
    /// Picks one card of a deck that is not empty, each copy equally likely.
    fn deal(&mut self, deck: Cards) -> Card;
    /// Picks one seat of lots that are not empty, each as often as its weight says.
    fn draw(&mut self, lots: Lots) -> Seat;

    /// Moves cards from a deck that has enough of them to a hand, until this has so many.
    fn fill<H: Hold>(&mut self, hand: &mut H, size: usize, deck: &mut H) {
        let held: Cards = (*hand).into();
        for _ in held.len()..size {
            let card = self.deal((*deck).into());
            deck.take(card);
            hand.put(card);
        }
    }
}

/// A deck or hand from which or into which cards are dealt: a [`CardSet`], or [`Cards`] of a doubled pack.
pub trait Hold: Copy + Into<Cards> {
    /// Puts in a card, for which there is room.
    fn put(&mut self, card: Card);
    /// Takes out a card that is there.
    fn take(&mut self, card: Card);
}

impl Hold for CardSet {
    #[inline]
    fn put(&mut self, card: Card) {
        self.insert(card);
    }

    #[inline]
    fn take(&mut self, card: Card) {
        self.remove(card);
    }
}

impl Hold for Cards {
    #[inline]
    fn put(&mut self, card: Card) {
        self.insert(card);
    }

    #[inline]
    fn take(&mut self, card: Card) {
        self.remove(card);
    }
}

/// A seeded random stream: PCG-64-MCG (O'Neill 2014), whose output is the same on every machine.
///
/// The bounded draw is Lemire's (2019), written here so that no release of a library can change a deal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Stream(Pcg64Mcg);

/// Refuses states that no stream comes to, such as 0, which would be followed by nothing but zeros.
impl<'de> Deserialize<'de> for Stream {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stream, D::Error> {
        #[derive(Deserialize)]
        struct Written {
            state: u128,
        }
        let Written { state } = Written::deserialize(deserializer)?;
        match state % 2 {
            0 => Err(D::Error::custom("the state of a stream is an odd number")),
            _ => Ok(Stream(Pcg64Mcg::new(state))),
        }
    }
}

impl Stream {
    /// Starts the stream of a seed.
    pub fn new(seed: u64) -> Stream {
        Stream::keyed([seed, 0, 0])
    }

    /// Starts the stream of a key, such as (seed, lane, episode); different keys give unrelated streams.
    pub fn keyed(key: [u64; 3]) -> Stream {
        let mut hash = 0;
        for part in key {
            hash = mix(hash ^ part);
        }
        Stream(Pcg64Mcg::new(u128::from(mix(hash)) << 64 | u128::from(hash)))
    }

    /// Draws 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Draws a number below `n`, each equally likely; `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let least = n.wrapping_neg() % n;
            while (product as u64) < least {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as usize
    }

    /// Draws a number of [0, 1) with 24 random bits.
    #[inline]
    pub fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 * (1.0 / (1u32 << 24) as f32)
    }

    /// Draws an action of a set that is not empty, each equally likely.
    ///
    /// # Panics
    ///
    /// Panics if the set is empty.
    #[inline]
    pub fn pick(&mut self, actions: &ActionSet) -> Action {
        actions.nth(self.below(actions.len())).expect("the set is not empty")
    }

    /// Puts a slice in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

impl Chance for Stream {
    #[inline]
    fn deal(&mut self, deck: Cards) -> Card {
        // One copy of each card comes first, then the second copies, so that a single pack is dealt bit by bit.
        let (kinds, n) = (deck.kinds(), self.below(deck.len()));
        let place = match n.checked_sub(kinds.len()) {
            None => nth_bit(kinds.bits(), n),
            Some(n) => nth_bit(deck.pairs().bits(), n),
        };
        Card::from_index(place as u8).expect("the deck is not empty")
    }

    fn draw(&mut self, lots: Lots) -> Seat {
        let mut left = self.below(lots.total());
        let drawn = lots.seats().find(|&seat| match left.checked_sub(lots.weight(seat).into()) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        drawn.expect("the draw is below the sum of the weights")
    }
}

/// SplitMix64's finaliser (Steele, Lea, Flood 2014) after one step of its counter.
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
