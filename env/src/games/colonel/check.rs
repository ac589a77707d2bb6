//! Whether some position of Colonel shows a view.

use super::building::is_begun;
use super::count::{Count, End};
use super::rules::Rules;
use super::view::{ColonelView, Phase};
use crate::cards::CardSet;
use crate::rules::{Check, Inconsistent, Seat, require};

/// Checks that some position shows a view.
pub(super) fn check(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    require(view.seat < 2 && table.to_move < 2, "seats are 0 and 1")?;
    require(table.elder == 0, "`table.elder`: seat 0 is elder hand")?;
    check_places(view)?;
    check_sizes(view)?;
    check_turn(view)?;
    check_challenges(view)?;
    check_count(view)
}

/// Checks that every card is in one place.
fn check_places(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let (pile, board, other) = (table.pile.cards(), table.board.cards(), table.known[1 - view.seat]);
    require(table.board.is_whole(), "`table.board` is not made of melds of which each card was laid by one seat")?;
    require((view.hand & pile).is_empty(), "a card is both in `hand` and in `table.pile`")?;
    require(((view.hand | pile) & board).is_empty(), "a card of `table.board` is in `hand` or in `table.pile` too")?;
    require(view.hand.contains_all(table.known[view.seat]), "`table.known` of the seat itself must be in `hand`")?;
    require(
        (other & (view.hand | pile | board)).is_empty(),
        "a card in `table.known` of the other seat is elsewhere too",
    )?;
    let seen = pile | board | table.known[0] | table.known[1];
    require(((view.hand | seen) & CardSet::JOKERS).is_empty(), "there are no jokers in this game")?;
    require(seen.contains_all(table.returned), "a card in `table.returned` is nowhere that both see")?;
    let building = table.phase == Phase::Play && table.to_move == view.seat;
    require(view.meld.is_empty() || building, "`meld`: this seat is not to lay")?;
    require(
        is_begun(view.hand, view.meld),
        "`meld` cannot be completed from `hand`, or was not built from its lowest card",
    )
}

/// Checks that the cards add up: a hand is as large as it was dealt, without what was laid, and larger by one in its turn.
fn check_sizes(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let own = view.hand.len();
    let placed = own + table.pile.len() + table.board.cards().len() + usize::from(table.stock);
    let known = table.known[1 - view.seat].len();
    require(placed + known <= 52, "`hand`, `table.pile`, `table.board` and `table.stock` hold too many cards")?;
    let theirs = 52 - placed;
    let size = |seat: Seat| if seat == view.seat { own } else { theirs };
    let laid = |seat: Seat| table.board.laid[seat].len();
    let turn = |seat: Seat| usize::from(table.phase == Phase::Play && table.to_move == seat);
    let fits = match table.phase {
        Phase::Deal => {
            // One card at a time, elder hand first; the upcard comes last.
            let (elders, others) = (size(table.elder), size(1 - table.elder));
            let next = if elders == others { table.elder } else { 1 - table.elder };
            let in_turn = elders == others || elders == others + 1;
            let fresh = table.pile.is_empty() && table.board.cards().is_empty();
            in_turn && elders <= Rules::HAND && table.to_move == next && fresh
        }
        Phase::Over => (0..2).all(|seat| {
            let out = size(seat) == 0 && laid(seat) == Rules::HAND + 1;
            out || size(seat) + laid(seat) == Rules::HAND
        }),
        _ => (0..2).all(|seat| size(seat) > 0 && size(seat) + laid(seat) == Rules::HAND + turn(seat)),
    };
    let counts = || {
        let each = |seat: Seat| format!("{} in the hand of seat {seat}, which has laid {}", size(seat), laid(seat));
        Inconsistent(format!(
            "the cards do not add up: with {} in `table.pile` and {} in `table.stock` there are {} and {}; each was dealt \
             {}, and holds one more between its draw and its discard",
            table.pile.len(),
            table.stock,
            each(0),
            each(1),
            Rules::HAND,
        ))
    };
    if fits { Ok(()) } else { Err(counts()) }
}

/// Checks whose turn it is and what it began with.
fn check_turn(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let known = table.known[0] | table.known[1];
    if table.phase == Phase::Deal {
        let fresh = table.turns == 0 && table.returned.is_empty() && known.is_empty() && table.taken.is_none();
        return require(fresh, "`table`: nothing has happened while the cards are dealt");
    }
    require(table.stock <= Rules::STOCK, "`table.stock` is more than the deal leaves")?;
    let playing = table.phase != Phase::Over;
    let most = if playing { Rules::TURN_CAP - 1 } else { Rules::TURN_CAP };
    require(table.turns <= most, "`table.turns` is beyond the cap")?;
    let begun = table.turns + u8::from(matches!(table.phase, Phase::Play | Phase::Over));
    require(
        Rules::STOCK - table.stock <= begun,
        "`table.turns`: more cards have been drawn from the stock than there were turns",
    )?;
    let waits = matches!(table.phase, Phase::Draw | Phase::Stock | Phase::Answer);
    require(!waits || table.stock > 0, "`table.stock`: the hand ends when the stock is empty")?;
    let mover = if table.phase == Phase::Answer { 1 - table.to_move } else { table.to_move };
    let whose = if table.turns.is_multiple_of(2) { table.elder } else { 1 - table.elder };
    require(!playing || mover == whose, "`table.to_move`: the two take turns, elder hand first")?;
    let taken = |card| table.phase == Phase::Play && table.known[table.to_move].contains(card);
    require(
        table.taken.is_none_or(taken),
        "`table.taken` must be in `table.known` of the seat that is to lay and discard",
    )
}

/// Checks the challenges of this hand.
fn check_challenges(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let own_turn = |seat: Seat, turns: u8| turns.is_multiple_of(2) == (seat == table.elder);
    let possible = |seat: Seat| match table.challenged[seat] {
        Some(turns) => view.options.challenge && turns <= table.turns && own_turn(seat, turns),
        None => true,
    };
    let dealt = table.phase != Phase::Deal || table.challenged == [None; 2];
    require(possible(0) && possible(1) && dealt, "`table.challenged`: a seat challenges in its own turn, if ever")?;
    let asked = table.challenged[1 - table.to_move] == Some(table.turns);
    require(table.phase != Phase::Answer || asked, "`table.challenged`: nobody has challenged in this turn")
}

/// Checks the count of the hand by counting it again.
fn check_count(view: &ColonelView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let Some(count) = table.count else {
        return require(table.phase != Phase::Over, "`table.count` is missing");
    };
    let open = table.known[view.seat] == view.hand && table.known[1 - view.seat].len() == view.others();
    let out = table.known.iter().filter(|hand| hand.is_empty()).count();
    let ended = match count.end {
        End::Out => out == 1,
        End::Stock => out == 0 && table.stock == 0,
        End::TurnCap => out == 0 && table.stock > 0 && table.turns == Rules::TURN_CAP,
        End::Challenge => out == 0 && table.stock > 0 && table.challenged.contains(&Some(table.turns)),
    };
    let counted = table.phase == Phase::Over && open && ended && count == Count::new(count.end, table.known);
    require(counted, "`table.count` is not what the hands count")
}

impl Check for ColonelView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
