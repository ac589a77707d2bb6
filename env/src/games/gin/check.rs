//! Whether some position of gin shows a view.

use super::laying::Laying;
use super::line::Line;
use super::rules::{LayoutBy, Rules};
use super::state::DEAD_STOCK;
use super::view::{GinView, Phase};
use crate::cards::{Card, CardSet};
use crate::games::rummy::value;
use crate::rules::{Check, Inconsistent, Redeal, Seat, State, Stream, require};

/// Checks that some position shows a view.
pub(super) fn check(view: &GinView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let knocker = view.showdown.map_or(0, |showdown| showdown.knocker);
    require([view.seat, table.to_move, table.elder, knocker].into_iter().all(|seat| seat < 2), "seats are 0 and 1")?;
    if let Err(error) = view.options.check() {
        return Err(Inconsistent(format!("options: {error}")));
    }
    let other = table.known[1 - view.seat];
    let pile = table.pile.cards();
    require((view.hand & pile).is_empty(), "a card is both in `hand` and in `table.pile`")?;
    require(view.hand.contains_all(table.known[view.seat]), "`table.known` of the seat itself must be in `hand`")?;
    require((other & (view.hand | pile)).is_empty(), "a card in `table.known` of the other seat is elsewhere too")?;

    let held = view.hand | pile | table.known[0] | table.known[1];
    require((held & CardSet::JOKERS).is_empty(), "there are no jokers in this game")?;
    let passed_on = pile | table.known[0] | table.known[1];
    require(passed_on.contains_all(table.returned), "a card in `table.returned` is nowhere that both see")?;

    let size = usize::from(view.options.hand);
    let own = view.hand.len();
    let placed = own + pile.len() + usize::from(table.stock);
    require(placed <= 52 && 52 - placed >= other.len(), "`hand`, `table.pile` and `table.stock` hold too many cards")?;
    let theirs = 52 - placed;
    let holds = |seat: Seat| size + usize::from(table.phase == Phase::Discard && table.to_move == seat);
    // Whoever goes out without a discard has a card more.
    let ended = view.ended_by().filter(|_| view.options.out_without_discard);
    let fit = |seat, held: usize| held == holds(seat) || ended == Some(seat) && held == size + 1;
    let fits = match table.phase {
        Phase::Deal => {
            // One card at a time, elder hand first; the upcard comes last.
            let [elders, others] = if view.seat == table.elder { [own, theirs] } else { [theirs, own] };
            let next = if elders == others { table.elder } else { 1 - table.elder };
            let in_turn = elders == others || elders == others + 1;
            in_turn && elders <= size && table.to_move == next && pile.is_empty()
        }
        _ => fit(view.seat, own) && fit(1 - view.seat, theirs),
    };
    if !fits {
        let (wanted, others) = (holds(view.seat), holds(1 - view.seat));
        let more = if ended.is_some() { ", who has gone out perhaps one more" } else { "" };
        return Err(Inconsistent(format!(
            "the cards do not add up: in this phase, with seat {} to move, `hand` has {wanted} cards and the other \
             {others}{more}, but `hand` has {own}, `table.pile` {} and `table.stock` is {}, which leaves {theirs} of 52 \
             for the other",
            table.to_move,
            pile.len(),
            table.stock,
        )));
    }
    let (draws, plays) = match table.phase {
        Phase::Offer | Phase::Draw | Phase::Stock => (true, true),
        phase => (false, phase == Phase::Discard),
    };
    let stock = DEAD_STOCK + usize::from(draws);
    require(usize::from(table.stock) >= stock, "`table.stock`: the hand is dead when two cards are left")?;
    require(!matches!(table.phase, Phase::Offer | Phase::Draw) || !pile.is_empty(), "`table.pile` is empty")?;
    if let Some(card) = table.taken {
        let known = table.phase == Phase::Discard && table.known[table.to_move].contains(card);
        require(known, "`table.taken` must be in `table.known` of the seat that is to discard")?;
    }
    let limit = if view.options.oklahoma {
        match table.pile.turned() {
            Some(card) => u32::from(table.knock_limit) == value(CardSet::of(card)),
            None => (1..=10).contains(&table.knock_limit) || table.phase == Phase::Deal,
        }
    } else {
        table.knock_limit == view.options.knock_limit
    };
    require(limit, "`table.knock_limit` is not what the options allow")?;
    let untouched = table.turns == 0 && table.known == [CardSet::EMPTY; 2] && table.returned.is_empty();
    match table.phase {
        Phase::Deal => require(untouched, "`table`: nobody has played in this phase")?,
        Phase::Offer => {
            require(view.options.offer, "`table.phase`: nothing is offered under these options")?;
            require(
                untouched && pile.len() == 1,
                "`table`: nobody has played in this phase, and one card is turned up",
            )?;
        }
        // Whoever is to discard has drawn already, and who has gone out had a turn that is not counted.
        phase => {
            let dealt = usize::from(Card::COUNT) - 2 * size - 1;
            let drawn = dealt.saturating_sub(table.stock.into());
            let drew = usize::from(table.turns) + usize::from(!matches!(phase, Phase::Draw | Phase::Stock));
            require(drawn <= drew, "`table.stock`: more cards were drawn than `table.turns` tells")?;
        }
    }
    let most = Rules::TURN_CAP - u8::from(plays);
    require(table.turns <= most, "`table.turns` is beyond the cap")?;
    let over = table.phase == Phase::Over;
    require(over || view.showdown.is_none(), "`showdown`: the hand is not over")?;
    check_laid(view)?;
    check_end(view)?;
    if table.draws.are_unknown() { Ok(()) } else { Line::of(view).map(|_| ()) }
}

