//! A rule-based player of Sum-Run-Set.

use elderhand_env::sum_run_set::{Kind, Move, Phase, Pond, SumRunSetView};
use elderhand_env::{Action, Card, CardSet, Seat};

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
        let table = &view.table;
        let action = match (table.phase, table.played, table.kind) {
            (Phase::Take, Some(played), Some(kind)) => take(view, played, kind),
            (_, Some(played), _) => best_use(view, played).1,
            _ => {
                let worth = |card: &Card| best_use(view, *card).0;
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

/// The best that can be done with a card, and what it is worth.
fn best_use(view: &SumRunSetView, card: Card) -> (f32, Move) {
    let pond = Pond::of(&view.table);
    let left = Pond { cards: pond.cards.with(card), left: Some(card) };
    let mut best = (-threat(view, &left), Move::Leave);
    for kind in Kind::ALL {
        if let Some(capture) = pond.best(kind, card, CardSet::EMPTY) {
            let left = Pond { cards: pond.cards - capture.cards, left: None };
            let worth = capture.worth - threat(view, &left);
            if worth > best.0 {
                best = (worth, Move::Capture(kind));
            }
        }
    }
    best
}

/// What the next player may be expected to capture from a pond, as far as it counts against oneself.
///
/// Half of it or half as much again play alike; without it ten points are lost in a pitch between two.
fn threat(view: &SumRunSetView, pond: &Pond) -> f32 {
    let (table, rules, unseen) = (&view.table, &view.options, view.unseen());
    let seats = usize::from(rules.seats);
    let mut holds = table.holds(rules, (view.seat + 1) % seats);
    if holds == 0 && table.pack > 0 {
        // He is dealt new cards first.
        holds = rules.hand().into();
    }
    let mut worths: Vec<f32> = unseen.iter().map(|card| best_worth(pond, card)).collect();
    worths.sort_by(|a, b| b.total_cmp(a));
    // Each card is as likely in his hand as another; he plays the best he has.
    let held = holds as f32 / unseen.len().max(1) as f32;
    let (mut expected, mut none_yet) = (0.0, 1.0);
    for worth in worths {
        expected += none_yet * held * worth;
        none_yet *= 1.0 - held;
    }
    // A return is one's own points less the mean of the others.
    expected / (rules.sides() - 1) as f32
}

/// What the best capture with a card is worth; 0 if there is none.
fn best_worth(pond: &Pond, card: Card) -> f32 {
    let worths = Kind::ALL.iter().filter_map(|&kind| pond.best(kind, card, CardSet::EMPTY));
    worths.map(|capture| capture.worth).fold(0.0, f32::max)
}
