//! `bots`: the released bots, what they are and how they have played.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use elderhand_agents::bundle::{Evaluation, Manifest};
use elderhand_agents::{Bot, Bundle, Estimate, Releases};
use elderhand_env::Overrides;
use elderhand_env::options::write_options;
use serde_json::{Value, json};

use super::heading;
use super::ladder::file::Ladder;
use crate::output::{Output, printable, say, thousands};

/// List the released bots: what they are, and how they have played
///
/// A released bot is a bundle NAME.elderhand in the folder that ELDERHAND_CHECKPOINTS names, or else in the first of
/// these that holds any: `checkpoints` in the current folder, beside the program, and in each of the three folders
/// above the program's own. Wherever a bot is named, checkpoint:NAME is that one.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Names of released bots, of which every line is shown; without any, all bots, against players that follow rules, by the
    /// rules that they learnt
    bots: Vec<String>,
    /// Print a JSON array, one object a bot, with every result
    #[arg(long)]
    json: bool,
    /// Print the tables as Markdown, as they stand in checkpoints/README.md
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// A bundle that has been read.
struct Released {
    name: String,
    path: PathBuf,
    bytes: u64,
    manifest: Manifest,
    /// What it came to: on the ladder if it is there, else after its training.
    evaluations: Vec<Evaluation>,
}

pub fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let releases = Releases::find();
    let ladder = Ladder::beside(&releases);
    let mut bots = Vec::new();
    let named = args.bots.iter().map(|name| name.strip_prefix("checkpoint:").unwrap_or(name));
    let named = named.map(|name| releases.path(name).map(|_| name)).collect::<Result<Vec<_>, _>>()?;
    let all = || releases.names().iter().map(String::as_str).collect();
    for name in if named.is_empty() { all() } else { named } {
        match read(&releases, &ladder, name) {
            Ok(bot) => bots.push(bot),
            // Nobody asked for this one, and the others are as good as they were.
            Err(error) if args.bots.is_empty() => say(&format!("warning: {error:#}")),
            Err(error) => return Err(error),
        }
    }
    if args.json {
        return out.json(&bots.iter().map(document).collect::<Vec<_>>());
    }
    if bots.is_empty() {
        let none = match args.markdown {
            true => "There is none yet.".into(),
            false => format!("There are no released bots: {releases}"),
        };
        return Ok(out.wrapped(0, " ", printable(none).split(' '))?);
    }
    let shelf: Vec<_> = bots.iter().map(shelf).collect();
    print(args, &["bot", "game", "size", "decisions", "date"], &[false, false, true, true, false], &shelf, out)?;
    writeln!(out)?;
    let (head, right) =
        (["bot", "against", "at", "score", "95 % interval", ""], [false, false, false, true, false, false]);
    if args.bots.is_empty() || args.markdown {
        let lines = bots.iter().flat_map(|bot| shown(bot, args).into_iter().map(|line| play(bot, line)));
        print(args, &head, &right, &lines.collect::<Vec<_>>(), out)?;
        writeln!(out)?;
    } else {
        // Beside the name of the bot the longest lines would be too wide.
        for bot in &bots {
            heading(&bot.name, out)?;
            let lines = shown(bot, args).into_iter().map(|line| score(line).to_vec());
            out.table(&head[1..], &right[1..], &lines.collect::<Vec<_>>())?;
            writeln!(out)?;
        }
    }
    let scores =
        "Scores are points or chips a round, a match where that is played, above the mean of the table: 0 is even.";
    let tables = "Where a bot was measured at tables of several sizes, its worst and its best are shown.";
    let lines = match (args.bots.is_empty(), args.markdown) {
        (true, false) => format!("{scores} {tables} `elderhand bots NAME` shows every line."),
        (true, true) => format!("{scores} {tables}"),
        (false, _) => scores.into(),
    };
    out.wrapped(0, " ", lines.split(' '))?;
    for bot in &bots {
        let set = bot.manifest.contract.settings();
        if !set.is_empty() {
            writeln!(out)?;
            let text = printable(format!("checkpoint:{} plays with `{}`.", bot.name, set.trim_start()));
            out.wrapped(0, " ", text.split(' '))?;
        }
    }
    Ok(())
}

fn read(releases: &Releases, ladder: &Ladder, name: &str) -> anyhow::Result<Released> {
    // By the path: a name would look for the folder again, for every bot.
    let path = releases.path(name)?;
    let bytes = fs::metadata(&path).with_context(|| path.display().to_string())?.len();
    let manifest = Bundle::open(&path)?.manifest().clone();
    let evaluations = ladder.of(name, &manifest).to_vec();
    Ok(Released { name: name.into(), path, bytes, manifest, evaluations })
}

