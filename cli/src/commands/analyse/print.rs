//! An analysis for people.

use std::io::{self, Write};

use elderhand_agents::analysis::{Accuracy, Analysis, Judged, Sum, Summary};
use elderhand_agents::{Gap, Tried};
use elderhand_env::{Action, Table};

use super::report::Report;
use crate::cards;
use crate::commands::bold;
use crate::commands::games::titled;
use crate::output::{Output, Paint, printable};
use crate::screen::{Screen, screen, with_aside};

/// So many actions are told of a move, the one that was played among them.
const NAMED: usize = 4;

pub(super) fn print(
    table: &Table,
    report: &Report<'_>,
    analysis: &Analysis,
    worst: usize,
    out: &mut Output,
) -> anyhow::Result<()> {
    let (count, choices) = (table.length(), analysis.decisions.len());
    let title = titled(report.game, &report.options);
    bold(&format!("{title}, {count} decisions, {choices} of them judged"), out)?;
    let name = |seated: &super::report::Seated<'_>| {
        seated.player.map(|player| format!("seat {} {}", seated.seat, printable(player)))
    };
    let who: Vec<String> = report.seats.iter().filter_map(name).collect();
    out.wrapped(0, " ", who.join(", ").split(' '))?;
    if choices == 0 && !analysis.partial {
        let whose = report.only.map_or_else(String::new, |seat| format!(" of seat {seat}"));
        let text = format!("There is nothing to analyse: no decision{whose} in which there was a choice.");
        return Ok(out.wrapped(0, " ", text.split(' '))?);
    }
    out.wrapped(0, " ", format!("judged by {}, seed {}", printable(report.bot), report.seed).split(' '))?;
    writeln!(out)?;
    seats(table, report, out)?;

    let shown = Shown { table, screen: screen(table.game())? };
    for judged in analysis.worst().into_iter().take(worst) {
        writeln!(out)?;
        shown.tell(analysis, judged, out)?;
    }
    writeln!(out)?;
    let notes = notes(report, analysis);
    out.wrapped(0, " ", notes.split(' '))?;
    Ok(())
}

/// What is told of a seat.
type Figures<'a> = &'a dyn Fn(&Summary) -> Vec<String>;

/// What the decisions of each seat come to.
fn seats(table: &Table, report: &Report<'_>, out: &mut Output) -> anyhow::Result<()> {
    let digits = digits(table);
    let lost = format!("{} lost", report.points);
    let (head, row): (Vec<&str>, Figures<'_>) = match report.searched {
        true => (vec!["seat", "choices", "mistakes", &lost, "chance lost a move", "accuracy at winning"], &|summary| {
            vec![
                summary.choices.to_string(),
                told(summary.mistakes, |mistakes| mistakes.to_string()),
                told(summary.points, |Sum { sum, error }| between(Gap { mean: sum, error }, digits)),
                told(summary.chance, |chance| format!("{} %", between(percent(chance), 1))),
                at_winning(summary),
            ]
        }),
        false => (vec!["seat", "choices", "as the bot would"], &|summary| {
            vec![summary.choices.to_string(), (summary.choices - summary.others).to_string()]
        }),
    };
    let rows: Vec<Vec<String>> = report
        .seats
        .iter()
        .map(|seated| [seated.seat.to_string()].into_iter().chain(row(&seated.summary)).collect())
        .collect();
    Ok(out.table(&head, &vec![true; head.len()], &rows)?)
}

fn told<T>(figure: Option<T>, text: impl FnOnce(T) -> String) -> String {
    figure.map_or_else(|| "–".into(), text)
}

/// An accuracy, which is never told to be perfect where there were mistakes: these may have lost points only.
fn at_winning(summary: &Summary) -> String {
    let Some(Accuracy { mean, low, high }) = summary.accuracy else { return "–".into() };
    let erred = summary.mistakes.is_some_and(|mistakes| mistakes > 0);
    if erred && summary.chance.is_some_and(|lost| lost.mean <= 0.0) {
        return "no chance lost".into();
    }
    match erred && mean > 99.0 {
        true => format!("{:.1} ({:.1} … {high:.1})", mean.min(99.9), low.min(99.9)),
        false => format!("{mean:.0} ({low:.0} … {high:.0})"),
    }
}

/// A figure with two standard errors on both sides.
fn between(gap: Gap, digits: usize) -> String {
    let mean = if gap.mean.abs() < 0.5 * 0.1f32.powi(digits as i32) { 0.0 } else { gap.mean };
    format!("{mean:.digits$} ± {:.digits$}", 2.0 * gap.error)
}

fn percent(gap: Gap) -> Gap {
    Gap { mean: 100.0 * gap.mean, error: 100.0 * gap.error }
}

/// The decimals of points: more where a game pays few.
fn digits(table: &Table) -> usize {
    let (least, most) = table.game().spec().returns;
    if most - least > 10.0 { 1 } else { 2 }
}

/// How moves are told.
struct Shown<'a> {
    table: &'a Table,
    screen: Box<dyn Screen>,
}

