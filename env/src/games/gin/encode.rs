//! The observation of the gin family: planes of cards, then counts.

use super::outlook::outlook;
use super::rules::{LayoutBy, Rules};
use super::view::{GinView, Phase};
use crate::cards::{Card, Places};
use crate::games::rummy::Look;
use crate::rules::{ActionSet, Encode, Plane, Row, Spec};

const CARDS: usize = Card::COUNT as usize;
const DEADWOOD: usize = 60;
const STOCK: usize = 38;

/// The binary digits that the place of a card in the discard pile needs: 30 places with ten cards a hand, 36 with seven.
fn digits(rules: &Rules) -> usize {
    if rules.hand == 7 { Places::DIGITS } else { Places::DIGITS - 1 }
}

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes(rules: &Rules) -> Vec<Plane> {
    let mut planes = vec![
        ("hand", CARDS),
        ("melded", CARDS),
        ("best-discards", CARDS),
        ("known-to-other", CARDS),
        ("known-of-other", CARDS),
        ("pile", CARDS),
        ("discarded-by-other", CARDS),
        ("returned", CARDS),
        ("upcard", CARDS),
        ("taken", CARDS),
        ("pile-places", CARDS * digits(rules)),
        ("phase", 6),
        ("elder", 1),
        ("upcard-melds", 1),
        ("turned-card-lies", 1),
        ("deadwood", DEADWOOD),
        ("stock", STOCK),
        ("turns", 8),
        ("knock-limit", 10),
    ];
    if rules.layout == LayoutBy::Chosen {
        planes.extend([("laid", 3 * CARDS), ("laid-by-other", 3 * CARDS), ("laid-off", CARDS)]);
    }
    Spec::lay_out(&planes)
}

/// Writes the observation of a view.
#[inline(always)]
pub(super) fn write(view: &GinView, look: &Look, row: &mut Row<'_>) {
    let (table, seat, other) = (&view.table, view.seat, 1 - view.seat);
    row.cards(view.hand);
    row.cards(look.melded);
    row.cards(look.best);
    row.cards(table.known[seat]);
    row.cards(table.known[other]);
    row.cards(table.pile.cards());
    row.cards(table.pile.by(other));
    row.cards(table.returned);
    row.cards(table.pile.top().into_iter().collect());
    row.cards(table.taken.into_iter().collect());
    for &cards in &table.pile.places().digits()[..digits(&view.options)] {
        row.cards(cards);
    }
    let phase = match table.phase {
        Phase::Offer => 1,
        Phase::Draw => 1 << 1,
        Phase::Discard => 1 << 2,
        Phase::KnockerMelds => 1 << 3,
        Phase::DefenderMelds => 1 << 4,
        Phase::LayOff => 1 << 5,
        Phase::Deal | Phase::Stock | Phase::Over => 0,
    };
    row.put(phase, 6);
    row.flag(table.elder == seat);
    row.flag(look.upcard_melds);
    row.flag(table.pile.turned().is_some());
    row.thermometer(look.deadwood, DEADWOOD as u32);
    row.thermometer(table.stock.into(), STOCK as u32);
    row.put(table.turns.into(), 8);
    row.thermometer(table.knock_limit.into(), 10);
    if view.options.layout == LayoutBy::Chosen {
        for laid in [&table.laid[seat], &table.laid[other]] {
            row.cards(laid.layout.sets);
            row.cards(laid.layout.runs);
            row.cards(laid.meld);
        }
        row.cards(table.laid_off);
    }
}

impl Encode for GinView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &self.look(), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if let Some(outlook) = outlook(self) {
            outlook.write(row);
        }
    }

    #[inline(always)]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let look = self.look();
        write(self, &look, row);
        look.legal
    }
}
