//! How a view comes in from outside: the betting is played again, the cards are laid, and what does not fit is told.

use serde::{Deserialize, Deserializer, de};

use super::amount::addable;
use super::betting::{Betting, Deed};
use super::rules::{Amounts, Rules};
use super::settle::settle;
use super::table::{Phase, Public};
use super::view::PinnacleView;
use super::wire::{ActKind, Counted, Player, Table, View};
use crate::cards::CardSet;

impl<'de> Deserialize<'de> for PinnacleView {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PinnacleView, D::Error> {
        View::deserialize(deserializer)?.try_into().map_err(de::Error::custom)
    }
}

impl TryFrom<View> for PinnacleView {
    type Error = String;

    fn try_from(view: View) -> Result<PinnacleView, String> {
        let (rules, given) = (&view.options, &view.table);
        let all = chips(rules, given)?;
        // Of those who began the match some may have left.
        let first = Rules { seats: all, ..*rules };
        first.check().map_err(|error| format!("`options`: {error}"))?;
        let seats = usize::from(rules.seats);
        require(given.seats.len() == seats, || {
            format!("`table.seats` lists {}: with these options there are {seats}", given.seats.len())
        })?;
        require(view.seat < seats, || format!("`seat` is {}: the seats are 0 to {}", view.seat, seats - 1))?;
        let mut table = begin(rules, given);
        bet(rules, given, &mut table)?;
        deal(rules, given, &mut table, &view)?;
        finish(rules, given, &mut table)?;
        derived(given, &table)?;
        let view = PinnacleView { options: view.options, seat: view.seat, hole: view.hole, amount: view.amount, table };
        check_amount(&view)?;
        check_counts(&given.seats, &view)?;
        Ok(view)
    }
}

fn require(holds: bool, text: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(text()) }
}

/// The number of seats among which all chips were shared out first: all there are now, and more in a match that some have
/// left.
fn chips(rules: &Rules, given: &Table) -> Result<u8, String> {
    let stack = u32::from(rules.stack).max(1);
    let before = given.seats.iter().map(|player| u32::from(player.before.unwrap_or(rules.stack)));
    let sum: u32 = before.clone().take(Rules::SEATS).sum();
    let (seats, all) = (u32::from(rules.seats), sum / stack);
    require(before.clone().all(|chips| chips > 0), || {
        "`table.seats`: a seat has no chips `before`, so it has left the match".into()
    })?;
    // What is wrong with the options comes first, and with the number of entries.
    if !(2..=Rules::SEATS).contains(&usize::from(rules.seats)) || given.seats.len() != usize::from(rules.seats) {
        return Ok(rules.seats);
    }
    require(sum.is_multiple_of(stack) && (seats..=Rules::SEATS as u32).contains(&all), || {
        let (least, most) = (seats * stack, Rules::SEATS as u32 * stack);
        format!(
            "`before` of all `table.seats` adds up to {sum}: with these options there are {least} chips, or in a match \
             that some have left so many times {stack} as there were seats, {most} at most"
        )
    })?;
    Ok(all as u8)
}

/// The table at the beginning of the round.
fn begin(rules: &Rules, given: &Table) -> Public {
    let mut before = [0; Rules::SEATS];
    for (before, player) in before.iter_mut().zip(&given.seats) {
        *before = player.before.unwrap_or(rules.stack);
    }
    Public::new(Betting::new(rules, before))
}

/// Plays the acts.
fn bet(rules: &Rules, given: &Table, table: &mut Public) -> Result<(), String> {
    let betting = &mut table.betting;
    require(given.acts.len() <= rules.cycles.into(), || {
        format!("`table.acts` has {} lists: there is one a cycle, at most {}", given.acts.len(), rules.cycles)
    })?;
    for (cycle, acts) in given.acts.iter().enumerate() {
        for (place, act) in acts.iter().enumerate() {
            let at = |text: String| format!("`table.acts[{cycle}][{place}]`: {text}");
            require(betting.open && usize::from(betting.cycle) == cycle, || at(astray(betting, cycle)))?;
            let turn = usize::from(betting.to_move);
            require(act.seat == turn, || at(format!("it was the turn of seat {turn}, not {}", act.seat)))?;
            let deed = match (act.act, act.to) {
                (ActKind::Bet, Some(to)) => Deed::Bet(to),
                (ActKind::Bet, None) => {
                    return Err(at("a bet needs `to`, the seat's bet of the cycle after it".into()));
                }
                (ActKind::Fold, _) => Deed::Fold,
                (ActKind::Check, _) => Deed::Check,
                (ActKind::Call, _) => Deed::Call,
            };
            require(act.act == ActKind::Bet || act.to.is_none(), || at("only a bet has `to`".into()))?;
            require(betting.allows(rules, deed), || at(refused(rules, betting, deed)))?;
            betting.act(rules, deed);
        }
    }
    Ok(())
}

