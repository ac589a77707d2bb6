//! The screen of Kuhn poker: two cards and what has been bet.

use serde_json::Value;

use super::Screen;
use crate::cards;
use crate::output::Paint;

/// Shows the seat's card, the other's face down until the showdown, and the betting.
pub struct Kuhn;

impl Screen for Kuhn {
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String> {
        let card = |name: &str| view[name].as_str().map_or_else(|| "▒▒".into(), |text| cards::words(text, paint));
        let betting = view["betting"].as_str().unwrap_or_default().replace('-', ", ");
        vec![format!("your card {}   the other {}   betting: {betting}", card("card"), card("shown"))]
    }
}
