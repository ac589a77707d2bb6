//! What can be laid from a hand, found for all ranks at once.

use super::board::{Board, Taken};
use super::cards::{colour, of_ranks, ranks_of, suit};
use super::kind::{Kind, Kinds};
use super::ranks::{Lacking, RANKS, back, span, step};
use crate::{Card, CardSet};

/// The cards of a hand by suit, one bit a rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Holding {
    suits: [u16; 4],
    jokers: usize,
    size: usize,
}

/// The suits of a colour: black, then red.
const COLOURS: [[usize; 2]; 2] = [[0, 3], [1, 2]];

impl Holding {
    #[inline]
    pub fn new(hand: CardSet) -> Holding {
        let suits = [0, 1, 2, 3].map(|s| ranks_of(hand & suit(s)));
        Holding { suits, jokers: (hand & CardSet::JOKERS).len(), size: hand.len() }
    }

    /// The kinds, of some, of which a combination can be laid.
    #[inline]
    pub fn kinds(&self, of: Kinds, taken: &Taken) -> Kinds {
        of.iter().filter(|&kind| (0..groups(kind)).any(|group| self.windows(kind, group, taken) != 0)).collect()
    }

    /// The kinds, of some, of which a combination with a certain card of the hand can be laid.
    #[inline]
    pub fn kinds_with<'a>(&'a self, card: Card, of: Kinds, taken: &'a Taken) -> impl Iterator<Item = Kind> + 'a {
        of.iter().filter(move |&kind| self.lays(kind, card, taken))
    }

    /// Says whether a combination of a kind with a certain card of the hand can be laid.
    #[inline]
    fn lays(&self, kind: Kind, card: Card, taken: &Taken) -> bool {
        if card.is_joker() {
            // It may take the place of another card in any of them.
            return (0..groups(kind)).any(|group| self.windows(kind, group, taken) != 0);
        }
        let group = match kind {
            Kind::Run | Kind::Flush => card.suit().into(),
            Kind::Double | Kind::Hand => card.is_red().into(),
            Kind::Book | Kind::Triple | Kind::Straight => 0,
        };
        let (at, length) = (card.rank() - 1, window(kind));
        let around = if kind == Kind::Flush { !0 } else { span(step(at, 14 - length as u8), length) };
        self.windows(kind, group, taken) & around != 0
    }

    /// The cards that may lie in some combination that the hand can lay, of these kinds.
    #[inline]
    pub fn layable(&self, kinds: Kinds, taken: &Taken) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for kind in kinds.iter() {
            for group in 0..groups(kind) {
                let windows = self.windows(kind, group, taken);
                if windows == 0 {
                    continue;
                }
                // Every rank that one of the windows covers.
                let length = window(kind) as u32;
                let ranks = (1..length).fold(windows & RANKS, |ranks, steps| ranks | back(windows & RANKS, 13 - steps));
                let of = match kind {
                    Kind::Run | Kind::Flush => suit(group as u8),
                    Kind::Double | Kind::Hand => colour(if group == 0 { 0 } else { 1 }),
                    Kind::Book | Kind::Triple | Kind::Straight => CardSet::PACK,
                };
                cards |= of & of_ranks(ranks) | CardSet::JOKERS;
            }
        }
        cards
    }

    /// The ranks at which the shortest combinations of a kind can begin, in a suit, a colour, or all cards.
    ///
    /// A book is a window of one rank; a flush has no ranks, and all bits say that there is one.
    #[inline]
    fn windows(&self, kind: Kind, group: usize, taken: &Taken) -> u16 {
        if self.size < kind.least() {
            return 0;
        }
        let [a, b, c, d] = self.suits;
        let pair = || {
            let [x, y] = COLOURS[group].map(|s| self.suits[s]);
            (x | y, x & y)
        };
        let (any, two) = (a | b | c | d, (a & b) | (c & d) | ((a | b) & (c | d)));
        match kind {
            Kind::Book => match self.jokers {
                0 => (a & b & (c | d)) | (c & d & (a | b)),
                1 => two,
                _ => any,
            },
            Kind::Flush if self.suits[group].count_ones() as usize + self.jokers >= kind.least() => !0,
            Kind::Flush => 0,
            Kind::Run => Lacking::over(4, self.suits[group], None).at_most(self.jokers),
            Kind::Double => Lacking::over(2, pair().0, Some(pair().1)).at_most(self.jokers),
            Kind::Hand => Lacking::over(5, pair().0, None).at_most(self.jokers) & !taken.windows(kind, group, 5),
            Kind::Triple => Lacking::over(3, any, Some(two)).at_most(self.jokers) & !taken.windows(kind, 0, 3),
            Kind::Straight => Lacking::over(7, any, None).at_most(self.jokers) & !taken.windows(kind, 0, 7),
        }
    }
}

impl Taken {
    /// The windows of a length that touch a rank closed to a kind, in a colour for hands.
    #[inline]
    fn windows(&self, kind: Kind, colour: usize, length: u32) -> u16 {
        match self.ranks(kind, colour) {
            0 => 0,
            closed => (0..length).fold(0, |windows, steps| windows | back(closed, steps)),
        }
    }
}

/// The cards of a hand that may lie in some combination of these kinds that it can lay.
#[inline]
pub fn layable(hand: CardSet, kinds: Kinds, taken: &Taken) -> CardSet {
    Holding::new(hand).layable(kinds, taken) & hand
}

/// Says whether a card can be laid next, in a new combination of these kinds or on one that lies; the hand has it.
#[inline]
pub(super) fn can_lay(card: Card, hand: CardSet, kinds: Kinds, board: &Board, taken: &Taken) -> bool {
    board.all().iter().any(|combination| combination.takes(card, hand, taken))
        || Holding::new(hand).kinds_with(card, kinds, taken).next().is_some()
}

/// The suits, colours or whole packs of which a kind is made.
const fn groups(kind: Kind) -> usize {
    match kind {
        Kind::Run | Kind::Flush => 4,
        Kind::Double | Kind::Hand => 2,
        Kind::Book | Kind::Triple | Kind::Straight => 1,
    }
}

/// The ranks that the shortest combination of a kind covers; a flush has none, and counts as one.
pub(super) const fn window(kind: Kind) -> usize {
    if kind.sequence() { kind.least() / kind.width() } else { 1 }
}
