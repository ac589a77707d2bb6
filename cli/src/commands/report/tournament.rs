//! What `tournament --json` printed, or the directory of its records: who stands where, and how it came to that.

use std::path::Path;

use anyhow::Context;
use elderhand_env::Overrides;
use elderhand_env::format::Format;
use elderhand_env::options::terms;
use maud::html;
use serde::Deserialize;

use super::numbers::{plain, sane};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, words};
use super::plot::{Curve, Point, around, curves};
use crate::commands::games::titled;
use crate::commands::letter;
use crate::commands::tournament::log::{EVENT, json, read, records};
use crate::commands::tournament::sheet::team;
use crate::commands::tournament::{Order, Settlement};
use crate::output::thousands;

/// A tournament.
#[derive(Default, Deserialize)]
pub struct Tournament {
    game: String,
    #[serde(default)]
    options: Overrides,
    /// How rounds were joined; `None` where only records are left.
    format: Option<Format>,
    target: Option<u64>,
    rounds: Option<u64>,
    every: Option<u64>,
    settlement: Option<Settlement>,
    order: Option<Order>,
    seed: Option<u64>,
    #[serde(default)]
    partial: bool,
    players: Vec<String>,
    /// Best first; empty where only records are left.
    #[serde(default)]
    standings: Vec<Place>,
    results: Vec<Round>,
}

#[derive(Deserialize)]
struct Place {
    place: u64,
    player: usize,
    name: String,
    rounds: u64,
    won: u64,
    tied: u64,
    lost: u64,
    points: f64,
    #[serde(default)]
    side: usize,
    #[serde(default)]
    score: f64,
    paid: Option<f64>,
}

/// What came of a table.
#[derive(Deserialize)]
struct Round {
    round: u64,
    table: u64,
    /// The player of each seat.
    players: Vec<usize>,
    points: Vec<f64>,
}

impl Tournament {
    /// Reads what is in a directory: what it came to, or the records alone, as they are left where it was killed; `None` if it is
    /// neither.
    pub fn of_log(folder: &Path) -> anyhow::Result<Option<Tournament>> {
        let event = folder.join(EVENT);
        if event.exists() {
            return json(&event).map(Some);
        }
        let mut log = Tournament { partial: true, ..Tournament::default() };
        for (round, table, path) in records(folder)? {
            let record = read(&path)?;
            let points =
                elderhand_env::Table::from_record(&record).with_context(|| path.display().to_string())?.points();
            let about = record.about.unwrap_or_default();
            let players = about.players.iter().map(|name| log.number(name)).collect();
            log.results.push(Round { round, table, players, points: points.into_iter().map(f64::from).collect() });
            (log.game, log.options, log.seed) = (record.game, record.options, about.seed);
        }
        Ok((!log.results.is_empty()).then_some(log))
    }

