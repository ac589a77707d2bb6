//! The action table of Skarney.

use super::board::Board;
use crate::cards::Card;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Takes the card that is offered.
    Take,
    /// Refuses it.
    Refuse,
    /// Ends a turn in which no card is offered.
    EndTurn,
    /// Lays the meld that is being put together.
    EndMeld,
    /// Puts a card to the contract or to the meld that is being put together.
    Meld(Card),
    /// Lays a card off.
    LayOff(Card),
    /// Offers a card.
    Offer(Card),
    /// Says on which meld of the table, counted from 0, a card is laid off; its name counts from 1.
    On(u8),
}

pub(super) const TAKE: u16 = 0;
pub(super) const REFUSE: u16 = 1;
pub(super) const END_TURN: u16 = 2;
pub(super) const END_MELD: u16 = 3;
pub(super) const MELD: u16 = 4;
pub(super) const LAY_OFF: u16 = MELD + Card::COUNT as u16;
pub(super) const OFFER: u16 = LAY_OFF + Card::COUNT as u16;
pub(super) const ON: u16 = OFFER + Card::COUNT as u16;
const END: u16 = ON + Board::MOST as u16;
const _: () = ActionSet::must_hold(END);

impl Move {
    /// Reads an action; nothing beyond the table.
    #[inline]
    pub fn of(action: Action) -> Option<Move> {
        let id = action.0;
        let card = |first: u16| Card::from_index((id - first) as u8);
        match id {
            TAKE => Some(Move::Take),
            REFUSE => Some(Move::Refuse),
            END_TURN => Some(Move::EndTurn),
            END_MELD => Some(Move::EndMeld),
            MELD..LAY_OFF => card(MELD).map(Move::Meld),
            LAY_OFF..OFFER => card(LAY_OFF).map(Move::LayOff),
            OFFER..ON => card(OFFER).map(Move::Offer),
            ON..END => Some(Move::On((id - ON) as u8)),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Take => TAKE,
            Move::Refuse => REFUSE,
            Move::EndTurn => END_TURN,
            Move::EndMeld => END_MELD,
            Move::Meld(card) => of(MELD, card),
            Move::LayOff(card) => of(LAY_OFF, card),
            Move::Offer(card) => of(OFFER, card),
            Move::On(meld) => ON + u16::from(meld),
        })
    }

    fn name(self) -> String {
        match self {
            Move::Take => "take".into(),
            Move::Refuse => "refuse".into(),
            Move::EndTurn => "end turn".into(),
            Move::EndMeld => "end meld".into(),
            Move::Meld(card) => format!("meld {card}"),
            Move::LayOff(card) => format!("lay off {card}"),
            Move::Offer(card) => format!("offer {card}"),
            Move::On(meld) => format!("on {}", meld + 1),
        }
    }
}

/// The names of the actions.
pub(super) fn table() -> Vec<String> {
    (0..END).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
