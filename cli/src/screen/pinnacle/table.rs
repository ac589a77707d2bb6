//! What lies on the table: the pot, the community's cards, and a line for each seat.

use elderhand_env::Seat;
use elderhand_env::pinnacle::{Phase, PinnacleView, Public, Rules};

use super::{LABEL, name};
use crate::cards;
use crate::output::Paint;
use crate::screen::{label, labelled};

/// The pot, what a call costs the viewing seat, and where the round is.
pub fn pot(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let (rules, betting) = (&view.options, &view.table.betting);
    let price = betting.price(view.seat);
    let call = match price {
        0 => String::new(),
        _ if !betting.live().contains(view.seat) => String::new(),
        _ => format!("to call {price}   "),
    };
    let cycle = format!("cycle {} of {}", betting.cycle + 1, rules.cycles);
    let note = format!("{cycle}, ante {}", betting.ante);
    let pot = format!("{}   {call}{}", paint.bold(betting.pot()), paint.dim(note));
    let only = betting.all_in.then(|| paint.dim("somebody is all in, so nobody may bet any more"));
    let lines = [("pot", Some(pot)), ("", only)].into_iter();
    lines.filter_map(|(label, line)| Some(labelled(LABEL, label, &[line?], paint))).flatten().collect()
}

/// The community's cards by cycle, those to come face down.
pub fn board(table: &Public, rules: &Rules, paint: Paint) -> Vec<String> {
    let part = |cycle: usize| {
        let cards = table.board[cycle];
        let hidden = Rules::COMMUNITY[cycle] - cards.len();
        let cards = cards.iter().map(|card| cards::card(card, paint));
        cards.chain(vec!["▒▒".to_owned(); hidden]).collect::<Vec<_>>().join(" ")
    };
    let parts: Vec<String> = (0..rules.cycles.into()).map(part).collect();
    labelled(LABEL, "middle", &[parts.join(" | ")], paint)
}

/// The chips and the bet of each seat, its open cards, and what has become of it; `>` stands before the seat to move.
pub fn seats(view: &PinnacleView, paint: Paint) -> Vec<String> {
    let head = paint.dim(format!("{:LABEL$}{:>8}{:>7}", "", "chips", "bet"));
    [head].into_iter().chain((0..view.options.seats.into()).map(|seat| one(view, seat, paint))).collect()
}

fn one(view: &PinnacleView, seat: Seat, paint: Paint) -> String {
    let (table, betting) = (&view.table, &view.table.betting);
    let moves = table.phase == Phase::Bet && usize::from(betting.to_move) == seat;
    let name = label(name(view, seat, paint));
    let label = format!("{} {:width$}", if moves { ">" } else { " " }, name, width = LABEL - 2);
    let (chips, bet) = (betting.chips[seat], betting.bets[seat]);
    let mut line = format!("{label}{chips:>8}{:>7}", if bet == 0 { "–".into() } else { bet.to_string() });
    if !table.open[seat].is_empty() {
        line += &format!("   {}", cards::cards(table.open[seat], paint));
    }
    let button = usize::from(betting.button) == seat;
    let state = [
        (button, "button"),
        (betting.folded.contains(seat), "folded"),
        (chips == 0 && !betting.folded.contains(seat), "all in"),
    ];
    let notes: Vec<&str> = state.iter().filter(|(holds, _)| *holds).map(|&(_, note)| note).collect();
    if !notes.is_empty() {
        line += &format!("   {}", paint.dim(notes.join(", ")));
    }
    line
}

/// The cards that have come to the board since a view of the same round; nothing once it is over.
pub fn news(before: &PinnacleView, after: &PinnacleView, paint: Paint) -> Vec<String> {
    let (old, new) = (&before.table, &after.table);
    if new.phase == Phase::Over {
        return Vec::new();
    }
    let dealt = new.community() - old.community();
    if dealt.is_empty() { Vec::new() } else { vec![format!("The board gets {}.", cards::cards(dealt, paint))] }
}
