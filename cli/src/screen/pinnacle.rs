//! The screen of the Pinnacle family: the chips, the cards that lie open, one's own and what they count.

mod betting;
mod combinations;
mod count;
mod table;

use elderhand_env::Seat;
use elderhand_env::pinnacle::{Phase, PinnacleView, Seats};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen};
use crate::output::Paint;

/// Shows a table of Pinnacle.
pub struct Pinnacle;

impl Screen for Pinnacle {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let Ok(view) = PinnacleView::deserialize(view) else { return Fields.draw(view, paint) };
        match view.table.phase {
            Phase::Over => Vec::new(),
            _ if view.amount.is_some() => betting::amount(&view, paint),
            _ => [
                table::pot(&view, paint),
                table::board(&view.table, &view.options, paint),
                table::seats(&view, paint),
                combinations::own(&view, paint),
                betting::any(&view, paint),
            ]
            .concat(),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        match (PinnacleView::deserialize(deeds.before), PinnacleView::deserialize(deeds.after)) {
            (Ok(before), Ok(after)) => betting::told(&before, deeds.actions, &after),
            _ => Fields.tell(deeds, paint),
        }
    }

    /// All but the parts of an amount, which nobody sees before it is whole.
    fn ends(&self, action: &str) -> bool {
        action != "bet amount" && !is_chips(action)
    }

    fn aside(&self, view: &Value, action: &str) -> Option<String> {
        betting::aside(&PinnacleView::deserialize(view).ok()?, action)
    }

    fn spell(&self, view: &Value, line: &str) -> Vec<String> {
        PinnacleView::deserialize(view).ok().and_then(|view| betting::spelt(&view, line)).unwrap_or_default()
    }

    fn news(&self, before: &Value, after: &Value, paint: Paint) -> Vec<String> {
        match (PinnacleView::deserialize(before), PinnacleView::deserialize(after)) {
            (Ok(before), Ok(after)) => table::news(&before, &after, paint),
            _ => Vec::new(),
        }
    }

    fn count(&self, before: &Value, _action: &str, after: &Value, paint: Paint) -> Vec<String> {
        match (PinnacleView::deserialize(before), PinnacleView::deserialize(after)) {
            (Ok(before), Ok(after)) if before.table.phase != after.table.phase && after.table.phase == Phase::Over => {
                count::lines(&after, paint)
            }
            _ => Vec::new(),
        }
    }

    fn counted(&self, view: &Value, paint: Paint) -> Vec<String> {
        PinnacleView::deserialize(view).map_or_else(|_| Vec::new(), |view| count::lines(&view, paint))
    }
}

/// Returns `true` if an action adds chips to an amount.
fn is_chips(action: &str) -> bool {
    action.starts_with('+')
}

/// The width of the labels.
const LABEL: usize = 9;

/// What a seat is called.
fn name(view: &PinnacleView, seat: Seat, paint: Paint) -> String {
    paint.name(view.seat, seat, view.options.seats.into())
}

/// Some seats, the viewing one first.
fn names(view: &PinnacleView, seats: Seats, paint: Paint) -> String {
    let mut seats: Vec<Seat> = seats.iter().collect();
    seats.sort_by_key(|&seat| (seat != view.seat, seat));
    let names: Vec<String> = seats.into_iter().map(|seat| name(view, seat, paint)).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