impl Shown<'_> {
    /// Tells a move, what it lost, and what might have been played.
    fn tell(&self, analysis: &Analysis, judged: &Judged, out: &mut Output) -> io::Result<()> {
        let name = |action| self.name(judged, action, out.paint);
        let head = out.paint.bold(format!("{}. seat {}: {}", judged.number, judged.seat(), name(judged.action)));
        let Some(loss) = judged.judgement.loss else {
            let likely = |action| format!("{} {:.1} %", name(action), 100.0 * judged.probability(action));
            let (best, played) = (likely(judged.best()), likely(judged.action));
            return writeln!(out, "{head}\n   likeliest: {best}\n   played: {played}");
        };
        let (digits, points) = (digits(self.table), self.table.game().terms().points);
        let mut lost = format!("   lost {} {points}", between(loss.points, digits));
        if let Some(chance) = loss.chance {
            lost += &format!(" and {} % of winning", between(percent(chance), 1));
        }
        lost += match (judged.is_mistake(), analysis.punished(judged)) {
            (false, _) => ": not clear",
            (true, Some(true)) => ": a mistake, punished",
            (true, Some(false)) => ": a mistake, not punished",
            (true, None) => ": a mistake",
        };
        writeln!(out, "{head}\n{lost}")?;
        self.alternatives(judged, digits, out)
    }

    /// Lists what was tried: the choice first, then by value, the move that was played always.
    fn alternatives(&self, judged: &Judged, digits: usize, out: &mut Output) -> io::Result<()> {
        let (best, played) = (judged.best(), judged.action);
        let mut tried: Vec<Tried> = judged.judgement.decision.findings.iter().flat_map(|f| f.tried.clone()).collect();
        tried.sort_by(|a, b| (b.action == best).cmp(&(a.action == best)).then(b.value.total_cmp(&a.value)));
        let after = tried.iter().filter(|tried| tried.action != best && tried.action != played);
        let last = after.map(|tried| tried.action).nth(NAMED - 2);
        let cut = last.and_then(|last| tried.iter().position(|tried| tried.action == last)).unwrap_or(tried.len());
        let kept = tried.iter().enumerate().filter(|(place, tried)| *place < cut || tried.action == played);
        let row = |tried: &Tried| {
            let error = tried.error.map_or_else(String::new, |error| format!("± {:.digits$}", 2.0 * error));
            let what = match (tried.action == best, tried.action == played) {
                (true, true) => "chosen, played",
                (true, false) => "chosen",
                (false, true) => "played",
                (false, false) => "",
            };
            vec![
                format!("   {}", self.name(judged, tried.action, Paint::default())),
                format!("{:+.digits$}", tried.value),
                error,
                tried.chance.map_or_else(String::new, |chance| format!("{:.1} %", 100.0 * chance)),
                tried.rollouts.to_string(),
                what.into(),
            ]
        };
        let rows: Vec<Vec<String>> = kept.map(|(_, tried)| row(tried)).collect();
        let head = ["   move", self.table.game().terms().points, "", "won", "tries", ""];
        out.table(&head, &[false, true, false, true, true, false], &rows)
    }

    fn name(&self, judged: &Judged, action: Action, paint: Paint) -> String {
        let name = self.table.game().spec().name(action);
        cards::words(&with_aside(&*self.screen, &judged.view.json(), name), paint)
    }
}

/// What the figures mean.
fn notes(report: &Report<'_>, analysis: &Analysis) -> String {
    let Report { of, points, players, .. } = report;
    if !report.searched {
        return format!(
            "{} is a game of betting, which is not searched: how likely the bot would have played a move is told, and \
             not what it cost. A rare move need not be a bad one.",
            report.game
        );
    }
    let (mistakes, losses) = (
        analysis.decisions.iter().filter(|judged| judged.is_mistake()).count(),
        analysis.decisions.iter().filter(|judged| judged.action != judged.best()).count(),
    );
    let clear = match (mistakes, losses) {
        (0, 0) => "Every move is the bot's own choice.".to_owned(),
        (0, _) => "No move was clearly a mistake.".to_owned(),
        _ => String::new(),
    };
    let untold = |judged: &Judged| judged.judgement.loss.is_some_and(|loss| loss.chance.is_none());
    let chances = match !analysis.decisions.iter().any(untold) {
        true => format!("chances are of winning the {of}, ties divided"),
        false => format!("no chances are told where nothing was played on to the end of the {of}"),
    };
    let at_winning = match report.seats.iter().any(|seated| seated.summary.accuracy.is_some()) {
        true => " Accuracy is that at winning: mistakes that lose points and no chance of winning do not lower it.",
        false => "",
    };
    let text = format!(
        "{clear} Values are the {points} of the {of} if {players} from there; {chances}; ± is two standard errors. A \
         mistake lost more than that. It is punished if the seat got less in the end than the best move promised.\
         {at_winning}"
    );
    text.trim_start().to_owned()
}
