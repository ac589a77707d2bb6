//! The action table of Knock Rummy.

use crate::cards::Card;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws from the stock.
    Draw,
    /// Takes the upcard.
    Take,
    /// Discards a card and plays on.
    Discard(Card),
    /// Discards a card and knocks.
    Knock(Card),
}

pub(super) const DRAW: u16 = 0;
pub(super) const TAKE: u16 = 1;
pub(super) const DISCARD: u16 = 2;
pub(super) const KNOCK: u16 = DISCARD + Card::COUNT as u16;
const END: u16 = KNOCK + Card::COUNT as u16;
const _: () = ActionSet::must_hold(END);

impl Move {
    /// Reads an action; nothing beyond the table.
    #[inline]
    pub fn of(action: Action) -> Option<Move> {
        let id = action.0;
        let card = |first: u16| Card::from_index((id - first) as u8);
        match id {
            DRAW => Some(Move::Draw),
            TAKE => Some(Move::Take),
            DISCARD..KNOCK => card(DISCARD).map(Move::Discard),
            KNOCK..END => card(KNOCK).map(Move::Knock),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Draw => DRAW,
            Move::Take => TAKE,
            Move::Discard(card) => of(DISCARD, card),
            Move::Knock(card) => of(KNOCK, card),
        })
    }

    fn name(self) -> String {
        match self {
            Move::Draw => "draw".into(),
            Move::Take => "take".into(),
            Move::Discard(card) => format!("discard {card}"),
            Move::Knock(card) => format!("knock {card}"),
        }
    }
}

/// The names of the actions.
pub(super) fn table() -> Vec<String> {
    (0..END).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
