//! How a round was counted.

use elderhand_env::skirmish::{Format, Phase, Rules, SkirmishView, scored};
use elderhand_env::{CardSet, Episode};

use super::by_suit;
use crate::cards;
use crate::output::{Paint, fold};

/// Says whether an action between two views of one seat has ended a round.
pub fn ended(before: &SkirmishView, after: &SkirmishView) -> bool {
    match before.options.episode {
        Episode::Round => before.table.phase != Phase::Over && after.table.phase == Phase::Over,
        Episode::Match => after.table.score.rounds > before.table.score.rounds,
    }
}

/// What each seat laid, was left with and scored, and what follows.
///
/// Where the next round begins at once, the last hands are not shown to anyone; their points are the rest of the score.
pub fn lines(before: &SkirmishView, action: &str, after: &SkirmishView, paint: Paint) -> Vec<String> {
    let (rules, in_match) = (&before.options, before.options.is_match());
    let round = if in_match { format!("Round {}", after.table.score.rounds) } else { "The round".into() };
    let mut lines = vec![paint.bold(format!("{round} is over: {}.", reason(before, action)))];
    let head = format!(
        "{:8}{:>4}{:>6}{:>9}{:>8}{}",
        "",
        "laid",
        "hand",
        "dropped",
        "points",
        if in_match { "   total" } else { "" }
    );
    lines.push(paint.dim(&head));
    let playing = (0..usize::from(rules.seats)).filter(|&seat| before.table.score.gone[seat] == 0);
    for seat in playing {
        let hands = (seat..rules.hands()).step_by(rules.seats.into());
        let known = matches!(after.table.phase, Phase::Direction | Phase::Over);
        let held = hands.clone().filter(|_| known).fold(CardSet::EMPTY, |cards, hand| cards | after.table.known[hand]);
        let left = hands.clone().fold(CardSet::EMPTY, |cards, hand| cards | dropped(before, action, hand));
        let (laid, points) = match in_match {
            false => {
                let laid = hands.map(|hand| after.table.laid[hand]).sum();
                (i16::from(laid), scored(laid, held, left))
            }
            true => {
                let (old, new) = (&before.table.score, &after.table.score);
                ((new.laid[seat] - old.laid[seat]) as i16, new.totals[seat] - old.totals[seat])
            }
        };
        let off = scored(0, CardSet::EMPTY, left);
        let mut line = format!("{:8}{laid:>4}{:>6}{off:>9}{points:>8}", format!("seat {seat}"), points - laid - off);
        if in_match {
            line += &format!("{:>8}", after.table.score.totals[seat]);
        }
        let width = head.len() + 3;
        let cards = fold(width, " ", by_suit(held, paint).iter());
        lines.push(match cards.first() {
            Some(first) => format!("{line}   {first}"),
            None => line,
        });
        lines.extend(cards.iter().skip(1).map(|cards| format!("{:width$}{cards}", "")));
    }
    lines.extend(follows(before, after));
    lines
}

/// What a hand had dropped when the round ended.
fn dropped(before: &SkirmishView, action: &str, hand: usize) -> CardSet {
    let last = action.strip_prefix("drop ").filter(|_| hand == before.table.to_move).and_then(cards::of_word);
    before.table.stacks.dropped(hand) | last.into_iter().collect()
}

fn reason(before: &SkirmishView, action: &str) -> String {
    let (table, seats) = (&before.table, usize::from(before.options.seats));
    let playing = table.sizes.iter().filter(|&&size| size > 0).count();
    match action {
        "end turn" if usize::from(table.turns) + 1 >= Rules::TURN_CAP * playing => {
            "its last turn has been played".into()
        }
        "end turn" => "all have passed".into(),
        _ if before.options.open_hands => {
            let which = if table.to_move < seats { "hidden" } else { "open" };
            format!("the {which} hand of seat {} is empty", table.to_move % seats)
        }
        _ => format!("seat {} has no cards left", table.to_move),
    }
}

/// Who wins a match that is over.
fn winner(view: &SkirmishView) -> String {
    let (rules, score) = (&view.options, &view.table.score);
    let seats = 0..usize::from(rules.seats);
    let best = seats.clone().map(|seat| score.standing(rules, seat)).max();
    let winners: Vec<String> =
        seats.filter(|&seat| Some(score.standing(rules, seat)) == best).map(|seat| seat.to_string()).collect();
    match &winners[..] {
        [winner] => format!("Seat {winner} wins the match."),
        _ => format!("Seats {} share the match.", winners.join(" and ")),
    }
}

/// Who leaves, and who starts where nobody is asked.
fn follows(before: &SkirmishView, after: &SkirmishView) -> Vec<String> {
    let (rules, table) = (&before.options, &after.table);
    let mut lines = Vec::new();
    let leaves = |seat: &usize| table.score.gone[*seat] > before.table.score.gone[*seat];
    if rules.format == Format::Elimination {
        lines.extend(
            (0..rules.seats.into()).filter(leaves).map(|seat| format!("Seat {seat} is the lowest and leaves.")),
        );
    }
    if table.phase == Phase::Over && rules.is_match() {
        lines.push(winner(after));
    }
    let at_once = !matches!(table.phase, Phase::Direction | Phase::Over);
    if at_once {
        let why = if rules.open_hands { "" } else { "Nobody is best alone: " };
        let text = format!("{why}seat {} starts the next round.", table.starter);
        lines.push(text[..1].to_uppercase() + &text[1..]);
    }
    lines
}
