//! The observation of Snap: whether the cards match, which cards all know, then sizes and counts.
//!
//! Seats come in the order of play from the seat's own and are padded to the most there can be, so that one network plays
//! at tables of every size. What others have decided is not known, and the seat itself has not decided yet.

use super::rules::Rules;
use super::view::SnapView;
use crate::cards::Card;
use crate::rules::{Encode, Plane, Row, Spec};

/// The binary digits of a card's rank and suit.
const CARD: usize = 6;
const PILE: usize = 6;
/// The binary digits of the number of unseen cards in a packet: no seat is dealt more than 26.
const UNSEEN: usize = 5;
const KNOWN: usize = 6;
const LAID: usize = 10;
const SKILL: usize = 7;

/// For each card its rank, 1 to 13, in four digits, and its suit in two.
const CODES: [u8; Card::COUNT as usize] = {
    let mut codes = [0; Card::COUNT as usize];
    let mut index = 0;
    while let Some(card) = Card::from_index(index)
        && index < Card::COUNT
    {
        codes[index as usize] = card.rank() | card.suit() << 4;
        index += 1;
    }
    codes
};

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes() -> Vec<Plane> {
    Spec::lay_out(&[
        ("match", 1),
        ("cards", CARD * usize::from(Card::COUNT)),
        ("pile", PILE),
        ("unseen", Rules::SEATS * UNSEEN),
        ("known", Rules::SEATS * KNOWN),
        ("layer", Rules::SEATS),
        ("laid", LAID),
        ("seats", Rules::SEATS - 1),
        ("skill", Rules::SEATS * SKILL),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &SnapView, row: &mut Row<'_>) {
    let (table, rules, seats) = (&view.table, &view.options, usize::from(view.options.seats));
    let cards = &table.cards;
    let order = (view.seat..seats).chain(0..view.seat);
    row.flag(cards.is_match());
    // The pile from the top down, then each packet from the card that will be laid first.
    let known = cards.pile().iter().rev().chain(cards.known_from(view.seat));
    numbers(known.map(|card| CODES[usize::from(card.index())]), CARD, Card::COUNT.into(), row);
    row.put(cards.pile().len() as u64, PILE as u32);
    numbers(order.clone().map(|seat| cards.unseen(seat)), UNSEEN, Rules::SEATS, row);
    numbers(order.clone().map(|seat| cards.size(seat) - cards.unseen(seat)), KNOWN, Rules::SEATS, row);
    row.one_hot(((table.layer + seats - view.seat) % seats) as u32, Rules::SEATS as u32);
    row.put(table.laid.into(), LAID as u32);
    row.one_hot(seats as u32 - 2, Rules::SEATS as u32 - 1);
    numbers(order.map(|seat| rules.skill[seat]), SKILL, Rules::SEATS, row);
}

/// Writes numbers of so many binary digits, and 0 as often as there is room for more.
#[inline]
fn numbers(numbers: impl Iterator<Item = u8>, digits: usize, room: usize, row: &mut Row<'_>) {
    let (mut left, mut word, mut filled) = (digits * room, 0, 0);
    // Not a `for` loop, which would be slower on iterators in a chain.
    numbers.for_each(|number| {
        word |= u64::from(number) << filled;
        filled += digits;
        if filled + digits > 64 {
            row.put(word, filled as u32);
            left -= filled;
            (word, filled) = (0, 0);
        }
    });
    while left > 0 {
        let width = left.min(64);
        row.put(word, width as u32);
        left -= width;
        word = 0;
    }
}

impl Encode for SnapView {
    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        write(self, row);
    }
}
