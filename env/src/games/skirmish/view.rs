//! What one seat of a game of Skirmish knows.

use serde::{Deserialize, Serialize};

use super::actions::{AT, DISCARD, DONE, DRAW, DROP, END_TURN, EXTEND, LAY, PUT, TAKE};
use super::board::Taken;
use super::combination::Combination;
use super::holding::can_lay;
use super::laying::{Laying, Next};
use super::rules::Rules;
use super::table::{Function, Phase, Public};
use crate::cards::{Card, CardSet};
use crate::games::kinds::{Holding, Kinds};
use crate::rules::{ActionSet, Seat, View};

/// What one seat of a game of Skirmish knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkirmishView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand; in Melee the hidden one.
    pub hand: CardSet,
    /// What it is putting down, if it is to move; the cards are still in its hand.
    #[serde(default)]
    pub laying: Option<Laying>,
    /// What all see.
    pub table: Public,
}

/// What the rules and the encoder both need to know of a decision.
pub(super) struct Look {
    pub(super) legal: ActionSet,
    /// The cards, wherever they are, each of which alone would grow some combination.
    pub(super) fitting: CardSet,
    /// The kinds that may be laid now.
    pub(super) lays: Kinds,
}

impl SkirmishView {
    /// Returns `true` if this seat is to move.
    #[inline]
    pub(super) fn deciding(&self) -> bool {
        self.table.phase == Phase::Turn && self.table.to_move % usize::from(self.options.seats) == self.seat
    }

    /// The number of the hand that this view is about: the one to move if it is the seat's, else its first.
    #[inline]
    pub fn acting(&self) -> usize {
        let own = self.table.to_move % usize::from(self.options.seats) == self.seat;
        if own { self.table.to_move } else { self.seat }
    }

    /// The cards of a hand as far as this seat knows them.
    #[inline]
    pub fn cards_of(&self, hand: usize) -> CardSet {
        if hand == self.seat { self.hand } else { self.table.known[hand] }
    }

    /// The cards whose place this seat does not know: in the deck or in the hands of others.
    #[inline]
    pub fn unseen(&self) -> CardSet {
        let known = self.table.known.iter().fold(self.hand, |cards, &known| cards | known);
        CardSet::PACK_WITH_JOKERS - known - self.table.visible()
    }

    /// Examines the table for the seat's decision.
    #[inline]
    pub(super) fn look(&self) -> Look {
        let board = &self.table.board;
        let taken = board.taken();
        let fitting = board.all().iter().fold(CardSet::EMPTY, |cards, combination| cards | combination.fitting(&taken));
        let mut look = Look { legal: ActionSet::EMPTY, fitting, lays: Kinds::NONE };
        if self.deciding() {
            match &self.laying {
                None => self.turn(&taken, &mut look),
                Some(laying) => self.lay(laying, &taken, &mut look.legal),
            }
        }
        look
    }

    /// What may be done next in a turn.
    #[inline]
    fn turn(&self, taken: &Taken, look: &mut Look) {
        let legal = &mut look.legal;
        let (table, turn, acting) = (&self.table, &self.table.turn, self.table.to_move);
        let (own, kinds, must) = (self.cards_of(acting), table.open_kinds(), table.turn.must);
        legal.insert_bits(DRAW, (!turn.has(Function::Draw) && table.stock > 0).into());
        legal.insert_bits(END_TURN, must.is_none().into());
        // What parts with a card must leave the obligation possible.
        let loose = match must {
            None => own,
            Some(card) => {
                let possible = |&other: &Card| can_lay(card, own.without(other), kinds, &table.board, taken);
                own.without(card).iter().filter(possible).collect()
            }
        };
        if !turn.has(Function::Discard) {
            legal.insert_bits(DISCARD, loose.bits());
        }
        if !turn.has(Function::Drop) {
            legal.insert_bits(DROP, loose.bits());
        }
        if !turn.has(Function::Retrieve) {
            legal.insert_bits(TAKE, table.stacks.dropped(acting).bits());
        }
        if !turn.has(Function::PickUp) && !turn.has(Function::Play) {
            legal.insert_bits(TAKE, self.pick_ups(own, kinds, taken).bits());
        }
        if turn.may_play() {
            let holding = Holding::new(own);
            let layable = match must {
                None => holding.kinds(kinds, taken),
                Some(card) => holding.kinds_with(card, kinds, taken).collect(),
            };
            look.lays = layable;
            legal.insert_bits(LAY, layable.bits().into());
            let growing = |combination: &Combination| match must {
                None => !(combination.fitting(taken) & own | combination.firsts(own, taken)).is_empty(),
                Some(card) => combination.takes(card, own, taken),
            };
            let grows = table.board.all().iter().enumerate().filter(|(_, combination)| growing(combination));
            legal.insert_bits(EXTEND, grows.fold(0, |bits, (place, _)| bits | 1 << place));
        }
    }

    /// The cards of the discard stack from which one may pick up: what is taken with each allows to lay it.
    #[inline]
    fn pick_ups(&self, own: CardSet, kinds: Kinds, taken: &Taken) -> CardSet {
        let (stacks, board) = (&self.table.stacks, &self.table.board);
        let all = own | stacks.discards();
        // What cannot be laid with the whole stack in the hand cannot be laid with a part of it.
        let layable = Holding::new(all).layable(kinds, taken);
        let likely = board.all().iter().fold(layable, |cards, combination| cards | combination.growing(all, taken));
        let possible = |&card: &Card| can_lay(card, own | stacks.from(card), kinds, board, taken);
        (likely & stacks.discards()).iter().filter(possible).collect()
    }

    /// What may come next of what is being put down.
    fn lay(&self, laying: &Laying, taken: &Taken, legal: &mut ActionSet) {
        let (table, own) = (&self.table, self.cards_of(self.table.to_move));
        match laying.next(own, &table.board, taken, table.turn.must) {
            Next::Put(cards, done) => {
                legal.insert_bits(PUT, cards.bits());
                legal.insert_bits(DONE, done.into());
            }
            Next::End => legal.insert_bits(AT, 0b11),
        }
    }
}

impl View for SkirmishView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.look().legal
    }

    /// To undo in a turn what was done in it: to take back what was dropped or discarded, or to drop again all that was taken back.
    fn folly(&self) -> ActionSet {
        let (table, turn) = (&self.table, &self.table.turn);
        let mut folly = ActionSet::EMPTY;
        if self.deciding() && self.laying.is_none() {
            // Whoever takes from the stack takes the card on top as well, which is its own discard.
            if turn.has(Function::Discard) {
                let mut pick_ups = ActionSet::EMPTY;
                pick_ups.insert_bits(TAKE, table.stacks.discards().bits());
                folly = self.legal().iter().filter(|&action| pick_ups.contains(action)).collect();
            }
            match (turn.has(Function::Drop), turn.has(Function::Retrieve)) {
                (true, false) => folly.insert_bits(TAKE, table.stacks.dropped(table.to_move).bits()),
                (false, true) if turn.moved.len() == 1 && turn.must.is_none() => {
                    folly.insert_bits(DROP, (turn.moved & self.cards_of(table.to_move)).bits());
                }
                _ => (),
            }
        }
        folly
    }
}
