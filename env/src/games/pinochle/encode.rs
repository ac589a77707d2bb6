//! The observation of pinochle: planes of the 24 different cards, then counts.

use super::actions::Source;
use super::ending::Ending;
use super::laid::Laid;
use super::meld::Meld;
use super::outlook::Outlook;
use super::pack::{Suit, compact, value};
use super::rules::Rules;
use super::view::{Look, Phase, PinochleView};
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{ActionSet, Encode, Plane, Row, Spec};

/// The different cards, six a suit in the order A 9 T J Q K.
const KINDS: usize = 24;
/// Cards of which there may be two: those that are there, those that are there twice.
const CARDS: usize = 2 * KINDS;
/// What a seat has laid, first and second copies: the cards, and what they have served in.
const LAID: usize = 2 * 5 * KINDS;
const MELDS: usize = Meld::ALL.len();
const PHASES: usize = 3;
/// What was scored for melds, in steps of 20, and binary, in tens.
const STEPS: usize = 30;
const TENS: usize = 7;
/// What tricks count, in steps of ten.
const TRICKS: usize = 24;
const STOCK: usize = Rules::STOCK;
const HELD: usize = Rules::HAND;
/// From how many points on a card is dear, and from what chance on it is likely to stand.
const WORTH: [f32; 5] = [2.0, 5.0, 10.0, 20.0, 40.0];
const STANDS: [f32; 3] = [0.25, 0.5, 0.75];
/// The cards that a meld lacks at most.
const LACKING: usize = 3;

/// The layout of an observation; [`write`] fills it in this order.
pub(super) fn planes() -> Vec<Plane> {
    Spec::lay_out(&[
        ("hand", CARDS),
        ("trumps-in-hand", CARDS),
        ("laid", LAID),
        ("laid-by-other", LAID),
        ("won", CARDS),
        ("won-by-other", CARDS),
        ("known-to-other", CARDS),
        ("known-of-other", CARDS),
        ("unseen", CARDS),
        ("led", KINDS),
        ("turned", KINDS),
        ("last", KINDS),
        ("melded", 2 * KINDS),
        ("near", 2 * KINDS),
        ("winning", KINDS),
        ("chosen", 3 * KINDS),
        ("building", MELDS),
        ("melds", MELDS),
        ("trumps", 4),
        ("phase", PHASES),
        ("drawing", 1),
        ("has-melded", 1),
        ("elder", 1),
        ("stock", STOCK),
        ("held", HELD),
        ("meld-steps", 2 * STEPS),
        ("meld-points", 2 * TENS),
        ("trick-points", 2 * TRICKS),
    ])
}

/// The layout of the hints: what [`Ending`] tells, and while there is a stock [`Outlook`].
pub(super) fn hints() -> Vec<Plane> {
    Spec::lay_out(&[
        ("best", KINDS),
        ("rest", TRICKS + 1),
        ("lacking", LACKING * MELDS),
        ("worth", WORTH.len() * KINDS),
        ("worth-on-table", WORTH.len() * KINDS),
        ("stands", STANDS.len() * KINDS),
    ])
}

/// Writes the observation of a view.
#[inline]
pub(super) fn write(view: &PinochleView, look: &Look, row: &mut Row<'_>) {
    let (table, seat, other) = (&view.table, view.seat, 1 - view.seat);
    let trumps = table.trumps.map_or(CardSet::EMPTY, Suit::cards);
    cards(view.hand, row);
    kinds(view.hand.kinds() & trumps, row);
    kinds(view.hand.pairs() & trumps, row);
    laid(&table.laid[seat], row);
    laid(&table.laid[other], row);
    for held in [table.won[seat], table.won[other], table.known[seat], table.known[other], look.unseen] {
        cards(held, row);
    }
    for card in [table.led, table.turned, table.last] {
        single(card, row);
    }
    for set in look.melded.into_iter().chain(look.near).chain([look.winning]) {
        kinds(set, row);
    }
    let building = view.building;
    for set in building.map_or([CardSet::EMPTY; 3], |building| [building.hand, building.table, building.second]) {
        kinds(set, row);
    }
    row.put(building.map_or(0, |building| 1 << building.meld.index()), MELDS as u32);
    row.put(look.melds.into(), MELDS as u32);
    row.put(table.trumps.map_or(0, |suit| 1 << suit as u32), 4);
    let phase = match table.phase {
        Phase::Lead => 1,
        Phase::Follow => 1 << 1,
        Phase::Meld => 1 << 2,
        Phase::Deal | Phase::Stock | Phase::Over => 0,
    };
    row.put(phase, PHASES as u32);
    row.flag(table.drawing());
    row.flag(table.melded);
    row.flag(seat == 0);
    row.thermometer(table.stock.into(), STOCK as u32);
    row.thermometer(view.hand.len() as u32, HELD as u32);
    for whose in [seat, other] {
        row.thermometer(u32::from(table.melds[whose]) / 20, STEPS as u32);
    }
    for whose in [seat, other] {
        row.put(u64::from(table.melds[whose] / 10), TENS as u32);
    }
    for whose in [seat, other] {
        row.thermometer(value(table.won[whose]) / 10, TRICKS as u32);
    }
}

