//! The truth of a position of Snap, and what the decisions do to it.

use serde::{Deserialize, Serialize};

use super::rules::{End, Penalty, Rules};
use super::table::{Phase, Public};
use super::view::SnapView;
use super::{PerSeat, SNAP};
use crate::cards::{Card, Cards};
use crate::format::winner_takes;
use crate::rules::{Action, Audience, Audit, Lots, Seat, State, Turn};

/// The truth of a position of Snap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SnapState {
    rules: Rules,
    table: Public,
    /// Who has snapped at the card just laid, and has not paid for it yet.
    snapped: PerSeat<bool>,
}

impl SnapState {
    /// The position before the first card is laid.
    #[inline]
    pub(super) fn new(rules: Rules) -> SnapState {
        SnapState { table: Public::new(&rules), snapped: PerSeat::new(rules.seats), rules }
    }

    /// A position that a view shows, with the hidden decisions filled in.
    pub(super) fn resume(rules: Rules, table: Public, snapped: PerSeat<bool>) -> SnapState {
        SnapState { rules, table, snapped }
    }

    /// Lets the next seat lay that has cards, from the left of one on, or ends the game.
    #[inline]
    fn pass_on(&mut self, seat: Seat) {
        self.snapped = PerSeat::new(self.rules.seats);
        match self.table.after(seat).find(|&next| self.table.cards.size(next) > 0) {
            Some(next) if !self.table.is_over(&self.rules) => self.lay(next),
            _ => (self.table.phase, self.table.to_move) = (Phase::Over, self.table.layer),
        }
    }

    /// Lays the top card of a packet; if nobody has seen it yet, chance deals it.
    #[inline]
    fn lay(&mut self, seat: Seat) {
        (self.table.phase, self.table.layer, self.table.to_move) = (Phase::Lay, seat, seat);
        if self.table.cards.unseen(seat) == 0 {
            self.laid(None);
        }
    }

    /// Puts the card on the pile, and asks the seats in order.
    #[inline]
    fn laid(&mut self, seen: Option<Card>) {
        let table = &mut self.table;
        table.cards.lay(table.layer, seen);
        table.laid += 1;
        (table.phase, table.to_move) = (Phase::Snap, 0);
    }

    /// Shows what all have decided.
    #[inline]
    fn reveal(&mut self) {
        let layer = self.table.layer;
        self.table.to_move = layer;
        self.table.out = self.rules.end == End::FirstOut && self.table.cards.size(layer) == 0;
        let mut snapped = (0..self.rules.seats.into()).filter(|&seat| self.snapped[seat]);
        match (snapped.next(), snapped.next()) {
            (None, _) => self.pass_on(layer),
            (Some(only), None) if self.table.cards.is_match() => self.take(only),
            _ if self.table.cards.is_match() => self.table.phase = Phase::Lot,
            _ if self.rules.penalty == Penalty::Card => self.collect(),
            _ => self.pass_on(layer),
        }
    }

    /// Gives the pile to a seat.
    #[inline]
    fn take(&mut self, seat: Seat) {
        self.table.cards.take(seat);
        self.pass_on(seat);
    }

    /// Lets those pay who snapped wrongly, until one pays a card that nobody has seen yet.
    #[inline]
    fn collect(&mut self) {
        let layer = self.table.layer;
        for seat in self.table.after(layer) {
            if !self.snapped[seat] {
                continue;
            }
            if self.table.cards.unseen(seat) > 0 {
                (self.table.phase, self.table.to_move) = (Phase::Pay, seat);
                return;
            }
            if self.table.cards.size(seat) > 0 {
                self.table.cards.pay(seat, None);
            }
            self.snapped[seat] = false;
        }
        self.pass_on(layer);
    }

    /// The rules of the table.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What all see.
    pub(super) fn table(&self) -> &Public {
        &self.table
    }
}

impl State for SnapState {
    type View = SnapView;

    #[inline]
    fn turn(&self) -> Turn {
        match self.table.phase {
            Phase::Lay | Phase::Pay => Turn::Chance,
            Phase::Snap => Turn::Seat(self.table.to_move),
            Phase::Lot => Turn::Lot,
            Phase::Over => Turn::Over { truncated: !self.table.has_ended() },
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.turn() == Turn::Chance { self.table.cards.hidden().into() } else { Cards::EMPTY }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        if self.table.phase == Phase::Lay {
            self.laid(Some(card));
        } else {
            let payer = self.table.to_move;
            self.table.cards.pay(payer, Some(card));
            self.snapped[payer] = false;
            self.collect();
        }
    }

    #[inline]
    fn lots(&self) -> Lots {
        let drawn = |&seat: &Seat| self.table.phase == Phase::Lot && self.snapped[seat];
        let with = |lots: Lots, seat: Seat| lots.with(seat, self.rules.skill[seat]);
        (0..self.rules.seats.into()).filter(drawn).fold(Lots::NONE, with)
    }

    #[inline]
    fn draw(&mut self, seat: Seat) {
        self.take(seat);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.snapped[self.table.to_move] = action == SNAP;
        self.table.to_move += 1;
        if self.table.to_move == usize::from(self.rules.seats) {
            self.reveal();
        }
    }

    fn returns(&self, seat: Seat) -> f32 {
        match self.table.phase {
            Phase::Over => {
                let (better, equal) = self.table.place(seat);
                winner_takes(better, equal, self.rules.seats.into())
            }
            _ => 0.0,
        }
    }

    fn points(&self, seat: Seat) -> i32 {
        // Who shares the first place has not won.
        (self.table.phase == Phase::Over && self.table.wins(seat)).into()
    }

    fn standing(&self, seat: Seat) -> f32 {
        match self.table.phase {
            Phase::Over => self.table.cards.size(seat).into(),
            _ => 0.0,
        }
    }

    #[inline]
    fn view(&self, seat: Seat) -> SnapView {
        let mut snapped = self.snapped;
        if self.table.phase == Phase::Snap {
            snapped = PerSeat::new(self.rules.seats);
            snapped[seat] = self.snapped[seat];
        }
        SnapView { options: self.rules, seat, snapped, table: self.table }
    }
}

impl Audit for SnapState {
    fn audience(&self) -> Audience {
        Audience::Everyone
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        let names = [
            "known 0", "known 1", "known 2", "known 3", "known 4", "known 5", "known 6", "known 7", "known 8",
            "known 9",
        ];
        let cards = &self.table.cards;
        let zone = |cards: &[Card]| cards.iter().copied().collect::<Cards>();
        let packets = (0..self.rules.seats.into()).map(|seat| (names[seat], zone(cards.known(seat))));
        let mut zones: Vec<_> = packets.collect();
        zones.extend([("pile", zone(cards.pile())), ("face down", cards.hidden().into())]);
        zones
    }

    fn sealed(&self) -> usize {
        if self.table.phase == Phase::Snap { self.table.to_move } else { 0 }
    }
}
