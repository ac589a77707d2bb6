//! A rule-based player of Sum-Run-Set.

use elderhand_env::sum_run_set::{Kind, Move, Outlook, Phase, Pond, SumRunSetView};
use elderhand_env::{Action, Card, Seat};

use crate::players::agent::{Agent, AgentError};

/// Plays the card with which most is won: what it captures, cards and honours priced in, less what the next player may be
/// expected to capture from the pond that it leaves.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<SumRunSetView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &SumRunSetView) -> Result<Action, AgentError> {
        let (table, outlook) = (&view.table, Outlook::new(view));
        let action = match (table.phase, table.played, table.kind) {
            (Phase::Take, Some(played), Some(kind)) => take(view, played, kind),
            (_, Some(played), _) => outlook.uses(played).best().1,
            _ => {
                let worth = |card: &Card| outlook.uses(*card).best().0;
                let card = view.hand.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
                Move::Play(card.expect("a seat that is to play holds cards"))
            }
        };
        Ok(action.action())
    }
}

/// The next card of the best capture, or its end.
fn take(view: &SumRunSetView, played: Card, kind: Kind) -> Move {
    let taken = view.table.taken;
    let best = Pond::of(&view.table).best(kind, played, taken).expect("what has been begun can be completed");
    (best.cards - taken).first().map_or(Move::End, Move::Take)
}
