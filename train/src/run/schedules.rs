//! What becomes of the schedules where a run is taken up with another budget.

use crate::run::clock::Clock;
use crate::settings::config::{Budget, Config, Schedule};

/// Returns what another budget does to a run that has used so many seconds and made so many decisions; `None` if it
/// changes nothing.
pub(crate) fn moved(before: &Config, now: &Config, seconds: f64, decisions: u64) -> Option<String> {
    // A clock that is read twice says two times.
    if before.budget == now.budget {
        return None;
    }
    let fraction = |config: &Config| Clock::new(config, seconds, decisions).fraction(decisions);
    let (was, is) = (fraction(before), fraction(now));
    let schedules: [(&str, Schedule); 4] = [
        ("learning.rate", now.learning.rate),
        ("learning.entropy", now.learning.entropy),
        ("learning.magnet", now.learning.magnet),
        ("shaping.weight", now.shaping.weight),
    ];
    let moved = schedules.iter().filter(|(_, schedule)| schedule.at(was) != schedule.at(is));
    let moved: Vec<String> =
        moved.map(|(key, at)| format!("`{key}` goes from {} to {}", rounded(at.at(was)), rounded(at.at(is)))).collect();
    (!moved.is_empty()).then(|| {
        format!(
            "the budget is {} instead of {}: {:.0} % of it is used instead of {:.0} %, so {}; from there the schedules \
             run to their ends along the new budget",
            words(&now.budget),
            words(&before.budget),
            100.0 * is,
            100.0 * was,
            moved.join(" and ")
        )
    })
}

/// Returns a number to three digits.
fn rounded(number: f64) -> f64 {
    format!("{number:.2e}").parse().unwrap_or(number)
}

fn words(budget: &Budget) -> String {
    let decisions = (budget.decisions > 0).then(|| format!("{} decisions", budget.decisions));
    let minutes = (budget.minutes > 0.0).then(|| format!("{} minutes", budget.minutes));
    let limits: Vec<String> = [decisions, minutes].into_iter().flatten().collect();
    if limits.is_empty() { "without a limit".into() } else { limits.join(" or ") }
}

#[cfg(test)]
mod tests {
    use super::moved;
    use crate::settings::config::Config;

    fn config(sets: &[&str]) -> Config {
        let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let always = ["learning.rate={ from = 0.0012345, to = 0.0 }", "learning.entropy={ from = 0.02, to = 0.02 }"];
        let sets = [&always[..], &["learning.magnet={ from = 0.0, to = 0.0 }"], sets].concat();
        Config::load(config.as_ref(), &sets.iter().map(|set| String::from(*set)).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn every_schedule_that_moves_is_told_with_its_numbers() {
        let all = ["learning.magnet={ from = 0.2, to = 0.4 }", "learning.entropy={ from = 0.03, to = 0.01 }"];
        let of = |more: &[&'static str]| config(&[&all[..], more].concat());
        let (before, now) = (of(&["budget.decisions=1000"]), of(&["budget.decisions=2000"]));
        let text = moved(&before, &now, 0.0, 500).unwrap();
        let parts = [
            "the budget is 2000 decisions instead of 1000 decisions: 25 % of it is used instead of 50 %",
            // Half and three quarters of 0.0012345, to three digits.
            "`learning.rate` goes from 0.000617 to 0.000926",
            "`learning.entropy` goes from 0.02 to 0.025",
            "`learning.magnet` goes from 0.3 to 0.25",
        ];
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        assert!(!text.contains("shaping"), "{text}");

        let shaped = ["shaping.plane=\"card\"", "shaping.weight={ from = 1.0, to = 0.0 }"];
        let of = |budget: &'static str| config(&[&shaped[..], &[budget]].concat());
        let text = moved(&of("budget.decisions=1000"), &of("budget.decisions=2000"), 0.0, 500).unwrap();
        assert!(text.contains("`shaping.weight` goes from 0.5 to 0.75"), "{text}");
    }

    #[test]
    fn a_budget_of_time_moves_them_too() {
        let (before, now) =
            (config(&["budget.decisions=0", "budget.minutes=2"]), config(&["budget.decisions=0", "budget.minutes=4"]));
        let text = moved(&before, &now, 60.0, 500).unwrap();
        assert!(text.contains("4 minutes instead of 2 minutes: 25 % of it is used instead of 50 %"), "{text}");
        assert_eq!(moved(&before, &before, 60.0, 500), None);
        // What does not fall stays where it is, whatever the budget.
        let flat = ["budget.decisions=0", "learning.rate={ from = 1e-3, to = 1e-3 }"];
        let of = |minutes: &'static str| config(&[&flat[..], &[minutes]].concat());
        assert_eq!(moved(&of("budget.minutes=2"), &of("budget.minutes=4"), 60.0, 500), None);
    }
}
