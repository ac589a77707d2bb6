//! The observation of the Skirmish family: planes of cards, then the combinations, then counts.
//!
//! Hands come in the order of play from the one that the view is about, and are padded to the most there can be, so that
//! one network plays at tables of every size. What is written as a binary number makes it exact; thermometers beside
//! it are for the network.

use super::board::Board;
use super::combination::Combination;
use super::laying::Laying;
use super::planning::{Outlook, Plan, Play, parting, sheddable};
use super::rules::Rules;
use super::score::scored;
use super::view::{Look, SkirmishView};
use crate::cards::{Card, CardSet, Places};
use crate::games::kinds::Kind;
use crate::games::kinds::cards::suit;
use crate::games::kinds::points;
use crate::rules::{ActionSet, Encode, Plane, Row, Spec};

const CARDS: usize = Card::COUNT_WITH_JOKERS as usize;
/// A combination's kind, suits and ranks.
const COMBINATION: usize = Kind::COUNT + 4 + 13;
/// The binary digits of a combination's number.
const NUMBER: usize = 5;
const SIZE: usize = 16;
const LAID: usize = 16;
const STOCK: usize = 40;
const COST: usize = 48;
/// The steps of what a plan lays and of what a pick-up gains, in points, and of the cards that it leaves.
const POINTS: usize = 24;
const GAIN: usize = 16;
const LEFT: usize = 12;

/// The hands that an observation has room for.
const fn room(rules: &Rules) -> usize {
    if rules.open_hands { 4 } else { Rules::HANDS }
}

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes(rules: &Rules) -> Vec<Plane> {
    let hands = room(rules);
    let mut planes = vec![
        ("hand", CARDS),
        ("fits", CARDS),
        ("wanted", CARDS),
        ("must", CARDS),
        ("moved", CARDS),
        ("known", hands * CARDS),
        ("discards", CARDS),
        ("discarded-by", 3 * CARDS),
        ("dropped", hands * CARDS),
        ("places", Places::DIGITS * CARDS),
        ("on-table", NUMBER * CARDS),
        ("combinations", Board::MOST * COMBINATION),
        ("jokers-stand", 2 * 13),
        ("being-laid", Kind::COUNT + CARDS + 13 + 2 * 13),
        ("being-grown", Board::MOST + CARDS),
        ("lays", Kind::COUNT),
        ("turn", 7),
        ("sizes", hands * (SIZE + 6)),
        ("laid", hands * (LAID + 7)),
        ("cost", COST),
        ("stock", STOCK),
        ("passes", 7),
        ("turns", 9),
        ("seats", Rules::HANDS - 1),
    ];
    if rules.open_hands {
        planes.extend([("other-hand", CARDS), ("open", 1)]);
    }
    if rules.charts {
        planes.push(("charts", hands * 2 * Kind::COUNT));
    }
    Spec::lay_out(&planes)
}

