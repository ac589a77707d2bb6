//! Whether some position of Skarney shows a view.

use super::board::is_meld;
use super::laying::Laying;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SkarneyView;
use crate::cards::CardSet;
use crate::rules::{Check, Episode, Inconsistent, require};

type Checked = Result<(), Inconsistent>;

/// Says whether some position shows a view.
pub(super) fn check(view: &SkarneyView) -> Checked {
    if let Err(error) = view.options.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    of_match(view)?;
    of_cards(view)?;
    of_board(view)?;
    of_phase(view)?;
    of_laying(view)
}

/// Who plays, and how the match stands.
fn of_match(view: &SkarneyView) -> Checked {
    let (table, contest) = (&view.table, view.options.contest());
    let tally = &table.contest;
    let [elder, younger] = table.chairs;
    require(view.seat < contest.players, "`seat` is not one of the players")?;
    require(
        elder < contest.players && younger < contest.players && elder != younger,
        "`table.chairs` must name two of the players",
    )?;
    require(table.chairs.contains(&table.to_move), "`table.to_move` is not at the table")?;
    contest.admits(tally)?;
    require(tally.points().iter().all(|&points| points >= 0), "`table.contest.points`: nobody loses points")?;
    let over = table.phase == Phase::Over;
    match view.options.episode {
        Episode::Round => require(*tally == contest.start(), "`table.contest`: in a single round nothing is booked")?,
        Episode::Match => require(over == contest.over(tally), "`table.contest` and `table.phase` differ on the end")?,
    }
    let number = usize::from(table.table);
    require(number < contest.tables(tally), "`table.table` is not a table of this round")?;
    let seated = [contest.at(tally, number, 0), contest.at(tally, number, 1)];
    let booked = over && view.options.episode == Episode::Match;
    if seated != table.chairs && !booked {
        return Err(Inconsistent(format!(
            "`table.chairs`: in this round {seated:?} sit at this table, elder hand first"
        )));
    }
    let earlier = |seat| (0..number).any(|n| contest.at(tally, n, 0) == seat || contest.at(tally, n, 1) == seat);
    let scored = table.scored.iter().enumerate().all(|(seat, &points)| {
        (0..=Rules::MOST_POINTS).contains(&points) && (points == 0 || seat < contest.players && (over || earlier(seat)))
    });
    require(scored, "`table.scored`: only hands of this round that are over score")?;
    let single = view.options.episode == Episode::Round;
    let here = single && over && table.at_turn_cap();
    require(!here || table.capped, "`table.capped`: this hand was ended by the cap")?;
    let capped = here || single && number > 0;
    require(!table.capped || capped, "`table.capped`: the cap ended no hand of this single round")
}

/// Where the cards are.
fn of_cards(view: &SkarneyView) -> Checked {
    let table = &view.table;
    let board = table.board.cards();
    let melds: usize = table.board.iter().map(|meld| meld.cards.len()).sum();
    require(melds == board.len(), "`table.board`: a card lies in two melds")?;
    require((view.hand & board).is_empty(), "a card is both in `hand` and in `table.board`")?;
    let mut all = view.hand | board;
    for chair in 0..2 {
        let own = table.chairs[chair] == view.seat;
        let known = table.known(chair);
        if own {
            require(
                view.hand.contains_all(known),
                "`hand` must hold what is in `table.taken`, `table.refused`, `table.offered` and `table.placing` of its seat",
            )?;
            require(view.hand.len() == usize::from(table.sizes[chair]), "`table.sizes` differs from `hand`")?;
        } else {
            require((known & all).is_empty(), "a card that another is known to hold is elsewhere too")?;
            require(known.len() <= usize::from(table.sizes[chair]), "`table.sizes` is less than what is known")?;
            all |= known;
        }
    }
    require(table.chair(view.seat).is_some() || view.hand.is_empty(), "`hand`: who sits out holds no cards")?;
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
    let fits = |chair: usize| {
        let own = table.chairs[chair] == view.seat;
        let apart = (shown[chair] & (board | shown[1 - chair] | CardSet::JOKERS)).is_empty();
        let whole =
            shown[chair].len() == usize::from(table.sizes[chair]) && shown[chair].contains_all(table.known(chair));
        apart && whole && (!own || shown[chair] == view.hand)
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
        let turn = table.phase == Phase::Turn && meld.by == table.mover() && !table.fresh;
        let over = table.phase == Phase::Over;
        if meld.added > 0 && !((turn || over) && usize::from(meld.added) + 3 <= meld.cards.len()) {
            return Err(Inconsistent(format!("`table.board[{place}].added` is more than was laid off in this turn")));
        }
    }
    for chair in 0..2 {
        let melds = table.board.of(chair).count_ones();
        require(melds == 0 || melds >= 3, "`table.board`: a contract is three melds")?;
        let dealt = table.phase == Phase::Deal || melds > 0 || table.sizes[chair] >= Rules::DEALT;
        require(dealt, "`table.sizes`: nobody has fewer than ten cards before the contract")?;
    }
    Ok(())
}

/// What is going on.
fn of_phase(view: &SkarneyView) -> Checked {
    let table = &view.table;
    let (mover, phase) = (table.mover(), table.phase);
    let [elder, younger] = table.sizes;
    if phase == Phase::Deal {
        let undealt = Public { sizes: table.sizes, stock: table.stock, ..undealt(view) };
        let in_turn = elder == younger && elder < Rules::DEALT || elder == younger + 1 && elder <= Rules::DEALT;
        let to_move = table.chairs[usize::from(elder > younger)];
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

/// The table before the first card of the hand.
fn undealt(view: &SkarneyView) -> Public {
    let Public { contest, capped, table, scored, .. } = view.table;
    Public { capped, ..Public::undealt(&view.options, contest, table, scored) }
}

/// What the seat is putting together, by putting it together again.
fn of_laying(view: &SkarneyView) -> Checked {
    let table = &view.table;
    if view.laying.is_empty() {
        return Ok(());
    }
    let laying = table.phase == Phase::Turn && table.to_move == view.seat && table.placing.is_none() && !table.fresh;
    require(laying, "`laying`: only the seat to move lays cards")?;
    let (mover, mut again) = (table.mover(), SkarneyView { laying: Laying::default(), ..view.clone() });
    for &meld in view.laying.melds() {
        let mut left = meld;
        while !left.is_empty() {
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
