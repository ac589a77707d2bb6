//! Whether some position of Skarney shows a view.

use super::board::is_meld;
use super::laying::Laying;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SkarneyView;
use crate::cards::CardSet;
use crate::rules::{Check, Inconsistent, require};

type Checked = Result<(), Inconsistent>;

/// Checks that some position shows a view.
pub(super) fn check(view: &SkarneyView) -> Checked {
    require(view.seat < 2 && view.table.to_move < 2, "`seat` and `table.to_move` must be 0 or 1")?;
    of_cards(view)?;
    of_board(view)?;
    of_phase(view)?;
    of_laying(view)
}

/// Where the cards are.
fn of_cards(view: &SkarneyView) -> Checked {
    let table = &view.table;
    let board = table.board.cards();
    let melds: usize = table.board.iter().map(|meld| meld.cards.len()).sum();
    require(melds == board.len(), "`table.board`: a card lies in two melds")?;
    require((view.hand & board).is_empty(), "a card is both in `hand` and in `table.board`")?;
    let mut all = view.hand | board;
    for seat in 0..2 {
        let own = seat == view.seat;
        let known = table.known(seat);
        if own {
            require(
                view.hand.contains_all(known),
                "`hand` must hold what is in `table.taken`, `table.refused`, `table.offered` and `table.placing` of its seat",
            )?;
            require(view.hand.len() == usize::from(table.sizes[seat]), "`table.sizes` differs from `hand`")?;
        } else {
            require((known & all).is_empty(), "a card that another is known to hold is elsewhere too")?;
            require(known.len() <= usize::from(table.sizes[seat]), "`table.sizes` is less than what is known")?;
            all |= known;
        }
    }
    require((all & CardSet::JOKERS).is_empty(), "there are no jokers in this game")?;
    let [elder, younger] = table.sizes.map(usize::from);
    let placed = elder + younger + board.len() + usize::from(table.stock);
    if placed != 52 {
        return Err(Inconsistent(format!(
            "the cards do not add up: {elder} and {younger} in hands, {} on the table and {} in the stock make {placed}",
            board.len(),
            table.stock,
        )));
    }
    let shown = table.shown;
    if table.phase != Phase::Over {
        return require(shown == [CardSet::EMPTY; 2], "`table.shown`: hands lie open at the end only");
    }
    let fits = |seat: usize| {
        let own = seat == view.seat;
        let apart = (shown[seat] & (board | shown[1 - seat] | CardSet::JOKERS)).is_empty();
        let whole = shown[seat].len() == usize::from(table.sizes[seat]) && shown[seat].contains_all(table.known(seat));
        apart && whole && (!own || shown[seat] == view.hand)
    };
    require(fits(0) && fits(1), "`table.shown` is not the two hands")
}

/// What lies on the table.
fn of_board(view: &SkarneyView) -> Checked {
    let (table, corner) = (&view.table, view.options.corner);
    for (place, meld) in table.board.iter().enumerate() {
        if !is_meld(meld.cards, corner) {
            return Err(Inconsistent(format!("`table.board[{place}]`: {} is no meld", meld.cards)));
        }
        let turn = table.phase == Phase::Turn && meld.by == table.to_move && !table.fresh;
        let over = table.phase == Phase::Over;
        if meld.added > 0 && !((turn || over) && usize::from(meld.added) + 3 <= meld.cards.len()) {
            return Err(Inconsistent(format!("`table.board[{place}].added` is more than was laid off in this turn")));
        }
    }
    for seat in 0..2 {
        let melds = table.board.of(seat).count_ones();
        require(melds == 0 || melds >= 3, "`table.board`: a contract is three melds")?;
        let dealt = table.phase == Phase::Deal || melds > 0 || table.sizes[seat] >= Rules::DEALT;
        require(dealt, "`table.sizes`: nobody has fewer than ten cards before the contract")?;
    }
    Ok(())
}