/// The layout of the hints, which [`Outlook`] tells.
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[
        ("plan", Kind::COUNT + Board::MOST),
        ("plan-first", CARDS),
        ("plan-laid", CARDS),
        ("plan-points", POINTS),
        ("plan-left", LEFT),
        ("plan-out", 1),
        ("plan-parts", CARDS),
        ("pick-up", CARDS),
        ("pick-up-gain", GAIN),
        ("pick-up-points", POINTS),
        ("pick-up-left", LEFT),
        ("pick-up-out", 1),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &SkirmishView, look: &Look, row: &mut Row<'_>) {
    let (table, rules, acting, order) = (&view.table, &view.options, view.acting(), Order::of(view));
    let held = view.cards_of(acting);
    let own = view.laying.map_or(held, |laying| held - laying.cards());
    row.cards_and_jokers(own);
    row.cards_and_jokers(look.fitting & own);
    row.cards_and_jokers(look.fitting - own);
    row.cards_and_jokers(table.turn.must.into_iter().collect());
    row.cards_and_jokers(table.turn.moved);
    order.iter().for_each(|hand| row.cards_and_jokers(hand.map_or(CardSet::EMPTY, |hand| table.known[hand])));
    row.cards_and_jokers(table.stacks.discards());
    discarders(view, order, row);
    order.iter().for_each(|hand| row.cards_and_jokers(hand.map_or(CardSet::EMPTY, |hand| table.stacks.dropped(hand))));
    table.stacks.places().digits().iter().for_each(|&digit| row.cards_and_jokers(digit));
    combinations(&table.board, row);
    laying(view.laying.as_ref(), row);
    row.put(look.lays.bits().into(), Kind::COUNT as u32);
    row.put(u64::from(table.turn.used) | u64::from(table.turn.playing) << 6, 7);
    order.iter().for_each(|hand| counted(row, hand.map_or(0, |hand| table.sizes[hand]), SIZE, 6));
    order.iter().for_each(|hand| counted(row, hand.map_or(0, |hand| table.laid[hand]), LAID, 7));
    let cost = -scored(0, held, table.stacks.dropped(acting));
    row.thermometer(cost as u32, COST as u32);
    row.thermometer(table.stock.into(), STOCK as u32);
    row.thermometer(table.passes.into(), 7);
    row.put(table.turns.into(), 9);
    row.one_hot(u32::from(rules.seats) - 2, Rules::HANDS as u32 - 1);
    if rules.open_hands {
        let other = (acting + usize::from(rules.seats)) % usize::from(table.hands);
        row.cards_and_jokers(view.cards_of(other));
        row.flag(acting >= rules.seats.into());
    }
    if rules.charts {
        let chart = |hand: Option<usize>| hand.map_or_else(Default::default, |hand| table.charts[hand]);
        order.iter().map(chart).for_each(|chart| {
            row.put(chart.all().bits().into(), Kind::COUNT as u32);
            row.put(chart.fresh.bits().into(), Kind::COUNT as u32);
        });
    }
}

/// The hands in the order of play from the view's own; nothing where there is room for more.
#[derive(Clone, Copy)]
struct Order {
    hands: [Option<usize>; Rules::HANDS],
    room: usize,
}

