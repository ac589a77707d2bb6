//! The observation of Sum-Run-Set: planes of cards, then counts.
//!
//! Seats come in the order of play from one's own, and are padded to the most there can be, so that one network plays at
//! tables of every size.

use super::actions::Move;
use super::bonuses::HONOURS;
use super::capture::Kind;
use super::outlook::Outlook;
use super::prospects::{POINTS_STEPS, Prospect, Prospects, RISK_STEPS};
use super::reach::Reach;
use super::rules::Rules;
use super::table::Phase;
use super::view::SumRunSetView;
use crate::cards::{Card, CardSet};
use crate::rules::{ActionSet, Encode, Plane, Row, Spec};

const CARDS: usize = Card::COUNT as usize;
const KINDS: usize = Kind::ALL.len();
const RANKS: usize = 13;
/// No hand is larger.
const HAND: usize = 4;
/// The deals that are still to come: five after the first for two players.
const DEALS: usize = 5;
/// The size of a pile, in steps of two.
const PILE: usize = CARDS / 2;
const HONOUR: usize = 12;
/// The points of a side in a pitch, as a binary number and in steps of two.
const POINTS: usize = 8;
const STEPS: usize = 40;
/// What a card is worth to who plays it: a point a step, from [`LEAST`] upwards.
const WORTH: usize = 16;
const LEAST: f32 = -4.0;
/// To leave a card, or to capture by a kind.
const USES: usize = 1 + KINDS;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes(rules: &Rules) -> Vec<Plane> {
    let sides = room(rules);
    let planes = [
        ("hand", CARDS),
        ("pond", CARDS),
        ("left", CARDS),
        ("played", CARDS),
        ("taken", CARDS),
        ("piles", Rules::SEATS * CARDS),
        ("sums", CARDS),
        ("runs", CARDS),
        ("sets", CARDS),
        ("falls", CARDS),
        ("sweeps", CARDS),
        ("best", CARDS),
        ("points-by-rank", RANKS * POINTS_STEPS as usize),
        ("risks-by-rank", RANKS * 2 * RISK_STEPS as usize),
        ("points-by-kind", KINDS * POINTS_STEPS as usize),
        ("risks-by-kind", (KINDS + 1) * RISK_STEPS as usize),
        ("phase", 2),
        ("kind", KINDS),
        ("cards", Rules::SEATS * HAND),
        ("pile-cards", Rules::SEATS * PILE),
        ("honours", Rules::SEATS * HONOUR),
        ("deals", DEALS),
        ("elder", Rules::SEATS),
        ("seats", Rules::SEATS - 1),
        ("pegged", sides * POINTS),
        ("pegged-steps", sides * STEPS),
    ];
    Spec::lay_out(&planes)
}

/// The layout of the hints, which [`Outlook`] tells.
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[
        ("worth-by-rank", RANKS * WORTH),
        ("best-play", CARDS),
        ("worth-by-use", USES * WORTH),
        ("best-use", USES),
    ])
}

/// The sides for which there is room: where there are no pairs, as many as there can be seats.
#[inline]
fn room(rules: &Rules) -> usize {
    if rules.partners { rules.sides() } else { Rules::SEATS }
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &SumRunSetView, reach: &Reach, row: &mut Row<'_>) {
    let (table, rules, seats) = (&view.table, &view.options, usize::from(view.options.seats));
    let order = || (0..seats).map(|offset| (view.seat + offset) % seats);
    let padding = || seats..Rules::SEATS;
    row.cards(view.hand);
    row.cards(table.pond);
    row.cards(table.left.into_iter().collect());
    row.cards(table.played.into_iter().collect());
    row.cards(table.taken);
    order().for_each(|seat| row.cards(table.piles[seat]));
    padding().for_each(|_| row.cards(CardSet::EMPTY));
    captures(view, reach, row);
    prospects(view, reach, row);
    row.flag(table.phase == Phase::Play);
    row.flag(table.phase == Phase::Choose);
    row.put(table.kind.map_or(0, |kind| 1 << kind as u64), KINDS as u32);
    let sizes = table.sizes(rules);
    order().for_each(|seat| row.thermometer(sizes(seat) as u32, HAND as u32));
    padding().for_each(|_| row.put(0, HAND as u32));
    order().for_each(|seat| row.thermometer(table.piles[seat].len().div_ceil(2) as u32, PILE as u32));
    padding().for_each(|_| row.put(0, PILE as u32));
    order().for_each(|seat| row.thermometer((table.piles[seat] & HONOURS).len() as u32, HONOUR as u32));
    padding().for_each(|_| row.put(0, HONOUR as u32));
    row.thermometer(u32::from(table.pack / rules.deal()), DEALS as u32);
    row.one_hot(((seats - view.seat) % seats) as u32, Rules::SEATS as u32);
    row.one_hot(seats as u32 - 2, Rules::SEATS as u32 - 1);
    points(view, row);
}