/// Why nobody acts in a cycle, in words.
fn astray(betting: &Betting, cycle: usize) -> String {
    match (betting.open, usize::from(betting.cycle)) {
        (false, _) => "the betting of the round was over before it".into(),
        (true, now) if now > cycle => format!("cycle {cycle} was over before it: it belongs in `table.acts[{now}]`"),
        (true, now) => format!("cycle {now} was not over, for it was the turn of seat {}", betting.to_move),
    }
}

/// What the seat to act cannot do, and what it may do, in words.
fn refused(rules: &Rules, betting: &Betting, deed: Deed) -> String {
    let tried = match deed {
        Deed::Fold => "fold".into(),
        Deed::Check => "check".into(),
        Deed::Call => "call".into(),
        Deed::Bet(to) => format!("bet `to` {to}"),
    };
    let mut text = format!("seat {} cannot {tried}: it may fold", betting.to_move);
    if betting.may_check() {
        text += ", check";
    }
    if betting.may_call() {
        text += ", call";
    }
    match betting.range(rules) {
        Some(range) if range.least == range.most => text += &format!(", bet `to` {}", range.least),
        Some(range) => text += &format!(", bet `to` {} to {}", range.least, range.most),
        None if betting.all_in => text += "; nobody may bet after an all-in",
        None if betting.used.contains(betting.to_move.into()) => {
            text += "; it has bet, raised or checked in this cycle already";
        }
        None => (),
    }
    text
}

/// Lays the cards, which must be of the pack, in one place each, and as many as have been dealt.
fn deal(rules: &Rules, given: &Table, table: &mut Public, view: &View) -> Result<(), String> {
    let all = rules.dealt() as u8;
    table.dealt = given.dealt.unwrap_or(all);
    require(table.dealt <= all, || format!("`table.dealt` is {}: {all} cards are dealt to seats", table.dealt))?;
    require(given.board.len() <= rules.cycles.into(), || {
        format!("`table.board` has {} lists: there is one a cycle, at most {}", given.board.len(), rules.cycles)
    })?;
    let mut seen = CardSet::EMPTY;
    let mut lay = |cards: CardSet, field: &str| {
        if let Some(twice) = (cards & seen).first() {
            return Err(format!("`{field}`: {twice} lies elsewhere too"));
        }
        if let Some(strange) = (cards - rules.pack()).first() {
            return Err(format!("`{field}`: {strange} is not in the pack"));
        }
        seen |= cards;
        Ok(())
    };
    lay(view.hole, "hole")?;
    for (cycle, &cards) in given.board.iter().enumerate() {
        lay(cards, &format!("table.board[{cycle}]"))?;
        table.board[cycle] = cards;
    }
    for (seat, player) in given.seats.iter().enumerate() {
        lay(player.open, &format!("table.seats[{seat}].open"))?;
        if seat != view.seat {
            lay(player.shown, &format!("table.seats[{seat}].shown"))?;
        }
        require(seat != view.seat || player.shown.is_empty() || player.shown == view.hole, || {
            format!("`table.seats[{seat}].shown` must be `hole`")
        })?;
        (table.open[seat], table.shown[seat]) = (player.open, player.shown);
        let wanted = table.dealt_to(rules, seat).1;
        require(player.open.len() == wanted, || {
            format!("`table.seats[{seat}].open` lists {}: {wanted} of the seat's cards lie face up", player.open.len())
        })?;
    }
    let wanted = table.dealt_to(rules, view.seat).0;
    require(view.hole.len() == wanted, || {
        format!("`hole` lists {}: by `table.dealt`, {}, the seat has {wanted}", view.hole.len(), table.dealt)
    })?;
    // A cycle with acts has all its cards; what comes later lies in order: full parts, one that is being dealt, nothing.
    let acted = given.acts.iter().rposition(|acts| !acts.is_empty());
    let (cycle, lacking) = (usize::from(table.betting.cycle), table.lacking());
    require(table.dealt == all || acted.is_none(), || {
        "`table.dealt`: nobody acts before all cards are dealt to seats".into()
    })?;
    for (place, part) in table.board.iter().enumerate() {
        let wanted = Rules::COMMUNITY[place];
        let (least, most) = match lacking {
            _ if acted.is_some_and(|acted| place <= acted) => (wanted, wanted),
            _ if table.dealt < all || place > cycle => (0, 0),
            Some(lacking) if place == lacking => (0, wanted),
            Some(lacking) if place > lacking => (0, 0),
            _ => (wanted, wanted),
        };
        require((least..=most).contains(&part.len()), || {
            format!("`table.board[{place}]` lists {}: expected {most} by the cards before it and the acts", part.len())
        })?;
    }
    Ok(())
}

