//! A rule-based Skirmish player.

use elderhand_env::skirmish::planning::{Outlook, Play, parting};
use elderhand_env::skirmish::{End, Function, Laying, Move, SkirmishView};
use elderhand_env::{Action, Card, Seat, View};

use super::ending::{dropped, goes_out};
use crate::players::agent::{Agent, AgentError};

/// With so few cards, none of which can be laid, it stops drawing and goes out in the next turn.
const FEW: usize = 3;

/// Picks up what pays, lays what scores most, discards what promises least, and goes out as soon as it can.
///
/// It has no randomness and no memory: what to lay is planned anew in each decision, and comes out the same until
/// something lies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<SkirmishView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &SkirmishView) -> Result<Action, AgentError> {
        let (action, legal) = (choose(view).action(), view.legal());
        // In a turn that somebody else began it may find nothing to go on with; then anything will do.
        Ok(if legal.contains(action) { action } else { legal.iter().last().unwrap_or(action) })
    }
}

fn choose(view: &SkirmishView) -> Move {
    let (table, turn) = (&view.table, &view.table.turn);
    let (take, plan) = Outlook::of(view).best();
    if let Some(laying) = &view.laying {
        return go_on(laying, plan.first);
    }
    let out = goes_out(view, plan.rest);
    // What is drawn can be discarded, so that drawing costs nothing, except the turn when the hand is as good as empty.
    let few = plan.first.is_none() && plan.rest.len() <= FEW;
    let may_draw = !turn.has(Function::Draw) && turn.must.is_none() && !turn.playing && table.stock > 0;
    match (take, plan.first) {
        _ if may_draw && !out && !few => Move::Draw,
        (Some(card), _) => Move::Take(card),
        (None, Some(Play::New(combination))) => Move::Lay(combination.kind()),
        (None, Some(Play::Grow(place, _))) => Move::Extend(place),
        (None, None) => part(view, out),
    }
}

/// The next card of what is being laid.
fn go_on(laying: &Laying, play: Option<Play>) -> Move {
    let put = |card: Option<Card>| card.map_or(Move::Done, Move::Put);
    match (laying, play) {
        (Laying::Build(building), Some(Play::New(combination))) => {
            put(combination.in_order().get(building.cards().len()).copied())
        }
        (Laying::Extend(extending), Some(Play::Grow(_, cards))) => {
            // Nothing is left to be put where the end of jokers is asked for.
            (cards - extending.cards()).first().map_or(Move::At(End::High), Move::Put)
        }
        _ => Move::Done,
    }
}

/// Parts with a card, or ends the turn.
fn part(view: &SkirmishView, out: bool) -> Move {
    let (table, own) = (&view.table, view.cards_of(view.acting()));
    let last = own.first().filter(|_| own.len() == 1);
    let discards = !table.turn.has(Function::Discard);
    match last {
        // Of the last two the one that is dearer to drop goes first.
        _ if out && discards => own.iter().max_by_key(|&card| dropped(card)).map_or(Move::EndTurn, Move::Discard),
        // Nothing is dropped but to go out: it costs double, and the hand is no shorter for the next turn's drawing.
        Some(card) if out => Move::Drop(card),
        None if discards => parting(own, view).iter().last().map_or(Move::EndTurn, Move::Discard),
        _ => Move::EndTurn,
    }
}
