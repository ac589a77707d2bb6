//! What a view should show.

use serde_json::{Value, json};

use super::hand::{Hand, Next};
use super::meld::{is_run, is_set};
use super::referee::Colonel;
use crate::oracle::{C, pile, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &Colonel, seat: usize) -> Value {
    let player = usize::from(game.players[0] != seat);
    let round = hand(&game.hand, player);
    if game.rules.format.is_none() {
        return round;
    }
    let (contest, players) = (&game.contest, &game.players);
    let standing =
        json!({"points": contest.totals, "rounds": contest.hands, "elder": players[0], "seats": players, "playing": 2});
    json!({"seat": seat, "match": standing, "round": round})
}

/// What a player of a hand should see of it.
fn hand(hand: &Hand, player: usize) -> Value {
    let both = |cards: &[Vec<C>; 2]| [0, 1].map(|player| written(&cards[player]));
    let mut table = json!({
        "elder": 0,
        "pile": pile(&hand.pile, &hand.by),
        "stock": hand.stock.len(),
        "board": {"sets": lying(hand, is_set), "runs": lying(hand, is_run), "laid": both(&hand.laid)},
        "returned": written(&Vec::from_iter(hand.returned.clone())),
        "turns": hand.turns,
    });
    if !matches!(hand.next(), Next::Over(_)) {
        table["known"] = json!(both(&hand.known));
        let taken = hand.taken.filter(|card| hand.known[hand.mover()].contains(card));
        table["taken"] = json!(taken.map(|card| card.to_string()));
    }
    // Until it lies, the cards of a meld belong to the hand.
    let begun: &[C] = if player == hand.mover() { &hand.begun } else { &[] };
    let own = [&hand.cards[player][..], begun].concat();
    json!({"seat": player, "hand": written(&own), "meld": written(begun), "table": table})
}

/// The cards of the table that lie in melds of a kind.
fn lying(hand: &Hand, kind: fn(&[C]) -> bool) -> Vec<String> {
    written(&hand.table.iter().filter(|meld| kind(meld)).flatten().copied().collect::<Vec<C>>())
}