/// Finds the phase, and settles a round that is over.
fn finish(rules: &Rules, given: &Table, table: &mut Public) -> Result<(), String> {
    let (due, live) = (table.card_is_due(rules), table.betting.live());
    let showdown = !due && !table.betting.open && live.len() > 1;
    for seat in 0..rules.seats.into() {
        let wanted = if showdown && live.contains(seat) { Rules::HOLE_CARDS } else { 0 };
        require(table.shown[seat].len() == wanted, || {
            format!(
                "`table.seats[{seat}].shown` lists {}: by the acts {wanted} of its hole cards are shown",
                table.shown[seat].len()
            )
        })?;
    }
    if due {
        table.phase = Phase::Deal;
    } else if table.betting.open {
        table.phase = Phase::Bet;
    } else {
        settle(rules, table);
    }
    require(given.phase == table.phase, || {
        if let Some(cycle) = table.lacking().filter(|_| table.phase == Phase::Deal) {
            let cards = Rules::COMMUNITY[cycle];
            return format!("`table.board[{cycle}]` must list {cards}: by the acts the cycle before it is over");
        }
        let (given, wanted) = (phase_name(given.phase), phase_name(table.phase));
        format!("`table.phase` is {given}: by the cards and acts it must be {wanted}")
    })
}

fn phase_name(phase: Phase) -> String {
    serde_json::to_string(&phase).unwrap_or_default()
}

/// Compares the fields that follow from others with what they must be.
fn derived(given: &Table, table: &Public) -> Result<(), String> {
    fn same<T: PartialEq + std::fmt::Display>(name: &str, given: Option<T>, wanted: T) -> Result<(), String> {
        match given {
            Some(given) if given != wanted => {
                Err(format!("`table.{name}` is {given}: by `before` and `acts` it must be {wanted}, or left out"))
            }
            _ => Ok(()),
        }
    }
    let betting = &table.betting;
    same("to_move", given.to_move, betting.to_move.into())?;
    same("button", given.button, betting.button.into())?;
    same("pot", given.pot, betting.pot())?;
    same("ante", given.ante, betting.ante)?;
    same("bet", given.bet, betting.bet)?;
    same("all_in", given.all_in, betting.all_in)?;
    for (seat, player) in given.seats.iter().enumerate() {
        let name = |field: &str| format!("seats[{seat}].{field}");
        same(&name("chips"), player.chips, betting.chips[seat])?;
        same(&name("bet"), player.bet, betting.bets[seat])?;
        same(&name("folded"), player.folded, betting.folded.contains(seat))?;
    }
    Ok(())
}

/// Compares what the seats are said to count with what their cards do.
fn check_counts(given: &[Player], view: &PinnacleView) -> Result<(), String> {
    let counts = given.iter().enumerate().filter(|(_, player)| player.count.is_some());
    for (seat, player) in counts {
        let counted = Counted::of(view, seat);
        require(player.count == counted, || {
            let wanted = counted
                .map_or_else(|| "it must be left out".into(), |counted| format!("they count {}", counted.points));
            format!("`table.seats[{seat}].count` is not what its cards count: {wanted}")
        })?;
    }
    Ok(())
}

/// Checks what the seat has put together of an amount.
fn check_amount(view: &PinnacleView) -> Result<(), String> {
    let Some(amount) = view.amount else { return Ok(()) };
    let range = view.table.betting.range(&view.options).filter(|_| view.table.phase == Phase::Bet && view.deciding());
    let range = range.filter(|_| view.options.amounts == Amounts::Any);
    require(range.is_some(), || match view.deciding() {
        true => "`amount` must be left out: it belongs to a seat that may bet and has said `bet amount`".into(),
        false => format!("`amount` must be left out: it is not the turn of seat {}", view.seat),
    })?;
    let possible = range.is_some_and(|range| range.contains(amount) || addable(amount, range) > 0);
    require(possible, || {
        let bounds = range.map_or_else(String::new, |range| format!(", {} to {},", range.least, range.most));
        format!("`amount` is {amount}: none of the amounts that may be bet{bounds} begins with it")
    })
}
