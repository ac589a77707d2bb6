//! What one seat of a game of Colonel knows.

use serde::{Deserialize, Serialize};

use super::Pile;
use super::actions::{ACCEPT, ADD, CHALLENGE, DISCARD, DRAW, END_MELD, LAY_OFF, MELD, REFUSE, TAKE};
use super::board::Board;
use super::building::choices;
use super::count::Count;
use super::melds::{Melds, in_runs};
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::games::rummy::in_sets;
use crate::rules::{ActionSet, Seat, View};

/// What is going on in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The cards are being dealt.
    Deal,
    /// The seat to move challenges, draws from the stock or takes the upcard.
    Draw,
    /// The seat to move is being dealt the top of the stock.
    Stock,
    /// The seat to move lays cards and discards.
    Play,
    /// The seat to move accepts or refuses the challenge of the other, whose turn it is.
    Answer,
    /// The hand is over.
    Over,
}

/// What both seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat to move.
    pub to_move: Seat,
    /// The elder hand of this hand, who drew first.
    pub elder: Seat,
    /// The discard pile from bottom to top.
    pub pile: Pile,
    /// The number of cards in the stock.
    pub stock: u8,
    /// The melds on the table.
    #[serde(default)]
    pub board: Board,
    /// For each seat, the cards of its hand that both know: those it took from the discard pile and still holds; in the
    /// end all.
    #[serde(default)]
    pub known: [CardSet; 2],
    /// The cards that someone took from the discard pile and later discarded again.
    #[serde(default)]
    pub returned: CardSet,
    /// The card that the seat to move took from the discard pile in this turn and still holds.
    #[serde(default)]
    pub taken: Option<Card>,
    /// The turns that have ended with a discard in this hand.
    pub turns: u8,
    /// For each seat, how many turns had ended when it last challenged in this hand.
    #[serde(default)]
    pub challenged: [Option<u8>; 2],
    /// The count of the hand, when it is over.
    #[serde(default)]
    pub count: Option<Count>,
}

/// What one seat of a game of Colonel knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColonelView {
    /// The rules.
    pub options: Rules,
    /// The seat whose view it is.
    pub seat: Seat,
    /// Its hand.
    pub hand: CardSet,
    /// The meld that it is building, if it is to move; the cards are still in its hand.
    #[serde(default)]
    pub meld: CardSet,
    /// What both see.
    pub table: Public,
}

/// What the rules and the encoder both need to know of a decision.
pub(super) struct Look {
    pub(super) legal: ActionSet,
    /// The cards of the hand that lie in melds, when those are laid that leave the fewest points.
    pub(super) melded: CardSet,
    /// The cards, wherever they are, that fit on the table.
    pub(super) fitting: CardSet,
    /// The upcard would lie in a meld or fit on the table.
    pub(super) upcard_helps: bool,
}

impl ColonelView {
    /// Examines the hand for the seat's decision.
    #[inline]
    pub(super) fn look(&self) -> Look {
        let (run, set) = (self.table.board.fits_run(), self.table.board.fits_set());
        let helps = |card: Card| {
            let hand = self.hand.with(card);
            (in_runs(hand) | in_sets(hand) | run | set).contains(card)
        };
        Look {
            legal: self.actions(run, set),
            melded: Melds::best(self.hand).cards(),
            fitting: run | set,
            upcard_helps: self.table.pile.top().is_some_and(helps),
        }
    }

    /// What the seat may do, given the cards that fit on a run and on a set.
    #[inline]
    fn actions(&self, run: CardSet, set: CardSet) -> ActionSet {
        let (table, mut legal) = (&self.table, ActionSet::EMPTY);
        if table.to_move != self.seat {
            return legal;
        }
        match table.phase {
            Phase::Draw => {
                legal.insert_bits(DRAW, 1 | 1 << (TAKE - DRAW));
                let may = self.options.challenge && table.challenged[self.seat] != Some(table.turns);
                legal.insert_bits(CHALLENGE, may.into());
            }
            Phase::Answer => legal.insert_bits(ACCEPT, 1 | 1 << (REFUSE - ACCEPT)),
            Phase::Play => {
                let (next, end) = choices(self.hand, self.meld);
                legal.insert_bits(MELD, next.bits());
                legal.insert_bits(END_MELD, end.into());
                if self.meld.is_empty() {
                    legal.insert_bits(LAY_OFF, (self.hand & run).bits());
                    legal.insert_bits(ADD, (self.hand & set).bits());
                    legal.insert_bits(DISCARD, self.allowed_discards().bits());
                }
            }
            Phase::Deal | Phase::Stock | Phase::Over => (),
        }
        legal
    }

    /// The cards that may be discarded: all but the one just taken from the discard pile, unless it is the last.
    #[inline]
    pub fn allowed_discards(&self) -> CardSet {
        match self.table.taken {
            Some(card) if !self.options.return_taken && self.hand.len() > 1 => self.hand.without(card),
            _ => self.hand,
        }
    }

    /// The cards whose place this seat does not know: in the stock or in the other hand.
    pub fn unseen(&self) -> CardSet {
        let table = &self.table;
        CardSet::PACK - self.hand - table.pile.cards() - table.board.cards() - table.known[1 - self.seat]
    }

    /// The number of cards in the other hand.
    pub fn others(&self) -> usize {
        let table = &self.table;
        usize::from(Card::COUNT)
            - self.hand.len()
            - table.pile.len()
            - table.board.cards().len()
            - usize::from(table.stock)
    }
}

impl View for ColonelView {
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        self.actions(self.table.board.fits_run(), self.table.board.fits_set())
    }
}
