//! What a view should show.

use serde_json::{Value, json};

use super::pitch::Next;
use super::referee::SumRunSet;
use crate::oracle::{C, written};

/// What the view of a seat should show while somebody decides, or when all is over.
///
/// In a pitch seats are numbered from elder hand, and so are sides.
pub fn view(game: &SumRunSet, seat: usize) -> Value {
    let (pitch, seats) = (&game.pitch, game.rules.seats);
    let text = |card: Option<C>| card.map(|card| card.to_string());
    let place = |seat: usize| (seat + seats - pitch.elder) % seats;
    let from_elder = |seats: usize| (0..seats).map(move |place| (pitch.elder + place) % seats);
    // Until the capture is whole, what is taken lies in the pond.
    let mut table = json!({
        "pond": written(&pitch.pond),
        "played": text(pitch.played),
        "piles": from_elder(seats).map(|seat| written(&pitch.piles[seat])).collect::<Vec<_>>(),
        "pack": pitch.stock.len(),
        "pegged": from_elder(game.pitched.len()).map(|side| game.pitched[side]).collect::<Vec<_>>(),
    });
    if game.over {
        table["phase"] = json!("over");
    } else {
        table["phase"] = json!(match (pitch.next(), pitch.kind) {
            (Next::Play(_), _) => "play",
            (_, None) => "choose",
            (_, Some(_)) => "take",
        });
        table["to_move"] = json!(place(pitch.mover));
        table["left"] = json!(text(pitch.left));
        table["kind"] = json!(pitch.kind.map(|kind| kind.name()));
        table["taken"] = json!(written(&pitch.taken));
    }
    let hand = written(&pitch.hands[seat]);
    let Some((target, _)) = game.rules.length else { return json!({"seat": seat, "hand": hand, "table": table}) };
    let before = |side: usize| game.totals[side] - game.pitched[side];
    table["lacks"] = from_elder(seats).map(|seat| json!(target - before(game.side(seat)))).collect();
    json!({
        "seat": seat,
        "match": {"points": game.standing(), "rounds": game.pitches, "elder": pitch.elder},
        "round": {"seat": place(seat), "hand": hand, "table": table},
    })
}
