//! Whether some position of Knock Rummy shows a view.

use super::rules::Rules;
use super::state::DEAD_STOCK;
use super::table::Phase;
use super::view::KnockView;
use crate::cards::{Card, CardSet};
use crate::rules::require_or as require;
use crate::rules::{Check, Inconsistent, Redeal, State, Stream};

/// Checks that some position shows a view.
pub(super) fn check(view: &KnockView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    if let Err(error) = rules.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    let seats = usize::from(rules.seats);
    require(view.seat < seats && table.to_move < seats, || {
        format!("`seat` and `table.to_move` must be below {seats}, the number of seats")
    })?;
    require(table.known.as_slice().len() == seats, || {
        format!("`table.known` must have an entry for each of the {seats} seats")
    })?;
    require(table.stock <= Card::COUNT, || "`table.stock` is more than the pack".into())?;
    check_cards(view)?;
    check_turn(view)?;
    check_end(view)
}

/// Checks that every card is in one place and that their numbers add up.
fn check_cards(view: &KnockView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    require(view.hand.contains_all(table.known[view.seat]), || {
        format!("`table.known[{}]` has a card that is not in `hand`", view.seat)
    })?;
    let (mut seen, mut count) = (table.pile.cards(), table.pile.len() + usize::from(table.stock));
    for seat in 0..usize::from(rules.seats) {
        let own = seat == view.seat;
        let (cards, size) = (if own { view.hand } else { table.known[seat] }, table.holds(rules, seat));
        let field = || if own { "hand".into() } else { format!("table.known[{seat}]") };
        require((cards & seen).is_empty(), || format!("`{}` has a card that lies elsewhere too", field()))?;
        require(if own { cards.len() == size } else { cards.len() <= size }, || {
            format!("`{}` has {} cards: the seat holds {size} in this phase", field(), cards.len())
        })?;
        seen |= cards;
        count += size;
    }
    require((seen & CardSet::JOKERS).is_empty(), || "there are no jokers in this game".into())?;
    require(count == usize::from(Card::COUNT), || {
        format!("the hands, `table.pile` and `table.stock` together make {count} cards, not 52")
    })?;
    let passed_on = table.known.as_slice().iter().fold(table.pile.cards(), |cards, &known| cards | known);
    require(passed_on.contains_all(table.returned), || "a card in `table.returned` is nowhere that all see".into())?;
    let absent = usize::from(rules.seats)..Rules::SEATS;
    require(absent.fold(CardSet::EMPTY, |cards, seat| cards | table.pile.by(seat)).is_empty(), || {
        "`table.pile`: `by` must be a seat of the table".into()
    })
}

/// Checks whose turn it is, and what has been done in it.
fn check_turn(view: &KnockView) -> Result<(), Inconsistent> {
    let (table, seats) = (&view.table, usize::from(view.options.seats));
    let dealt = usize::from(Card::COUNT - table.stock);
    let deal = seats * Rules::dealt(seats);
    if let Some(card) = table.taken {
        let known = table.phase == Phase::Discard && table.known[table.to_move].contains(card);
        require(known, || "`table.taken` must be in `table.known` of the seat that is to discard".into())?;
    }
    if table.phase == Phase::Deal {
        let fresh = table.turns == 0 && table.pile.is_empty() && passed(view).is_empty();
        return require(fresh && table.to_move == dealt % seats && dealt <= deal, || {
            "`table` does not show a deal that has come so far".into()
        });
    }
    // Each turn has drawn or taken, and so has the one that is not over yet.
    let begun = usize::from(table.turns) + usize::from(table.phase == Phase::Discard);
    let drawn = begun - usize::from(table.taken.is_some() && begun > 0);
    let draws = usize::from(table.phase == Phase::Discard && table.taken.is_none())..=drawn;
    require(dealt > deal && draws.contains(&(dealt - deal - 1)), || {
        "`table.stock` and `table.turns`: there were not so many draws".into()
    })?;
    require(table.turns <= Rules::TURN_CAP, || "`table.turns` is beyond the cap".into())?;
    // In the last turn a card has been drawn from above those that nobody draws.
    let undrawn = if table.phase == Phase::Discard { DEAD_STOCK - 1 } else { DEAD_STOCK };
    if table.phase == Phase::Over {
        return require(table.stock >= undrawn, || "`table.stock`: the last two cards are never drawn".into());
    }
    require(table.turns < Rules::TURN_CAP && table.stock > undrawn, || {
        "`table.stock` and `table.turns`: the hand is dead".into()
    })?;
    let turn = usize::from(table.turns) % seats;
    require(table.to_move == turn, || format!("`table.to_move`: it is the turn of seat {turn}"))
}

/// The cards that have passed through the discard pile.
fn passed(view: &KnockView) -> CardSet {
    view.table.known.as_slice().iter().fold(view.table.returned, |cards, &known| cards | known)
}

/// Checks the end of the hand: a count by counting again, else that the hand is dead.
fn check_end(view: &KnockView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let over = table.phase == Phase::Over;
    let Some(showdown) = view.showdown else {
        let dead = table.stock == DEAD_STOCK || table.turns == Rules::TURN_CAP;
        return require(!over || dead, || "`showdown` is left out, but the hand is not dead".into());
    };
    let open = table.known[view.seat] == view.hand && view.unseen().len() == usize::from(table.stock);
    let knocked = over && table.turns > 0 && showdown.knocker == table.to_move;
    // All hands lie open, so that nothing is left to chance.
    let counted = open && knocked && view.redeal(&mut Stream::new(0)).view(view.seat) == *view;
    require(counted, || "`showdown` is not what the hands count".into())
}

impl Check for KnockView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
