//! The action table of the Skirmish family.

use super::board::Board;
use super::combination::End;
use crate::cards::Card;
use crate::games::kinds::Kind;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws from the deck.
    Draw,
    /// Ends the turn.
    EndTurn,
    /// Has laid all cards of a combination.
    Done,
    /// Puts a joker to one end of a sequence.
    At(End),
    /// Begins a combination.
    Lay(Kind),
    /// Grows a combination of the table, counted from 0.
    Extend(u8),
    /// Puts a card on the discard stack.
    Discard(Card),
    /// Puts a card on the own stack.
    Drop(Card),
    /// Takes a card and all above it, from the discard stack or the own one.
    Take(Card),
    /// Puts a card to the combination that is being laid or grown.
    Put(Card),
}

const CARDS: u16 = Card::COUNT_WITH_JOKERS as u16;
pub(super) const DRAW: u16 = 0;
pub(super) const END_TURN: u16 = 1;
pub(super) const DONE: u16 = 2;
pub(super) const LOW: u16 = 3;
pub(super) const HIGH: u16 = 4;
pub(super) const LAY: u16 = 5;
pub(super) const EXTEND: u16 = LAY + Kind::COUNT as u16;
pub(super) const DISCARD: u16 = EXTEND + Board::MOST as u16;
pub(super) const DROP: u16 = DISCARD + CARDS;
pub(super) const TAKE: u16 = DROP + CARDS;
pub(super) const PUT: u16 = TAKE + CARDS;
/// The number of actions.
pub(super) const END: u16 = PUT + CARDS;
const _: () = ActionSet::must_hold(END);

impl Move {
    /// Reads an action; nothing beyond the table.
    #[inline]
    pub fn of(action: Action) -> Option<Move> {
        let id = action.0;
        let card = |first: u16| Card::from_index((id - first) as u8);
        match id {
            DRAW => Some(Move::Draw),
            END_TURN => Some(Move::EndTurn),
            DONE => Some(Move::Done),
            LOW => Some(Move::At(End::Low)),
            HIGH => Some(Move::At(End::High)),
            LAY..EXTEND => Some(Move::Lay(Kind::ALL[usize::from(id - LAY)])),
            EXTEND..DISCARD => Some(Move::Extend((id - EXTEND) as u8)),
            DISCARD..DROP => card(DISCARD).map(Move::Discard),
            DROP..TAKE => card(DROP).map(Move::Drop),
            TAKE..PUT => card(TAKE).map(Move::Take),
            PUT..END => card(PUT).map(Move::Put),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Draw => DRAW,
            Move::EndTurn => END_TURN,
            Move::Done => DONE,
            Move::At(End::Low) => LOW,
            Move::At(End::High) => HIGH,
            Move::Lay(kind) => LAY + kind as u16,
            Move::Extend(place) => EXTEND + u16::from(place),
            Move::Discard(card) => of(DISCARD, card),
            Move::Drop(card) => of(DROP, card),
            Move::Take(card) => of(TAKE, card),
            Move::Put(card) => of(PUT, card),
        })
    }

    fn name(self) -> String {
        match self {
            Move::Draw => "draw".into(),
            Move::EndTurn => "end turn".into(),
            Move::Done => "done".into(),
            Move::At(End::Low) => "low".into(),
            Move::At(End::High) => "high".into(),
            Move::Lay(kind) => format!("lay {}", kind.name()),
            Move::Extend(place) => format!("extend {}", place + 1),
            Move::Discard(card) => format!("discard {card}"),
            Move::Drop(card) => format!("drop {card}"),
            Move::Take(card) => format!("take {card}"),
            Move::Put(card) => format!("put {card}"),
        }
    }
}

/// The names of the actions.
pub(super) fn table() -> Vec<String> {
    (0..END).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
