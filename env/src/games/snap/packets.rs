//! The pile and the packets: which cards all know, in which order, and how many nobody has seen.

use serde::{Deserialize, Serialize};

use super::PerSeat;
use super::rules::Rules;
use crate::cards::{Card, CardSet};
use crate::rules::Seat;

const PACK: usize = Card::COUNT as usize;

/// The pile and the packets.
///
/// A pile is put under a packet, so a packet is cards that nobody has seen upon cards that all know. Its JSON is
/// `{"pile": ["9C"], "packets": [{"unseen": 12, "known": ["7C", "7D"]}]}`: the pile from bottom to top, the known cards in
/// the order in which they will be laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub struct Packets {
    /// The pile from bottom to top, then seat by seat the known cards of its packet, so that laying a card and taking the
    /// pile only turn a part of the row round.
    row: [Card; PACK],
    pile: u8,
    packets: PerSeat<Packet>,
}

/// The sizes of the two parts of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
struct Packet {
    unseen: u8,
    known: u8,
}

impl Packets {
    /// What fills the row behind the known cards, so that equal positions are equal.
    const BLANK: Card = Card::new(1, 0);

    /// The pack shared out among so many seats, one card at a time from elder hand on.
    #[inline]
    pub(super) fn shared_out(seats: u8) -> Packets {
        let mut packets = PerSeat::new(seats);
        for seat in 0..usize::from(seats) {
            packets[seat] = Packet { unseen: Packets::share(seats, seat), known: 0 };
        }
        Packets { row: [Packets::BLANK; PACK], pile: 0, packets }
    }

    /// The cards dealt to a seat, of which the first is elder hand: those who come first have one more if it does not go up.
    #[inline]
    pub(super) fn share(seats: u8, seat: Seat) -> u8 {
        Card::COUNT / seats + u8::from(seat < usize::from(Card::COUNT % seats))
    }

    /// The pile from bottom to top.
    #[inline]
    pub fn pile(&self) -> &[Card] {
        &self.row[..self.pile.into()]
    }

    /// The cards of a packet that all know, in the order in which they will be laid after those that nobody has seen.
    #[inline]
    pub fn known(&self, seat: Seat) -> &[Card] {
        let first = self.first(seat);
        &self.row[first..first + usize::from(self.packets[seat].known)]
    }

    /// The known cards of all packets, from that of a seat on clockwise.
    #[inline]
    pub(super) fn known_from(&self, seat: Seat) -> impl Iterator<Item = &Card> {
        let (before, after) =
            self.row[self.pile.into()..self.first(self.count())].split_at(self.first(seat) - usize::from(self.pile));
        after.iter().chain(before)
    }

    /// The number of cards on top of a packet that nobody has seen.
    #[inline]
    pub fn unseen(&self, seat: Seat) -> u8 {
        self.packets[seat].unseen
    }

    /// The number of cards in a packet.
    #[inline]
    pub fn size(&self, seat: Seat) -> u8 {
        let Packet { unseen, known } = self.packets[seat];
        unseen + known
    }

    /// The sizes of all packets.
    #[inline]
    pub fn sizes(&self) -> impl Iterator<Item = u8> {
        self.packets.as_slice().iter().map(|packet| packet.unseen + packet.known)
    }

    /// The number of packets.
    pub(super) fn count(&self) -> usize {
        self.packets.as_slice().len()
    }

    /// The cards that nobody has seen.
    #[inline]
    pub fn hidden(&self) -> CardSet {
        CardSet::PACK - self.row[..self.first(self.count())].iter().copied().collect()
    }

    /// Returns `true` if the card on top of the pile is of the same rank as the one that it lies on.
    #[inline]
    pub fn is_match(&self) -> bool {
        matches!(self.pile(), [.., under, top] if under.rank() == top.rank())
    }

    /// Returns `true` if one packet has all the cards, or none has one.
    #[inline]
    pub fn are_settled(&self) -> bool {
        self.sizes().all(|size| size == 0) || self.sizes().any(|size| size == Card::COUNT)
    }

    /// Moves the top card of a packet to the top of the pile; `seen` is that card if nobody has seen it before.
    #[inline]
    pub(super) fn lay(&mut self, seat: Seat, seen: Option<Card>) {
        self.turn_up(seat, seen, self.pile.into());
    }

    /// Moves the top card of a packet under the pile, as [`Packets::lay`] does.
    #[inline]
    pub(super) fn pay(&mut self, seat: Seat, seen: Option<Card>) {
        self.turn_up(seat, seen, 0);
    }

    /// Turns the pile over and puts it under a packet, so that its lowest card will be laid first.
    #[inline]
    pub(super) fn take(&mut self, seat: Seat) {
        let end = self.first(seat + 1);
        self.row[..end].rotate_left(self.pile.into());
        self.packets[seat].known += self.pile;
        self.pile = 0;
    }

    /// Moves the top card of a packet to a place of the pile.
    #[inline]
    fn turn_up(&mut self, seat: Seat, seen: Option<Card>, place: usize) {
        // A card that comes to light makes the row longer; a known one leaves its place.
        let (card, gap) = match seen {
            Some(card) => {
                self.packets[seat].unseen -= 1;
                (card, self.first(self.count()))
            }
            None => {
                let first = self.first(seat);
                self.packets[seat].known -= 1;
                (self.row[first], first)
            }
        };
        self.row.copy_within(place..gap, place + 1);
        self.row[place] = card;
        self.pile += 1;
    }

    /// The place in the row where the known cards of a seat begin.
    #[inline]
    fn first(&self, seat: Seat) -> usize {
        let before = &self.packets.as_slice()[..seat];
        usize::from(self.pile + before.iter().map(|packet| packet.known).sum::<u8>())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    pile: Vec<Card>,
    packets: Vec<WirePacket>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePacket {
    unseen: u8,
    known: Vec<Card>,
}

impl From<Packets> for Wire {
    fn from(packets: Packets) -> Wire {
        let packet = |seat| WirePacket { unseen: packets.unseen(seat), known: packets.known(seat).to_vec() };
        Wire { pile: packets.pile().to_vec(), packets: (0..packets.count()).map(packet).collect() }
    }
}

impl TryFrom<Wire> for Packets {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Packets, String> {
        if wire.packets.len() > Rules::SEATS {
            return Err(format!("`packets` has {} entries at most, one a seat", Rules::SEATS));
        }
        let known: Vec<Card> =
            wire.packets.iter().fold(wire.pile.clone(), |row, packet| [row, packet.known.clone()].concat());
        let unseen: usize = wire.packets.iter().map(|packet| usize::from(packet.unseen)).sum();
        if known.len() + unseen != PACK {
            return Err(format!("`pile` and `packets` make {} cards, not {PACK}", known.len() + unseen));
        }
        let mut row = [Packets::BLANK; PACK];
        row[..known.len()].copy_from_slice(&known);
        let mut packets = PerSeat::new(wire.packets.len() as u8);
        for (seat, packet) in wire.packets.iter().enumerate() {
            packets[seat] = Packet { unseen: packet.unseen, known: packet.known.len() as u8 };
        }
        Ok(Packets { row, pile: wire.pile.len() as u8, packets })
    }
}
