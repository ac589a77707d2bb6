//! The observation of the Pinnacle family: cards, then each seat in the order of play from the own one, then the betting.
//!
//! There is room for the most seats there can be, so that one network plays at tables of every size. Chips stand twice:
//! as binary digits, which are exact, and as a thermometer in half octaves of the ante, for the network.

use super::count;
use super::outlook::Outlook;
use super::rules::{Limits, Rules};
use super::table::Public;
use super::view::PinnacleView;
use crate::cards::{Card, CardSet};
use crate::rules::{Encode, Plane, Row, Seat, Spec};

const CARDS: usize = Card::COUNT_WITH_JOKERS as usize;
const SEATS: usize = Rules::SEATS;
/// The binary digits of an amount of chips.
const DIGITS: usize = 16;
/// The steps of a thermometer of chips.
const STEPS: usize = 32;
/// The greatest count.
const COUNT: usize = 26;
/// The steps of the pot odds.
const ODDS: usize = 16;
/// A seat's part in the betting of a cycle: which bet of the cycle was its own, and how much.
const RAISE: usize = 3 + DIGITS;
/// Whether and where a seat folded.
const FOLD: usize = 1 + 2 + 3;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes() -> Vec<Plane> {
    Spec::lay_out(&[
        ("hole", CARDS),
        ("counting", CARDS),
        ("board", Rules::CYCLES * CARDS),
        ("open", SEATS * CARDS),
        ("shown", SEATS * CARDS),
        ("count", COUNT),
        ("community-counts", COUNT),
        ("live", SEATS),
        ("acted", SEATS),
        ("used", SEATS),
        ("button", SEATS),
        ("starter", SEATS),
        ("before", SEATS * DIGITS),
        ("chips", SEATS * (DIGITS + STEPS)),
        ("bets", SEATS * (DIGITS + STEPS)),
        ("raises", Rules::CYCLES * SEATS * RAISE),
        ("folds", SEATS * FOLD),
        ("pot", DIGITS + STEPS),
        ("price", DIGITS + STEPS),
        ("odds", ODDS),
        ("ante", DIGITS),
        ("amount", 1 + DIGITS),
        ("cycle", Rules::CYCLES),
        ("seats", SEATS - 1),
        ("all-in", 1),
        ("limit", 1),
    ])
}

/// The layout of the hints, which [`Outlook`] tells.
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[("chances", Outlook::FIELDS.len() * Outlook::MOST as usize), ("outlook", COUNT)])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &PinnacleView, row: &mut Row<'_>) {
    let (table, rules) = (&view.table, &view.options);
    let (betting, order, unit) = (&table.betting, order(view), u32::from(table.betting.ante));
    let count = view.count();
    row.cards_and_jokers(view.hole);
    row.cards_and_jokers(count.cards);
    table.board.iter().for_each(|&part| row.cards_and_jokers(part));
    cards(row, &order, &table.open);
    cards(row, &order, &table.shown);
    row.thermometer(count.points.into(), COUNT as u32);
    row.thermometer(count::count(table.community()).points.into(), COUNT as u32);
    for seats in [betting.live(), betting.acted, betting.used] {
        flags(row, &order, |seat| seats.contains(seat));
    }
    flags(row, &order, |seat| seat == usize::from(betting.button));
    flags(row, &order, |seat| seat == 0);
    order.iter().for_each(|seat| row.put(seat.map_or(0, |seat| betting.before[seat].into()), DIGITS as u32));
    order.iter().for_each(|seat| chips(row, seat.map_or(0, |seat| betting.chips[seat].into()), unit));
    order.iter().for_each(|seat| chips(row, seat.map_or(0, |seat| betting.bets[seat].into()), unit));
    history(table, &order, row);
    let (pot, price) = (betting.pot(), u32::from(betting.price(view.seat)));
    chips(row, pot, unit);
    chips(row, price, unit);
    row.thermometer((ODDS as u32 * price).div_ceil((pot + price).max(1)), ODDS as u32);
    row.put(betting.ante.into(), DIGITS as u32);
    row.put(view.amount.map_or(0, |amount| 1 | u64::from(amount) << 1), 1 + DIGITS as u32);
    row.one_hot(betting.cycle.into(), Rules::CYCLES as u32);
    row.one_hot(u32::from(rules.seats) - 2, SEATS as u32 - 1);
    row.flag(betting.all_in);
    row.flag(rules.betting == Limits::Limit);
}

/// The seats in the order of play from the view's own; nothing where there is room for more.
type Order = [Option<Seat>; SEATS];

#[inline]
fn order(view: &PinnacleView) -> Order {
    let mut order = [None; SEATS];
    for (place, seat) in order.iter_mut().zip(view.table.betting.from(view.seat)) {
        *place = Some(seat);
    }
    order
}

#[inline]
fn cards(row: &mut Row<'_>, order: &Order, cards: &[CardSet; SEATS]) {
    order.iter().for_each(|seat| row.cards_and_jokers(seat.map_or(CardSet::EMPTY, |seat| cards[seat])));
}

#[inline]
fn flags(row: &mut Row<'_>, order: &Order, flag: impl Fn(Seat) -> bool) {
    order.iter().for_each(|seat| row.flag(seat.is_some_and(&flag)));
}

/// Writes an amount of chips.
#[inline]
fn chips(row: &mut Row<'_>, chips: u32, unit: u32) {
    row.put(chips.into(), DIGITS as u32);
    row.thermometer(steps(chips, unit), STEPS as u32);
}

/// How high an amount stands on a thermometer with two steps an octave: 0 for nothing, 1 below a quarter of the unit, 6
/// at the unit, 8 at twice the unit. Above 8192 units it is full.
#[inline]
fn steps(chips: u32, unit: u32) -> u32 {
    if chips == 0 {
        return 0;
    }
    let eighths = 8 * chips / unit.max(1);
    match eighths.checked_ilog2() {
        None | Some(0) => 1,
        Some(octave) => 2 * octave + (eighths >> (octave - 1) & 1),
    }
}

/// What was bet in each cycle, and who folded where.
#[inline]
fn history(table: &Public, order: &Order, row: &mut Row<'_>) {
    let history = &table.betting.history;
    for cycle in 0..Rules::CYCLES {
        let raises = history.raises(cycle);
        if raises.is_empty() {
            (0..SEATS).for_each(|_| row.put(0, RAISE as u32));
            continue;
        }
        let mut parts = [0; SEATS];
        for (place, raise) in (1..).zip(raises) {
            parts[usize::from(raise.seat)] = place | u64::from(raise.to) << 3;
        }
        order.iter().for_each(|seat| row.put(seat.map_or(0, |seat| parts[seat]), RAISE as u32));
    }
    for seat in order {
        let fold = seat.and_then(|seat| history.fold(seat));
        let bits = fold.map_or(0, |fold| 1 | u64::from(fold.cycle) << 1 | u64::from(fold.raises) << 3);
        row.put(bits, FOLD as u32);
    }
}

impl Encode for PinnacleView {
    #[inline]
    fn encode(&self, row: &mut Row<'_>) {
        write(self, row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.deciding() {
            let outlook = Outlook::of(self);
            outlook.chances.iter().for_each(|&chance| row.thermometer(chance, Outlook::MOST));
            row.thermometer(outlook.count, COUNT as u32);
        }
    }
}
