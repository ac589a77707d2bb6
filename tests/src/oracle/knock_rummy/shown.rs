//! What a view should show.

use serde_json::{Value, json};

use super::hand::Hand;
use super::referee::KnockRummy;
use crate::oracle::{C, pile, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &KnockRummy, seat: usize) -> Value {
    let player = game.players.iter().position(|&other| other == seat);
    let round = player.map(|player| hand(&game.hand, player));
    if game.rules.format.is_none() {
        return round.expect("all play");
    }
    // The seats that have left come last, the first of them last of all.
    let contest = &game.contest;
    let mut order = contest.players();
    let playing = order.len();
    order.sort();
    order.extend(contest.gone.iter().rev());
    let standing = json!({
        "order": order,
        "playing": playing,
        "points": contest.totals,
        "rounds": contest.hands,
        "elder": game.players[0],
        "seats": game.players,
    });
    json!({"seat": seat, "match": standing, "round": round})
}

/// What a player of a hand should see of it.
fn hand(hand: &Hand, player: usize) -> Value {
    let of = |cards: &[Vec<C>]| Vec::from_iter(cards.iter().map(|cards| written(cards)));
    let mut table = json!({
        "pile": pile(&hand.pile, &hand.by),
        "stock": hand.stock.len(),
        "returned": written(&Vec::from_iter(hand.returned.clone())),
        "taken": hand.taken.map(|card| card.to_string()),
        "turns": hand.turns,
    });
    // After a knock all hands are known.
    if hand.end.is_none() {
        table["known"] = json!(of(&hand.known));
    }
    json!({"seat": player, "hand": written(&hand.cards[player]), "table": table})
}
