//! What a seat's cards count: the greatest total of combinations that share no card.
//!
//! Every combination that the cards can make is listed once, jokers standing wherever they may, and sorted by its
//! points; then the best choice of up to three of them is found by branch and bound. The windows in which a
//! combination can lie at all are found for all ranks at once, so that most hands list only a handful.

use super::rules::Rules;
use crate::cards::CardSet;
use crate::games::kinds::ranks::step;
use crate::games::kinds::{Holding, Kind};

/// The most cards that are counted.
const MOST_CARDS: usize = 11;
/// Eleven cards make no more combinations than this, of three cards at least.
const MOST_PARTS: usize = 3;
/// Room for the combinations of nearly every hand.
const ROOM: usize = 128;
/// Room for those of every hand: 624 are the most that a long search for bad hands has found, in eleven cards of a suit.
const MORE_ROOM: usize = 1024;

/// The best choice of combinations among some cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Their card points, 0 to 26.
    pub points: u8,
    /// Their cards, jokers among them.
    pub cards: CardSet,
    parts: [Option<(Kind, CardSet)>; MOST_PARTS],
}

impl Count {
    /// The combinations, with their cards.
    pub fn combinations(&self) -> impl Iterator<Item = (Kind, CardSet)> + '_ {
        self.parts.iter().flatten().copied()
    }
}

/// Counts up to eleven cards; where several choices count the same, always the same one is given.
///
/// It takes about 0.2 µs for nine random cards and 0.6 µs for eleven, or 2 and 5 µs with both jokers among them.
///
/// # Panics
///
/// Panics if there are more than eleven cards.
pub fn count(cards: CardSet) -> Count {
    assert!(cards.len() <= MOST_CARDS, "at most eleven cards are counted");
    let Some(windows) = windows(cards) else { return Count::default() };
    let hand = Hand::new(cards);
    let list = Combinations::<ROOM>::of(&hand, &windows).map(|mut list| list.best(&hand));
    list.or_else(|| Combinations::<MORE_ROOM>::of(&hand, &windows).map(|mut list| list.best(&hand)))
        .expect("there is room for all")
}

/// For each kind and each group of it, where combinations can begin, as [`Holding::windows`] gives them.
type Windows = [[u16; 4]; Kind::COUNT];

/// Where combinations can begin; nothing if the cards make none.
#[inline]
fn windows(cards: CardSet) -> Option<Windows> {
    let holding = Holding::new(cards);
    let (mut windows, mut any) = (Windows::default(), 0);
    for kind in Kind::ALL {
        for (group, windows) in windows[kind as usize].iter_mut().enumerate().take(kind.groups()) {
            *windows = holding.windows(kind, group);
            any |= *windows;
        }
    }
    (any != 0).then_some(windows)
}

/// The cards by their places in the hand: bit `i` of a mask stands for its `i`th card that is no joker.
struct Hand {
    cards: CardSet,
    jokers: u32,
    ranks: [u16; 13],
    suits: [u16; 4],
    aces: u16,
    courts: u16,
}

impl Hand {
    #[inline]
    fn new(cards: CardSet) -> Hand {
        let mut hand = Hand {
            cards,
            jokers: (cards & CardSet::JOKERS).len() as u32,
            ranks: [0; 13],
            suits: [0; 4],
            aces: 0,
            courts: 0,
        };
        for (place, card) in (cards & CardSet::PACK).iter().enumerate() {
            let (rank, suit) = (usize::from(card.rank() - 1), usize::from(card.suit()));
            hand.ranks[rank] |= 1 << place;
            hand.suits[suit] |= 1 << place;
        }
        hand.aces = hand.ranks[0];
        hand.courts = hand.ranks[9] | hand.ranks[10] | hand.ranks[11] | hand.ranks[12];
        hand
    }

    #[inline]
    fn points(&self, mask: u16) -> u32 {
        mask.count_ones() + (mask & self.courts).count_ones() + 2 * (mask & self.aces).count_ones()
    }

    /// The cards of a suit, a colour or all, as [`Holding::windows`] numbers them.
    #[inline]
    fn group(&self, kind: Kind, group: usize) -> u16 {
        match (kind.groups(), group) {
            (1, _) => !0,
            (2, 0) => self.suits[0] | self.suits[3],
            (2, _) => self.suits[1] | self.suits[2],
            _ => self.suits[group],
        }
    }

    fn cards(&self, mask: u16) -> CardSet {
        // The jokers come last, so that they move no other card from its place.
        (0..).zip(self.cards.iter()).filter(|(place, _)| mask >> place & 1 == 1).map(|(_, card)| card).collect()
    }
}

/// A combination in one word, so that they sort by their points and where these are equal by the jokers they spare:
/// points, jokers spared, kind, and the mask of the other cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Combination(u32);

impl Combination {
    #[inline]
    fn new(points: u32, kind: Kind, jokers: u32, mask: u16) -> Combination {
        Combination(points << 24 | (2 - jokers) << 20 | (kind as u32) << 16 | u32::from(mask))
    }

    #[inline]
    fn points(self) -> u32 {
        self.0 >> 24
    }

