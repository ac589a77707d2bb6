//! A run in some lines of the terminal, with a small curve of each score and of the entropy.

use std::io::Write;

use super::numbers::{short, signed, span};
use super::run::{EVERY, Run};
use crate::commands::heading;
use crate::output::{Output, printable, thousands};
use crate::terminal::width;

/// The heights of a small curve, from the lowest.
const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// No curve is wider, in columns.
const WIDEST: usize = 40;
/// No curve is narrower; where there is less room there is none.
const NARROWEST: usize = 6;
/// No name takes more columns.
const NAME: usize = 28;

/// Writes a run in a line, then its scores and its entropy, a line each.
pub fn print(run: &Run, out: &mut Output) -> anyhow::Result<()> {
    let (decisions, time) = (thousands(run.decisions), span(run.seconds));
    heading(&format!("{}: {}, {decisions} decisions, {time}", run.name, run.game), out)?;
    let mut lines = Vec::new();
    for met in &run.met {
        let mut scores: Vec<f64> = met.points.iter().map(|point| point.y).collect();
        scores.extend(met.last.map(|point| point.y));
        lines.push((format!("against {}", met.title), scores, signed as fn(f64) -> String));
    }
    let entropy = run.every[0].iter().map(|point| point.1).collect();
    lines.push((EVERY[0].1.to_lowercase(), entropy, short));
    lines.retain(|(_, values, _)| !values.is_empty());
    let name = lines.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0).min(NAME);
    let ends = |values: &[f64], write: fn(f64) -> String| match values {
        [only] => write(*only),
        _ => format!("{} → {}", write(values[0]), write(values[values.len() - 1])),
    };
    let widest = lines.iter().map(|(_, values, write)| ends(values, *write).chars().count()).max().unwrap_or(0);
    let room = width().saturating_sub(2 + name + 2 + 2 + widest).min(WIDEST);
    for (title, values, write) in &lines {
        let title: String = printable(title).chars().take(name).collect();
        let curve = if room < NARROWEST { String::new() } else { format!("{:room$}  ", spark(values, room)) };
        writeln!(out, "  {title:name$}  {curve}{}", ends(values, *write))?;
    }
    if !lines.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// A curve of at most so many columns, each the mean of its neighbours.
fn spark(values: &[f64], columns: usize) -> String {
    let columns = columns.min(values.len());
    let part = |column: usize| &values[column * values.len() / columns..(column + 1) * values.len() / columns];
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let means: Vec<f64> = (0..columns).map(|column| mean(part(column))).collect();
    let low = means.iter().copied().fold(f64::INFINITY, f64::min);
    let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let step = |mean: &f64| {
        let height = if high > low { (mean - low) / (high - low) } else { 0.5 };
        STEPS[(height * (STEPS.len() - 1) as f64).round() as usize]
    };
    means.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::spark;

    #[test]
    fn a_small_curve_rises_as_its_numbers_do() {
        assert_eq!(spark(&[0.0, 1.0, 2.0, 7.0], 8), "▁▂▃█");
        assert_eq!(spark(&[-1.0, 1.0, 7.0, 7.0], 2), "▁█");
        assert_eq!(spark(&[3.0, 3.0], 8), "▅▅");
    }
}
