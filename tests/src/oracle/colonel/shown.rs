//! What a view should show.

use serde_json::{Value, json};

use super::hand::{Hand, Next};
use super::meld::{is_run, is_set};
use super::referee::Colonel;
use crate::oracle::{C, pile, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &Colonel, seat: usize) -> Value {
    let hand = &game.hand;
    let player = |seat: usize| usize::from(game.players[0] != seat);
    let seats = |cards: &[Vec<C>; 2]| [0, 1].map(|seat| written(&cards[player(seat)]));
    let by: Vec<Option<usize>> = hand.by.iter().map(|by| by.map(|player| game.players[player])).collect();
    let is_over = matches!(hand.next(), Next::Over(_));
    let mut table = json!({
        "elder": game.players[0],
        "pile": pile(&hand.pile, &by),
        "stock": hand.stock.len(),
        "board": {"sets": lying(hand, is_set), "runs": lying(hand, is_run), "laid": seats(&hand.laid)},
        "returned": written(&Vec::from_iter(hand.returned.clone())),
        "turns": hand.turns,
    });
    if !is_over {
        table["known"] = json!(seats(&hand.known));
        let taken = hand.taken.filter(|card| hand.known[hand.mover()].contains(card));
        table["taken"] = json!(taken.map(|card| card.to_string()));
    }
    if game.rules.format.is_some() {
        table["contest"] = json!({"points": game.contest.totals, "rounds": game.contest.hands});
    }
    // Until it lies, the cards of a meld belong to the hand.
    let begun: &[C] = if player(seat) == hand.mover() { &hand.begun } else { &[] };
    let own = [&hand.cards[player(seat)][..], begun].concat();
    json!({"seat": seat, "hand": written(&own), "meld": written(begun), "table": table})
}

/// The cards of the table that lie in melds of a kind.
fn lying(hand: &Hand, kind: fn(&[C]) -> bool) -> Vec<String> {
    written(&hand.table.iter().filter(|meld| kind(meld)).flatten().copied().collect::<Vec<C>>())
}
