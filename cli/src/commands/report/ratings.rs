//! What `rate --json` printed, or the file of results that it keeps: how strong each of a pool is.

use std::path::Path;

use anyhow::Context;
use elderhand_agents::rating::{self, Circle, Contest, Duelled, Rated};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;

use super::arena::told;
use super::numbers::{interval, percent};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, words};
use super::plot::{Interval, intervals};
use crate::commands::games::titled;
use crate::commands::letter;
use crate::commands::rate::file::Found;
use crate::commands::rate::open;
use crate::commands::rate::unit::{Unit, usual};
use crate::output::thousands;

/// The ratings of a pool.
#[derive(Deserialize)]
pub struct Ratings {
    games: Vec<Contest>,
    deals: usize,
    #[serde(default)]
    partial: bool,
    /// Whose rating is 0.
    anchor: Option<String>,
    /// The bots of the pool that have met nobody.
    #[serde(default)]
    unmet: Vec<String>,
    /// The games in the results that do not count.
    #[serde(default)]
    left_out: Vec<Contest>,
    #[serde(flatten)]
    told: rating::Ratings,
}

impl Ratings {
    /// Rates the pool of a file of results, by what counts in such games.
    pub fn of_results(path: &Path) -> anyhow::Result<Ratings> {
        let mut found = Found::default();
        found.join(path)?;
        let results = found.results;
        let games: Vec<usize> = (0..results.contests().len()).collect();
        let by = usual(&open(results.contests()).with_context(|| path.display().to_string())?);
        let told = rating::Ratings::of(&results, &games, by, None)?;
        Ok(Ratings {
            games: results.contests().to_vec(),
            deals: results.deals(),
            partial: false,
            anchor: None,
            unmet: Vec::new(),
            left_out: Vec::new(),
            told,
        })
    }

    /// Reads what was printed.
    pub fn of(printed: Value) -> anyhow::Result<Ratings> {
        serde_json::from_value(printed).context("expected what `elderhand rate --json` prints")
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("Ratings at {}", named(&self.games))
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let unit = Unit::of(self.told.by, &open(&self.games)?);
        let drawn = |(place, rated): (usize, &Rated)| Interval {
            mark: letter(place),
            mean: rated.rating,
            ends: rated.rating_ci,
        };
        let drawn: Vec<Interval> = self.told.ratings.iter().enumerate().map(drawn).collect();
        let row = |(place, rated): (usize, &Rated)| {
            vec![
                format!("{} {}", letter(place), rated.bot),
                unit.rating(rated.rating),
                interval(rated.rating_ci, |rating| unit.rating(rating)),
                rated.ahead.map_or_else(String::new, |ahead| format!("{ahead:.1} %")),
                percent(rated.win_rate),
                unit.in_points(rated.points),
                thousands(rated.deals as f64),
            ]
        };
        let rows: Vec<Vec<String>> = self.told.ratings.iter().enumerate().map(row).collect();
        let head = vec![
            words("bot"),
            figures("rating"),
            figures("95 % interval"),
            figures("ahead of the next"),
            figures("won"),
            figures(unit.points.clone()),
            figures("deals"),
        ];
        let table = Table { head, rows };
        let body = html! {
            div.panel {
                (facts(&[
                    ("bots", self.told.ratings.len().to_string()),
                    ("deals", thousands(self.deals as f64)),
                    ("rated 0", self.anchor.clone().unwrap_or_else(|| "the mean of the pool".into())),
                    ("have met nobody yet", self.unmet.join(", ")),
                    ("in the results, but not counted", named(&self.left_out)),
                    ("stopped early", if self.partial { "yes: the ratings are of what there is".into() } else { String::new() }),
                ]))
            }
        };
        let figure = Figure {
            title: "Ratings".into(),
            about: format!("{}; with 95 % intervals", unit.scale()),
            drawing: intervals(&drawn, None, "rating")?,
            key: Key::new(),
            beside: true,
            description: told(&table.rows),
            note: None,
            table,
        };
        Ok(vec![
            Section { title: self.title(), body },
            Section { title: "Who is how strong".into(), body: grid(&[figure]) },
            Section { title: "Who beats whom".into(), body: self.cross(&unit) },
        ])
    }

