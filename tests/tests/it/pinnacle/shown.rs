//! The JSON that a view should have, from what the referee knows.

use elderhand_tests::oracle::card::{Card, cards};
use elderhand_tests::oracle::pinnacle::amount;
use elderhand_tests::oracle::pinnacle::combination::Kind;
use elderhand_tests::oracle::pinnacle::count::points;
use elderhand_tests::oracle::pinnacle::referee::{Phase, Referee};
use elderhand_tests::oracle::pinnacle::round::{Act, Next};
use serde_json::{Value, json};

/// What a view of a player should hold beside the options: in a match how it stands, and of its round what it knows.
pub fn view(referee: &Referee, player: usize) -> Value {
    match referee.round.rules.rounds {
        None => round(referee, player),
        Some(_) => json!({
            "seat": player,
            "match": standing(referee),
            "round": if referee.round.plays(player) { round(referee, player) } else { Value::Null },
        }),
    }
}

/// What a player should know of the round, in which seats are numbered in the order of play from who began it.
fn round(referee: &Referee, player: usize) -> Value {
    let (order, round) = (referee.round.order(), &referee.round);
    let seat = order.iter().position(|&other| other == player);
    let mut own = json!({"seat": seat, "hole": sorted(&round.hole[player]), "table": table(referee)});
    if let (Some(steps), true) = (&referee.steps, referee.mover() == Some(player)) {
        own["amount"] = json!(amount::total(steps));
    }
    own
}

/// How a match should stand.
fn standing(referee: &Referee) -> Value {
    let (round, players) = (&referee.round, 0..referee.round.chips.len());
    // Before a round has been counted, what players brought to it.
    let chips = if referee.phase == Phase::Round { &round.before } else { &round.chips };
    let gone = &referee.gone;
    let order: Vec<usize> =
        players.clone().filter(|player| !gone.contains(player)).chain(gone.iter().rev().copied()).collect();
    let points: Vec<i64> = chips.iter().map(|chips| chips - round.rules.stack).collect();
    let choosing = match referee.phase {
        Phase::Direction => json!("direction"),
        Phase::Start => json!("start"),
        _ => Value::Null,
    };
    json!({
        "rounds": referee.rounds,
        "points": points,
        // Counted only where a settlement asks for it, and none of Pinnacle does.
        "won": vec![0; chips.len()],
        "order": order,
        "playing": players.len() - gone.len(),
        "target": 0,
        "elder": referee.elder,
        "clockwise": referee.clockwise,
        "table": 0,
        "seats": round.order(),
        "counted": referee.phase != Phase::Round,
        "choosing": choosing,
        "carried": chips,
    })
}

/// What all seats of a round should see. While nobody is to act, `to_move` says nothing, and is left out.
fn table(referee: &Referee) -> Value {
    let (round, order) = (&referee.round, referee.round.order());
    let place = |player: usize| order.iter().position(|&other| other == player);
    let phase = match (referee.phase, round.next()) {
        (Phase::Round, Next::Act(_)) => "bet",
        (Phase::Round, _) => "deal",
        _ => "over",
    };
    // Hands are shown once the pot has been won, unless nobody was left to see them.
    let showdown = !referee.winners().is_empty() && round.left().len() > 1;
    let seats = order.iter().map(|&player| {
        json!({
            "before": round.before[player],
            "chips": round.chips[player],
            "bet": round.bets[player],
            "folded": round.has_folded(player),
            "open": sorted(&round.up[player]),
            "shown": sorted(if showdown && !round.has_folded(player) { &round.hole[player] } else { &[] }),
        })
    });
    let acts = round.acts.iter().map(|acts| acts.iter().map(|&(player, act)| done(place(player), act)).collect());
    let mut table = json!({
        "phase": phase,
        "button": place(round.button),
        "pot": round.pot,
        "ante": round.ante,
        "bet": round.highest(),
        "all_in": round.all_in,
        "dealt": round.hole.concat().len() + round.up.concat().len(),
        "seats": seats.collect::<Vec<_>>(),
        "board": begun(round.board.iter().map(|cards| sorted(cards)).collect()),
        "acts": begun(acts.collect()),
    });
    if let (Phase::Round, Some(mover)) = (referee.phase, referee.mover()) {
        table["to_move"] = json!(place(mover));
    }
    table
}

/// Takes out of a view what cards are said to count there, and compares it: who is told, and, at the end of a round, what every way
/// to part the cards says.
pub fn counts(view: &mut Value, referee: &Referee, player: usize) {
    let alone = view.get("match").is_none();
    let seen = if alone { view } else { &mut view["round"] };
    let Some(table) = seen.get_mut("table") else { return };
    let (over, round) = (table["phase"] == "over", &referee.round);
    let seats = table["seats"].as_array_mut().expect("a list");
    for (&seat, shown) in round.order().iter().zip(seats) {
        let told = shown.as_object_mut().and_then(|shown| shown.remove("count"));
        let known = shown["shown"] != json!([]) || seat == player && !round.hole[seat].is_empty();
        assert_eq!(told.is_some(), known, "{seat}: {told:?}");
        let Some(told) = told.filter(|_| over) else { continue };
        let wanted = round.rules.count(&round.hole[seat], &round.up[seat], &round.board.concat());
        let mut used: Vec<Card> = Vec::new();
        for part in told["combinations"].as_array().expect("a list") {
            let names: Vec<&str> = part["cards"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            let combination = cards(&names.join(" "));
            let kind = Kind::ALL.iter().find(|kind| part["kind"] == format!("{kind:?}").to_lowercase());
            assert!(kind.is_some_and(|kind| kind.is(&combination)), "{part}");
            used.extend(combination);
        }
        assert!((told["points"] == wanted) && points(&used) == wanted, "{told}, wanted {wanted}");
        let own = [&round.hole[seat][..], &round.up[seat], &round.board.concat()].concat();
        let once = used.iter().enumerate().all(|(place, card)| own.contains(card) && !used[..place].contains(card));
        assert!(once, "{told}");
    }
}

/// What a view shows, in the form of [`view`]: without the options, which are returned beside it with those of the round.
pub fn plain(mut view: Value) -> (Value, Vec<Value>) {
    let mut options = vec![taken(&mut view, "options")];
    let alone = view.get("match").is_none();
    let round = if alone { &mut view } else { &mut view["round"] };
    if !round.is_null() {
        if !alone {
            options.push(taken(round, "options"));
        }
        let table = &mut round["table"];
        if table["phase"] != "bet" {
            taken(table, "to_move");
        }
        for name in ["board", "acts"] {
            let cycles = table[name].as_array().expect("a list").iter();
            table[name] = json!(begun(cycles.map(|list| list.as_array().expect("a list").clone()).collect()));
        }
    }
    (view, options)
}

/// Takes a field out of a table.
fn taken(table: &mut Value, name: &str) -> Value {
    table.as_object_mut().and_then(|table| table.remove(name)).expect("a field that is always there")
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

fn done(seat: Option<usize>, act: Act) -> Value {
    match act {
        Act::Fold => json!({"seat": seat, "act": "fold"}),
        Act::Check => json!({"seat": seat, "act": "check"}),
        Act::Call => json!({"seat": seat, "act": "call"}),
        Act::Bet(to) => json!({"seat": seat, "act": "bet", "to": to}),
    }
}
