//! What `arena --json` printed: who is better, by how much, how surely.

use elderhand_agents::{ArenaEntry, ArenaResult, Stop, Verdict};
use elderhand_env::Terms;
use maud::html;

use super::numbers::{interval, percent, signed};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, set, words};
use super::plot::{Interval, intervals};
use crate::commands::arena::outcome::{self, Aivat, Duel, Outcome, Results};
use crate::commands::arena::told::Head;
use crate::commands::games::titled;
use crate::commands::letter;
use crate::output::{printable, thousands};

/// An arena's results.
pub struct Arena(pub Outcome);

/// The columns of what was won.
fn won(ci: &str) -> [(String, bool); 2] {
    [figures("won"), figures(ci)]
}

impl Arena {
    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("An arena of {}", titled(&self.0.head.game, &self.0.head.options))
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let Head { options, deals, seed, partial, .. } = &self.0.head;
        let Terms { one, points, .. } = self.0.head.terms();
        let unit = format!("{points} a {one}");
        let most = if matches!(self.0.head.question.stop, Stop::Deals) { "" } else { "at most " };
        let luck = self.0.aivat.as_ref().map(|Aivat { bot, sha256 }| format!("by {bot}, weights {sha256}"));
        let said = facts(&[
            ("asked", self.0.head.asked()),
            ("deals", format!("{most}{}, from every seat", thousands(*deals as f64))),
            ("seed", seed.to_string()),
            ("luck of the cards taken out", luck.unwrap_or_default()),
            ("stopped early", if *partial { "yes: the results are partial".into() } else { String::new() }),
        ]);
        let names = self.0.bots.iter().enumerate().map(|(place, bot)| vec![letter(place), bot.clone()]).collect();
        let names = Table { head: vec![words("letter"), words("bot")], rows: names };
        let body = html! {
            div.panel { (said) (names.markup("Bots")) @if !options.is_empty() { p.quiet { (set(options)) } } }
        };
        let figures = match &self.0.results {
            Results::Table(table) => vec![self.everyone(&table.result, &unit)?, self.pairs(table, &unit)?],
            Results::Duels(duels) => vec![self.duels(duels, &unit)?],
        };
        let told = self.0.told();
        let mut lines: Vec<String> = told.iter().flat_map(|told| told.lines(&self.0.head)).collect();
        lines.extend(self.0.head.holds(&told));
        let results = html! {
            (grid(&figures))
            @if !lines.is_empty() { div.panel { @for line in lines { p { (printable(line)) } } } }
        };
        Ok(vec![Section { title: self.title(), body }, Section { title: "Results".into(), body: results }])
    }

    fn duels(&self, duels: &[Duel], unit: &str) -> anyhow::Result<Figure> {
        let ci = self.0.head.interval_of_pair();
        // Of a pair that has finished no deal there is nothing to be said.
        let duels: Vec<&Duel> = duels.iter().filter(|duel| duel.tally.deals > 0).collect();
        let pair = |duel: &Duel| self.0.pair(&duel.a, &duel.b);
        let drawn = |duel: &&Duel| Interval { mark: pair(duel), mean: duel.tally.points, ends: duel.tally.points_ci };
        let row = |duel: &&Duel| {
            let result = &duel.tally;
            vec![
                pair(duel),
                signed(result.points),
                interval(result.points_ci, signed),
                Verdict::of(result.points_ci).to_string(),
                percent(result.win_rate),
                interval(result.win_rate_ci, percent),
                thousands(result.deals as f64),
            ]
        };
        let rows: Vec<Vec<String>> = duels.iter().map(row).collect();
        let head = [
            vec![words("pair"), figures(unit), figures(&*ci), words("verdict")],
            won(&ci).to_vec(),
            vec![figures("deals")],
        ];
        let drawn: Vec<Interval> = duels.iter().map(drawn).collect();
        self.pairwise(&drawn, Table { head: head.concat(), rows }, unit)
    }

    /// The figure of pairs, each the first against the second.
    fn pairwise(&self, drawn: &[Interval], table: Table, unit: &str) -> anyhow::Result<Figure> {
        Ok(Figure {
            title: "The first of each pair against the second".into(),
            about: format!("{unit}, with {}s", self.0.head.interval_of_pair()),
            drawing: intervals(drawn, Some(0.0), unit)?,
            key: Key::new(),
            beside: true,
            description: told(&table.rows),
            note: None,
            table,
        })
    }

    fn everyone(&self, everyone: &ArenaResult, unit: &str) -> anyhow::Result<Figure> {
        let ci = &self.0.head.interval();
        let mut bots: Vec<&ArenaEntry> = everyone.bots.iter().collect();
        bots.sort_by(|a, b| b.points.total_cmp(&a.points));
        let drawn = |entry: &&ArenaEntry| Interval {
            mark: self.0.letter(&entry.bot),
            mean: entry.points,
            ends: entry.points_ci,
        };
        let place = |place: f64| format!("{place:.2}");
        let row = |entry: &&ArenaEntry| {
            vec![
                format!("{} {}", self.0.letter(&entry.bot), entry.bot),
                signed(entry.points),
                interval(entry.points_ci, signed),
                place(entry.place),
                interval(entry.place_ci, place),
                percent(entry.win_rate),
                interval(entry.win_rate_ci, percent),
            ]
        };
        let rows: Vec<Vec<String>> = bots.iter().map(row).collect();
        let head =
            [vec![words("bot"), figures(unit), figures(&**ci), figures("place"), figures(&**ci)], won(ci).to_vec()];
        Ok(Figure {
            title: "Everybody".into(),
            about: format!("{unit} above the mean of the table, with {ci}s"),
            drawing: intervals(&bots.iter().map(drawn).collect::<Vec<_>>(), Some(0.0), unit)?,
            key: Key::new(),
            beside: true,
            description: told(&rows),
            note: Some(format!("{} deals, each from every seat.", thousands(everyone.deals as f64))),
            table: Table { head: head.concat(), rows },
        })
    }

    fn pairs(&self, everyone: &outcome::Table, unit: &str) -> anyhow::Result<Figure> {
        let (mut drawn, mut rows) = (Vec::new(), Vec::new());
        for (entry, against) in everyone.compared() {
            let pair = self.0.pair(&entry.bot, &against.bot);
            let ends = interval(against.points_ci, signed);
            rows.push(vec![pair.clone(), signed(against.points), ends, against.verdict.to_string()]);
            drawn.push(Interval { mark: pair, mean: against.points, ends: against.points_ci });
        }
        let head = vec![words("pair"), figures(unit), figures(self.0.head.interval_of_pair()), words("verdict")];
        self.pairwise(&drawn, Table { head, rows }, unit)
    }
}

/// The rows of a table in words: what it is of, the mean and its interval.
pub fn told(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| format!("{}: {}, {}.", row[0], row[1], row[2])).collect::<Vec<_>>().join(" ")
}
