//! How a pitch for two is played best when the last hands are dealt, when nothing is hidden any more.

use super::bonuses::suffices;
use super::state::SumRunSetState;
use super::view::SumRunSetView;
use crate::rules::{ActionSet, Redeal, Seat, State, Stream, Turn};

/// More than anybody can peg in a pitch: what a match is worth that is won by it.
const MATCH: i32 = 10_000;
/// So many positions are looked at, some tens of milliseconds. A pond in which much was left has more captures than can be tried.
const POSITIONS: u32 = 1 << 17;

/// What the last hands of a pitch for two bring if both play them as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The actions of the seat to move that bring the most.
    pub best: ActionSet,
    /// The points that the seat will have pegged in this pitch more than the other; 10,000 more or fewer where it wins or
    /// loses a match.
    pub points: i32,
}

impl Ending {
    /// Reckons how the pitch ends; `None` while cards are in the pack, for more than two, unless the seat is to move, and where more
    /// can follow than is looked at.
    pub fn of(view: &SumRunSetView) -> Option<Ending> {
        let (table, rules) = (&view.table, &view.options);
        if rules.seats != 2 || table.pack > 0 || table.to_move != view.seat {
            return None;
        }
        // There is one way only to deal what is not seen.
        let state = view.redeal(&mut Stream::new(0));
        let mut ending = Ending { best: ActionSet::EMPTY, points: -i32::MAX };
        let mut left = POSITIONS;
        for action in state.legal().iter() {
            let mut next = state.clone();
            next.apply(action);
            // What is as good as the best so far is told apart from what is worse.
            let points = most(&next, view.seat, ending.points.saturating_sub(1), i32::MAX, &mut left)?;
            if points > ending.points {
                ending = Ending { best: ActionSet::EMPTY, points };
            }
            if points == ending.points {
                ending.best.insert(action);
            }
        }
        (!ending.best.is_empty()).then_some(ending)
    }
}

/// Returns what a seat will have more than the other; no more than `low` if that is not above it, and `high` at least if it is
/// not below. `None` if no more positions may be looked at.
fn most(state: &SumRunSetState, seat: Seat, mut low: i32, mut high: i32, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let Turn::Seat(to_move) = state.turn() else { return Some(margin(state, seat)) };
    let own = to_move == seat;
    let mut best = if own { -i32::MAX } else { i32::MAX };
    for action in state.legal().iter() {
        let mut next = state.clone();
        next.apply(action);
        let points = most(&next, seat, low, high, left)?;
        if own {
            best = best.max(points);
            low = low.max(points);
        } else {
            best = best.min(points);
            high = high.min(points);
        }
        if low >= high {
            break;
        }
    }
    Some(best)
}

/// Returns what a seat has more than the other in a pitch that is over.
fn margin(state: &SumRunSetState, seat: Seat) -> i32 {
    let (pegged, lacks) = (state.pegged(), state.lacks());
    let of = |seat: Seat| i32::from(pegged[seat]) + if suffices(pegged[seat], lacks(seat)) { MATCH } else { 0 };
    of(seat) - of(1 - seat)
}
