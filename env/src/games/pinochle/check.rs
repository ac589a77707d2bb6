//! Whether some position of pinochle shows a view.

use super::count::Count;
use super::pack::{KINDS, PACK, Suit};
use super::plausible;
use super::rules::Rules;
use super::view::{Phase, PinochleView, Public};
use crate::cards::{CardSet, Cards};
use crate::rules::{Check, Inconsistent, Seat, require};

/// The tricks after each of which cards are drawn, and all of them.
const DRAWN: usize = 12;
const TRICKS: usize = 24;

/// Checks that some position shows a view.
pub(super) fn check(view: &PinochleView) -> Result<(), Inconsistent> {
    let table = &view.table;
    require(view.seat < 2 && table.to_move < 2, "seats are 0 and 1")?;
    check_places(view)?;
    check_trumps(table)?;
    check_sizes(view)?;
    check_known(view)?;
    check_turn(table)?;
    check_last(view)?;
    let building = view.building.is_none_or(|building| {
        let deciding = table.phase == Phase::Meld && table.to_move == view.seat && !table.melded;
        let open = |trumps| building.is_open(view.hand.kinds(), &table.laid[view.seat], trumps);
        deciding && table.trumps.is_some_and(open)
    });
    require(building, "`building` is no meld of which a card is to be chosen, in the order of the pack")?;
    plausible::check(table)?;
    check_count(table)
}

/// Checks that there are no more than two of a card, and none that the pack does not have.
fn check_places(view: &PinochleView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let single = |card: Option<_>| Cards::from(card.into_iter().collect::<CardSet>());
    require(view.hand.contains_all(table.known[view.seat]), "`table.known` of the seat itself must be in `hand`")?;
    let places = [
        ("hand", view.hand),
        ("table.laid", table.laid[0].cards()),
        ("table.laid", table.laid[1].cards()),
        ("table.won", table.won[0]),
        ("table.won", table.won[1]),
        ("table.led", single(table.led)),
        ("table.turned", single(table.turned)),
        ("table.last", single(table.last)),
        ("table.known", table.known[1 - view.seat]),
    ];
    let mut all = Cards::EMPTY;
    for (name, cards) in places {
        if !KINDS.contains_all(cards.kinds()) {
            return Err(Inconsistent(format!("`{name}`: the pack has A T K Q J 9 of each suit, and no other cards")));
        }
        // What does not fit under two of each is a third.
        if let Some(card) = (cards - (PACK - all)).first() {
            return Err(Inconsistent(format!("`{name}` has a third {card}: the pack has two of each card")));
        }
        all += cards;
    }
    Ok(())
}

/// Checks trumps, the turned card, and what may lie in melds.
fn check_trumps(table: &Public) -> Result<(), Inconsistent> {
    let Some(trumps) = table.trumps else {
        let dealing = table.phase == Phase::Deal && table.turned.is_none();
        return require(dealing, "`table.trumps` is missing");
    };
    require(table.phase != Phase::Deal, "`table.trumps` is turned up after the deal")?;
    let suit = table.turned.is_none_or(|card| Suit::of(card) == trumps);
    require(suit, "`table.turned` is not of the suit of `table.trumps`")?;
    plausible::check_laid(table, trumps)
}

