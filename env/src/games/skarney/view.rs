//! What one seat of a game of Skarney knows.

use serde::{Deserialize, Serialize};

use super::actions::{END_MELD, END_TURN, LAY_OFF, MELD, OFFER, ON, REFUSE, TAKE};
use super::laying::Laying;
use super::rules::Rules;
use super::table::{Phase, Public};
use crate::cards::CardSet;
use crate::games::kinds::cards::of_ranks;
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a game of Skarney knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkarneyView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// The contract or the meld that it is putting together from the hand.
    #[serde(default)]
    pub laying: Laying,
    /// What everybody sees.
    pub table: Public,
}

impl SkarneyView {
    /// The cards that may be laid next, and whether the meld may end.
    #[inline]
    pub(super) fn next(&self, seat: usize) -> (CardSet, bool) {
        let corner = self.options.corner;
        if self.table.contract(seat) {
            self.laying.next_of_meld(self.hand, corner)
        } else {
            (self.laying.next_of_contract(self.hand, corner), false)
        }
    }

    /// The cards that may be offered: all but the one just taken.
    #[inline]
    pub fn allowed_offers(&self) -> CardSet {
        self.hand - self.table.barred.into_iter().collect()
    }

    /// The cards whose place this seat does not know: in the stock or in hands.
    pub fn unseen(&self) -> CardSet {
        CardSet::PACK - self.hand - self.table.board.cards() - self.table.known(0) - self.table.known(1)
    }

    #[inline]
    fn in_turn(&self, seat: usize) -> ActionSet {
        let (table, corner) = (&self.table, self.options.corner);
        let mut legal = ActionSet::EMPTY;
        if let Some(card) = table.placing {
            legal.insert_bits(ON, table.board.taking(seat, 1 << (card.rank() - 1), corner).into());
            return legal;
        }
        if !table.fresh {
            let (cards, end) = self.next(seat);
            legal.insert_bits(MELD, cards.bits());
            if !self.laying.is_empty() {
                legal.insert_bits(END_MELD, end.into());
                return legal;
            }
            let fitting = of_ranks(table.board.fits(seat, corner)) & self.hand;
            legal.insert_bits(LAY_OFF, fitting.bits());
        }
        // Of two cards one may always be offered, as only one is ever barred.
        let offers = self.allowed_offers();
        if table.exhausted() || self.hand.len() == 1 {
            legal.insert_bits(END_TURN, 1);
        } else {
            legal.insert_bits(OFFER, offers.bits());
        }
        legal
    }
}

impl View for SkarneyView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        if self.table.to_move != self.seat {
            return ActionSet::EMPTY;
        }
        match self.table.phase {
            Phase::Turn => self.in_turn(self.seat),
            Phase::Answer => {
                let mut legal = ActionSet::EMPTY;
                legal.insert_bits(0, 1 << TAKE | 1 << REFUSE);
                legal
            }
            Phase::Deal | Phase::Stock | Phase::Over => ActionSet::EMPTY,
        }
    }
}
