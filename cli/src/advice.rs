//! What a bot would do, in words.

use elderhand_agents::{Decision, Tried};
use elderhand_env::{Action, AnyGame, Game};

use crate::cards;
use crate::output::{Paint, fold, printable};
use crate::screen::{called, screen};

/// So many moves are named with their probabilities.
const NAMED: usize = 4;

/// Returns the action that a bot holds likeliest: one that draws its actions would else say this now and that the next time.
pub fn likeliest(decision: &Decision) -> Action {
    let likeliest = decision.probabilities.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    likeliest.map_or(decision.action, |&(action, _)| action)
}

/// Returns lines that say what a bot would choose, how surely, and what it expects.
pub fn lines(bot: &str, decision: &Decision, game: &AnyGame, paint: Paint) -> Vec<String> {
    let screen = screen(game).ok();
    let name = |action| {
        let name = game.spec().name(action);
        cards::words(&screen.as_ref().map_or_else(|| name.into(), |screen| called(&**screen, name)), paint)
    };
    let mut text = format!("{} would choose: {}", printable(bot), name(likeliest(decision)));
    let likely = decision.probabilities.iter().filter(|(_, p)| *p >= 0.01 && *p < 0.995).take(NAMED);
    let likely: Vec<String> = likely.map(|&(action, p)| format!("{} {:.0} %", name(action), 100.0 * p)).collect();
    if !likely.is_empty() {
        text += &format!(" ({})", likely.join(", "));
    }
    // What a fold costs is no matter of expecting.
    let folds = game.spec().name(likeliest(decision)) == "fold";
    if let Some(value) = decision.value.filter(|_| !folds) {
        let terms = game.terms();
        text += &format!("; expects {value:+.1} {} for the whole {}", terms.points, terms.one);
        text += if game.bets() && !game.is_match() { ", what is in the pot included" } else { "" };
    }
    if let Some(findings) = &decision.findings {
        let mut tried = findings.tried.clone();
        tried.sort_by(|a, b| b.value.total_cmp(&a.value));
        let told = |tried: &Tried| {
            let error = tried.error.map_or_else(String::new, |error| format!(" ± {:.1}", 2.0 * error));
            format!("{} {:+.1}{error}", name(tried.action), tried.value)
        };
        let told: Vec<String> = tried.iter().take(NAMED).map(told).collect();
        text += &format!(". Tried: {}", told.join(", "));
    }
    fold(0, " ", text.split(' '))
}