/// Writes the hints of a view.
fn hint(view: &PinochleView, row: &mut Row<'_>) {
    let ending = Ending::of(view);
    kinds(ending.map_or(CardSet::EMPTY, |ending| ending.best), row);
    row.thermometer(ending.map_or(0, |ending| ending.points / 10), TRICKS as u32 + 1);
    let outlook = Outlook::of(view);
    let lacks = outlook.as_ref().map(|outlook| Meld::ALL.map(|meld| outlook.lacking(meld).map(CardSet::len)));
    for most in 1..=LACKING {
        let near =
            |lacks: [Option<usize>; MELDS]| (0..MELDS).filter(move |&meld| lacks[meld].is_some_and(|n| n <= most));
        row.put(lacks.map_or(0, |lacks| near(lacks).fold(0, |melds, meld| melds | 1 << meld)), MELDS as u32);
    }
    let (hand, laid) = (view.hand.kinds(), view.table.laid[view.seat].layers()[0].cards);
    let worth = |source| outlook.as_ref().map(|outlook| move |card| outlook.worth(source, card));
    levels(hand, WORTH, worth(Source::Hand), row);
    levels(laid, WORTH, worth(Source::Table), row);
    let leads = outlook.as_ref().filter(|_| view.table.phase == Phase::Lead);
    levels(hand | laid, STANDS, leads.map(|outlook| |card| outlook.stands(card)), row);
}

/// Writes for each level the cards that are at it or above; none if nothing is said of them.
fn levels<const N: usize>(cards: CardSet, levels: [f32; N], of: Option<impl Fn(Card) -> f32>, row: &mut Row<'_>) {
    let mut reached = [CardSet::EMPTY; N];
    for card in if of.is_some() { cards } else { CardSet::EMPTY } {
        let at = of.as_ref().map_or(0.0, |of| of(card));
        let over = levels.iter().zip(&mut reached).filter(|(level, _)| at >= **level);
        over.for_each(|(_, reached)| reached.insert(card));
    }
    reached.into_iter().for_each(|reached| kinds(reached, row));
}

/// Writes a set of the pack's cards: 24 bits.
#[inline]
fn kinds(cards: CardSet, row: &mut Row<'_>) {
    row.put(compact(cards), KINDS as u32);
}

/// Writes a card, if there is one.
#[inline]
fn single(card: Option<Card>, row: &mut Row<'_>) {
    kinds(card.into_iter().collect(), row);
}

/// Writes cards of which there may be two: 48 bits.
#[inline]
fn cards(cards: Cards, row: &mut Row<'_>) {
    row.put(compact(cards.kinds()) | compact(cards.pairs()) << KINDS, CARDS as u32);
}

/// Writes what a seat has laid.
#[inline]
fn laid(laid: &Laid, row: &mut Row<'_>) {
    for layer in laid.layers() {
        // There are seldom two of a card, and no cards at all in the second half of a hand.
        if layer.cards.is_empty() {
            row.put(0, 64);
            row.put(0, LAID as u32 / 2 - 64);
            continue;
        }
        kinds(layer.cards, row);
        layer.served.iter().for_each(|&served| kinds(served, row));
    }
}

impl Encode for PinochleView {
    fn encode(&self, row: &mut Row<'_>) {
        write(self, &self.look(), row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if self.table.to_move == self.seat && matches!(self.table.phase, Phase::Lead | Phase::Follow | Phase::Meld) {
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