    /// The cross table, and what the ratings do not tell.
    fn cross(&self, unit: &Unit) -> Markup {
        let bots = &self.told.ratings;
        let letters = (0..bots.len()).map(|place| figures(letter(place)));
        let cell = |row: &Rated, column: &Rated| {
            let of = |a: &Rated, b: &Rated| self.told.pairs.iter().find(|pair| (&pair.a, &pair.b) == (&a.bot, &b.bot));
            let told = |pair: &Duelled, turned| unit.cell(pair.win_rate, pair.points, pair.ci, turned);
            let forth = of(row, column).map(|pair| told(pair, false));
            forth.or_else(|| of(column, row).map(|pair| told(pair, true))).unwrap_or_default()
        };
        let row = |(place, row): (usize, &Rated)| {
            [format!("{} {}", letter(place), row.bot)]
                .into_iter()
                .chain(bots.iter().map(|column| cell(row, column)))
                .collect()
        };
        let cross = Table {
            head: [words("")].into_iter().chain(letters).collect(),
            rows: bots.iter().enumerate().map(row).collect(),
        };
        let some = |which: &dyn Fn(&&Duelled) -> bool| self.told.pairs.iter().filter(which).collect::<Vec<_>>();
        let beside = [
            (
                "Pairs that the ratings do not tell",
                of_pairs(unit, &some(&|pair| unit.is_surprise(pair.ci, pair.expected))),
            ),
            (
                "Pairs of whom one wins more and the other makes more",
                in_both(unit, &some(&|pair| unit.is_divided(pair.win_rate, pair.points))),
            ),
        ];
        html! {
            div.panel {
                p { (unit.cross()) }
                (cross.markup("Who beats whom"))
                @for Circle([a, b, c]) in &self.told.circles { p { "A circle: " (a) " beats " (b) ", " (b) " beats " (c) ", " (c) " beats " (a) "." } }
                @if self.told.groups > 1 {
                    p { (self.told.groups) " groups have not met each other: ratings compare only within each." }
                }
                @for (name, table) in beside.iter().filter(|(_, table)| !table.rows.is_empty()) {
                    p { (name) ":" }
                    (table.markup(name))
                }
                (of_pairs(unit, &some(&|_| true)).folded("Every pair", "Every pair"))
            }
        }
    }
}

/// Games, each with those options that are not its own.
fn named(games: &[Contest]) -> String {
    games.iter().map(|contest| titled(&contest.game, &contest.options)).collect::<Vec<_>>().join(", ")
}

/// What the first of each pair made, and what the ratings would have it make.
fn of_pairs(unit: &Unit, pairs: &[&Duelled]) -> Table {
    let row = |pair: &&Duelled| {
        vec![
            format!("{} – {}", pair.a, pair.b),
            unit.counted(unit.of_pair(pair.win_rate, pair.points)),
            interval(pair.ci, |made| unit.counted(made)),
            unit.counted(pair.expected),
            thousands(pair.deals as f64),
        ]
    };
    let head = ["interval", "by the ratings", "deals"].map(figures);
    let head = [words("pair"), figures(unit.verb())].into_iter().chain(head).collect();
    Table { head, rows: pairs.iter().map(row).collect() }
}

/// What the first of each pair won and made.
fn in_both(unit: &Unit, pairs: &[&Duelled]) -> Table {
    let row =
        |pair: &&Duelled| vec![format!("{} – {}", pair.a, pair.b), percent(pair.win_rate), unit.in_points(pair.points)];
    let head = vec![words("pair"), figures("wins"), figures(format!("but makes {}", unit.points))];
    Table { head, rows: pairs.iter().map(row).collect() }
}
