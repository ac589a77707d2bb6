//! The action table of Sum-Run-Set.

use super::capture::Kind;
use crate::cards::Card;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Lays a card of the hand open.
    Play(Card),
    /// Leaves the card that lies open in the pond.
    Leave,
    /// Captures with it by one kind.
    Capture(Kind),
    /// Takes a card of the pond.
    Take(Card),
    /// Closes a capture to which more could be taken.
    End,
}

pub(super) const PLAY: u16 = 0;
pub(super) const LEAVE: u16 = PLAY + Card::COUNT as u16;
pub(super) const KINDS: u16 = LEAVE + 1;
pub(super) const TAKE: u16 = KINDS + Kind::ALL.len() as u16;
pub(super) const CLOSE: u16 = TAKE + Card::COUNT as u16;
const END: u16 = CLOSE + 1;
const _: () = ActionSet::must_hold(END);

impl Move {
    /// Reads an action; nothing beyond the table.
    #[inline]
    pub fn of(action: Action) -> Option<Move> {
        let id = action.0;
        let card = |first: u16| Card::from_index((id - first) as u8);
        match id {
            PLAY..LEAVE => card(PLAY).map(Move::Play),
            LEAVE => Some(Move::Leave),
            KINDS..TAKE => Some(Move::Capture(Kind::ALL[usize::from(id - KINDS)])),
            TAKE..CLOSE => card(TAKE).map(Move::Take),
            CLOSE => Some(Move::End),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Play(card) => of(PLAY, card),
            Move::Leave => LEAVE,
            Move::Capture(kind) => KINDS + kind as u16,
            Move::Take(card) => of(TAKE, card),
            Move::End => CLOSE,
        })
    }

    fn name(self) -> String {
        match self {
            Move::Play(card) => format!("play {card}"),
            Move::Leave => "leave".into(),
            Move::Capture(kind) => kind.name().into(),
            Move::Take(card) => format!("take {card}"),
            Move::End => "end".into(),
        }
    }
}

/// The names of the actions.
pub(super) fn table() -> Vec<String> {
    (0..END).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
