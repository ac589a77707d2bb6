//! The screen of the Skirmish family: the combinations, the stacks, every hand as far as it is known, and the charts.

mod charts;
mod count;
mod seats;
mod table;
mod turn;

use elderhand_env::skirmish::{Phase, SkirmishView};
use elderhand_env::{Card, CardSet};
use serde::Deserialize;
use serde_json::Value;

use super::fields::Fields;
use super::{Deeds, Screen};
use crate::cards;
use crate::output::Paint;

/// Shows a table of Skirmish.
pub struct Skirmish;

impl Screen for Skirmish {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let Ok(view) = SkirmishView::deserialize(view) else { return Fields.draw(view, paint) };
        match view.table.phase {
            Phase::Over => table::combinations(&view, paint),
            _ if view.laying.is_some() => [table::laying(&view, paint), seats::hand(&view, paint)].concat(),
            _ => [
                charts::charts(&view, paint),
                table::combinations(&view, paint),
                table::discards(&view, paint),
                seats::hands(&view, paint),
                turn::so_far(&view, paint),
                seats::hand(&view, paint),
            ]
            .concat(),
        }
    }

    fn tell(&self, deeds: &Deeds<'_>, paint: Paint) -> Vec<String> {
        match (SkirmishView::deserialize(deeds.before), SkirmishView::deserialize(deeds.after)) {
            (Ok(before), Ok(after)) => turn::told(&before, deeds.actions, &after, paint),
            _ => Fields.tell(deeds, paint),
        }
    }

    /// The hand by suit, then the discard stack and the own one as they lie.
    fn order(&self, view: &Value) -> Vec<Card> {
        let Ok(read) = SkirmishView::deserialize(view) else { return Vec::new() };
        let stacks = &read.table.stacks;
        let discards = stacks.iter_discards().map(|(card, _)| card);
        self.hand(view).iter().chain(discards).chain(stacks.iter_dropped(read.table.to_move)).collect()
    }

    fn wording(&self, action: &str) -> Option<String> {
        matches!(action, "low" | "high").then(|| format!("at the {action} end"))
    }

    fn ends(&self, action: &str) -> bool {
        action == "end turn"
    }

    fn count(&self, before: &Value, action: &str, after: &Value, paint: Paint) -> Vec<String> {
        match (SkirmishView::deserialize(before), SkirmishView::deserialize(after)) {
            (Ok(before), Ok(after)) if count::ended(&before, &after) => count::lines(&before, action, &after, paint),
            _ => Vec::new(),
        }
    }

    fn hand(&self, view: &Value) -> CardSet {
        SkirmishView::deserialize(view).map_or(CardSet::EMPTY, |view| {
            view.hand | if view.options.open_hands { view.table.known[own_open(&view)] } else { CardSet::EMPTY }
        })
    }
}

/// The number of the open hand of the viewing seat, in Melee.
fn own_open(view: &SkirmishView) -> usize {
    view.seat + usize::from(view.options.seats)
}

/// The width of the labels.
const LABEL: usize = 12;

/// What a hand is called.
fn name(view: &SkirmishView, hand: usize, paint: Paint) -> String {
    let seats = usize::from(view.options.seats);
    let name = super::label(paint.name(view.seat, hand % seats, seats));
    if hand >= seats { format!("{name}, open") } else { name }
}

/// Cards by suit, parted by bars, jokers last.
fn by_suit(cards: CardSet, paint: Paint) -> Vec<String> {
    let all: Vec<Card> = cards.iter().collect();
    let suits: Vec<String> =
        all.chunk_by(|a, b| a.suit() == b.suit()).map(|suit| cards::cards(suit.iter().copied(), paint)).collect();
    suits.join(" | ").split(' ').map(str::to_owned).collect()
}
