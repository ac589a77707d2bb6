//! The action table of Colonel.

use super::rules::Rules;
use crate::cards::Card;
use crate::rules::{Action, ActionSet};

/// What an action does; actions on cards are numbered by the card within their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Draws from the stock.
    Draw,
    /// Takes the upcard.
    Take,
    /// Lays the meld that is being built.
    EndMeld,
    /// Discards a card, which ends the turn.
    Discard(Card),
    /// Puts a card to the meld that is being built.
    Meld(Card),
    /// Lays a card off on a run.
    LayOff(Card),
    /// Adds a card to a set.
    Add(Card),
    /// Challenges the other.
    Challenge,
    /// Accepts a challenge.
    Accept,
    /// Refuses a challenge.
    Refuse,
}

pub(super) const DRAW: u16 = 0;
pub(super) const TAKE: u16 = 1;
pub(super) const END_MELD: u16 = 2;
pub(super) const DISCARD: u16 = 3;
pub(super) const MELD: u16 = DISCARD + Card::COUNT as u16;
pub(super) const LAY_OFF: u16 = MELD + Card::COUNT as u16;
pub(super) const ADD: u16 = LAY_OFF + Card::COUNT as u16;
pub(super) const CHALLENGE: u16 = ADD + Card::COUNT as u16;
pub(super) const ACCEPT: u16 = CHALLENGE + 1;
pub(super) const REFUSE: u16 = ACCEPT + 1;
const END: u16 = REFUSE + 1;
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
            END_MELD => Some(Move::EndMeld),
            DISCARD..MELD => card(DISCARD).map(Move::Discard),
            MELD..LAY_OFF => card(MELD).map(Move::Meld),
            LAY_OFF..ADD => card(LAY_OFF).map(Move::LayOff),
            ADD..CHALLENGE => card(ADD).map(Move::Add),
            CHALLENGE => Some(Move::Challenge),
            ACCEPT => Some(Move::Accept),
            REFUSE => Some(Move::Refuse),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    pub fn action(self) -> Action {
        let of = |first: u16, card: Card| first + u16::from(card.index());
        Action(match self {
            Move::Draw => DRAW,
            Move::Take => TAKE,
            Move::EndMeld => END_MELD,
            Move::Discard(card) => of(DISCARD, card),
            Move::Meld(card) => of(MELD, card),
            Move::LayOff(card) => of(LAY_OFF, card),
            Move::Add(card) => of(ADD, card),
            Move::Challenge => CHALLENGE,
            Move::Accept => ACCEPT,
            Move::Refuse => REFUSE,
        })
    }

    fn name(self) -> String {
        match self {
            Move::Draw => "draw".into(),
            Move::Take => "take".into(),
            Move::EndMeld => "end meld".into(),
            Move::Discard(card) => format!("discard {card}"),
            Move::Meld(card) => format!("meld {card}"),
            Move::LayOff(card) => format!("lay off {card}"),
            Move::Add(card) => format!("add {card}"),
            Move::Challenge => "challenge".into(),
            Move::Accept => "accept".into(),
            Move::Refuse => "refuse".into(),
        }
    }
}

/// The names of the actions; those of a challenge only where there are any.
pub(super) fn table(rules: &Rules) -> Vec<String> {
    let end = if rules.challenge { END } else { CHALLENGE };
    (0..end).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}
