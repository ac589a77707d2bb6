//! What all seats see.

use serde::{Deserialize, Serialize};

use super::Packets;
use super::rules::Rules;
use crate::rules::Seat;

/// What is going on in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The card that the seat lays comes to light.
    Lay,
    /// All decide whether they snap, one after another.
    Snap,
    /// The lot is drawn among those who snapped.
    Lot,
    /// The card comes to light that a seat pays for a wrong snap.
    Pay,
    /// The game is over.
    Over,
}

/// What all seats see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Public {
    /// What is going on.
    pub phase: Phase,
    /// The seat that lays, or has laid last.
    pub layer: Seat,
    /// The seat that decides whether it snaps, or that pays; else the one that lays, or has laid last.
    pub to_move: Seat,
    /// The pile and the packets.
    pub cards: Packets,
    /// The cards that have been laid, those laid again counted again.
    pub laid: u16,
    /// The seat that has laid last had no card left then, and the game ends by that.
    #[serde(default, skip_serializing_if = "is_false")]
    pub out: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_false(out: &bool) -> bool {
    !out
}

impl Public {
    /// The table before the first card is laid.
    #[inline]
    pub(super) fn new(rules: &Rules) -> Public {
        Public { phase: Phase::Lay, layer: 0, to_move: 0, cards: Packets::shared_out(rules.seats), laid: 0, out: false }
    }

    /// The seats clockwise from the one after another, that one last.
    #[inline]
    pub(super) fn after(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        let seats = self.cards.count();
        (1..=seats).map(move |offset| (seat + offset) % seats)
    }

    /// Returns `true` if nobody lays any more: the game has ended, or the cap is reached.
    #[inline]
    pub(super) fn is_over(&self, rules: &Rules) -> bool {
        self.laid >= rules.cap || self.has_ended()
    }

    /// Returns `true` if the rules end the game: the cards are settled, or a seat is out where that ends it.
    #[inline]
    pub(super) fn has_ended(&self) -> bool {
        self.out || self.cards.are_settled()
    }

    /// The numbers of seats with more cards than one, and with as many, itself included.
    pub(super) fn place(&self, seat: Seat) -> (usize, usize) {
        let own = self.cards.size(seat);
        let count = |fits: fn(&u8, &u8) -> bool| self.cards.sizes().filter(|size| fits(size, &own)).count();
        (count(u8::gt), count(u8::eq))
    }

    /// Returns `true` if a seat alone has the most cards.
    pub(super) fn wins(&self, seat: Seat) -> bool {
        self.place(seat) == (0, 1)
    }
}
