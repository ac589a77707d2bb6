//! What a view should show.

use serde_json::{Value, json};

use super::pitch::Next;
use super::referee::SumRunSet;
use crate::oracle::{C, written};

/// What the view of a seat should show while somebody decides, or when all is over.
pub fn view(game: &SumRunSet, seat: usize) -> Value {
    let pitch = &game.pitch;
    let text = |card: Option<C>| card.map(|card| card.to_string());
    // Until the capture is whole, what is taken lies in the pond.
    let mut table = json!({
        "elder": pitch.elder,
        "pond": written(&pitch.pond),
        "played": text(pitch.played),
        "piles": pitch.piles.iter().map(|pile| written(pile)).collect::<Vec<_>>(),
        "pack": pitch.stock.len(),
        "pegged": game.pitched,
    });
    if game.rules.length.is_some() {
        table["contest"] = json!({"points": game.standing(), "rounds": game.pitches});
    }
    if game.over {
        table["phase"] = json!("over");
    } else {
        table["phase"] = json!(match (pitch.next(), pitch.kind) {
            (Next::Play(_), _) => "play",
            (_, None) => "choose",
            (_, Some(_)) => "take",
        });
        table["to_move"] = json!(pitch.mover);
        table["left"] = json!(text(pitch.left));
        table["kind"] = json!(pitch.kind.map(|kind| kind.name()));
        table["taken"] = json!(written(&pitch.taken));
    }
    json!({"seat": seat, "hand": written(&pitch.hands[seat]), "table": table})
}
