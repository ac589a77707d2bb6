//! The JSON that a view should have, from what the referee knows.

use elderhand_tests::oracle::card::Card;
use elderhand_tests::oracle::pinnacle::amount;
use elderhand_tests::oracle::pinnacle::referee::{Phase, Referee};
use elderhand_tests::oracle::pinnacle::round::{Act, Next};
use serde_json::{Value, json};

/// What the view of a seat should hold beside the options and what all seats see.
pub fn own(referee: &Referee, seat: usize) -> Value {
    let mut own = json!({"seat": seat, "hole": sorted(&referee.round.hole[seat])});
    if let (Some(steps), true) = (&referee.steps, referee.mover() == Some(seat)) {
        own["amount"] = json!(amount::total(steps));
    }
    own
}

/// What all seats should see. While nobody is to move, `to_move` says nothing, and is left out.
pub fn table(referee: &Referee) -> Value {
    let round = &referee.round;
    let phase = match (referee.phase, round.next()) {
        (Phase::Round, Next::Act(_)) => "bet",
        (Phase::Round, _) => "deal",
        (Phase::Direction, _) => "direction",
        (Phase::Start, _) => "start",
        (Phase::GoOn, _) => "go-on",
        (Phase::Over { .. }, _) => "over",
    };
    // Hands are shown once the pot has been won, unless nobody was left to see them.
    let showdown = !referee.winners().is_empty() && round.left().len() > 1;
    let seats = (0..round.chips.len()).map(|seat| {
        json!({
            "before": round.before[seat],
            "chips": round.chips[seat],
            "bet": round.bets[seat],
            "folded": round.has_folded(seat),
            "open": sorted(&round.up[seat]),
            "shown": sorted(if showdown && !round.has_folded(seat) { &round.hole[seat] } else { &[] }),
            "gone": referee.gone[seat],
        })
    });
    let acts = round.acts.iter().map(|acts| acts.iter().map(|&(seat, act)| done(seat, act)).collect());
    let mut table = json!({
        "phase": phase,
        "rounds": referee.rounds,
        "starter": round.starter,
        "button": round.button,
        "clockwise": round.clockwise,
        "pot": round.pot,
        "ante": round.ante,
        "bet": round.highest(),
        "all_in": round.all_in,
        "dealt": round.hole.concat().len() + round.up.concat().len(),
        "seats": seats.collect::<Vec<_>>(),
        "board": begun(round.board.iter().map(|cards| sorted(cards)).collect()),
        "acts": begun(acts.collect()),
    });
    if let Some(mover) = referee.mover() {
        table["to_move"] = json!(mover);
    }
    if referee.phase == Phase::Start {
        table["next_clockwise"] = json!(referee.clockwise);
    }
    table
}

/// What a view shows to all, in the form of [`table`].
pub fn plain(table: &Value, decides: bool) -> Value {
    let mut table = table.clone();
    if !decides {
        table.as_object_mut().expect("a table").remove("to_move").expect("a number");
    }
    for name in ["board", "acts"] {
        let cycles = table[name].as_array().expect("a list").iter();
        table[name] = json!(begun(cycles.map(|list| list.as_array().expect("a list").clone()).collect()));
    }
    table
}

/// The lists of the cycles without those in which nothing has happened yet.
fn begun(mut cycles: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    while cycles.last().is_some_and(Vec::is_empty) {
        cycles.pop();
    }
    cycles
}

/// Cards as they are written, in the order of the pack.
fn sorted(cards: &[Card]) -> Vec<Value> {
    let mut cards = cards.to_vec();
    cards.sort();
    cards.iter().map(|card| json!(card.to_string())).collect()
}

fn done(seat: usize, act: Act) -> Value {
    match act {
        Act::Fold => json!({"seat": seat, "act": "fold"}),
        Act::Check => json!({"seat": seat, "act": "check"}),
        Act::Call => json!({"seat": seat, "act": "call"}),
        Act::Bet(to) => json!({"seat": seat, "act": "bet", "to": to}),
    }
}