    /// The number of a player, who is new if the name is.
    fn number(&mut self, name: &str) -> usize {
        self.players.iter().position(|known| known == name).unwrap_or_else(|| {
            self.players.push(name.into());
            self.players.len() - 1
        })
    }

    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("A tournament at {}", titled(&self.game, &self.options))
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
        let word = |word: Option<&str>| word.unwrap_or_default().to_owned();
        let head = facts(&[
            ("format", word(self.format.map(Format::name))),
            ("target", self.target.map_or_else(String::new, |target| format!("{target} {}", self.unit()))),
            ("rounds at most", number(self.rounds)),
            ("rounds until the lowest leaves", number(self.every)),
            (
                "settlement",
                word(self.settlement.map(|settlement| match settlement {
                    Settlement::None => "none",
                    Settlement::Gambling => "gambling",
                })),
            ),
            (
                "seats",
                word(self.order.map(|order| match order {
                    Order::Drawn => "drawn by lot",
                    Order::Given => "in the order of the names",
                })),
            ),
            ("tables", thousands(self.results.len() as f64)),
            ("seed", number(self.seed)),
            ("stopped early", if self.partial { "yes".into() } else { String::new() }),
        ]);
        let standings = self.standings();
        let body = html! { div.panel { (head) (standings.markup("Standings")) } };
        let mut sections = vec![Section { title: self.title(), body }];
        sections.push(Section { title: "Round by round".into(), body: grid(&[self.course()?]) });
        Ok(sections)
    }

    fn unit(&self) -> &'static str {
        terms(&self.game, &self.options).points
    }

    fn standings(&self) -> Table {
        if self.standings.is_empty() {
            let mut totals: Vec<(usize, u64, f64)> = (0..self.players.len()).map(|player| (player, 0, 0.0)).collect();
            for (player, points) in self.seats() {
                totals[player].1 += 1;
                totals[player].2 += points;
            }
            totals.sort_by(|a, b| b.2.total_cmp(&a.2));
            let row = |(player, rounds, points): &(usize, u64, f64)| {
                vec![letter(*player), self.players[*player].clone(), rounds.to_string(), plain(*points)]
            };
            let head = vec![words("letter"), words("player"), figures("rounds"), figures(self.unit())];
            return Table { head, rows: totals.iter().map(row).collect() };
        }
        let paid = self.standings.iter().any(|place| place.paid.is_some());
        let team = |side| self.format.map_or_else(String::new, |format| team(format, side));
        // Where sides are the players themselves, they say nothing more.
        let teams = self.standings.iter().any(|place| place.side != place.player);
        let row = |place: &Place| {
            let counts = [place.rounds, place.won, place.tied, place.lost].map(|count| count.to_string());
            let mut row = vec![place.place.to_string(), letter(place.player), place.name.clone()];
            row.extend(counts);
            row.push(plain(place.points));
            row.extend(teams.then(|| [team(place.side), plain(place.score)]).into_iter().flatten());
            row.extend(paid.then(|| place.paid.map_or_else(String::new, plain)));
            row
        };
        let mut head = vec![figures("place"), words("letter"), words("player")];
        head.extend(["rounds", "won", "tied", "lost", self.unit()].map(figures));
        head.extend(teams.then(|| [words("team"), figures("score")]).into_iter().flatten());
        head.extend(paid.then(|| figures("paid")));
        Table { head, rows: self.standings.iter().map(row).collect() }
    }

    /// Every seat of every table: who held it, and its points.
    fn seats(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        let seats =
            self.results.iter().flat_map(|round| round.players.iter().copied().zip(round.points.iter().copied()));
        seats.filter(|(player, points)| *player < self.players.len() && sane(*points))
    }

    /// The points of each player, added up.
    fn course(&self) -> anyhow::Result<Figure> {
        let start = Point { x: 0.0, y: 0.0, interval: None };
        let mut sums = vec![vec![start]; self.players.len()];
        let mut rows = Vec::new();
        for round in &self.results {
            let mut told = Vec::new();
            for (&player, &points) in round.players.iter().zip(&round.points) {
                let Some(sum) = sums.get_mut(player).filter(|_| sane(points)) else { continue };
                let y = sum.last().map_or(0.0, |point| point.y) + points;
                sum.push(Point { x: round.round as f64, y, interval: None });
                told.push(format!("{} {}", letter(player), plain(points)));
            }
            rows.push(vec![round.round.to_string(), round.table.to_string(), told.join(", ")]);
        }
        let heights = around(sums.iter().flatten().map(|point| point.y));
        let last = |player: usize| sums[player].last().map_or(0.0, |point| point.y);
        let said: Vec<String> =
            self.players.iter().enumerate().map(|(player, name)| format!("{name}: {}.", plain(last(player)))).collect();
        let key: Key = self.players.iter().enumerate().map(|(player, name)| (letter(player), name.clone())).collect();
        let curve = |(number, points): (usize, Vec<Point>)| Curve { number, mark: letter(number), points, last: None };
        let drawn: Vec<Curve> = sums.into_iter().enumerate().map(curve).collect();
        Ok(Figure {
            title: "Added up".into(),
            about: format!("{}, after each round", self.unit()),
            drawing: curves(&drawn, heights, "rounds")?,
            key,
            description: format!("At the end, {}", said.join(" ")),
            note: None,
            beside: false,
            table: Table { head: vec![figures("round"), figures("table"), words(self.unit())], rows },
        })
    }
}