/// Checks that the cards add up, phase by phase.
fn check_sizes(view: &PinochleView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let (own, stock) = (view.hand.len(), usize::from(table.stock));
    let laid = table.laid.map(|laid| laid.cards().len());
    let won = table.won.map(Cards::len);
    let single = usize::from(table.led.is_some()) + usize::from(table.turned.is_some());
    let placed = own + stock + laid[0] + laid[1] + won[0] + won[1] + single;
    let known = table.known[1 - view.seat].len();
    require(placed + known <= PACK.len(), "there are more than 48 cards")?;
    let mut held = [PACK.len() - placed; 2];
    held[view.seat] = own;
    let [first, second] = [0, 1].map(|seat| held[seat] + laid[seat]);
    let (mover, other) = if table.to_move == 0 { (first, second) } else { (second, first) };
    let tricks = (won[0] + won[1]) / 2;
    let empty = laid == [0; 2] && table.known == [Cards::EMPTY; 2];
    let dealing = table.phase == Phase::Deal;
    let drawing = table.drawing();
    require(drawing || dealing || laid == [0; 2], "`table.laid`: melds are taken back when the stock is gone")?;
    // So many cards have been drawn since the first trick began.
    let drawn = |cards: usize| stock + cards == Rules::STOCK;
    let (full, short) = (Rules::HAND, Rules::HAND - 1);
    let rest = TRICKS.saturating_sub(tricks);
    let fits = match table.phase {
        Phase::Deal => {
            // Some to one and then to the other.
            let (some, dealt) = (usize::from(Rules::DEALT), first + second);
            let (rounds, over) = (dealt / (2 * some), dealt % (2 * some));
            let in_turn = first == rounds * some + over.min(some);
            in_turn && first <= full && table.to_move == over / some && tricks == 0 && empty
        }
        Phase::Lead if drawing => mover == full && other == full && drawn(2 * tricks),
        Phase::Follow if drawing => mover == full && other == short && drawn(2 * tricks),
        Phase::Meld => drawing && tricks > 0 && mover == short && other == short && drawn(2 * tricks - 2),
        Phase::Stock => {
            let winner = other == short && drawn((2 * tricks).saturating_sub(2));
            let loser = other == full && drawn((2 * tricks).saturating_sub(1)) && stock > 0;
            let draws = mover == short && (winner || loser);
            // The last card is drawn by nobody, but turned up.
            let turns = mover == full && other == full && stock == 1 && drawn(2 * tricks);
            drawing && tricks > 0 && if stock == 1 && view.options.turns_last() { turns } else { draws }
        }
        Phase::Lead => stock == 0 && tricks >= DRAWN && rest > 0 && mover == rest && other == rest,
        Phase::Follow => stock == 0 && tricks >= DRAWN && mover == rest && other + 1 == rest,
        Phase::Over => stock == 0 && !drawing && tricks == TRICKS && mover == 0 && other == 0,
    };
    require(
        won.iter().all(|won| won.is_multiple_of(2)),
        "`table.won`: a trick is two cards, so each has an even number",
    )?;
    if fits {
        return Ok(());
    }
    Err(Inconsistent(format!(
        "the cards do not add up: in this phase, after {tricks} tricks, seat 0 holds {first} cards with what it has laid and \
         seat 1 {second}, and `table.stock` is {stock}; each holds 12 before a trick of the first twelve, and one less after \
         each of the others"
    )))
}

/// Checks what is known of hands: the turned card that someone has taken, and all when the stock is gone.
fn check_known(view: &PinochleView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let Some(trumps) = table.trumps else { return Ok(()) };
    if !table.drawing() {
        let open = table.known[view.seat] == view.hand && view.unseen().is_empty();
        return require(open, "`table.known`: both hands are known when the stock is gone");
    }
    let [first, second] = table.known;
    let none = first.is_empty() && second.is_empty();
    let taken = table.turned == Some(trumps.nine()) && first.len() + second.len() == 1;
    let trump = |cards: Cards| (trumps.cards().without(trumps.nine())).contains_all(cards.kinds());
    // Who has taken it has scored for his nine.
    let scored = |seat: Seat| table.known[seat].is_empty() || table.melds[seat] >= 10;
    require(
        none || taken && trump(first) && trump(second) && scored(0) && scored(1),
        "`table.known`: while there is a stock only the turned card can be known, once a nine lies in its place",
    )
}

/// Checks whose turn it is, and what has happened in it.
fn check_turn(table: &Public) -> Result<(), Inconsistent> {
    let (won, follows) = (table.won[0].len() + table.won[1].len(), table.phase == Phase::Follow);
    require(
        table.led.is_some() == follows,
        "`table.led` is the card led to a trick that is being played, if there is one",
    )?;
    require(!table.melded || table.phase == Phase::Meld, "`table.melded`: nobody lays melds in this phase")?;
    let winner: Seat = match table.phase {
        Phase::Deal => return Ok(()),
        Phase::Follow => 1 - table.to_move,
        Phase::Stock if table.stock.is_multiple_of(2) => 1 - table.to_move,
        _ => table.to_move,
    };
    let fits = if won == 0 { winner == 0 } else { !table.won[winner].is_empty() };
    require(fits, "`table.to_move`: elder hand leads to the first trick, and then who has won the last")
}

/// Checks that the last card of the stock is shown where it should be.
fn check_last(view: &PinochleView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let decides = matches!(table.phase, Phase::Lead | Phase::Follow | Phase::Meld);
    let due = decides && table.stock == 1 && view.options.turns_last();
    require(table.last.is_some() == due, "`table.last` is the last card of the stock, while it lies turned up")
}

/// Checks the count by counting again.
fn check_count(table: &Public) -> Result<(), Inconsistent> {
    let Some(count) = table.count else {
        return require(table.phase != Phase::Over, "`table.count` is missing");
    };
    let counted = table.phase == Phase::Over && count == Count::new(table.melds, table.won, table.to_move);
    require(counted, "`table.count` is not what the tricks and melds count")
}

impl Check for PinochleView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
