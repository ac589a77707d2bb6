//! Games with options of all kinds, as the game is told them and as the referee is.

use elderhand_env::{Overrides, Stream};
use elderhand_tests::oracle::contest::Format;
use elderhand_tests::oracle::knock_rummy::referee::Rules;
use serde_json::json;

/// Options of one of a series of games that takes turns in seats; all else is drawn.
pub fn rules(number: usize, stream: &mut Stream) -> Rules {
    let mut pick = |values: &[usize]| values[stream.below(values.len())];
    let seats = 2 + number % 5;
    let format = match pick(&[0, 1, 2, 3]) {
        0 => None,
        1 => Some(Format::Series(pick(&[1, 30, 100]) as i64, pick(&[1, 3, 75]))),
        2 => Some(Format::Rounds(pick(&[1, 2, 7]))),
        _ => Some(Format::Elimination(pick(&[1, 2, 3]))),
    };
    Rules { seats, return_taken: pick(&[0, 0, 1]) == 1, format }
}

/// The names and values of the options.
pub fn overrides(rules: Rules) -> Overrides {
    let mut overrides = json!({"seats": rules.seats, "return_taken": rules.return_taken});
    overrides["episode"] = json!(if rules.format.is_some() { "match" } else { "round" });
    match rules.format {
        None => {}
        Some(Format::Series(target, rounds)) => {
            overrides["format"] = json!("series");
            overrides["target"] = json!(target);
            overrides["rounds"] = json!(rounds);
        }
        Some(Format::Rounds(rounds)) => {
            overrides["format"] = json!("rounds");
            overrides["rounds"] = json!(rounds);
        }
        Some(Format::Elimination(every)) => {
            overrides["format"] = json!("elimination");
            overrides["every"] = json!(every);
        }
    }
    serde_json::from_value(overrides).expect("options")
}
