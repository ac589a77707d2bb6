//! A rule-based Knock Rummy player.

use elderhand_env::knock_rummy::{Discards, KnockView, Move, Phase, Rules, drawing, expected};
use elderhand_env::{Action, Seat};

use crate::players::agent::{Agent, AgentError};

/// In the first turn it knocks with so many points a card. Against itself over 1,500 deals, 5.7 to 6.5 played alike at
/// tables of every size, and 5 lost 0.2 to 0.5 points a round: a beaten knocker pays little more than who waits.
const HOPE: f32 = 6.0;
/// With every turn of its own it wants so many points less; 2 and 4 play alike.
const FALL: f32 = 3.0;
/// With so few it knocks whatever the turn.
const ENOUGH: f32 = 8.0;

/// Takes the upcard if that leaves less deadwood than an average draw, discards what leaves least, and knocks when it
/// may hope to be the lowest.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<KnockView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &KnockView) -> Result<Action, AgentError> {
        let action = match view.table.phase {
            Phase::Draw if drawing(view).takes => Move::Take,
            Phase::Draw => Move::Draw,
            _ => discard(view),
        };
        Ok(action.action())
    }
}

fn discard(view: &KnockView) -> Move {
    let discards = Discards::new(view.hand, view.allowed_discards(), 0, true);
    // Of discards that leave the same, the one that promises most.
    let left = discards.best.iter().map(|card| (card, expected(view.hand.without(card), view.unseen(), true)));
    let (card, _) = left.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a hand has cards to discard");
    if discards.least as f32 <= hopeful(view) { Move::Knock(card) } else { Move::Discard(card) }
}

/// The most deadwood with which it hopes to be the lowest: it falls from turn to turn, as that of the others does.
fn hopeful(view: &KnockView) -> f32 {
    let players = usize::from(view.options.seats);
    let turns = f32::from(view.table.turns) / players as f32;
    (HOPE * Rules::dealt(players) as f32 - FALL * turns).max(ENOUGH)
}
