//! The screen of Leduc poker: three cards and what has been bet in each round.

use serde_json::Value;

use super::Screen;
use crate::cards;
use crate::output::Paint;

/// Shows the seat's card, the public one, the other's face down until the showdown, and the betting.
pub struct Leduc;

impl Screen for Leduc {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let card = |name: &str, hidden: &str| {
            view[name].as_str().map_or_else(|| hidden.into(), |text| cards::words(text, paint))
        };
        let (own, public, other) = (card("card", "▒▒"), card("public", "none yet"), card("shown", "▒▒"));
        let bets = |round: usize| view["rounds"][round]["bets"].as_u64().unwrap_or_default();
        let rounds = match view["public"].is_string() {
            false => format!("bets {}", bets(0)),
            true => format!("bets {}, then {}", bets(0), bets(1)),
        };
        vec![format!("your card {own}   on the table {public}   the other {other}   {rounds}")]
    }
}
