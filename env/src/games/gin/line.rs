//! The turns of a hand again, from the discard pile and from who drew what.

use super::actions::Move;
use super::state::GinState;
use super::view::{GinView, Phase};
use crate::cards::{Card, CardSet};
use crate::games::rummy::value;
use crate::rules::{Action, Inconsistent, Seat, State, Stream, Turn, View, require};

/// What both saw of a turn.
struct Made {
    seat: Seat,
    /// The card it took from the discard pile; `None` if it drew from the stock.
    taken: Option<Card>,
    /// The card it discarded; `None` if it has not yet, or went out without.
    discarded: Option<Card>,
}

/// What both saw of a hand.
pub(super) struct Line {
    /// The card that was turned up; `None` if it has not been.
    upcard: Option<Card>,
    turns: Vec<Made>,
    /// For each seat, the cards that it took and still holds.
    known: [CardSet; 2],
}

/// How the hidden cards came to a seat.
struct Came {
    dealt: CardSet,
    /// The card that was drawn from the stock in each turn of this seat that began with one.
    drawn: Vec<Option<Card>>,
}

impl Line {
    /// Tells the turns of a hand from the last back to the first.
    ///
    /// Fails if `table.draws` is not known, or does not fit the rest of the view, which must be one that some position
    /// shows.
    pub(super) fn of(view: &GinView) -> Result<Line, Inconsistent> {
        let (table, rules) = (&view.table, &view.options);
        let ended = view.ended_by();
        let went_out = ended.is_some_and(|seat| table.known[seat].len() > rules.hand.into());
        let begun = table.phase == Phase::Discard || went_out;
        let (done, count) = (usize::from(table.turns), usize::from(table.turns) + usize::from(begun));
        require(table.draws.turns() == Some(count), "`table.draws` must have an entry for every turn")?;
        if table.phase == Phase::Deal {
            return Ok(Line { upcard: None, turns: Vec::new(), known: [CardSet::EMPTY; 2] });
        }

        // Who makes the turn after these, or has made the last one.
        let next = match table.phase {
            Phase::Offer | Phase::Draw | Phase::Stock => table.to_move,
            _ => 1 - ended.unwrap_or(table.to_move),
        };
        let mut pile = table.pile;
        let mut turns = Vec::with_capacity(count);
        for turn in (0..count).rev() {
            let seat = (next + count - turn) % 2;
            let discarded = if turn < done { pile.top().filter(|&card| pile.by(seat).contains(card)) } else { None };
            require(discarded.is_some() == (turn < done), "`table.draws` and `table.pile` tell of different turns")?;
            if discarded.is_some() {
                pile.pop();
            }
            let taken = table.draws.taken(turn);
            if let Some(card) = taken {
                require(!pile.cards().contains(card), "`table.draws`: a card was taken from under others")?;
                pile.push(card, (turn > 0).then_some(1 - seat));
            }
            turns.push(Made { seat, taken, discarded });
        }
        turns.reverse();
        let upcard = pile.turned().filter(|_| pile.len() == 1);
        require(upcard.is_some(), "`table.draws` and `table.pile` tell of different turns")?;
        let line = Line { upcard, known: holdings(view, &turns)?, turns };
        line.begins(view)?;
        line.ends(view)?;
        Ok(line)
    }

    /// Checks who made the first turn, and the knock limit that the first card set.
    fn begins(&self, view: &GinView) -> Result<(), Inconsistent> {
        let (table, rules) = (&view.table, &view.options);
        let right = match self.turns.first() {
            Some(first) => first.seat == table.elder || rules.offer && first.taken.is_some(),
            None if table.phase == Phase::Offer => rules.offer,
            None => table.to_move == table.elder && (table.phase == Phase::Stock || !rules.offer),
        };
        require(right, "`table.draws`: the first turn is not made by this seat, or not in this way")?;
        let limit = |card| u32::from(table.knock_limit) == value(CardSet::of(card));
        require(!rules.oklahoma || self.upcard.is_some_and(limit), "`table.knock_limit` is not what the upcard set")
    }

    /// Checks what the turns lead to.
    fn ends(&self, view: &GinView) -> Result<(), Inconsistent> {
        let (table, ended) = (&view.table, view.ended_by());
        for seat in 0..2 {
            // Hands lie open at the end; before that, both know what was taken.
            let open = ended.is_some() && (table.phase != Phase::KnockerMelds || ended == Some(seat));
            let (held, known) = (self.known[seat], table.known[seat]);
            let fits = if open { known.contains_all(held) } else { known == held };
            require(fits, "`table.known` is not what was taken by `table.draws`")?;
        }
        let last = self.turns.last();
        let taken = last.and_then(|made| made.taken).filter(|_| table.phase == Phase::Discard);
        require(table.taken == taken, "`table.taken` is not what was taken by `table.draws`")
    }

