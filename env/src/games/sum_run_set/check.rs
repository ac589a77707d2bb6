//! Whether some position of Sum-Run-Set shows a view.

use super::PerSeat;
use super::bonuses::{bonuses, count, suffices};
use super::reach::Reach;
use super::rules::Rules;
use super::table::{Phase, Public};
use super::view::SumRunSetView;
use crate::cards::{Card, CardSet};
use crate::rules::require_or as require;
use crate::rules::{Check, Inconsistent};

/// A capture pegs no more for each of its cards: the set of four that is also a fall and a sweep.
const MOST_A_CARD: usize = 4;
/// A capture has no fewer cards, and pegs no fewer points.
const LEAST: usize = 2;

/// Checks that some position shows a view.
pub(super) fn check(view: &SumRunSetView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    if let Err(error) = rules.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    let (seats, sides) = (usize::from(rules.seats), rules.sides());
    require(view.seat < seats && table.to_move < seats, || {
        format!("`seat` and `table.to_move` must be below {seats}, the number of seats")
    })?;
    require(table.piles.as_slice().len() == seats && table.pegged.as_slice().len() == sides, || {
        format!("`table.piles` must have {seats} entries, one a seat, and `table.pegged` {sides}, one a side")
    })?;
    require(table.pack <= Card::COUNT, || "`table.pack` is more than the pack".into())?;
    require(table.lacks.is_none_or(|lacks| lacks.as_slice().len() == seats), || {
        format!("`table.lacks` must have {seats} entries, one a seat")
    })?;
    check_places(view)?;
    check_deal(view)?;
    check_turn(table, rules)?;
    check_open(table)?;
    check_left(table, rules)?;
    check_piles(table, rules)?;
    check_pegged(table, rules)
}

/// Checks that every card is in one place.
fn check_places(view: &SumRunSetView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let played: CardSet = table.played.into_iter().collect();
    let mut seen = view.hand;
    for (cards, field) in [(table.pond, "pond"), (played, "played")] {
        require((cards & seen).is_empty(), || format!("`table.{field}` has a card that lies elsewhere too"))?;
        seen |= cards;
    }
    for (seat, &pile) in table.piles.as_slice().iter().enumerate() {
        require((pile & seen).is_empty(), || format!("`table.piles[{seat}]` has a card that lies elsewhere too"))?;
        seen |= pile;
    }
    require(CardSet::PACK.contains_all(seen), || "there are no jokers in this game".into())?;
    require(table.pond.contains_all(table.taken), || "`table.taken` has a card that is not in `table.pond`".into())?;
    let left = table.left.is_none_or(|left| table.pond.contains(left));
    require(left, || "`table.left` must be a card of `table.pond`".into())
}

/// Checks that the numbers of cards fit what has been dealt and played.
fn check_deal(view: &SumRunSetView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    let pond = Card::COUNT - rules.pond();
    if table.pack > pond {
        let bare = table.plays(rules) == 0 && table.pond.len() == usize::from(Card::COUNT - table.pack);
        return require(bare && table.phase == Phase::Deal && view.hand.is_empty(), || {
            format!("`table.pack`: as long as it has more than {pond} cards, the others are in `table.pond`")
        });
    }
    let open = table.pond.len() + table.captured().len() + usize::from(table.played.is_some());
    let (dealt, plays, deal) = (table.dealt(rules), table.plays(rules), usize::from(rules.deal()));
    let last = dealt.saturating_sub(deal);
    let fits = match table.phase {
        // Hands are dealt when all have been played, and there is a card more to come.
        Phase::Deal => plays.is_multiple_of(deal) && (plays..plays + deal).contains(&dealt) && table.pack > 0,
        Phase::Play => (last..dealt).contains(&plays),
        Phase::Choose | Phase::Take => (last + 1..=dealt).contains(&plays),
        Phase::Over if table.lacks.is_some() => (last + 1..=dealt).contains(&plays),
        Phase::Over => plays == usize::from(pond) && table.pack == 0,
    };
    let whole = table.phase == Phase::Deal || dealt > 0 && dealt.is_multiple_of(deal);
    require(open >= usize::from(rules.pond()) && fits && whole, || {
        format!(
            "`table.pack` leaves {dealt} cards that have been dealt to hands, of which `table.pond`, `table.piles` and \
             `table.played` show {plays} played: in this phase it cannot be so"
        )
    })?;
    let holds = table.holds(rules, view.seat);
    require(view.hand.len() == holds, || format!("`hand` has {} cards: the seat holds {holds} now", view.hand.len()))
}

/// Checks whose turn it is.
fn check_turn(table: &Public, rules: &Rules) -> Result<(), Inconsistent> {
    let places = match table.phase {
        Phase::Deal => table.dealt(rules),
        Phase::Play => table.plays(rules),
        Phase::Choose | Phase::Take | Phase::Over => table.plays(rules).saturating_sub(1),
    };
    let seat = places % usize::from(rules.seats);
    require(table.to_move == seat, || format!("`table.to_move`: it is the turn of seat {seat}"))
}

