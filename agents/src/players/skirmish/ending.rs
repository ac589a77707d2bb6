//! Whether and how to end the round.

use elderhand_env::skirmish::planning::{HELD, sheddable};
use elderhand_env::skirmish::{Function, SkirmishView, scored};
use elderhand_env::{Card, CardSet};

/// What a card costs on average: the points of 52 cards and twice five for the jokers, over 54.
const MEAN: f32 = 86.0 / 54.0;

/// What a card costs when it is dropped.
pub(super) fn dropped(card: Card) -> i16 {
    -scored(0, CardSet::EMPTY, CardSet::of(card))
}

/// What cards cost if the round ends while they are in a hand.
fn charge(held: CardSet) -> f32 {
    -f32::from(scored(0, held, CardSet::EMPTY))
}

/// Returns `true` if it pays to go out by parting with these last cards of the hand.
///
/// It does where the others are charged more for what they hold than the drop costs, which it nearly always does: who
/// waits lets them lay their cards. To go out only where it costs nothing loses 0.7 points a round between two.
pub(super) fn goes_out(view: &SkirmishView, rest: CardSet) -> bool {
    let (table, seats) = (&view.table, usize::from(view.options.seats));
    if rest.len() > sheddable(view) {
        return false;
    }
    let discards = usize::from(!table.turn.has(Function::Discard));
    let cost = if rest.len() > discards { rest.iter().map(dropped).min().unwrap_or(0) } else { 0 };
    let hands = (0..usize::from(table.hands)).filter(|&hand| hand != view.acting());
    let others = seats - 1;
    let charges = hands.map(|hand| {
        let known = view.cards_of(hand);
        let held = charge(known) + MEAN * (f32::from(table.sizes[hand]) - known.len() as f32);
        // In Melee the seat's own other hand is charged as well.
        if hand % seats == view.seat { -held } else { held / others as f32 }
    });
    charges.sum::<f32>() + HELD * charge(rest) >= cost.into()
}
