//! The observation of Colonel: planes of cards, then counts.

use super::melds::value;
use super::outlook::Outlook;
use super::rules::Rules;
use super::view::{ColonelView, Look, Phase};
use crate::cards::{Card, Places};
use crate::rules::{ActionSet, Encode, Plane, Row, Spec};

const CARDS: usize = Card::COUNT as usize;
/// The binary digits of the place of a card in the discard pile: the turned card and 31 of the stock can lie there.
const DIGITS: usize = Places::DIGITS - 1;
const POINTS: usize = 60;
const STOCK: usize = Rules::STOCK as usize;
const HAND: usize = Rules::HAND;
const TURNS: usize = 8;
const OUTS: usize = 16;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes(rules: &Rules) -> Vec<Plane> {
    let mut planes = vec![
        ("hand", CARDS),
        ("meld", CARDS),
        ("melded", CARDS),
        ("fitting", CARDS),
        ("sets", CARDS),
        ("runs", CARDS),
        ("laid-by-other", CARDS),
        ("known-to-other", CARDS),
        ("known-of-other", CARDS),
        ("pile", CARDS),
        ("discarded-by-other", CARDS),
        ("returned", CARDS),
        ("upcard", CARDS),
        ("taken", CARDS),
        ("pile-places", CARDS * DIGITS),
        ("phase", 3),
        ("elder", 1),
        ("upcard-helps", 1),
        ("turned-card-lies", 1),
        ("loose", POINTS),
        ("total", POINTS),
        ("own-cards", HAND + 1),
        ("other-cards", HAND),
        ("stock", STOCK),
        ("turns", TURNS),
    ];
    if rules.challenge {
        planes.push(("challenged", 2 * TURNS));
    }
    Spec::lay_out(&planes)
}

/// The layout of the hints, which [`Outlook`] tells.
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[
        ("meld-points", POINTS),
        ("points-left", POINTS),
        ("best-discards", CARDS),
        ("spare", CARDS),
        ("wanted", CARDS),
        ("outs", OUTS),
        ("upcard-meld-points", POINTS),
        ("upcard-points-left", POINTS),
        ("upcard-pays", 1),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &ColonelView, look: &Look, row: &mut Row<'_>) {
    let (table, seat, other) = (&view.table, view.seat, 1 - view.seat);
    row.cards(view.hand);
    row.cards(view.meld);
    row.cards(look.melded);
    row.cards(look.fitting);
    row.cards(table.board.sets);
    row.cards(table.board.runs);
    row.cards(table.board.laid[other]);
    row.cards(table.known[seat]);
    row.cards(table.known[other]);
    row.cards(table.pile.cards());
    row.cards(table.pile.by(other));
    row.cards(table.returned);
    row.cards(table.pile.top().into_iter().collect());
    row.cards(table.taken.into_iter().collect());
    for &cards in &table.pile.places().digits()[..DIGITS] {
        row.cards(cards);
    }
    let phase = match table.phase {
        Phase::Draw => 1,
        Phase::Play => 1 << 1,
        Phase::Answer => 1 << 2,
        Phase::Deal | Phase::Stock | Phase::Over => 0,
    };
    row.put(phase, 3);
    row.flag(table.elder == seat);
    row.flag(look.upcard_helps);
    row.flag(table.pile.turned().is_some());
    row.thermometer(value(view.hand - look.melded - look.fitting), POINTS as u32);
    // In steps of two, up to 120 points.
    row.thermometer(value(view.hand).div_ceil(2), POINTS as u32);
    row.thermometer(view.hand.len() as u32, HAND as u32 + 1);
    row.thermometer(view.others() as u32, HAND as u32);
    row.thermometer(table.stock.into(), STOCK as u32);
    row.put(table.turns.into(), TURNS as u32);
    if view.options.challenge {
        // Counted from 1; 0 is for none.
        for whose in [seat, other] {
            row.put(table.challenged[whose].map_or(0, |turns| u64::from(turns) + 1), TURNS as u32);
        }
    }
}

/// Writes what the seat may think of its hand; the points of melds come in steps of two.
fn hint(outlook: &Outlook, row: &mut Row<'_>) {
    row.thermometer(outlook.melded.div_ceil(2), POINTS as u32);
    row.thermometer(outlook.left, POINTS as u32);
    row.cards(outlook.best);
    row.cards(outlook.spare.into_iter().collect());
    row.cards(outlook.wanted);
    row.thermometer(outlook.wanted.len() as u32, OUTS as u32);
    let (melded, left) = outlook.upcard.unwrap_or_default();
    row.thermometer(melded.div_ceil(2), POINTS as u32);
    row.thermometer(left, POINTS as u32);
    row.flag(outlook.takes);
}

impl Encode for ColonelView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &self.look(), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.table.to_move == self.seat && matches!(self.table.phase, Phase::Draw | Phase::Play | Phase::Answer) {
            hint(&Outlook::of(self), row);
        }
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let look = self.look();
        write(self, &look, row);
        look.legal
    }
}
