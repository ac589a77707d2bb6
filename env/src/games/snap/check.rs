//! Whether some position of Snap shows a view.

use super::packets::Packets;
use super::rules::{End, Penalty};
use super::table::Phase;
use super::view::SnapView;
use crate::cards::Card;
use crate::rules::{Check, Inconsistent, Seat, require, require_or};

/// Checks that some position shows a view.
pub(super) fn check(view: &SnapView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    if let Err(error) = rules.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    let seats = usize::from(rules.seats);
    require_or(view.seat < seats && table.layer < seats && table.to_move < seats, || {
        format!("`seat`, `table.layer` and `table.to_move` must be below {seats}, the number of seats")
    })?;
    require_or(table.cards.count() == seats && view.snapped.as_slice().len() == seats, || {
        format!("`snapped` and `table.cards.packets` must have an entry for each of the {seats} seats")
    })?;
    check_cards(view)?;
    check_phase(view)?;
    check_layer(view)
}

/// Checks that every card is in one place, and that so many can have been laid.
fn check_cards(view: &SnapView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    let (cards, seats, laid) = (&table.cards, usize::from(rules.seats), usize::from(table.laid));
    let unseen: usize = (0..seats).map(|seat| usize::from(cards.unseen(seat))).sum();
    let hidden = cards.hidden().len();
    require(hidden == unseen, "`table.cards` has a card twice, or a joker")?;
    for seat in 0..seats {
        let share = Packets::share(rules.seats, seat);
        require_or(cards.unseen(seat) <= share, || {
            format!("`table.cards.packets[{seat}].unseen`: the seat was dealt {share} cards")
        })?;
    }
    let (shown, pile) = (usize::from(Card::COUNT) - hidden, cards.pile().len());
    let fits = match rules.penalty {
        // Who takes the pile takes two cards at least.
        Penalty::None => laid >= shown && (laid == pile || laid >= pile + 2),
        // With each card that is laid every seat may have paid one.
        Penalty::Card => shown <= laid * (1 + seats),
    };
    // Who lays a card again has none left that nobody has seen.
    let again = laid <= shown || (0..seats).any(|seat| cards.unseen(seat) == 0);
    require(fits && again && table.laid <= rules.cap, "`table.laid`: so many cards were not laid")
}

/// Checks what is going on.
fn check_phase(view: &SnapView) -> Result<(), Inconsistent> {
    let (table, seat) = (&view.table, view.seat);
    let (cards, snapped) = (&table.cards, view.snapped.as_slice());
    let pile = cards.pile().len();
    // What has been paid may lie under a single card and have its rank.
    let paid = (table.to_move + snapped.len() - table.layer - 1) % snapped.len();
    let wrong_snap = view.options.penalty == Penalty::Card && (!cards.is_match() || pile <= 1 + paid);
    let fits = match table.phase {
        Phase::Lay => !table.is_over(&view.options) && cards.unseen(table.layer) > 0,
        Phase::Snap => pile > 0,
        Phase::Lot => cards.is_match(),
        Phase::Pay => pile > 0 && wrong_snap && cards.unseen(table.to_move) > 0,
        Phase::Over => table.is_over(&view.options),
    };
    require(fits, "`table.phase` does not fit `table.cards` and `table.laid`")?;
    let none = cards.size(table.layer) == 0;
    let out = match table.phase {
        // Whoever has laid the last card may have taken the pile by it.
        Phase::Over if !none => table.out && pile == 0 && cards.unseen(table.layer) == 0,
        // It may have paid its last card.
        Phase::Over => table.out,
        Phase::Lot | Phase::Pay => none,
        Phase::Lay | Phase::Snap => false,
    };
    let first_out = view.options.end == End::FirstOut;
    require(table.out == (first_out && out), "`table.out`: the game does not end by that, or it would")?;
    // Whose turn it is to pay, of those who have not paid yet.
    let payer = table.after(table.layer).find(|&seat| snapped[seat]);
    let moves = match table.phase {
        Phase::Snap => true,
        Phase::Pay => payer == Some(table.to_move),
        _ => table.to_move == table.layer,
    };
    require(moves, "`table.to_move` is `table.layer`, unless seats decide or pay")?;
    let known = match table.phase {
        Phase::Lay | Phase::Over => payer.is_none(),
        Phase::Snap => (0..snapped.len()).all(|other| !snapped[other] || other == seat && seat < table.to_move),
        Phase::Lot => snapped.iter().filter(|&&snapped| snapped).count() > 1,
        Phase::Pay => true,
    };
    require(known, "`snapped` tells more or less than can be known now")
}

/// Checks who lays, as far as it shows whose turn it is.
fn check_layer(view: &SnapView) -> Result<(), Inconsistent> {
    let (table, rules) = (&view.table, &view.options);
    let (cards, layer) = (&table.cards, table.layer);
    let (seats, laid, pile) = (usize::from(rules.seats), usize::from(table.laid), cards.pile().len());
    let laying = usize::from(table.phase != Phase::Lay);
    require(laying == 0 || cards.unseen(layer) < Packets::share(rules.seats, layer), "`table.layer` has laid no card")?;
    let wrong = "`table.layer`: another seat is, or was, next to lay";
    if laid == pile && (rules.penalty == Penalty::None || laid == 0) {
        // Nobody has taken the pile yet, so all have laid in turn.
        let left = |seat: Seat| Packets::share(rules.seats, seat) - ((laid + seats - 1 - seat) / seats) as u8;
        require(layer == (laid - laying) % seats, wrong)?;
        return require((0..seats).all(|seat| cards.unseen(seat) == left(seat)), wrong);
    }
    if pile == laying && laid > laying {
        // The one before has just taken a pile, and it was of two cards at least.
        let last = (1..seats).map(|offset| (layer + seats - offset) % seats).find(|&seat| cards.size(seat) > 0);
        return require(last.is_some_and(|seat| cards.known(seat).len() > 1), wrong);
    }
    Ok(())
}

impl Check for SnapView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