fn print(args: &Args, head: &[&str], right: &[bool], rows: &[Vec<String>], out: &mut Output) -> io::Result<()> {
    if args.markdown { out.markdown(head, right, rows) } else { out.table(head, right, rows) }
}

fn shelf(bot: &Released) -> Vec<String> {
    let training = &bot.manifest.training;
    vec![
        bot.name.clone(),
        bot.manifest.contract.game.clone(),
        format!("{:.2} MiB", bot.bytes as f64 / f64::from(1 << 20)),
        thousands(training.decisions as f64),
        training.date.clone().unwrap_or_default(),
    ]
}

fn play(bot: &Released, evaluation: &Evaluation) -> Vec<String> {
    [vec![bot.name.clone()], score(evaluation).to_vec()].concat()
}

/// Who was met, where, and how that ended.
pub(super) fn score(evaluation: &Evaluation) -> [String; 5] {
    let Estimate { mean, low, high } = evaluation.score;
    [
        evaluation.opponent.clone(),
        write_options(&evaluation.setting).join(" "),
        format!("{mean:+.2}"),
        format!("{low:+.2} … {high:+.2}"),
        evaluation.verdict().to_string(),
    ]
}

/// The lines of a bot that are printed.
fn shown<'a>(bot: &'a Released, args: &Args) -> Vec<&'a Evaluation> {
    let built_in = |line: &Evaluation| Bot::playing(&bot.manifest.contract.game).any(|name| name == line.opponent);
    let as_learnt = |line: &Evaluation| bot.rules(line).is_empty();
    match (args.bots.is_empty(), args.markdown) {
        (true, false) => notable(bot, |line| as_learnt(line) && built_in(line)),
        (true, true) => notable(bot, |line| as_learnt(line) || built_in(line)),
        (false, _) => bot.evaluations.iter().collect(),
    }
}

/// What says most: of the lines that are wanted, for each opponent, by the rules that it learnt and by each others, the worst and
/// the best table; random play only where nobody else was met.
fn notable(bot: &Released, wanted: impl Fn(&Evaluation) -> bool) -> Vec<&Evaluation> {
    let mut lines: Vec<&Evaluation> = bot.evaluations.iter().collect();
    prefer(&mut lines, |line| wanted(line));
    prefer(&mut lines, |line| line.opponent != "random");
    let mut tables: Vec<((Overrides, &str), Vec<&Evaluation>)> = Vec::new();
    for line in lines {
        let played = (bot.rules(line), line.opponent.as_str());
        match tables.iter_mut().find(|(known, _)| *known == played) {
            Some((_, met)) => met.push(line),
            None => tables.push((played, vec![line])),
        }
    }
    let ends = tables.into_iter().flat_map(|(_, met)| {
        let by_score = |a: &&Evaluation, b: &&Evaluation| a.score.mean.total_cmp(&b.score.mean);
        let (worst, best) = (met.iter().copied().min_by(by_score), met.iter().copied().max_by(by_score));
        worst.into_iter().chain(best.filter(|_| met.len() > 1))
    });
    ends.collect()
}

/// Keeps those of which something holds, unless it holds of none.
pub(super) fn prefer<T>(all: &mut Vec<T>, holds: impl Fn(&T) -> bool) {
    if all.iter().any(&holds) {
        all.retain(holds);
    }
}

impl Released {
    /// The options of a line by which it did not learn to play: none at the tables of its card, measured there or not.
    fn rules(&self, line: &Evaluation) -> Overrides {
        let (tables, learnt) = (&self.manifest.evaluations, &self.manifest.contract.variable);
        let known = |name: &str, value: &Value| {
            tables.iter().any(|table| table.setting.get(name) == Some(value))
                || learnt.get(name).is_some_and(|values| values.contains(value))
        };
        line.setting
            .iter()
            .filter(|(name, value)| !known(name, value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}

fn document(bot: &Released) -> Value {
    let Manifest { contract, training, .. } = &bot.manifest;
    let evaluations: Vec<Value> = bot.evaluations.iter().map(result).collect();
    json!({
        "name": bot.name,
        "path": bot.path,
        "game": contract.game,
        "options": contract.options,
        "variable": contract.variable,
        "bytes": bot.bytes,
        "decisions": training.decisions,
        "date": training.date,
        "evaluations": evaluations,
    })
}

/// A result as it stands in the manifest, with what it says.
pub(super) fn result(evaluation: &Evaluation) -> Value {
    let mut result: Overrides =
        serde_json::to_value(evaluation).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default();
    result.insert("verdict".into(), evaluation.verdict().to_string().into());
    result.into()
}
