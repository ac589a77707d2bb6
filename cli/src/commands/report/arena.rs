//! What `arena --json` printed: who is better, by how much, how surely.

use elderhand_agents::Verdict;
use elderhand_env::options::terms;
use elderhand_env::{Overrides, Terms};
use maud::html;
use serde::Deserialize;

use super::numbers::{interval, percent, signed};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, set, words};
use super::plot::{Interval, intervals};
use crate::commands::letter;
use crate::output::thousands;

/// An arena's results.
#[derive(Deserialize)]
pub struct Arena {
    game: String,
    #[serde(default)]
    options: Overrides,
    seed: u64,
    deals: u64,
    bots: Vec<String>,
    /// What an interval of a comparison is of.
    confidence: Option<f64>,
    #[serde(default)]
    partial: bool,
    #[serde(default)]
    duels: Vec<Duel>,
    table: Option<Everyone>,
}

/// A pair at a game for two.
#[derive(Deserialize)]
struct Duel {
    a: String,
    b: String,
    points: f64,
    points_ci: (f64, f64),
    win_rate: f64,
    win_rate_ci: (f64, f64),
    pairs: u64,
}

/// A table of several.
#[derive(Deserialize)]
struct Everyone {
    bots: Vec<Entry>,
    deals: u64,
}

#[derive(Deserialize)]
struct Entry {
    bot: String,
    points: f64,
    points_ci: (f64, f64),
    place: f64,
    place_ci: (f64, f64),
    win_rate: f64,
    win_rate_ci: (f64, f64),
    #[serde(default)]
    against: Vec<Against>,
}

#[derive(Deserialize)]
struct Against {
    bot: String,
    points: f64,
    points_ci: (f64, f64),
    verdict: Verdict,
}

/// The columns of what was won.
fn won(ci: &str) -> [(String, bool); 2] {
    [figures("won"), figures(ci)]
}

