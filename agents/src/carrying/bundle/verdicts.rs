//! What the evaluations of a bot come to, in plain sentences.

use elderhand_env::Overrides;
use serde_json::Value;

use super::Evaluation;
use crate::measuring::stats::Verdict;
use crate::seating::bot::Bot;

/// One sentence an opponent: the built-in players of the game, met or not, in their order, and then all others met.
pub(super) fn sentences(game: &str, evaluations: &[Evaluation]) -> Vec<String> {
    let opponents = Evaluation::opponents(Bot::playing(game), evaluations);
    opponents.into_iter().map(|opponent| sentence(opponent, evaluations)).collect()
}

fn sentence(opponent: &str, evaluations: &[Evaluation]) -> String {
    let said = |(verdict, verb): (Verdict, &str)| {
        let met = evaluations.iter().filter(|one| one.opponent == opponent && one.verdict() == verdict);
        let settings: Vec<&Overrides> = met.map(|evaluation| &evaluation.setting).collect();
        (!settings.is_empty()).then(|| format!("{verb} `{opponent}`{}", tables(&settings)))
    };
    let verdicts =
        [(Verdict::Better, "beats"), (Verdict::Open, "comes out even with"), (Verdict::Worse, "does not beat")];
    match verdicts.into_iter().filter_map(said).collect::<Vec<_>>() {
        said if said.is_empty() => format!("It has not been measured against `{opponent}`."),
        said => format!("It {}.", listed(&said)),
    }
}

/// The tables of some settings, such as ` with seats 2, 3 and 4`; nothing where no option varies.
fn tables(settings: &[&Overrides]) -> String {
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let only = |setting: &Overrides| setting.keys().next().filter(|_| setting.len() == 1).cloned();
    let name = settings.first().and_then(|setting| only(setting));
    match name.filter(|name| settings.iter().all(|setting| only(setting).as_ref() == Some(name))) {
        Some(name) => {
            let values: Vec<String> = settings.iter().map(|setting| plain(&setting[&name])).collect();
            format!(" with {name} {}", listed(&values))
        }
        None => {
            let words = |setting: &&Overrides| {
                let options: Vec<String> =
                    setting.iter().map(|(name, value)| format!("{name} {}", plain(value))).collect();
                (!options.is_empty()).then(|| format!("with {}", options.join(", ")))
            };
            let tables: Vec<String> = settings.iter().filter_map(words).collect();
            if tables.is_empty() { String::new() } else { format!(" {}", tables.join("; ")) }
        }
    }
}

/// Sets words in a row: `a`, `a and b`, `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}
