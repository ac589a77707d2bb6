//! What `rate --json` printed, or the file of results that it keeps: how strong each of a pool is.

use std::path::Path;

use anyhow::Context;
use elderhand_agents::Measure;
use elderhand_agents::rating::{self, Contest, Results};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::{Value, json};

use super::arena::told;
use super::numbers::{interval, percent};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, words};
use super::plot::{Interval, intervals};
use crate::commands::games::titled;
use crate::commands::letter;
use crate::commands::rate::file::join;
use crate::commands::rate::open;
use crate::commands::rate::unit::{Unit, usual};
use crate::output::thousands;

/// The ratings of a pool.
#[derive(Deserialize)]
pub struct Ratings {
    games: Vec<Contest>,
    by: Measure,
    deals: u64,
    #[serde(default)]
    partial: bool,
    ratings: Vec<Rated>,
    pairs: Vec<Pair>,
    #[serde(default)]
    circles: Vec<[String; 3]>,
    #[serde(default)]
    groups: usize,
}

#[derive(Deserialize)]
struct Rated {
    bot: String,
    rating: f64,
    rating_ci: (f64, f64),
    ahead: Option<f64>,
    won: f64,
    points: f64,
    deals: u64,
}

/// Two that have met, the higher rated first.
#[derive(Deserialize)]
struct Pair {
    a: String,
    b: String,
    won: f64,
    points: f64,
    /// Of what counts.
    ci: (f64, f64),
    expected: f64,
    deals: u64,
}

impl Ratings {
    /// Rates the pool of a file of results, by what counts in such games.
    pub fn of_results(path: &Path) -> anyhow::Result<Ratings> {
        let mut results = Results::default();
        join(path, &mut results)?;
        let games: Vec<usize> = (0..results.contests().len()).collect();
        let shown = || path.display().to_string();
        let by = usual(&open(results.contests()).with_context(shown)?);
        let mut ratings = serde_json::to_value(rating::Ratings::of(&results, &games, by, None)?)?;
        let deals: u64 =
            ratings["pairs"].as_array().into_iter().flatten().filter_map(|pair| pair["deals"].as_u64()).sum();
        (ratings["games"], ratings["deals"]) = (json!(results.contests()), deals.into());
        Ratings::of(ratings).with_context(shown)
    }

    /// Reads what was printed.
    pub fn of(printed: Value) -> anyhow::Result<Ratings> {
        serde_json::from_value(printed).context("expected what `elderhand rate --json` prints")
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        let games: Vec<String> = self.games.iter().map(|contest| titled(&contest.game, &contest.options)).collect();
        format!("Ratings at {}", games.join(", "))
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let unit = Unit::of(self.by, &open(&self.games)?);
        let drawn = |(place, rated): (usize, &Rated)| Interval {
            mark: letter(place),
            mean: rated.rating,
            ends: rated.rating_ci,
        };
        let drawn: Vec<Interval> = self.ratings.iter().enumerate().map(drawn).collect();
        let row = |(place, rated): (usize, &Rated)| {
            vec![
                format!("{} {}", letter(place), rated.bot),
                unit.rating(rated.rating),
                interval(rated.rating_ci, |rating| unit.rating(rating)),
                rated.ahead.map_or_else(String::new, |ahead| format!("{ahead:.1} %")),
                percent(rated.won),
                unit.in_points(rated.points),
                thousands(rated.deals as f64),
            ]
        };
        let rows: Vec<Vec<String>> = self.ratings.iter().enumerate().map(row).collect();
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
                    ("bots", self.ratings.len().to_string()),
                    ("deals", thousands(self.deals as f64)),
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
        let bots = &self.ratings;
        let letters = (0..bots.len()).map(|place| figures(letter(place)));
        let cell = |row: &Rated, column: &Rated| {
            let of = |a: &Rated, b: &Rated| self.pairs.iter().find(|pair| (&pair.a, &pair.b) == (&a.bot, &b.bot));
            let told = |pair: &Pair, turned| unit.cell(pair.won, pair.points, pair.ci, turned);
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
        let pair = |pair: &Pair| {
            vec![
                format!("{} – {}", pair.a, pair.b),
                unit.counted(unit.of_pair(pair.won, pair.points)),
                interval(pair.ci, |made| unit.counted(made)),
                unit.counted(pair.expected),
                thousands(pair.deals as f64),
            ]
        };
        let pairs = Table {
            head: vec![
                words("pair"),
                figures(unit.verb()),
                figures("interval"),
                figures("by the ratings"),
                figures("deals"),
            ],
            rows: self.pairs.iter().map(pair).collect(),
        };
        html! {
            div.panel {
                p { (unit.cross()) }
                (cross.markup("Who beats whom"))
                @for [a, b, c] in &self.circles { p { "A circle: " (a) " beats " (b) ", " (b) " beats " (c) ", " (c) " beats " (a) "." } }
                @if self.groups > 1 {
                    p { (self.groups) " groups have not met each other: ratings compare only within each." }
                }
                (pairs.folded("Every pair", "Every pair"))
            }
        }
    }
}
