//! Whether some position of Skirmish shows a view.

use super::laying::{Laying, Next};
use super::rules::Rules;
use super::table::{Function, Phase, Public, Turned};
use super::view::SkirmishView;
use crate::games::kinds::{Kinds, points};
use crate::rules::require_or as require;
use crate::rules::{Check, Inconsistent};

/// Checks that some position shows a view.
pub(super) fn check(view: &SkirmishView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    if let Err(error) = rules.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    let (seats, hands) = (usize::from(rules.seats), rules.hands());
    require(usize::from(table.hands) == hands, || {
        format!("`table.hands` lists {}: with these options there are {hands} hands", table.hands)
    })?;
    require(view.seat < seats, || format!("`seat` is {}: the seats are 0 to {}", view.seat, seats - 1))?;
    check_charts(view)?;
    check_cards(view)?;
    if table.phase == Phase::Over {
        return check_counted(view);
    }
    if table.phase == Phase::Deal {
        return check_deal(view);
    }
    let alive = table.sizes[..hands].iter().all(|&size| size > 0);
    require(alive, || "`table.hands`: a hand of `size` 0 has ended the round".into())?;
    require(usize::from(table.passes) < hands, || {
        format!("`table.passes`: the round is over when all {hands} hands have passed")
    })?;
    require(usize::from(table.turns) < Rules::TURN_CAP * hands, || {
        format!("`table.turns` must be below {}, where the round stops", Rules::TURN_CAP * hands)
    })?;
    require(usize::from(table.passes) <= table.turns.into(), || {
        "`table.passes`: there are no more passes than `turns`".into()
    })?;
    check_turn(view)?;
    check_laying(view)
}

/// Checks that every card is in one place and that their numbers add up.
fn check_cards(view: &SkirmishView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let mut seen = table.visible();
    let distinct = seen.len() == table.stacks.cards().len() + table.board.cards().len();
    require(distinct, || {
        let card =
            (table.stacks.cards() & table.board.cards()).first().map_or_else(String::new, |card| card.to_string());
        format!("`table.combinations`: {card} lies in a stack too")
    })?;
    require(view.hand.contains_all(table.known[view.seat]), || {
        format!("`table.hands[{}].known` has a card that is not in `hand`", view.seat)
    })?;
    let mut count = seen.len();
    for hand in 0..table.hands.into() {
        let (known, size) = (view.cards_of(hand), usize::from(table.sizes[hand]));
        require((known & seen).is_empty(), || {
            let card = (known & seen).first().map_or_else(String::new, |card| card.to_string());
            let field = if hand == view.seat { "hand".into() } else { format!("table.hands[{hand}].known") };
            format!("`{field}`: {card} lies elsewhere too")
        })?;
        seen |= known;
        count += size;
        let open = hand == view.seat || hand >= view.options.seats.into();
        let fits = if open { known.len() == size } else { known.len() <= size };
        require(fits, || {
            let field = if hand == view.seat { "hand".into() } else { format!("table.hands[{hand}].known") };
            let at_most = if open { "" } else { "at most " };
            format!("`{field}` lists {}: `table.hands[{hand}].size` asks for {at_most}{size}", known.len())
        })?;
    }
    count += usize::from(table.stock);
    require(count == 54, || {
        format!(
            "`size` of all hands, the stacks, the combinations and `table.stock` together make {count} cards, not 54"
        )
    })?;
    let laid: u32 = table.laid.iter().map(|&laid| u32::from(laid)).sum();
    let lies = points(table.board.cards());
    require(laid == u32::from(lies), || {
        format!("`laid` of all hands adds up to {laid}, but the cards of `table.combinations` count {lies}")
    })
}

/// Checks a round whose cards are being dealt.
fn check_deal(view: &SkirmishView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let mut fresh = Public::new(&view.options, table.charts.as_slice().iter().map(|chart| chart.laid));
    // Deals so many cards as there are, to nobody in particular.
    for _ in table.stock..fresh.stock {
        let hand = fresh.to_move;
        fresh.sizes[hand] += 1;
        fresh.stock -= 1;
        fresh.to_move = fresh.receiver(&view.options);
        if fresh.dealt() {
            break;
        }
    }
    fresh.known = table.known;
    let hidden = (0..view.options.seats.into()).all(|hand| table.known[hand].is_empty());
    require(fresh == *table && hidden && view.laying.is_none(), || {
        "`table.hands`: no deal comes by these in the phase `deal`".into()
    })
}

