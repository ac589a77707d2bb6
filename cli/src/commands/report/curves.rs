//! The curves of runs: their scores against each opponent, and how they learnt.

use super::numbers::{interval, short, signed};
use super::page::{Figure, Table, figures, words};
use super::plot::{Curve, Point, around, curves};
use super::run::{EVERY, Met, Run};
use super::training::{colours, mark};
use crate::output::thousands;

/// No curve is drawn with more points: each is then the mean of several iterations.
const MOST_POINTS: usize = 240;
/// No more rows of a curve are in its table.
const MOST_ROWS: usize = 24;
/// A figure for each opponent and setting of each game.
pub fn scores(runs: &[Run], names: &[String]) -> anyhow::Result<Vec<Figure>> {
    let mut panels: Vec<(&str, &str)> = Vec::new();
    for run in runs {
        for met in &run.met {
            if !panels.contains(&(&*run.game, &*met.title)) {
                panels.push((&run.game, &met.title));
            }
        }
    }
    let several = panels.iter().any(|(game, _)| *game != panels[0].0);
    panels.into_iter().map(|(game, title)| against(runs, names, game, title, several)).collect()
}

fn against(runs: &[Run], names: &[String], game: &str, title: &str, several: bool) -> anyhow::Result<Figure> {
    let met: Vec<(usize, &Met)> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| run.game == game)
        .filter_map(|(number, run)| Some((number, run.met.iter().find(|met| met.title == title)?)))
        .collect();
    let curve = |&(number, met): &(usize, &Met)| Curve {
        number,
        mark: mark(number),
        points: met.points.clone(),
        last: met.last,
    };
    let all = met.iter().flat_map(|(_, met)| met.points.iter().chain(&met.last));
    let heights = around(all.flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.y, point.y));
        [point.y, low, high]
    }));
    let drawn: Vec<Curve> = met.iter().map(curve).collect();
    let mut rows = Vec::new();
    let mut said = Vec::new();
    for &(number, met) in &met {
        let row = |point: &Point, what: &str| {
            let ends = point.interval.map_or_else(String::new, |ends| interval(ends, signed));
            vec![names[number].clone(), thousands(point.x), signed(point.y), ends, what.into()]
        };
        rows.extend(met.points.iter().map(|point| row(point, "on the way")));
        rows.extend(met.last.iter().map(|point| row(point, "what is exported")));
        said.push(told(&names[number], met.points.iter().chain(&met.last).map(|point| (point.x, point.y)), signed));
    }
    let one = met.first().map_or(0, |(number, _)| *number);
    let exported = met.iter().any(|(_, met)| met.last.is_some());
    Ok(Figure {
        title: if several { format!("{game}: against {title}") } else { format!("Against {title}") },
        about: format!("{}, with 95 % intervals", runs[one].unit()),
        drawing: curves(&drawn, heights, "decisions")?,
        key: colours(names),
        description: said.join(" "),
        note: exported.then(|| "The dot is what is exported, measured on deals of its own.".into()),
        beside: false,
        table: Table {
            head: vec![
                words("run"),
                figures("decisions"),
                figures("score"),
                figures("95 % interval"),
                words("measured"),
            ],
            rows,
        },
    })
}

/// The figures of what there is a number of in every iteration.
pub fn every(runs: &[Run], names: &[String]) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for place in 0..EVERY.len() {
        figures.extend(series(runs, names, place)?);
    }
    Ok(figures)
}

/// The figure of what there is a number of in every iteration; none if there is none.
fn series(runs: &[Run], names: &[String], place: usize) -> anyhow::Result<Option<Figure>> {
    let (_, title, about) = EVERY[place];
    let drawn: Vec<(usize, Vec<(f64, f64)>)> = runs
        .iter()
        .enumerate()
        .map(|(number, run)| (number, means(&run.every[place], MOST_POINTS)))
        .filter(|(_, points)| !points.is_empty())
        .collect();
    if drawn.is_empty() {
        return Ok(None);
    }
    let (heights, beyond) = heights(drawn.iter().flat_map(|(_, points)| points.iter().map(|point| point.1)).collect());
    let point = |&(x, y): &(f64, f64)| Point { x, y, interval: None };
    let curve = |(number, points): &(usize, Vec<(f64, f64)>)| Curve {
        number: *number,
        mark: mark(*number),
        points: points.iter().map(point).collect(),
        last: None,
    };
    let lines: Vec<Curve> = drawn.iter().map(curve).collect();
    let mut rows = Vec::new();
    let mut said = Vec::new();
    for (number, _) in &drawn {
        let points = &runs[*number].every[place];
        let few = means(points, MOST_ROWS);
        rows.extend(few.iter().map(|&(x, y)| vec![names[*number].clone(), thousands(x), short(y)]));
        said.push(told(&names[*number], few.into_iter(), short));
    }
    let mean = runs.iter().any(|run| run.every[place].len() > MOST_POINTS);
    let notes = [
        mean.then(|| "Each point is the mean of several iterations.".to_owned()),
        (beyond > 0).then(|| format!("Beyond the axis, and drawn at its edge: {beyond} points.")),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    Ok(Some(Figure {
        title: title.into(),
        about: about.into(),
        drawing: curves(&lines, heights, "decisions")?,
        key: colours(names),
        description: said.join(" "),
        note: (!notes.is_empty()).then(|| notes.join(" ")),
        beside: false,
        table: Table { head: vec![words("run"), figures("decisions"), figures("mean")], rows },
    }))
}

/// What the axis shows, and how many numbers are beyond it: where few of them would press all others together, they are.
fn heights(mut numbers: Vec<f64>) -> ((f64, f64), usize) {
    numbers.sort_by(f64::total_cmp);
    let whole = around(numbers.iter().copied());
    let cut = numbers.len() / 25;
    let inner = &numbers[cut..numbers.len() - cut];
    let most = around(inner.iter().copied());
    if whole.1 - whole.0 < 3.0 * (most.1 - most.0) {
        return (whole, 0);
    }
    (most, numbers.iter().filter(|number| **number < most.0 || **number > most.1).count())
}

/// Returns at most so many points: the means of as many neighbours each.
fn means(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    let mean = |points: &[(f64, f64)]| {
        let sum = points.iter().map(|point| point.1).sum::<f64>();
        // Each stands where its last one is, so that the curve ends where the run does.
        (points[points.len() - 1].0, sum / points.len() as f64)
    };
    points.chunks(points.len().div_ceil(most).max(1)).map(mean).collect()
}

/// Says in words what a curve does.
fn told(name: &str, points: impl Iterator<Item = (f64, f64)>, write: impl Fn(f64) -> String) -> String {
    let points: Vec<(f64, f64)> = points.collect();
    match &points[..] {
        [] => format!("{name}: nothing."),
        [(x, y)] => format!("{name}: {} at {} decisions.", write(*y), thousands(*x)),
        [first, .., last] => {
            let lowest = points.iter().map(|point| point.1).fold(f64::INFINITY, f64::min);
            let highest = points.iter().map(|point| point.1).fold(f64::NEG_INFINITY, f64::max);
            format!(
                "{name}: from {} at {} to {} at {} decisions, lowest {}, highest {}.",
                write(first.1),
                thousands(first.0),
                write(last.1),
                thousands(last.0),
                write(lowest),
                write(highest)
            )
        }
    }
}
