//! Games with options of all kinds, as the game is told them and as the referee is.

use elderhand_env::{Overrides, Stream};
use elderhand_tests::oracle::pinnacle::rules::{Betting, Rules};
use serde_json::json;

/// A variant with options.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The variant's id.
    pub id: &'static str,
    /// The options for the game.
    pub overrides: Overrides,
    /// The options for the referee.
    pub rules: Rules,
}

impl Setting {
    /// One of a series that takes turns in variants and seats; all else is drawn.
    pub fn new(number: usize, stream: &mut Stream) -> Setting {
        let mut pick = |values: &[i64]| values[stream.below(values.len())];
        let (id, up) =
            [("pinnacle-nine", 0), ("pinnacle-ten", 1), ("pinnacle-eleven", 2), ("pinnacle-split", 2)][number % 4];
        let seats = 2 + number / 4 % 6;
        let is_match = pick(&[0, 1, 1]) == 1;
        let stack = if is_match { pick(&[20, 61, 150, 300, 1_500, 9_000]) } else { pick(&[20, 37, 300, 3_000, 9_000]) };
        // The ante of the first round has to leave everybody something.
        let antes = match pick(&[0, 0, 1, 2]) {
            0 => None,
            1 if stack > 50 => Some([50, 35, 26, 22, 17, 15]),
            _ => Some([19, 6, 5, 4, 3, 1]),
        };
        let betting = [Betting::Limit, Betting::NoLimit, Betting::AnyAmount][pick(&[0, 1, 1, 2]) as usize];
        // A small pack has to be large enough for everybody.
        let ranks = if seats <= 3 { pick(&[13, 13, 6]) as u8 } else { 13 };
        let rules = Rules {
            up,
            split: id == "pinnacle-split",
            seats,
            stack,
            antes,
            betting,
            rounds: is_match.then_some(pick(&[1, 3, 8, 20]) as usize),
            ranks,
            jokers: pick(&[0, 1, 2, 2, 2]) as u8,
            cycles: pick(&[1, 2, 3, 4, 4, 4, 4]) as usize,
        };
        Setting { id, overrides: overrides(&rules), rules }
    }
}

/// The names and values of the options.
fn overrides(rules: &Rules) -> Overrides {
    let (betting, amounts) = match rules.betting {
        Betting::Limit => ("limit", "named"),
        Betting::NoLimit => ("no-limit", "named"),
        Betting::AnyAmount => ("no-limit", "any"),
    };
    let mut overrides = json!({
        "seats": rules.seats,
        "stack": rules.stack,
        "ante": if rules.antes.is_some() { "table" } else { "formula" },
        "betting": betting,
        "amounts": amounts,
        "ranks": rules.ranks,
        "jokers": rules.jokers,
        "cycles": rules.cycles,
    });
    if let Some(antes) = rules.antes {
        overrides["antes"] = json!(antes);
    }
    if let Some(rounds) = rules.rounds {
        overrides["episode"] = json!("match");
        overrides["rounds"] = json!(rounds);
    }
    overrides.as_object().expect("a table").clone()
}
