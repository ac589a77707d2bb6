//! What bets are in chips: beside the actions, as a person types them, and as others have made them.

use elderhand_env::Seat;
use elderhand_env::pinnacle::{Amounts, Phase, PinnacleView, Range, Size, UNITS};

use super::{LABEL, is_chips};
use crate::output::Paint;
use crate::screen::labelled;

/// The chips that an action of the seat to move puts in.
pub fn aside(view: &PinnacleView, action: &str) -> Option<String> {
    let (rules, table, betting) = (&view.options, &view.table, &view.table.betting);
    let seat = usize::from(betting.to_move);
    if table.phase != Phase::Bet {
        return None;
    }
    if action == "fold" {
        return Some(format!("loses {}", betting.before[seat] - betting.chips[seat]));
    }
    if action == "call" {
        let price = betting.price(seat);
        let all = if price == betting.chips[seat] { ", all in" } else { "" };
        return Some(format!("{price}{all}"));
    }
    let place = Size::ALL.iter().position(|size| size.name() == action)?;
    let to = betting.sizes(rules)[place]?;
    Some(match betting.bets[seat] {
        0 => to.to_string(),
        bet => format!("{}, to {to}", to - bet),
    })
}

/// The amounts to which the viewing seat may lift its bet, if it is to move.
fn range(view: &PinnacleView) -> Option<Range> {
    let betting = &view.table.betting;
    let moves = view.table.phase == Phase::Bet && usize::from(betting.to_move) == view.seat;
    betting.range(&view.options).filter(|_| moves)
}

/// How any amount can be bet, where that is allowed.
pub fn any(view: &PinnacleView, paint: Paint) -> Vec<String> {
    match range(view).filter(|_| view.options.amounts == Amounts::Any) {
        Some(Range { least, most }) if least < most => {
            let text = format!("any amount from {least} to {most} in all, such as: bet {}", least + (most - least) / 3);
            labelled(LABEL, "bets", &[paint.dim(text)], paint)
        }
        _ => Vec::new(),
    }
}

/// How far an amount has come.
pub fn amount(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let (so_far, range) = (view.amount.unwrap_or_default(), range(view));
    let range = range.map_or_else(String::new, |range| format!("{} to {} may be bet", range.least, range.most));
    labelled(LABEL, "bet", &[format!("{so_far} so far   {}", paint.dim(range))], paint)
}

/// The actions that make the bet of a line such as `bet 37` or `raise to 90`.
pub fn spelt(view: &PinnacleView, line: &str) -> Option<Vec<String>> {
    let line = line.to_lowercase();
    if line == "all in" && aside(view, "call").is_some_and(|aside| aside.ends_with("all in")) {
        return Some(vec!["call".into()]);
    }
    let mut words = line.split_whitespace().filter(|&word| word != "to");
    let to: u16 = match (words.next(), words.next(), words.next()) {
        (Some("bet" | "raise"), Some(number), None) => number.parse().ok()?,
        _ => return None,
    };
    range(view).filter(|range| view.amount.is_none() && range.contains(to))?;
    let sizes = view.table.betting.sizes(&view.options);
    if let Some(place) = sizes.iter().position(|&size| size == Some(to)) {
        return Some(vec![Size::ALL[place].name().into()]);
    }
    if view.options.amounts != Amounts::Any {
        return None;
    }
    let mut actions = vec!["bet amount".to_owned()];
    for unit in UNITS {
        actions.extend(std::iter::repeat_n(format!("+{unit}"), usize::from(to / unit % 10)));
    }
    actions.push("done".into());
    Some(actions)
}

/// What another seat has done, in a phrase or two.
pub fn told(before: &PinnacleView, actions: &[String], after: &PinnacleView) -> Vec<String> {
    let seat = usize::from(before.table.betting.to_move);
    let told = actions.iter().filter(|action| *action != "bet amount" && !is_chips(action));
    told.map(|action| phrase(before, seat, action, after)).collect()
}

fn phrase(before: &PinnacleView, seat: Seat, action: &str, after: &PinnacleView) -> String {
    let betting = &before.table.betting;
    let all_in = |chips: u16| if chips == betting.chips[seat] { ", all in" } else { "" };
    match action {
        "fold" => "folds".into(),
        "check" => "checks".into(),
        "call" => {
            let price = betting.price(seat);
            let level = betting.bets[seat] + price;
            let cut = if level < betting.bet { format!(", so the bet is {level}") } else { String::new() };
            format!("calls {price}{}{cut}", all_in(price))
        }
        _ => {
            // The bet that it has become is in the history, also after the end of the cycle or the round.
            let raise = after.table.betting.history.raises(betting.cycle.into()).last();
            let to = raise.map_or(0, |raise| raise.to);
            let verb = if betting.bet == 0 { "bets" } else { "raises to" };
            format!("{verb} {to}{}", all_in(to.saturating_sub(betting.bets[seat])))
        }
    }
}