/// What the cards of the hand can capture.
#[inline]
fn captures(view: &SumRunSetView, reach: &Reach, row: &mut Row<'_>) {
    let table = &view.table;
    reach.kinds.iter().for_each(|&cards| row.cards(cards & view.hand));
    row.cards(table.left.map_or(CardSet::EMPTY, |left| reach.falls(view.hand, table.pond, left)));
    row.cards(reach.sweeps(view.hand, table.pond));
}

/// What comes of each rank in the hand when it is to be played, of each way to use the card that lies open, and the best
/// of the captures that has been begun.
fn prospects(view: &SumRunSetView, reach: &Reach, row: &mut Row<'_>) {
    let (table, prospects) = (&view.table, Prospects::new(view));
    let best = match (table.kind, table.played) {
        (Some(kind), Some(played)) => prospects.best(kind, played, table.taken),
        _ => None,
    };
    row.cards(best.map_or(CardSet::EMPTY, |best| best.cards));

    let nothing = Prospect { points: 0, risk: 0 };
    let mut ranks = [(nothing, 0); RANKS];
    if table.phase == Phase::Play {
        for card in view.hand {
            let best = prospects.any(reach.of(card), card).unwrap_or(nothing);
            let known = &mut ranks[usize::from(card.rank()) - 1];
            // Only a run of one suit brings one card of a rank more than another.
            if best.points >= known.0.points {
                *known = (best, prospects.leave(card));
            }
        }
    }
    ranks.iter().for_each(|(best, _)| row.thermometer(best.points, POINTS_STEPS));
    for (best, left) in ranks {
        row.thermometer(best.risk, RISK_STEPS);
        row.thermometer(left, RISK_STEPS);
    }

    let open = table.played.filter(|_| table.phase == Phase::Choose);
    let by = |kind| open.and_then(|played| prospects.capture(kind, played)).unwrap_or(nothing);
    let kinds = Kind::ALL.map(by);
    kinds.iter().for_each(|of_kind| row.thermometer(of_kind.points, POINTS_STEPS));
    kinds.iter().for_each(|of_kind| row.thermometer(of_kind.risk, RISK_STEPS));
    row.thermometer(open.map_or(0, |played| prospects.leave(played)), RISK_STEPS);
}

/// What each side has pegged.
#[inline]
fn points(view: &SumRunSetView, row: &mut Row<'_>) {
    let (table, rules) = (&view.table, &view.options);
    let (own, sides, room) = (rules.side(view.seat), rules.sides(), room(rules));
    let order = || (0..sides).map(|offset| (own + offset) % sides);
    order().for_each(|side| row.put(table.pegged[side].into(), POINTS as u32));
    (sides..room).for_each(|_| row.put(0, POINTS as u32));
    order().for_each(|side| row.thermometer(u32::from(table.pegged[side]).div_ceil(2), STEPS as u32));
    (sides..room).for_each(|_| row.put(0, STEPS as u32));
}

/// Writes what each rank of the hand is worth when it is to be played, and what each use of the card is that lies open.
fn hint(view: &SumRunSetView, row: &mut Row<'_>) {
    let (outlook, open) = (Outlook::new(view), view.table.played);
    let steps = |worth: f32| WORTH.min((worth - LEAST).max(0.0) as usize);
    let (mut ranks, mut best) = ([0; RANKS], None);
    if open.is_none() {
        for card in view.hand {
            let (worth, _) = outlook.uses(card).best();
            let known = &mut ranks[usize::from(card.rank()) - 1];
            *known = steps(worth).max(*known);
            if best.is_none_or(|(most, _)| worth >= most) {
                best = Some((worth, card));
            }
        }
    }
    ranks.iter().for_each(|&steps| row.thermometer(steps as u32, WORTH as u32));
    row.cards(best.map(|(_, card)| card).into_iter().collect());
    let Some(uses) = open.map(|card| outlook.uses(card)) else {
        row.put(0, (USES * WORTH) as u32);
        row.put(0, USES as u32);
        return;
    };
    let worths = [Some(uses.leave)].into_iter().chain(uses.captures);
    worths.for_each(|worth| row.thermometer(worth.map_or(0, steps) as u32, WORTH as u32));
    let best = match uses.best().1 {
        Move::Capture(kind) => 1 + kind as u32,
        _ => 0,
    };
    row.one_hot(best, USES as u32);
}

impl Encode for SumRunSetView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &Reach::new(self.table.pond, self.table.left), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.table.to_move == self.seat && matches!(self.table.phase, Phase::Play | Phase::Choose) {
            hint(self, row);
        }
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let reach = Reach::new(self.table.pond, self.table.left);
        write(self, &reach, row);
        self.actions(|| reach)
    }
}
