//! What a view should show.

use serde_json::{Value, json};

use super::referee::KnockRummy;
use crate::oracle::{C, pile, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &KnockRummy, seat: usize) -> Value {
    let hand = &game.hand;
    let of = |cards: &[Vec<C>], seat: usize| {
        let player = game.players.iter().position(|&other| other == seat);
        written(player.map_or(&[], |player| &cards[player]))
    };
    let by: Vec<Option<usize>> = hand.by.iter().map(|by| by.map(|player| game.players[player])).collect();
    let mut table = json!({
        "pile": pile(&hand.pile, &by),
        "stock": hand.stock.len(),
        "returned": written(&Vec::from_iter(hand.returned.clone())),
        "taken": hand.taken.map(|card| card.to_string()),
        "turns": hand.turns,
    });
    // After the last knock all hands are known.
    if !game.over {
        table["known"] = (0..game.rules.seats).map(|seat| of(&hand.known, seat)).collect();
    }
    if game.rules.format.is_some() {
        // The seats that have left come last, the first of them last of all.
        let contest = &game.contest;
        let mut order = contest.players();
        let playing = order.len();
        order.sort();
        order.extend(contest.gone.iter().rev());
        table["contest"] =
            json!({"order": order, "playing": playing, "points": contest.totals, "rounds": contest.hands});
    }
    json!({"seat": seat, "hand": of(&hand.cards, seat), "table": table})
}
