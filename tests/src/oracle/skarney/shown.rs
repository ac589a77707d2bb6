//! What a view should show.

use serde_json::{Value, json};

use super::hand::{Laid, Next};
use super::referee::Skarney;
use crate::oracle::{C, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &Skarney, seat: usize) -> Value {
    let hand = &game.hand;
    // Until they lie on the table, the cards of a meld belong to the hand.
    let held = |player: usize| {
        let begun: &[C] = if player == hand.mover() { &hand.begun } else { &[] };
        [&hand.cards[player][..], begun].concat()
    };
    let added = |laid: &Laid| laid.added.iter().filter(|&&turn| turn == hand.turn).count();
    let meld = |laid: &Laid| {
        let mut meld = json!({"by": laid.owner, "cards": written(&laid.cards)});
        // When the player has offered a card, nothing more is laid off.
        if let Next::Act(_) = hand.next() {
            meld["added"] = json!(added(laid));
        }
        meld
    };
    let table = json!({
        "stock": hand.stock.len(),
        "sizes": [held(0).len(), held(1).len()],
        "board": hand.table.iter().map(meld).collect::<Vec<_>>(),
        "taken": hand.known.each_ref().map(|cards| written(cards)),
        "refused": hand.refused.each_ref().map(|cards| written(cards)),
        "offered": hand.offered.map(|card| card.to_string()),
    });
    let round = |place: usize| json!({"seat": place, "hand": written(&held(place)), "table": table});
    if game.rules.length.is_none() {
        return round(seat);
    }
    let contest = &game.contest;
    let standing = json!({
        "order": contest.queue,
        "points": contest.totals,
        "rounds": contest.rounds,
        "elder": game.pairs[0][0],
        "table": game.table,
        "seats": game.pair(),
    });
    // Who sits out, or at another table, sees nothing of the hand.
    let place = game.pair().into_iter().position(|other| other == seat);
    json!({"seat": seat, "match": standing, "round": place.map(round)})
}