    fn kind(self) -> Kind {
        Kind::ALL[(self.0 >> 16 & 7) as usize]
    }

    #[inline]
    fn jokers(self) -> u32 {
        2 - (self.0 >> 20 & 3)
    }

    #[inline]
    fn mask(self) -> u16 {
        self.0 as u16
    }
}

/// The combinations that a hand can make, and the best choice found so far.
struct Combinations<const N: usize> {
    all: [Combination; N],
    length: usize,
    best: u32,
    chosen: [Combination; MOST_PARTS],
}

impl<const N: usize> Combinations<N> {
    /// Lists them, the most points first; nothing if there is no room for all.
    #[inline]
    fn of(hand: &Hand, windows: &Windows) -> Option<Combinations<N>> {
        let mut list =
            Combinations { all: [Combination(0); N], length: 0, best: 0, chosen: [Combination(0); MOST_PARTS] };
        for kind in Kind::ALL {
            for group in 0..kind.groups() {
                let mut windows = windows[kind as usize][group];
                if kind == Kind::Flush {
                    if windows != 0 {
                        list.fill(hand, kind, &[hand.suits[group]], 6, 0, 0);
                    }
                    continue;
                }
                let cards = hand.group(kind, group);
                while windows != 0 {
                    let start = windows.trailing_zeros() as u8;
                    windows &= windows - 1;
                    let mut places = [0; 7];
                    let places = &mut places[..kind.window()];
                    for (on, place) in (0..).zip(places.iter_mut()) {
                        *place = hand.ranks[usize::from(step(start, on))] & cards;
                    }
                    if kind == Kind::Book {
                        list.fill(hand, kind, places, 3, 0, 0);
                        list.fill(hand, kind, places, 4, 0, 0);
                    } else {
                        list.fill(hand, kind, places, kind.width() as u32, 0, 0);
                    }
                }
            }
        }
        if list.length > N {
            return None;
        }
        list.all[..list.length].sort_unstable_by(|a, b| b.cmp(a));
        Some(list)
    }

    /// Lists the ways to fill each place with so many cards, jokers standing for those that lack.
    fn fill(&mut self, hand: &Hand, kind: Kind, places: &[u16], width: u32, mask: u16, jokers: u32) {
        let Some((&place, rest)) = places.split_first() else {
            if let Some(slot) = self.all.get_mut(self.length) {
                *slot = Combination::new(hand.points(mask), kind, jokers, mask);
            }
            self.length += 1;
            return;
        };
        // Every part of the place, the whole first.
        let mut part = place;
        loop {
            let cards = part.count_ones();
            if cards <= width && jokers + width - cards <= hand.jokers {
                self.fill(hand, kind, rest, width, mask | part, jokers + width - cards);
            }
            if part == 0 {
                break;
            }
            part = (part - 1) & place;
        }
    }

    /// The best choice.
    #[inline]
    fn best(&mut self, hand: &Hand) -> Count {
        let cover = self.all[..self.length].iter().fold(0, |cover, combination| cover | combination.mask());
        self.choose(hand, cover, &mut [Combination(0); MOST_PARTS], 0, 0, 0, 0);
        let mut count = Count { points: self.best as u8, ..Count::default() };
        let mut jokers = (hand.cards & CardSet::JOKERS).iter();
        // No combination is made of jokers alone: without other cards it is an empty place.
        for (part, combination) in count.parts.iter_mut().zip(self.chosen).filter(|(_, c)| c.mask() != 0) {
            let cards =
                jokers.by_ref().take(combination.jokers() as usize).fold(hand.cards(combination.mask()), CardSet::with);
            *part = Some((combination.kind(), cards));
            count.cards |= cards;
        }
        count
    }

    /// Chooses among the combinations from a place on, none of which may use a card that is used.
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &mut self,
        hand: &Hand,
        free: u16,
        chosen: &mut [Combination; MOST_PARTS],
        parts: usize,
        from: usize,
        points: u32,
        jokers: u32,
    ) {
        // No choice is better than all cards that are left.
        let most = points + hand.points(free);
        for place in from..self.length {
            let combination = self.all[place];
            let left = (MOST_PARTS - parts) as u32;
            if most <= self.best || points + left * combination.points() <= self.best {
                return;
            }
            let mask = combination.mask();
            if mask & !free != 0 || jokers + combination.jokers() > hand.jokers {
                continue;
            }
            chosen[parts] = combination;
            let points = points + combination.points();
            if points > self.best {
                self.best = points;
                self.chosen = [Combination(0); MOST_PARTS];
                self.chosen[..=parts].copy_from_slice(&chosen[..=parts]);
            }
            if parts + 1 < MOST_PARTS {
                self.choose(hand, free & !mask, chosen, parts + 1, place + 1, points, jokers + combination.jokers());
            }
        }
    }
}

/// Counts the cards of a seat: all of them, or in Split the better of what its hole cards and its open cards make with
/// the community's.
pub fn best_count(rules: &Rules, hole: CardSet, open: CardSet, community: CardSet) -> Count {
    if !rules.split {
        return count(hole | open | community);
    }
    let (hidden, shown) = (count(hole | community), count(open | community));
    if hidden.points >= shown.points { hidden } else { shown }
}
