//! The action table of pinochle.

use super::meld::Meld;
use super::pack::{card_at, compact};
use crate::cards::{Card, CardSet};
use crate::rules::{Action, ActionSet};

/// Where a card is taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The hand.
    Hand,
    /// The table, where the first copy or the only one is meant.
    Table,
    /// The table, where the second copy is meant, which differs from the first.
    Second,
}

/// What an action does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Plays a card to a trick.
    Play(Source, Card),
    /// Chooses a card for the meld that is being laid.
    Use(Source, Card),
    /// Lays a meld, or begins to if cards have to be chosen.
    Meld(Meld),
    /// Lays the nine of trumps.
    Dix,
    /// Exchanges the nine of trumps for the turned card.
    Exchange,
    /// Draws from the stock, which ends the melding.
    Draw,
}

/// For each block of actions on cards: where they come from, whether they are chosen for a meld, and which cards it has.
///
/// Two copies on the table differ only if one can have served without the other, which leaves out nines, that serve in
/// nothing, and tens, that serve in flushes alone. For a meld only those cards are chosen that may serve again: aces,
/// jacks, queens and kings.
const BLOCKS: [(Source, bool, u64); 6] = [
    (Source::Hand, false, ALL),
    (Source::Table, false, ALL),
    (Source::Second, false, COURT),
    (Source::Hand, true, COURT),
    (Source::Table, true, COURT),
    (Source::Second, true, COURT),
];
const ALL: u64 = (1 << 24) - 1;
/// Ace, jack, queen and king of each suit.
const COURT: u64 = 0b11_1001 * (1 | 1 << 6 | 1 << 12 | 1 << 18);

/// The first action of each block.
const FIRST: [u16; 7] = {
    let (mut first, mut block) = ([0; 7], 0);
    while block < 6 {
        first[block + 1] = first[block] + BLOCKS[block].2.count_ones() as u16;
        block += 1;
    }
    first
};
pub(super) const MELD: u16 = FIRST[6];
pub(super) const DIX: u16 = MELD + Meld::ALL.len() as u16;
pub(super) const EXCHANGE: u16 = DIX + 1;
pub(super) const DRAW: u16 = EXCHANGE + 1;
const END: u16 = DRAW + 1;
const _: () = ActionSet::must_hold(END);

/// The first action on cards of a source, and the bits that these cards are in the mask, closely packed.
#[inline]
pub(super) fn mask(source: Source, chooses: bool, cards: CardSet) -> (u16, u64) {
    let block = source as usize + if chooses { 3 } else { 0 };
    let bits = compact(cards);
    if BLOCKS[block].2 == ALL {
        return (FIRST[block], bits);
    }
    let packed = (0..4).fold(0, |packed, suit| {
        let cards = bits >> (6 * suit);
        packed | (cards & 1 | cards >> 2 & 0b1110) << (4 * suit)
    });
    (FIRST[block], packed)
}

/// The card at a place of a block.
#[inline]
fn nth(kept: u64, place: u16) -> Card {
    let mut left = kept;
    (0..place).for_each(|_| left &= left - 1);
    card_at(left.trailing_zeros() as u8)
}

impl Move {
    /// Reads an action; nothing beyond the table.
    #[inline]
    pub fn of(action: Action) -> Option<Move> {
        let id = action.0;
        match id {
            ..MELD => {
                let block = FIRST.iter().rposition(|&first| first <= id)?;
                let (source, chooses, kept) = BLOCKS[block];
                let card = nth(kept, id - FIRST[block]);
                Some(if chooses { Move::Use(source, card) } else { Move::Play(source, card) })
            }
            MELD..DIX => Some(Move::Meld(Meld::ALL[usize::from(id - MELD)])),
            DIX => Some(Move::Dix),
            EXCHANGE => Some(Move::Exchange),
            DRAW => Some(Move::Draw),
            _ => None,
        }
    }

    /// The number of the move in the action table.
    ///
    /// # Panics
    ///
    /// Panics if a card is played or used from where it cannot be had in any position.
    pub fn action(self) -> Action {
        let of = |source: Source, chooses: bool, card: Card| {
            let (first, bits) = mask(source, chooses, CardSet::of(card));
            assert!(bits != 0, "{card} cannot be had so");
            first + bits.trailing_zeros() as u16
        };
        Action(match self {
            Move::Play(source, card) => of(source, false, card),
            Move::Use(source, card) => of(source, true, card),
            Move::Meld(meld) => MELD + meld.index() as u16,
            Move::Dix => DIX,
            Move::Exchange => EXCHANGE,
            Move::Draw => DRAW,
        })
    }

    fn name(self) -> String {
        let from = |source: Source| match source {
            Source::Hand => "",
            Source::Table => "-table",
            Source::Second => "-second",
        };
        match self {
            Move::Play(source, card) => format!("play{} {card}", from(source)),
            Move::Use(source, card) => format!("use{} {card}", from(source)),
            Move::Meld(meld) => format!("meld {meld}"),
            Move::Dix => "dix".into(),
            Move::Exchange => "exchange".into(),
            Move::Draw => "draw".into(),
        }
    }
}

/// The names of the actions.
pub(super) fn table() -> Vec<String> {
    (0..END).filter_map(|id| Move::of(Action(id))).map(Move::name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_is_the_move_that_it_reads_as() {
        let moves: Vec<Move> = (0..END).map(|id| Move::of(Action(id)).unwrap()).collect();
        for (id, &read) in moves.iter().enumerate() {
            assert_eq!(read.action(), Action(id as u16));
        }
        assert_eq!((moves.len(), Move::of(Action(END))), (125, None));
    }
}
