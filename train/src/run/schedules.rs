//! What becomes of the schedules where a run is taken up with another budget.

use crate::run::clock::Clock;
use crate::settings::config::{Budget, Config, Schedule};

/// Returns what another budget does to a run that has used so many seconds and made so many decisions; `None` if it
/// changes nothing.
pub(crate) fn moved(before: &Config, now: &Config, seconds: f64, decisions: u64) -> Option<String> {
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
