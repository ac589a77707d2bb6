//! How a round was counted.

use elderhand_env::skirmish::{Phase, Rules, SkirmishView, scored};
use elderhand_env::{CardSet, Seat};

use super::by_suit;
use crate::output::{Paint, fold};
use crate::screen::label;

/// Returns `true` if an action between two views of one seat has ended a round.
pub fn ended(before: &SkirmishView, after: &SkirmishView) -> bool {
    before.table.phase != Phase::Over && after.table.phase == Phase::Over
}

/// What each seat laid, was left with and scored.
pub fn lines(before: &SkirmishView, action: &str, after: &SkirmishView, paint: Paint) -> Vec<String> {
    let (rules, table) = (&after.options, &after.table);
    let mut lines = vec![paint.bold(format!("The round is over: {}.", reason(before, action, after.seat, paint)))];
    let head = format!("{:8}{:>4}{:>6}{:>9}{:>8}", "", "laid", "hand", "dropped", "points");
    lines.push(paint.dim(&head));
    for seat in 0..usize::from(rules.seats) {
        let hands = (seat..rules.hands()).step_by(rules.seats.into());
        let held = hands.clone().fold(CardSet::EMPTY, |cards, hand| cards | table.known[hand]);
        let left = hands.clone().fold(CardSet::EMPTY, |cards, hand| cards | table.stacks.dropped(hand));
        let laid = hands.map(|hand| table.laid[hand]).sum();
        let (points, off) = (scored(laid, held, left), scored(0, CardSet::EMPTY, left));
        let in_hand = points - i16::from(laid) - off;
        let line = format!(
            "{:8}{laid:>4}{in_hand:>6}{off:>9}{points:>8}",
            label(paint.name(after.seat, seat, rules.seats.into()))
        );
        let width = head.len() + 3;
        let cards = fold(width, " ", by_suit(held, paint).iter());
        lines.push(match cards.first() {
            Some(first) => format!("{line}   {first}"),
            None => line,
        });
        lines.extend(cards.iter().skip(1).map(|cards| format!("{:width$}{cards}", "")));
    }
    lines
}

fn reason(before: &SkirmishView, action: &str, own: Seat, paint: Paint) -> String {
    let (table, seats) = (&before.table, usize::from(before.options.seats));
    match action {
        "end turn" if usize::from(table.turns) + 1 >= Rules::TURN_CAP * usize::from(table.hands) => {
            "its last turn has been played".into()
        }
        "end turn" => "all have passed".into(),
        _ if before.options.open_hands => {
            let which = if table.to_move < seats { "hidden" } else { "open" };
            match paint.name(own, table.to_move % seats, seats) {
                name if name == "you" => format!("your {which} hand is empty"),
                name => format!("the {which} hand of {name} is empty"),
            }
        }
        _ if table.to_move == own => "you have no cards left".into(),
        _ => format!("{} has no cards left", paint.name(own, table.to_move, seats)),
    }
}
