//! The action table of the gin family.

use super::rules::LayoutBy;
use crate::cards::Card;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws from the stock.
    Draw,
    /// Takes the upcard.
    Take,
    /// Refuses the upcard on the first turn.
    Pass,
    /// Goes out with all cards melded, without a discard.
    GoOut,
    /// Discards a card and plays on.
    Discard(Card),
    /// Discards a card and knocks or goes gin.
    Knock(Card),
    /// Lays the meld that is being built.
    EndMeld,
    /// Has laid all that it wants to.
    Done,
    /// Puts a card to the meld that is being built.
    Meld(Card),
    /// Lays a card off on the knocker's melds.
    LayOff(Card),
}

pub(super) const DRAW: u16 = 0;
pub(super) const TAKE: u16 = 1;
pub(super) const PASS: u16 = 2;
pub(super) const GO_OUT: u16 = 3;
pub(super) const DISCARD: u16 = 4;
pub(super) const KNOCK: u16 = DISCARD + Card::COUNT as u16;
pub(super) const END_MELD: u16 = KNOCK + Card::COUNT as u16;
pub(super) const DONE: u16 = END_MELD + 1;
pub(super) const MELD: u16 = DONE + 1;
pub(super) const LAY_OFF: u16 = MELD + Card::COUNT as u16;
const END: u16 = LAY_OFF + Card::COUNT as u16;
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
            PASS => Some(Move::Pass),
            GO_OUT => Some(Move::GoOut),
            DISCARD..KNOCK => card(DISCARD).map(Move::Discard),
            KNOCK..END_MELD => card(KNOCK).map(Move::Knock),
            END_MELD => Some(Move::EndMeld),
            DONE => Some(Move::Done),
            MELD..LAY_OFF => card(MELD).map(Move::Meld),
            LAY_OFF..END => card(LAY_OFF).map(Move::LayOff),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Draw => DRAW,
            Move::Take => TAKE,
            Move::Pass => PASS,
            Move::GoOut => GO_OUT,
            Move::Discard(card) => of(DISCARD, card),
            Move::Knock(card) => of(KNOCK, card),
            Move::EndMeld => END_MELD,
            Move::Done => DONE,
            Move::Meld(card) => of(MELD, card),
            Move::LayOff(card) => of(LAY_OFF, card),
        })
    }

    fn name(self) -> String {
        match self {
            Move::Draw => "draw".into(),
            Move::Take => "take".into(),
            Move::Pass => "pass".into(),
            Move::GoOut => "go out".into(),
            Move::Discard(card) => format!("discard {card}"),
            Move::Knock(card) => format!("knock {card}"),
            Move::EndMeld => "end meld".into(),
            Move::Done => "done".into(),
            Move::Meld(card) => format!("meld {card}"),
            Move::LayOff(card) => format!("lay off {card}"),
        }
    }
}

/// The names of the actions; those of laying out only where players do it themselves.
pub(super) fn table(layout: LayoutBy) -> Vec<String> {
    let end = if layout == LayoutBy::Chosen { END } else { END_MELD };
    (0..end).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