impl Order {
    #[inline]
    fn of(view: &SkirmishView) -> Order {
        let (mut hands, mut next) = ([None; Rules::HANDS], view.acting());
        for hand in &mut hands[..view.table.hands.into()] {
            *hand = Some(next);
            next = view.table.next(next);
        }
        Order { hands, room: room(&view.options) }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Option<usize>> {
        self.hands[..self.room].iter().copied()
    }
}

/// A count as a thermometer and as a binary number.
#[inline]
fn counted(row: &mut Row<'_>, count: u8, steps: usize, digits: u32) {
    row.thermometer(count.into(), steps as u32);
    row.put(count.into(), digits);
}

/// Who discarded the cards of the discard stack, as binary numbers: 1 is the view's own hand, 0 nobody.
#[inline]
fn discarders(view: &SkirmishView, order: Order, row: &mut Row<'_>) {
    let mut digits = [CardSet::EMPTY; 3];
    for (place, hand) in order.iter().flatten().enumerate() {
        let by = view.table.stacks.by_hand(hand);
        for (digit, cards) in digits.iter_mut().enumerate() {
            if (place + 1) >> digit & 1 == 1 {
                *cards |= by;
            }
        }
    }
    digits.into_iter().for_each(|cards| row.cards_and_jokers(cards));
}

/// The combinations: for each card the number of the one it lies in, then what each is, then the ranks of the jokers.
#[inline]
fn combinations(board: &Board, row: &mut Row<'_>) {
    let (mut numbers, mut stands) = ([CardSet::EMPTY; NUMBER], [0; 2]);
    for (place, combination) in board.all().iter().enumerate() {
        for (digit, cards) in numbers.iter_mut().enumerate() {
            if (place + 1) >> digit & 1 == 1 {
                *cards |= combination.cards;
            }
        }
        for (ranks, at) in stands.iter_mut().zip(combination.stands) {
            *ranks |= rank_bit(at);
        }
    }
    numbers.into_iter().for_each(|cards| row.cards_and_jokers(cards));
    for combination in board.all() {
        row.put(1 << combination.kind as u8, Kind::COUNT as u32);
        row.put(suits(combination), 4);
        row.put(combination.ranks().into(), 13);
    }
    let mut empty = (Board::MOST - board.all().len()) * COMBINATION;
    while empty > 0 {
        let width = empty.min(64);
        row.put(0, width as u32);
        empty -= width;
    }
    stands.into_iter().for_each(|ranks| row.put(ranks, 13));
}

/// One bit for each suit of which cards may be added to a combination.
#[inline]
fn suits(combination: &Combination) -> u64 {
    let group = combination.group();
    (0..4).filter(|&s| !(group & suit(s)).is_empty()).fold(0, |bits, s| bits | 1 << s)
}

/// The bit of a rank; none for a joker that stands nowhere.
#[inline]
const fn rank_bit(rank: u8) -> u64 {
    if rank < 13 { 1 << rank } else { 0 }
}

/// What the seat is putting down.
#[inline]
fn laying(laying: Option<&Laying>, row: &mut Row<'_>) {
    if let Some(Laying::Build(building)) = laying {
        row.put(1 << building.kind as u8, Kind::COUNT as u32);
        row.cards_and_jokers(building.cards);
        row.put(rank_bit(building.start), 13);
        building.places.into_iter().for_each(|place| row.put(rank_bit(place), 13));
    } else {
        row.put(0, (Kind::COUNT + CARDS) as u32);
        row.put(0, 3 * 13);
    }
    if let Some(Laying::Extend(extending)) = laying {
        row.one_hot(extending.combination.into(), Board::MOST as u32);
        row.cards_and_jokers(extending.cards());
    } else {
        row.put(0, Board::MOST as u32);
        row.put(0, CARDS as u32);
    }
}

/// Writes what the seat may best do.
fn hint(view: &SkirmishView, row: &mut Row<'_>) {
    let (own, Outlook { plan, pick_up }) = (view.cards_of(view.acting()), Outlook::of(view));
    let put = view.laying.map_or(CardSet::EMPTY, |laying| laying.cards());
    row.put(plan.first.map_or(0, first), (Kind::COUNT + Board::MOST) as u32);
    row.cards_and_jokers(plan.first.map_or(CardSet::EMPTY, |play| play.cards() - put));
    row.cards_and_jokers(own - plan.rest);
    planned(view, own, &plan, row);
    row.cards_and_jokers(parting(plan.rest, view));
    let Some((card, plan_then)) = pick_up else {
        row.put(0, CARDS as u32);
        row.put(0, (GAIN + POINTS + LEFT + 1) as u32);
        return;
    };
    row.cards_and_jokers(CardSet::of(card));
    row.thermometer((plan_then.worth - plan.worth).max(0.0).ceil() as u32, GAIN as u32);
    planned(view, own | view.table.stacks.from(card), &plan_then, row);
}

/// The kind of a combination that is laid first, or the number of the one that is grown.
fn first(play: Play) -> u64 {
    match play {
        Play::New(combination) => 1 << combination.kind as u8,
        Play::Grow(place, _) => 1 << (Kind::COUNT as u8 + place),
    }
}

/// Writes what a plan makes of a hand: the points, the cards left, and whether they can all be parted with.
fn planned(view: &SkirmishView, hand: CardSet, plan: &Plan, row: &mut Row<'_>) {
    row.thermometer(points(hand - plan.rest).into(), POINTS as u32);
    row.thermometer(plan.rest.len() as u32, LEFT as u32);
    row.flag(plan.rest.len() <= sheddable(view));
}

impl Encode for SkirmishView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &self.look(), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.deciding() {
            hint(self, row);
        }
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        let look = self.look();
        write(self, &look, row);
        look.legal
    }
}
