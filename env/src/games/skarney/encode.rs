//! The observation of Skarney: planes of cards, of ranks, then counts.
//!
//! Suits mean nothing to melds, so what can be laid is shown by rank; cards themselves are shown because one
//! remembers which of them lies where.

use super::board::Board;
use super::counts::Counts;
use super::laying::Laying;
use super::outlook::Outlook;
use super::rules::Rules;
use super::table::{Phase, count};
use super::view::SkarneyView;
use crate::cards::Card;
use crate::rules::{Encode, Plane, Row, Spec};

const CARDS: usize = Card::COUNT as usize;
const RANKS: usize = 13;
/// The binary digits of the number of a meld.
const DIGITS: usize = 5;
const SIZE: usize = 6;
const STOCK: usize = 31;
const COUNT: usize = 20;
const OUTS: usize = 16;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes() -> Vec<Plane> {
    Spec::lay_out(&[
        ("hand", CARDS),
        ("hand-ranks", 4 * RANKS),
        ("sets", RANKS),
        ("sequences", RANKS),
        ("beside-contract", 2 * RANKS),
        ("melds-in-hand", 3),
        ("unseen-ranks", 4 * RANKS),
        ("fits", 2 * RANKS),
        ("board", 2 * CARDS),
        ("board-melds", DIGITS * CARDS),
        ("melds", 2 * Board::MOST),
        ("added", 2 * Board::MOST),
        ("taken", 2 * CARDS),
        ("refused", 2 * CARDS),
        ("offered", CARDS),
        ("offered-rank", RANKS),
        ("barred", CARDS),
        ("placing", CARDS),
        ("laying", Laying::CONTRACT * CARDS),
        ("phase", 2),
        ("elder", 1),
        ("fresh", 1),
        ("contracts", 2),
        ("sizes", 2 * SIZE),
        ("size-of-other", 16),
        ("count", 9 + COUNT),
        ("stock", STOCK),
        ("turns", 8),
    ])
}

/// The layout of the hints, which [`Outlook`] tells.
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[
        ("needed", CARDS),
        ("wanted", RANKS),
        ("outs", OUTS),
        ("makes-meld", 1),
        ("helping", CARDS),
        ("offers", CARDS),
        ("outs-after", OUTS),
        ("spare", CARDS),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &SkarneyView, row: &mut Row<'_>) {
    let table = &view.table;
    let (board, corner) = (&table.board, view.options.corner);
    let (own, other) = (view.seat, 1 - view.seat);
    let counts = Counts::of(view.hand);
    row.cards(view.hand);
    ranks_of(counts, row);
    row.put(counts.sets().into(), RANKS as u32);
    row.put(counts.sequences(corner).into(), RANKS as u32);
    // Melds of a contract, of which the first step can be seen only before it is laid.
    let bound = !table.contract(own);
    let beside = |ranks: u16| u64::from(if bound { ranks } else { 0 });
    row.put(beside(counts.sets_beside(1, corner)), RANKS as u32);
    row.put(beside(counts.sequences_beside(1, corner)), RANKS as u32);
    row.thermometer(counts.melds(corner) as u32, 3);
    ranks_of(Counts::of(view.unseen()), row);
    row.put(board.fits(own, corner).into(), RANKS as u32);
    row.put(board.fits(other, corner).into(), RANKS as u32);
    row.cards(board.cards_of(own));
    row.cards(board.cards_of(other));
    (0..DIGITS).for_each(|digit| row.cards(board.digit(digit)));
    row.put(board.of(own).into(), Board::MOST as u32);
    row.put(board.of(other).into(), Board::MOST as u32);
    row.put(board.added(1).into(), Board::MOST as u32);
    row.put(board.added(2).into(), Board::MOST as u32);
    for seat in [own, other] {
        row.cards(table.taken[seat]);
    }
    for seat in [own, other] {
        row.cards(table.refused[seat]);
    }
    row.cards(table.offered.into_iter().collect());
    row.put(table.offered.map_or(0, |card| 1 << (card.rank() - 1)), RANKS as u32);
    row.cards(table.barred.into_iter().collect());
    row.cards(table.placing.into_iter().collect());
    for meld in 0..Laying::CONTRACT {
        row.cards(view.laying.melds().get(meld).copied().unwrap_or_default());
    }
    let phase = match table.phase {
        Phase::Turn => 1,
        Phase::Answer => 2,
        Phase::Deal | Phase::Stock | Phase::Over => 0,
    };
    row.put(phase, 2);
    row.flag(own == 0);
    row.flag(table.fresh);
    row.flag(table.contract(own));
    row.flag(table.contract(other));
    row.put(table.sizes[own].into(), SIZE as u32);
    row.put(table.sizes[other].into(), SIZE as u32);
    row.thermometer(table.sizes[other].into(), 16);
    let points = count(view.hand);
    row.put(points.into(), 9);
    row.thermometer(u32::from(points) / 10, COUNT as u32);
    row.thermometer(table.stock.saturating_sub(Rules::UNDRAWN).into(), STOCK as u32);
    row.put(table.turns.into(), 8);
}

/// How many cards of each rank there are: at least one, two, three, four.
#[inline]
fn ranks_of(counts: Counts, row: &mut Row<'_>) {
    (1..=4).for_each(|cards| row.put(counts.at_least(cards).into(), RANKS as u32));
}

impl Encode for SkarneyView {
    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        write(self, row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.table.to_move == self.seat && matches!(self.table.phase, Phase::Turn | Phase::Answer) {
            let outlook = Outlook::of(self);
            row.cards(outlook.needed);
            row.put(outlook.wanted.into(), RANKS as u32);
            row.thermometer(outlook.outs, OUTS as u32);
            row.flag(self.table.offered.is_some_and(|card| outlook.wanted >> (card.rank() - 1) & 1 == 1));
            row.cards(outlook.helping);
            row.cards(outlook.offers);
            row.thermometer(outlook.outs_after, OUTS as u32);
            row.cards(outlook.spare.into_iter().collect());
        }
    }
}