impl Arena {
    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("An arena of {}", self.game)
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let Terms { one, points, .. } = terms(&self.game, &self.options);
        let unit = format!("{points} a {one}");
        let said = facts(&[
            ("game", self.game.clone()),
            ("deals", format!("{}, from every seat", thousands(self.deals as f64))),
            ("seed", self.seed.to_string()),
            ("stopped early", if self.partial { "yes: the results are partial".into() } else { String::new() }),
        ]);
        let names = self.bots.iter().enumerate().map(|(place, bot)| vec![letter(place), bot.clone()]).collect();
        let names = Table { head: vec![words("letter"), words("bot")], rows: names };
        let body = html! {
            div.panel { (said) (names.markup("Bots")) @if !self.options.is_empty() { p.quiet { (set(&self.options)) } } }
        };
        let figures = match &self.table {
            Some(everyone) => vec![self.everyone(everyone, &unit)?, self.pairs(everyone, &unit)?],
            None => vec![self.duels(&unit)?],
        };
        Ok(vec![Section { title: self.title(), body }, Section { title: "Results".into(), body: grid(&figures) }])
    }

    /// The letter of a bot, as the arena itself gives it.
    fn letter(&self, bot: &str) -> String {
        self.bots.iter().position(|known| known == bot).map_or_else(|| "?".into(), letter)
    }

    /// What the intervals of comparisons are called.
    fn ci(&self) -> String {
        let share = format!("{:.2}", 100.0 * self.confidence.unwrap_or(0.95));
        format!("{} % interval", share.trim_end_matches('0').trim_end_matches('.'))
    }

    fn duels(&self, unit: &str) -> anyhow::Result<Figure> {
        let ci = self.ci();
        // Of a pair that has finished no deal there is nothing to be said.
        let duels: Vec<&Duel> = self.duels.iter().filter(|duel| duel.pairs > 0).collect();
        let pair = |duel: &Duel| self.pair(&duel.a, &duel.b);
        let drawn = |duel: &&Duel| Interval { mark: pair(duel), mean: duel.points, ends: duel.points_ci };
        let row = |duel: &&Duel| {
            vec![
                pair(duel),
                signed(duel.points),
                interval(duel.points_ci, signed),
                Verdict::of(duel.points_ci).to_string(),
                percent(duel.win_rate),
                interval(duel.win_rate_ci, percent),
                thousands(duel.pairs as f64),
            ]
        };
        let rows: Vec<Vec<String>> = duels.iter().map(row).collect();
        let head = [
            vec![words("pair"), figures(unit), figures(&*ci), words("verdict")],
            won(&ci).to_vec(),
            vec![figures("deals")],
        ];
        let drawn: Vec<Interval> = duels.iter().map(drawn).collect();
        self.compared(&drawn, Table { head: head.concat(), rows }, unit)
    }

    /// The figure of pairs, each the first against the second.
    fn compared(&self, drawn: &[Interval], table: Table, unit: &str) -> anyhow::Result<Figure> {
        Ok(Figure {
            title: "The first of each pair against the second".into(),
            about: format!("{unit}, with {}s", self.ci()),
            drawing: intervals(drawn, Some(0.0), unit)?,
            key: Key::new(),
            beside: true,
            description: told(&table.rows),
            note: None,
            table,
        })
    }

    /// What a pair is called.
    fn pair(&self, a: &str, b: &str) -> String {
        format!("{}–{}", self.letter(a), self.letter(b))
    }

    fn everyone(&self, everyone: &Everyone, unit: &str) -> anyhow::Result<Figure> {
        let ci = "95 % interval";
        let mut bots: Vec<&Entry> = everyone.bots.iter().collect();
        bots.sort_by(|a, b| b.points.total_cmp(&a.points));
        let drawn =
            |entry: &&Entry| Interval { mark: self.letter(&entry.bot), mean: entry.points, ends: entry.points_ci };
        let place = |place: f64| format!("{place:.2}");
        let row = |entry: &&Entry| {
            vec![
                format!("{} {}", self.letter(&entry.bot), entry.bot),
                signed(entry.points),
                interval(entry.points_ci, signed),
                place(entry.place),
                interval(entry.place_ci, place),
                percent(entry.win_rate),
                interval(entry.win_rate_ci, percent),
            ]
        };
        let rows: Vec<Vec<String>> = bots.iter().map(row).collect();
        let head = [vec![words("bot"), figures(unit), figures(ci), figures("place"), figures(ci)], won(ci).to_vec()];
        Ok(Figure {
            title: "Everybody".into(),
            about: format!("{unit} above the mean of the table, with 95 % intervals"),
            drawing: intervals(&bots.iter().map(drawn).collect::<Vec<_>>(), Some(0.0), unit)?,
            key: Key::new(),
            beside: true,
            description: told(&rows),
            note: Some(format!("{} deals, each from every seat.", thousands(everyone.deals as f64))),
            table: Table { head: head.concat(), rows },
        })
    }

    fn pairs(&self, everyone: &Everyone, unit: &str) -> anyhow::Result<Figure> {
        let (mut drawn, mut rows) = (Vec::new(), Vec::new());
        for (place, entry) in everyone.bots.iter().enumerate() {
            // Each pair once: the others in front of it have been told of.
            for against in entry.against.iter().skip(place) {
                let pair = self.pair(&entry.bot, &against.bot);
                let ends = interval(against.points_ci, signed);
                rows.push(vec![pair.clone(), signed(against.points), ends, against.verdict.to_string()]);
                drawn.push(Interval { mark: pair, mean: against.points, ends: against.points_ci });
            }
        }
        let head = vec![words("pair"), figures(unit), figures(self.ci()), words("verdict")];
        self.compared(&drawn, Table { head, rows }, unit)
    }
}

/// The rows of a table in words: what it is of, the mean and its interval.
pub fn told(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| format!("{}: {}, {}.", row[0], row[1], row[2])).collect::<Vec<_>>().join(" ")
}
