//! The observation of Knock Rummy: planes of cards, then counts.
//!
//! Hands come in the order of play from the seat's own, and are padded to the most there can be, so that one network
//! plays at tables of every size. Who is elder hand follows from the turns.

use super::outlook::outlook;
use super::rules::Rules;
use super::table::Phase;
use super::view::KnockView;
use crate::cards::{Card, CardSet, Places};
use crate::games::rummy::Look;
use crate::rules::{ActionSet, Encode, Plane, Row, Seat, Spec};

const CARDS: usize = Card::COUNT as usize;
const DEADWOOD: usize = 60;
/// After the deal to two seats 31 cards are left.
const STOCK: usize = 31;
const OWN_TURNS: usize = 12;
/// The binary digits of the place of a card in the discard pile, which has 30 places, since each draw leaves one card there.
const PLACE: usize = Places::DIGITS - 1;
/// The binary digits of a seat, counted from 1.
const SEAT: usize = 3;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes() -> Vec<Plane> {
    Spec::lay_out(&[
        ("hand", CARDS),
        ("melded", CARDS),
        ("best-discards", CARDS),
        ("known", Rules::SEATS * CARDS),
        ("pile", CARDS),
        ("discarded-by", SEAT * CARDS),
        ("returned", CARDS),
        ("upcard", CARDS),
        ("taken", CARDS),
        ("pile-places", PLACE * CARDS),
        ("phase", 2),
        ("upcard-melds", 1),
        ("deadwood", DEADWOOD),
        ("stock", STOCK),
        ("turns", 8),
        ("own-turns", OWN_TURNS),
        ("seats", Rules::SEATS - 1),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &KnockView, look: &Look, row: &mut Row<'_>) {
    let (table, seats) = (&view.table, usize::from(view.options.seats));
    let order = (0..seats).map(|offset| (view.seat + offset) % seats);
    row.cards(view.hand);
    row.cards(look.melded);
    row.cards(look.best);
    order.clone().for_each(|seat| row.cards(table.known[seat]));
    (seats..Rules::SEATS).for_each(|_| row.cards(CardSet::EMPTY));
    row.cards(table.pile.cards());
    discarders(view, order, row);
    row.cards(table.returned);
    row.cards(table.pile.top().into_iter().collect());
    row.cards(table.taken.into_iter().collect());
    table.pile.places().digits()[..PLACE].iter().for_each(|&cards| row.cards(cards));
    row.flag(table.phase == Phase::Draw);
    row.flag(table.phase == Phase::Discard);
    row.flag(look.upcard_melds);
    row.thermometer(look.deadwood, DEADWOOD as u32);
    row.thermometer(table.stock.into(), STOCK as u32);
    row.put(table.turns.into(), 8);
    row.thermometer(u32::from(table.turns) / seats as u32, OWN_TURNS as u32);
    row.one_hot(seats as u32 - 2, Rules::SEATS as u32 - 1);
}

/// Who discarded the cards of the pile, as binary numbers: 1 is the seat itself, 0 nobody.
#[inline]
fn discarders(view: &KnockView, order: impl Iterator<Item = Seat>, row: &mut Row<'_>) {
    let mut digits = [CardSet::EMPTY; SEAT];
    for (place, seat) in order.enumerate() {
        for (digit, cards) in digits.iter_mut().enumerate() {
            if (place + 1) >> digit & 1 == 1 {
                *cards |= view.table.pile.by(seat);
            }
        }
    }
    digits.into_iter().for_each(|cards| row.cards(cards));
}

impl Encode for KnockView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &self.look(), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if let Some(outlook) = outlook(self) {
            outlook.write(row);
        }
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let look = self.look();
        write(self, &look, row);
        look.legal
    }
}
