//! Games with options of all kinds, as the game is told them and as the referee is.

use elderhand_env::{Overrides, Stream};
use elderhand_tests::oracle::skarney::contest::Format;
use elderhand_tests::oracle::skarney::referee::Rules;
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

const VARIANTS: [(&str, usize, Format); 5] = [
    ("skarney", 2, Format::Series),
    ("skarney-corner", 2, Format::Series),
    ("skarney-three", 3, Format::WinnerStaysOn),
    ("skarney-captains", 3, Format::Captains),
    ("skarney-partners", 4, Format::RotatingTeam),
];

impl Setting {
    /// One round of a variant: a hand between two.
    pub fn round(id: &'static str) -> Setting {
        let rules = Rules { corner: id == "skarney-corner", players: 2, format: Format::Series, length: None };
        Setting { id, overrides: overrides(&rules, false), rules }
    }

    /// One of a series that takes turns in variants, rounds and matches; all else is drawn.
    pub fn new(number: usize, stream: &mut Stream) -> Setting {
        let mut pick = |values: &[usize]| values[stream.below(values.len())];
        let (id, players, format) = VARIANTS[number % 5];
        let mut setting = Setting::round(id);
        let rules = &mut setting.rules;
        let own = pick(&[0, 0, 1]) == 1;
        if number / 5 % 2 == 1 {
            (rules.players, rules.format) = (players, format);
            if matches!(format, Format::WinnerStaysOn | Format::Captains) {
                rules.players = pick(&[3, 3, 4, 6]);
            }
            let target = if rules.players == 4 && rules.format == Format::RotatingTeam { 300 } else { 200 };
            rules.length = Some(if own { (target, 200) } else { (pick(&[1, 20, 60, 150]) as i64, pick(&[1, 3, 8])) });
        }
        rules.corner |= pick(&[0, 0, 0, 1]) == 1;
        setting.overrides = overrides(rules, own);
        setting
    }
}

/// The names and values of the options; a match that is the variant's own is told nothing of its length.
fn overrides(rules: &Rules, own: bool) -> Overrides {
    let mut overrides = json!({"corner": rules.corner, "episode": "round"});
    if let Some((target, rounds)) = rules.length {
        overrides["episode"] = json!("match");
        overrides["players"] = json!(rules.players);
        if !own {
            overrides["target"] = json!(target);
            overrides["rounds"] = json!(rounds);
        }
    }
    serde_json::from_value(overrides).expect("options")
}