/// Checks the card that lies open and what has been named for its capture.
fn check_open(table: &Public) -> Result<(), Inconsistent> {
    let (choosing, taking) = (table.phase == Phase::Choose, table.phase == Phase::Take);
    require(table.played.is_some() == (choosing || taking), || {
        "`table.played` is the card that lies open in the phases `choose` and `take`".into()
    })?;
    require(table.kind.is_some() == taking && (taking || table.taken.is_empty()), || {
        "`table.kind` is needed in the phase `take`, and nowhere else, nor is `table.taken`".into()
    })?;
    let Some(played) = table.played else { return Ok(()) };
    match table.kind {
        None => require(Reach::new(table.pond, None).has(played), || {
            "`table.played` can capture nothing, so it is left without being asked".into()
        }),
        Some(kind) => require(!kind.next(played, table.pond, table.taken).is_empty(), || {
            "`table.taken` is no capture of this kind to which more can be taken, in the order of the pack".into()
        }),
    }
}

/// Checks the card that was left last.
fn check_left(table: &Public, rules: &Rules) -> Result<(), Inconsistent> {
    let open = usize::from(table.played.is_some());
    let ended = table.plays(rules) - open;
    if table.phase == Phase::Over || ended == 0 {
        return require(table.left.is_none(), || "`table.left`: nobody has just left a card".into());
    }
    // Who has left no card has captured.
    let before = (ended - 1) % usize::from(rules.seats);
    require(table.left.is_some() || !table.piles[before].is_empty(), || {
        format!("`table.left` is missing, but seat {before} has captured nothing")
    })
}

/// Checks the piles against the cards that each seat has played.
fn check_piles(table: &Public, rules: &Rules) -> Result<(), Inconsistent> {
    let ended = table.plays(rules) - usize::from(table.played.is_some());
    for (seat, pile) in table.piles.as_slice().iter().enumerate() {
        let pile = pile.len();
        require(pile == 0 || pile >= LEAST && ended > seat, || {
            format!("`table.piles[{seat}]` is not what a seat can have captured by now")
        })?;
    }
    Ok(())
}

/// Checks the points of this pitch against what has been captured.
fn check_pegged(table: &Public, rules: &Rules) -> Result<(), Inconsistent> {
    let pegged = &table.pegged;
    let fits = match table.phase {
        Phase::Over => ends(table, rules),
        _ => by_captures(table, rules, pegged) && !wins(table, rules, pegged).contains(&true),
    };
    require(fits, || "`table.pegged` is not what these piles bring, or a match would end otherwise".into())
}

/// Returns `true` if captures can have brought each side its points.
fn by_captures(table: &Public, rules: &Rules, pegged: &PerSeat<u16>) -> bool {
    let mut cards = [0; Rules::SEATS];
    for (seat, pile) in table.piles.as_slice().iter().enumerate() {
        cards[rules.side(seat)] += pile.len();
    }
    pegged.as_slice().iter().zip(cards).all(|(&pegged, cards)| {
        let least = if cards == 0 { 0 } else { LEAST };
        (least..=MOST_A_CARD * cards).contains(&pegged.into())
    })
}

/// For each side, whether it has reached the target of a match with what it has pegged.
fn wins(table: &Public, rules: &Rules, pegged: &PerSeat<u16>) -> [bool; Rules::SEATS] {
    let lacks = table.lacks(rules);
    std::array::from_fn(|side| side < rules.sides() && suffices(pegged[side], lacks(side)))
}

/// Returns `true` if a pitch can end with these points: by a capture that wins, or after cards, or cards and honours,
/// were counted.
fn ends(table: &Public, rules: &Rules) -> bool {
    let captured = |counted: usize| {
        let mut pegged = table.pegged;
        for (side, points) in bonuses(rules, &table.piles).into_iter().take(counted) {
            if let Some(side) = side {
                pegged[side] = pegged[side].checked_sub(points)?;
            }
        }
        Some(pegged)
    };
    let leads_here = |mut pegged: PerSeat<u16>| {
        let won = wins(table, rules, &pegged);
        if !by_captures(table, rules, &pegged) {
            return false;
        }
        if won.contains(&true) {
            let alone = won.iter().enumerate().all(|(side, &won)| won == (side == rules.side(table.to_move)));
            return alone && !table.piles[table.to_move].is_empty() && pegged == table.pegged;
        }
        count(rules, &table.piles, &mut pegged, table.lacks(rules));
        table.plays(rules) == usize::from(Card::COUNT - rules.pond()) && pegged == table.pegged
    };
    (0..=2).filter_map(captured).any(leads_here)
}

impl Check for SumRunSetView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
