//! What the cards of a hand are worth to its melds, and what one card more would bring.

use std::cmp::Reverse;

use super::counts::{Counts, bits};
use super::table::{Phase, count};
use super::view::SkarneyView;
use crate::cards::{Card, CardSet};
use crate::games::kinds::cards::of_ranks;
use crate::games::kinds::ranks::back;

/// What a seat to move may think of its hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    /// The cards of the hand without any one of which it has a meld less.
    pub needed: CardSet,
    /// The ranks of which one card more would make a meld more; bit 0 is the ace.
    pub wanted: u16,
    /// The cards of these ranks whose place the seat does not know.
    pub outs: u32,
    /// The cards of the hand that fit on a meld of the other.
    pub helping: CardSet,
    /// The cards that may be offered and leave the most melds, and of these the most outs.
    pub offers: CardSet,
    /// The outs that these leave.
    pub outs_after: u32,
    /// The card that goes least with the others, as [`spare`] says.
    pub spare: Option<Card>,
}

impl Outlook {
    pub fn of(view: &SkarneyView) -> Outlook {
        let (counts, unseen, corner) = (Counts::of(view.hand), view.unseen(), view.options.corner);
        let melds = counts.melds(corner);
        let outs = |wanted: u16| (of_ranks(wanted) & unseen).len() as u32;
        let wanted = counts.wanted(melds, corner);
        let helping = view.hand & of_ranks(view.table.board.fits(1 - view.seat, corner));
        let mut outlook = Outlook { wanted, outs: outs(wanted), helping, ..Outlook::default() };
        let turn = view.table.phase == Phase::Turn;
        let allowed = if turn { view.allowed_offers() } else { CardSet::EMPTY };
        let mut most = None;
        for rank in bits(counts.at_least(1)) {
            let (rest, cards) = (counts.without(rank), of_ranks(rank) & view.hand);
            let left = rest.melds(corner);
            if left < melds {
                outlook.needed |= cards;
            }
            if (cards & allowed).is_empty() || most.is_some_and(|(most, _)| left < most) {
                continue;
            }
            let after = (left, outs(rest.wanted(left, corner)));
            if most.is_none_or(|most| after > most) {
                (most, outlook.offers) = (Some(after), CardSet::EMPTY);
            }
            if most == Some(after) {
                outlook.offers |= cards & allowed;
            }
        }
        outlook.outs_after = most.map_or(0, |(_, outs)| outs);
        outlook.spare = if turn { spare(view) } else { None };
        outlook
    }
}

/// The card that may be offered and is worth least to who holds it: by the melds that go with it, then by whether the other
/// could lay it, then by the cards near it, then by the points that it would cost. `None` if no card may be offered.
pub fn spare(view: &SkarneyView) -> Option<Card> {
    let (corner, melds) = (view.options.corner, Counts::of(view.hand).melds(view.options.corner));
    let fits = of_ranks(view.table.board.fits(1 - view.seat, corner));
    view.allowed_offers().iter().min_by_key(|&card| {
        let rest = view.hand.without(card);
        let lost = melds - Counts::of(rest).melds(corner);
        let near = rest.iter().filter(|other| distance(card, *other) <= 2).count();
        (lost, fits.contains(card), near, Reverse(count(CardSet::of(card))))
    })
}

/// Returns `true` if one card more would make a meld of three more; more than a contract's are not counted.
pub fn makes_meld(card: Card, hand: CardSet, corner: bool) -> bool {
    Counts::of(hand.with(card)).melds(corner) > Counts::of(hand).melds(corner)
}

/// The steps between two ranks; an ace stands below the two and above the king.
fn distance(card: Card, other: Card) -> u8 {
    let apart = card.rank().abs_diff(other.rank());
    apart.min(13 - apart)
}

impl Counts {
    /// The ranks of which one card more makes more melds than so many, which is how many there are.
    fn wanted(self, melds: usize, corner: bool) -> u16 {
        if melds == 3 {
            return 0;
        }
        let any = self.at_least(1);
        let (one, two) = (back(any, 1), back(any, 2));
        let (below, twice) = (back(any, 12), back(any, 11));
        let likely = (self.at_least(2) | one & two | below & one | below & twice) & !self.at_least(4);
        bits(likely).filter(|&rank| self.with(rank).holds(melds + 1, corner)).fold(0, |ranks, rank| ranks | rank)
    }
}