/// Checks how a hand ended, by counting it again.
fn check_end(view: &GinView) -> Result<(), Inconsistent> {
    let table = &view.table;
    let Some(showdown) = view.showdown else {
        let over = table.phase == Phase::Over;
        let dead = usize::from(table.stock) == DEAD_STOCK || table.turns == Rules::TURN_CAP;
        return require(!over || dead, "`showdown` is there once a hand is over, unless it is dead");
    };
    // Both hands lie open, so that nothing is left to chance.
    let open = (0..2).all(|seat| is_open(view, seat));
    let counted = open && view.redeal(&mut Stream::new(0)).view(view.seat) == *view;
    require(counted, "`showdown` is not what the hands count")?;
    let (knocker, limit) = (showdown.knocker, u32::from(table.knock_limit));
    require(showdown.layouts[knocker].count() <= limit, "`showdown`: nobody may knock with so much deadwood")?;
    let last = if view.options.layout == LayoutBy::Chosen { 1 - knocker } else { knocker };
    require(table.to_move == last, "`table.to_move` is not the seat that made the last move")
}

/// Returns `true` if everyone sees the whole hand of a seat.
fn is_open(view: &GinView, seat: Seat) -> bool {
    match seat == view.seat {
        true => view.table.known[seat] == view.hand,
        false => view.unseen().len() == usize::from(view.table.stock),
    }
}

/// Checks what players have laid out themselves.
fn check_laid(view: &GinView) -> Result<(), Inconsistent> {
    let (table, chosen) = (&view.table, view.options.layout == LayoutBy::Chosen);
    let Some(knocker) = view.ended_by().filter(|_| chosen || table.phase != Phase::Over) else {
        let none = table.laid == [Laying::default(); 2] && table.laid_off.is_empty();
        return require(none, "`table.laid`: nobody lays out a hand in this phase");
    };
    require(chosen, "`table.phase`: hands are laid out by themselves under these options")?;
    let (melding, defending) = (table.phase == Phase::KnockerMelds, table.phase == Phase::DefenderMelds);
    // The knocker's hand lies open, and once he is done the defender's too.
    let open = is_open(view, knocker) && (melding || is_open(view, 1 - knocker));
    require(open, "`table.known`: the hand of who lays out lies open")?;
    let held = table.known[1 - knocker];
    let gin = !melding && table.laid[knocker].layout.deadwood.is_empty();
    require(!gin || table.phase != Phase::LayOff, "`table.phase`: nothing is laid off on gin")?;
    let off = if melding || defending || gin { CardSet::EMPTY } else { held };
    require(off.contains_all(table.laid_off), "`table.laid_off` has a card that the defender could not lay off")?;
    let mut wanted = [if melding { CardSet::EMPTY } else { held - table.laid_off }; 2];
    wanted[knocker] = table.known[knocker] | table.laid_off;
    let complete = (0..2).all(|seat| table.laid[seat].is_made_of(wanted[seat]));
    let sets = view.options.sets() || table.laid.iter().all(|laying| laying.layout.sets.is_empty());
    require(complete && sets, "`table.laid` is not the hand of its seat, in melds and deadwood")?;
    let done = (melding || table.laid[knocker].complete(table.knock_limit.into()))
        && (melding || defending || table.laid[1 - knocker].complete(u32::MAX));
    require(done, "`table.laid`: who has laid out a hand is done with it, and the knocker has what he may knock with")?;
    // Whoever is laying out must be able to finish.
    let mover = GinView { seat: table.to_move, hand: table.known[table.to_move], ..view.clone() };
    let stuck = table.phase != Phase::Over && mover.look().legal.is_empty();
    require(!stuck, "`table.laid` leaves nothing that can be done")
}

impl Check for GinView {
    fn check(&self) -> Result<(), Inconsistent> {
        check(self)
    }
}
