//! Model cards: what a bot is, for people.

use std::fmt::Write;

use elderhand_env::options::terms;
use elderhand_env::{Terms, variant};

use super::verdicts::sentences;
use super::{Contract, Manifest, Training};
use crate::carrying::policy::Choice;
use crate::measuring::stats::Estimate;

/// Writes the model card of a bundle from its manifest: a page of Markdown.
pub fn model_card(manifest: &Manifest) -> String {
    let parts = [
        about(manifest),
        usage(&manifest.contract),
        training(&manifest.training),
        evaluations(manifest),
        limits(manifest),
    ];
    parts.join("\n")
}

fn about(manifest: &Manifest) -> String {
    let Contract { game, options, variable, observation, actions, .. } = &manifest.contract;
    let title = variant(game).map_or(game.as_str(), |variant| variant.title);
    let trunk: Vec<String> = manifest.network.trunk.iter().map(usize::to_string).collect();
    let choice = match manifest.decision {
        Choice::Argmax => "It plays the action it holds likeliest, always the same in the same position.".into(),
        Choice::Sample { temperature: 1.0 } => "It draws its action with the probabilities it learned.".into(),
        Choice::Sample { temperature } => format!("It draws its action at temperature {temperature}."),
    };
    let mut text = format!(
        "# A player of {title}\n\n\
         This bot plays `{game}`. It sees what one seat knows, {bits} bits, and weighs {count} actions with a network of \
         hidden layers {trunk}. {choice} Its value is the expected return of its seat in {points}.\n",
        bits = observation.bits,
        count = actions.count,
        trunk = trunk.join(" and "),
        points = terms(game, options).points,
    );
    if !options.is_empty() {
        text += "\n| option | value |\n|---|---|\n";
        for (name, value) in options {
            let values = variable.get(name).map_or(std::slice::from_ref(value), Vec::as_slice);
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            line(&mut text, format_args!("| `{name}` | {} |", cell(&values.join(", "))));
        }
    }
    text
}

fn usage(contract: &Contract) -> String {
    let Contract { game, .. } = contract;
    let set = contract.settings();
    format!(
        "## Use\n\n\
         `{game}.elderhand` stands for this bundle.\n\n\
         ```\n\
         elderhand verify {game}.elderhand\n\
         elderhand play {game} --bot {game}.elderhand{set}\n\
         elderhand arena --game {game} --bots {game}.elderhand,random --deals 1000{set}\n\
         elderhand bot {game}.elderhand\n\
         ```\n\n\
         The last one answers other programs, one JSON object a line.\n",
    )
}

fn training(training: &Training) -> String {
    let Training { run, date, revision, seed, steps, decisions, config, notes } = training;
    let mut text = String::from("## Training\n\n");
    if is_own(training) {
        let revision = revision.as_deref().map_or("unknown".into(), |revision| format!("`{revision}`"));
        text += &format!(
            "It learned by playing against itself: run `{run}`, seed {seed}, {steps} steps of the optimiser, {decisions} \
             decisions, revision {revision}."
        );
    } else {
        text += "It was trained by a program of its maker's";
        text += &if run.is_empty() { String::new() } else { format!(", run `{run}`") };
        text += &if *decisions == 0 { ".".into() } else { format!(", from {decisions} decisions.") };
    }
    line(&mut text, format_args!(" This file was made on {}.", date.as_deref().unwrap_or("an unknown day")));
    if !notes.is_empty() {
        text.push('\n');
    }
    for (name, value) in notes {
        line(&mut text, format_args!("- {name}: {value}"));
    }
    if !config.trim().is_empty() {
        line(&mut text, format_args!("\n```\n{}\n```", config.trim()));
    }
    text
}

fn evaluations(manifest: &Manifest) -> String {
    let mut text = String::from("## Play so far\n\n");
    if manifest.evaluations.is_empty() {
        return text + "It has not been measured.\n";
    }
    let Terms { one, many, points, .. } = terms(&manifest.contract.game, &manifest.contract.options);
    text += &format!(
        "Every deal was played from every seat; in brackets the interval of 95 %.\n\n\
         | opponent | deals | {points} a {one} | {many} won |\n|---|---|---|---|\n"
    );
    for evaluation in &manifest.evaluations {
        let setting = evaluation.setting.iter().map(|(name, value)| format!(", {name} {value}"));
        let opponent = evaluation.opponent.clone() + &setting.collect::<String>();
        let Estimate { mean, low, high } = evaluation.score;
        let score = format!("{mean:+.2} ({low:+.2} to {high:+.2})");
        let [mean, low, high] = [evaluation.win_share.mean, evaluation.win_share.low, evaluation.win_share.high];
        let won = format!("{:.1} % ({:.1} to {:.1})", 100.0 * mean, 100.0 * low, 100.0 * high);
        line(&mut text, format_args!("| {} | {} | {score} | {won} |", cell(&opponent), evaluation.deals));
    }
    text += "\nA score is counted from the mean of the table, so 0 is even. The bot beats an opponent where the whole \
             interval is above 0, does not where the whole is below, and comes out even where 0 lies in it.\n\n";
    for sentence in sentences(&manifest.contract.game, &manifest.evaluations) {
        line(&mut text, format_args!("- {sentence}"));
    }
    text
}

fn limits(manifest: &Manifest) -> String {
    let names: Vec<String> = manifest.contract.variable.keys().map(|name| format!("`{name}`")).collect();
    let but = match names.join(" and ") {
        names if names.is_empty() => String::new(),
        names => format!(" Any {names} of the game will do, but it was trained with the values above alone."),
    };
    let learned = match is_own(&manifest.training) {
        true => "learned from play against itself, so an opponent unlike itself",
        false => "was measured against these alone, so another opponent",
    };
    format!(
        "## Limits\n\n\
     - It plays this game under these options only; a program refuses it under others.{but}\n\
     - It {learned} may find mistakes that the table does not show.\n\
     - Its probabilities and its value are its own estimates, not proofs.\n",
    )
}

/// Returns `true` if the trainer made it, which counts its steps; of other networks it is not known how they learned.
fn is_own(training: &Training) -> bool {
    training.steps > 0
}

/// A text that cannot end its cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    writeln!(text, "{arguments}").expect("a string takes every text");
}