    /// What was done, in order.
    fn actions(&self, view: &GinView) -> Vec<Action> {
        let (table, first) = (&view.table, self.turns.first());
        let passes = match (first, table.phase) {
            _ if !view.options.offer => 0,
            (Some(made), _) if made.taken.is_some() => usize::from(made.seat != table.elder),
            (None, Phase::Offer) => usize::from(table.to_move != table.elder),
            _ => 2,
        };
        let mut moves = vec![Move::Pass; passes];
        for (turn, made) in self.turns.iter().enumerate() {
            match made.taken {
                Some(_) => moves.push(Move::Take),
                // After two refusals elder hand has no choice.
                None if turn == 0 && passes == 2 => (),
                None => moves.push(Move::Draw),
            }
            let ended = turn + 1 == self.turns.len() && view.ended_by().is_some();
            match made.discarded {
                Some(card) if ended => moves.push(Move::Knock(card)),
                Some(card) => moves.push(Move::Discard(card)),
                None if ended => moves.push(Move::GoOut),
                None => (),
            }
        }
        if table.phase == Phase::Stock && (first.is_some() || passes == 0) {
            moves.push(Move::Draw);
        }
        moves.into_iter().map(Move::action).collect()
    }

    /// Draws one of the ways in which the cards that only their seat had seen can have come to it, each equally likely.
    ///
    /// Each was dealt or is one of those drawn, at the latest in the turn in which it was discarded; `kept` are those
    /// that it still holds. Cards that must have come early are placed first, and the number of places left to the next
    /// one is always the same, so that each way is as likely as any other, and every world has as many ways.
    fn came(&self, seat: Seat, size: u8, kept: CardSet, chance: &mut Stream) -> Came {
        let mut came = Came { dealt: CardSet::EMPTY, drawn: vec![None; self.turns.len()] };
        let mut free: Vec<Option<usize>> = vec![None; size.into()];
        let mut place = |card, free: &mut Vec<Option<usize>>| match free.swap_remove(chance.below(free.len())) {
            Some(turn) => came.drawn[turn] = Some(card),
            None => came.dealt.insert(card),
        };
        let mut known = CardSet::EMPTY;
        for (turn, made) in self.turns.iter().enumerate().filter(|(_, made)| made.seat == seat) {
            match made.taken {
                Some(card) => known.insert(card),
                None => free.push(Some(turn)),
            }
            match made.discarded {
                Some(card) if known.contains(card) => known.remove(card),
                Some(card) => place(card, &mut free),
                None => (),
            }
        }
        kept.iter().for_each(|card| place(card, &mut free));
        came
    }
}

/// Follows the cards that were taken, and says what each seat holds of them at the end.
fn holdings(view: &GinView, turns: &[Made]) -> Result<[CardSet; 2], Inconsistent> {
    let (rules, size) = (&view.options, usize::from(view.options.hand));
    let (mut known, mut returned, mut stock) = ([CardSet::EMPTY; 2], CardSet::EMPTY, 52 - 2 * size - 1);
    for &Made { seat, taken, discarded } in turns {
        require(stock > 2, "`table.draws`: the hand would have been dead before")?;
        match taken {
            Some(card) => known[seat].insert(card),
            None => stock -= 1,
        }
        let Some(card) = discarded else { continue };
        require(!known[1 - seat].contains(card), "`table.draws`: a card in `table.pile` was in the other hand")?;
        require(rules.return_taken || taken != Some(card), "`table.draws`: a card was discarded at once")?;
        returned |= known[seat] & CardSet::of(card);
        known[seat].remove(card);
        require(known[seat].len() <= size, "`table.draws`: a card in `table.pile` was in no hand")?;
    }
    require(returned == view.table.returned, "`table.returned` is not what was taken by `table.draws`")?;
    Ok(known)
}

/// How likely the other seat was to do what it did, as [`crate::rules::Redeal::log_weight`] has it.
///
/// The hand is dealt and played again. The other's decisions hang on what it saw, which is its own cards and what all
/// saw; so how the cards came to this seat does not matter, and is drawn as well.
pub(super) fn log_weight(
    view: &GinView,
    world: &GinState,
    chance: &mut Stream,
    policy: &mut dyn FnMut(&GinView, Action) -> f32,
) -> Option<f32> {
    let line = Line::of(view).ok().filter(|_| world.view(view.seat) == *view)?;
    let Some(upcard) = line.upcard else { return Some(0.0) };
    let (elder, size) = (view.table.elder, view.options.hand);
    let came = [0, 1].map(|seat| line.came(seat, size, world.hand(seat) - line.known[seat], chance));

    let mut state = GinState::led_by(elder, view.options);
    let mut dealt = [0, 1].map(|seat| came[(elder + seat) % 2].dealt.iter());
    for card in 0..2 * usize::from(size) {
        state.deal(dealt[card % 2].next()?);
    }
    state.deal(upcard);
    let mut sum = 0.0;
    for action in line.actions(view) {
        if state.turn() == Turn::Chance {
            let turn = usize::from(state.turns());
            state.deal(came[line.turns[turn].seat].drawn[turn]?);
        }
        if state.turn() == Turn::Seat(1 - view.seat) {
            let seen = state.view(1 - view.seat);
            sum += if seen.legal().contains(action) { policy(&seen, action).ln() } else { f32::NEG_INFINITY };
            if sum == f32::NEG_INFINITY {
                break;
            }
        }
        state.apply(action);
    }
    Some(sum)
}
