//! Melds by bit arithmetic, and the exact least deadwood of a hand.
//!
//! Once it is settled which cards go into sets, the rest is forced: every card that lies in a maximal run of three or
//! more is melded, since all of such a run can be. So a layout is found by choosing the sets alone, and only sets that
//! share a card with a possible run offer a choice.

use super::Values;
use crate::cards::CardSet;

const SUIT: u64 = (1 << 13) - 1;
/// The bits of the aces.
pub(crate) const ACES: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;
const KINGS: u64 = ACES << 12;

const VALUES: Values = Values::with_ace(1);

/// The points of the cards when they are deadwood: ace 1, pips their number, T J Q K 10.
#[inline]
pub fn value(cards: CardSet) -> u32 {
    VALUES.of(cards)
}

/// The cards worth at least `least` points; all for 0 or less, none beyond 10.
#[inline]
fn worth_at_least(least: i32) -> CardSet {
    let ranks = match least {
        ..=1 => SUIT,
        2..=10 => SUIT & !((1 << (least - 1)) - 1),
        _ => 0,
    };
    CardSet::from_bits(ranks * ACES)
}

/// The points of each value from 1 to 10, with the number of cards that are worth them.
#[inline]
pub(crate) fn of_each_value(cards: CardSet) -> impl Iterator<Item = (u32, u32)> {
    (1..=10).map(move |points| {
        let such = worth_at_least(points) - worth_at_least(points + 1);
        (points as u32, (cards & such).len() as u32)
    })
}

/// The points of the card worth most; `None` of no cards.
#[inline]
pub(crate) fn highest(cards: CardSet) -> Option<u32> {
    let cards = cards.bits();
    let ranks = (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT;
    // The place of the highest rank, counted from 1.
    ranks.checked_ilog2().map(|place| (place + 1).min(10))
}

/// The cards that would lie in a meld with two or more of a hand: in a run, and if `sets` in a set.
#[inline]
pub(crate) fn completing(hand: CardSet, sets: bool) -> CardSet {
    let cards = hand.bits();
    let (above, below) = ((cards & !KINGS) << 1, (cards & !ACES) >> 1);
    let two_above = (above & !KINGS) << 1 & above;
    let two_below = (below & !ACES) >> 1 & below;
    let in_run = two_above | two_below | above & below;
    // Two of a rank want a third.
    let [a, b, c, d] = [cards, cards >> 13, cards >> 26, cards >> 39];
    let pairs = (a & b | c & d | (a | b) & (c | d)) & SUIT;
    CardSet::from_bits(in_run | if sets { pairs * ACES } else { 0 })
}

/// The cards that lie in runs: three or more in sequence in one suit, ace low.
#[inline]
pub fn in_runs(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    let pairs = cards & cards >> 1 & !KINGS;
    let triples = pairs & pairs >> 1;
    CardSet::from_bits(triples | triples << 1 | triples << 2)
}

/// The cards that lie in sets: three or four of a rank.
#[inline]
pub fn in_sets(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    let [a, b, c, d] = [cards, cards >> 13, cards >> 26, cards >> 39];
    let ranks = (a & b & (c | d) | c & d & (a | b)) & SUIT;
    CardSet::from_bits((ranks * ACES) & cards)
}

/// The cards one step above or below a card of the set, in its suit.
#[inline]
pub(crate) fn neighbours(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    CardSet::from_bits((cards & !KINGS) << 1 | (cards & !ACES) >> 1)
}

/// The four cards of each rank of which the set has a card.
#[inline]
pub(crate) fn whole_ranks(cards: CardSet) -> CardSet {
    let cards = cards.bits();
    CardSet::from_bits(((cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT) * ACES)
}

/// Shows every choice of sets that can belong to a best layout: `visit` is given the cards in sets.
#[inline]
pub(crate) fn each_choice(hand: CardSet, sets: bool, visit: &mut impl FnMut(CardSet)) {
    let in_sets = if sets { in_sets(hand) } else { CardSet::EMPTY };
    let contested = whole_ranks(in_sets & in_runs(hand)) & in_sets;
    if contested.is_empty() { visit(in_sets) } else { choose(in_sets - contested, contested, visit) }
}

/// Tries nothing, all, and each three of four cards of the first contested rank.
fn choose(chosen: CardSet, contested: CardSet, visit: &mut impl FnMut(CardSet)) {
    let Some(first) = contested.first() else { return visit(chosen) };
    let rank = whole_ranks(CardSet::of(first)) & contested;
    let rest = contested - rank;
    choose(chosen, rest, visit);
    choose(chosen | rank, rest, visit);
    if rank.len() == 4 {
        for card in rank {
            choose(chosen | rank.without(card), rest, visit);
        }
    }
}

/// The least deadwood of a hand in points, exact; `sets` says whether sets are melds.
///
/// # Examples
///
/// ```
/// use elderhand_env::gin::least_deadwood;
///
/// // The sevens or the run: one seven cannot serve both.
/// let hand = "7C 7D 7H 8H 9H".parse()?;
/// assert_eq!(least_deadwood(hand, true), 14);
/// # Ok::<(), elderhand_env::NotCards>(())
/// ```
#[inline]
pub fn least_deadwood(hand: CardSet, sets: bool) -> u32 {
    value(hand - best_melds(hand, sets))
}

/// The melded cards of a layout of least deadwood.
#[inline]
pub fn best_melds(hand: CardSet, sets: bool) -> CardSet {
    let (mut best, mut most) = (CardSet::EMPTY, 0);
    each_choice(hand, sets, &mut |chosen| {
        let melded = chosen | in_runs(hand - chosen);
        let melded_value = value(melded);
        if melded_value > most {
            (best, most) = (melded, melded_value);
        }
    });
    best
}

/// What each discard from a hand of one card too many would leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discards {
    /// The least deadwood that any allowed discard leaves.
    pub least: u32,
    /// The allowed discards that leave it.
    pub best: CardSet,
    /// The allowed discards that leave no more than the knock limit.
    pub knocks: CardSet,
    /// The melded cards before the discard.
    pub melded: CardSet,
}

impl Discards {
    /// Examines the discards of `allowed` cards of a hand.
    #[inline]
    pub fn new(hand: CardSet, allowed: CardSet, limit: u32, sets: bool) -> Discards {
        let melded = best_melds(hand, sets);
        let now = value(hand - melded);
        let in_any = in_runs(hand) | if sets { in_sets(hand) } else { CardSet::EMPTY };
        // A card that no meld can use only takes its own value away.
        let loose = (hand - in_any) & allowed;
        let mut knocks = loose & worth_at_least(now as i32 - limit as i32);
        let (mut least, mut best) = (u32::MAX, CardSet::EMPTY);
        if !loose.is_empty() {
            // The highest value among them: courts and tens share it.
            let high = (1..=10).rev().find(|&points| !(loose & worth_at_least(points)).is_empty()).unwrap_or(1);
            (least, best) = (now - high as u32, loose & worth_at_least(high));
        }
        for card in in_any & allowed {
            // No discard takes away more than its own value.
            if now - now.min(value(CardSet::of(card))) > least.max(limit) {
                continue;
            }
            let left = least_deadwood(hand.without(card), sets);
            if left <= limit {
                knocks.insert(card);
            }
            if left < least {
                (least, best) = (left, CardSet::of(card));
            } else if left == least {
                best.insert(card);
            }
        }
        Discards { least, best, knocks, melded }
    }
}
