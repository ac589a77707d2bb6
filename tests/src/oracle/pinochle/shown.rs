//! What a view should show.

use serde_json::{Value, json};

use super::deal::{Deal, Laying, Next};
use super::meld::Laid;
use super::referee::Pinochle;
use super::trick::placed;
use crate::oracle::{C, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &Pinochle, seat: usize) -> Value {
    let deal = &game.deal;
    let player = game.seat(seat);
    // At the table of a hand seat 0 is elder hand, as the player of that number is here.
    let seated = |of: &dyn Fn(usize) -> Value| json!([of(0), of(1)]);
    let mut table = json!({
        "trumps": &"CDHS"[usize::from(deal.trumps)..][..1],
        "turned": deal.turned.map(|card| card.to_string()),
        "last": deal.last.map(|card| card.to_string()),
        "stock": deal.stock.len() + usize::from(deal.last.is_some()),
        "led": deal.led.map(|card| card.to_string()),
        "laid": seated(&|player| laid(&deal.table[player])),
        "won": seated(&|player| json!(written(&deal.won[player]))),
        "known": seated(&|player| json!(written(if deal.is_phase_two() { &deal.hands[player] } else { &deal.known[player] }))),
        "melds": seated(&|player| json!(deal.laid[player])),
        "phase": match deal.next() {
            _ if game.over => "over",
            Next::Play(_) if deal.led.is_some() => "follow",
            Next::Play(_) => "lead",
            _ => "meld",
        },
    });
    if let Next::Play(mover) | Next::Lay(mover) | Next::Use(mover) = deal.next()
        && !game.over
    {
        table["to_move"] = json!(mover);
        table["melded"] = json!(deal.lays && deal.melded);
    }
    if game.over {
        let (counts, points) = (deal.counts(), deal.points());
        let (tricks, points) = (seated(&|player| json!(counts[player])), seated(&|player| json!(points[player])));
        table["count"] = json!({"tricks": tricks, "points": points});
    }
    let built = deal.laying.as_ref().filter(|_| player == deal.leader).map(|laying| building(deal, laying));
    let round = json!({"seat": player, "hand": written(&game.hands[seat]), "building": built, "table": table});
    if game.length.is_none() {
        return round;
    }
    let standing = json!({
        "points": game.totals,
        "rounds": game.played,
        "target": game.target,
        "elder": game.elder,
        "seats": [game.elder, 1 - game.elder],
    });
    json!({"seat": seat, "match": standing, "round": round})
}

/// Cards on the table, in order; nothing is said of a nine.
fn laid(cards: &[Laid]) -> Value {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|laid| (placed(&laid.card), laid.listed()));
    cards.iter().map(|laid| json!({"card": laid.card.to_string(), "served": laid.kinds()})).collect()
}

/// What is settled of a meld: what was answered, and what need not be asked for.
fn building(deal: &Deal, laying: &Laying) -> Value {
    let cards = laying.meld.cards(deal.trumps);
    let unasked = (0..cards.len()).filter(|&place| deal.asked(laying.meld, place) != Some(place));
    let of = |verb: &str, more: Vec<C>| {
        let answered = laying.answered.iter().filter(|answer| answer.1 == verb).map(|answer| answer.0);
        written(&answered.chain(more).collect::<Vec<_>>())
    };
    json!({
        "meld": laying.meld.name(),
        "hand": of("use", unasked.map(|place| cards[place]).collect()),
        "table": of("use-table", Vec::new()),
        "second": of("use-second", Vec::new()),
    })
}