/// Checks what was done in this turn.
fn check_turn(view: &SkirmishView) -> Result<(), Inconsistent> {
    let (table, turn) = (&view.table, &view.table.turn);
    require(!turn.playing || turn.has(Function::Play), || {
        "`table.turn.playing` is true, so `play` must be in `table.turn.used`".into()
    })?;
    let moves = usize::from(turn.has(Function::Drop)) + usize::from(turn.has(Function::Retrieve));
    let moved = match (moves, turn.has(Function::Drop)) {
        (0, _) => turn.moved.is_empty(),
        (1, true) => turn.moved.len() == 1 && table.stacks.dropped(table.to_move).contains_all(turn.moved),
        (1, false) => !turn.moved.is_empty(),
        _ => true,
    };
    let near = table.visible() | table.known[table.to_move];
    require(moved && near.contains_all(turn.moved), || {
        "`table.turn.moved` must be the cards that were dropped and not retrieved in this turn, or the other way round, \
         as `table.turn.used` says"
            .into()
    })?;
    if table.phase == Phase::Stock {
        require(turn.has(Function::Draw) && table.stock > 0, || {
            "`table.phase` is `stock`: `draw` must be in `table.turn.used`, and `table.stock` above 0".into()
        })?;
        require(!turn.playing, || "`table.turn.playing`: drawing ends the stretch of play".into())?;
    }
    let Some(card) = turn.must else { return Ok(()) };
    let picked = turn.has(Function::PickUp) && !turn.has(Function::Play) && table.known[table.to_move].contains(card);
    require(picked, || {
        "`table.turn.must` must be in `known` of the hand to move, with `pick-up` in `table.turn.used` and `play` not"
            .into()
    })?;
    require(view.can_keep_its_word(), || format!("`table.turn.must`: {card} cannot be laid now"))
}

/// Checks what the seat is putting down.
fn check_laying(view: &SkirmishView) -> Result<(), Inconsistent> {
    let (table, Some(laying)) = (&view.table, &view.laying) else { return Ok(()) };
    let (own, taken) = (view.cards_of(table.to_move), table.board.taken());
    require(view.deciding() && table.phase == Phase::Turn, || {
        "`laying` must be left out: the seat is not in its turn".into()
    })?;
    require(table.turn.may_play(), || {
        "`laying`: `play` is in `table.turn.used`, but `table.turn.playing` is false".into()
    })?;
    require(own.contains_all(laying.cards()), || {
        "`laying` has a card that is not in the hand to move; it stays there until all is laid".into()
    })?;
    let begun = match laying {
        Laying::Build(building) => table.open_kinds().contains(building.kind()) && building.fits(&taken),
        Laying::Extend(extending) => {
            match (table.board.all().get(usize::from(extending.combination)), extending.card) {
                (None, _) => false,
                (Some(_), None) => extending.second.is_none(),
                (Some(combination), Some(card)) => {
                    let (ends, pairs) = (combination.ends(&taken), combination.kind().width() == 2);
                    let asked = card.is_joker() && ends.low.is_some() && ends.high.is_some();
                    match extending.second {
                        Some(second) => pairs && asked && combination.seconds(card, own).contains(second),
                        None if pairs => combination.firsts(own, &taken).contains(card),
                        None => asked,
                    }
                }
            }
        }
    };
    if let Laying::Extend(extending) = laying {
        let count = table.board.all().len();
        require(usize::from(extending.combination) < count, || {
            format!("`laying.extend.combination`: there are {count} combinations, counted from 0")
        })?;
    }
    require(begun, || {
        "`laying` cannot have been begun: the kind is closed, it overlaps another, or the combination does not grow so"
            .into()
    })?;
    let possible = match laying.next(own, &table.board, &taken, table.turn.must) {
        Next::Put(cards, done) => done || !cards.is_empty(),
        Next::End => table.turn.must.is_none_or(|card| laying.cards().contains(card)),
    };
    require(possible, || "`laying` cannot be completed with the cards of the hand".into())
}

/// Checks a round that has been counted: all hands lie open.
fn check_counted(view: &SkirmishView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let open = (0..usize::from(table.hands)).all(|hand| view.cards_of(hand).len() == usize::from(table.sizes[hand]));
    let shown = table.known[view.seat] == view.hand;
    require(open && shown, || "`table.hands`: `known` is the whole of every hand that is counted".into())?;
    require(table.turn == Turned::default() && view.laying.is_none(), || {
        "`table.turn` and `laying` must be left out: the round is over".into()
    })?;
    let limit = usize::from(table.hands);
    let past = usize::from(table.passes) <= limit && usize::from(table.turns) <= Rules::TURN_CAP * limit;
    require(past, || "`table.passes` or `table.turns` is beyond the end of the round".into())?;
    let capped = usize::from(table.turns) == Rules::TURN_CAP * limit;
    require(table.ended() || capped, || "`table.phase`: the round has not ended".into())
}

/// Checks the charts.
fn check_charts(view: &SkirmishView) -> Result<(), Inconsistent> {
    let (table, rules, charts) = (&view.table, &view.options, view.table.charts.as_slice());
    let kept = if rules.charts { usize::from(rules.seats) } else { 0 };
    require(charts.len() == kept, || {
        format!("`table.charts` lists {}: with these options there are {kept} charts", charts.len())
    })?;
    let lie: Kinds = table.board.all().iter().map(|combination| combination.kind()).collect();
    for (seat, chart) in charts.iter().enumerate() {
        let added = chart.fresh.without(lie) == Kinds::NONE && chart.fresh.without(chart.laid) == chart.fresh;
        require(added, || {
            format!("`table.charts[{seat}].fresh` must be kinds of `table.combinations` that are not in `laid`")
        })?;
    }
    Ok(())
}

impl Check for SkirmishView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