/// What is going on.
fn of_phase(view: &SkarneyView) -> Checked {
    let table = &view.table;
    let (mover, phase) = (table.to_move, table.phase);
    let [elder, younger] = table.sizes;
    if phase == Phase::Deal {
        let undealt = Public { sizes: table.sizes, stock: table.stock, ..Public::undealt() };
        let in_turn = elder == younger && elder < Rules::DEALT || elder == younger + 1 && elder <= Rules::DEALT;
        let to_move = usize::from(elder > younger);
        return require(
            in_turn && *table == Public { to_move, ..undealt },
            "`table`: while cards are dealt nothing has happened",
        );
    }
    require(table.stock >= Rules::UNDRAWN, "`table.stock`: the last two cards are never drawn")?;
    require(phase != Phase::Stock || table.stock > Rules::UNDRAWN, "`table.stock`: there is nothing to draw")?;
    require(phase == Phase::Over || (elder > 0 && younger > 0), "`table.sizes`: who has no cards is out")?;
    let capped = table.turns < Rules::TURN_CAP || phase == Phase::Over && table.turns == Rules::TURN_CAP;
    require(capped, "`table.turns` is beyond the cap")?;
    let ended = elder == 0 || younger == 0 || table.exhausted() || table.turns == Rules::TURN_CAP;
    require(phase != Phase::Over || ended, "`table.phase`: nothing has ended the hand")?;
    let turn = if phase == Phase::Answer { 1 - mover } else { mover };
    let in_turn = phase == Phase::Over || turn == usize::from(table.turns % 2);
    require(in_turn, "`table.to_move`: the two take turns, elder hand first")?;
    let offered = match table.offered {
        Some(card) => {
            let open = !table.board.cards().contains(card) && !table.exhausted();
            phase == Phase::Answer && open && table.sizes[1 - mover] >= 2 && table.barred.is_none()
        }
        None => phase != Phase::Answer,
    };
    require(offered, "`table.offered` does not fit the phase")?;
    let barred = match (table.barred, phase) {
        (None, _) => true,
        (Some(card), Phase::Stock) => card.rank() != 1 && table.taken[mover].contains(card),
        (Some(card), Phase::Turn) => (table.taken[mover] | table.board.cards_of(mover)).contains(card),
        (Some(card), Phase::Over) => !card.is_joker(),
        _ => false,
    };
    require(barred, "`table.barred` is not what the player in turn has just taken")?;
    let own = || table.board.iter().filter(|meld| meld.by == mover);
    let contract = own().count() == Laying::CONTRACT && own().all(|meld| meld.cards.len() == 3);
    require(!table.fresh || phase == Phase::Turn && contract, "`table.fresh`: the contract is three melds of three")?;
    let placing = table.placing.is_none_or(|card| {
        let melds = table.board.taking(mover, 1 << card.rank().saturating_sub(1), view.options.corner);
        phase == Phase::Turn && !table.fresh && melds.count_ones() > 1
    });
    require(placing, "`table.placing` fits on several melds of the seat to move")
}

/// What the seat is putting together, by putting it together again.
fn of_laying(view: &SkarneyView) -> Checked {
    let table = &view.table;
    if view.laying.is_empty() {
        return Ok(());
    }
    let laying = table.phase == Phase::Turn && table.to_move == view.seat && table.placing.is_none() && !table.fresh;
    require(laying, "`laying`: only the seat to move lays cards")?;
    let (mover, mut again) = (table.to_move, SkarneyView { laying: Laying::default(), ..view.clone() });
    for &meld in view.laying.melds() {
        let mut left = meld;
        while !left.is_empty() {
            require(!again.laying.is_contract(), "`laying`: a contract that is whole lies on the table")?;
            let (next, _) = again.next(mover);
            let next = if left == meld { next & Laying::lowest(meld) } else { next };
            let Some(card) = (next & left).first() else {
                return Err(Inconsistent(format!("`laying`: {left} cannot come next")));
            };
            again.laying.push(card, !table.contract(mover));
            left.remove(card);
        }
    }
    require(again.laying == view.laying, "`laying`: the melds of a contract have three cards")?;
    require(!again.laying.is_contract(), "`laying`: a contract that is whole lies on the table")
}

impl Check for SkarneyView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
