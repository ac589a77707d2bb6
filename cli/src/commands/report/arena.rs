//! What `arena --json` printed: who is better, by how much, how surely.

use elderhand_agents::{Against, ArenaEntry, ArenaResult, DuelResult, Stop, Verdict};
use elderhand_env::Terms;
use maud::html;
use serde::Deserialize;

use super::numbers::{interval, percent, signed};
use super::page::{Figure, Key, Section, Table, facts, figures, grid, set, words};
use super::plot::{Interval, intervals};
use crate::commands::arena::told::{Head, Told};
use crate::commands::games::titled;
use crate::commands::letter;
use crate::output::{printable, thousands};

/// An arena's results.
#[derive(Deserialize)]
pub struct Arena {
    #[serde(flatten)]
    head: Head,
    bots: Vec<String>,
    aivat: Option<Aivat>,
    #[serde(default)]
    duels: Vec<Duel>,
    table: Option<ArenaResult>,
}

/// Who told what the cards brought.
#[derive(Deserialize)]
struct Aivat {
    bot: String,
    sha256: String,
}

/// A pair at a game for two.
#[derive(Deserialize)]
struct Duel {
    a: String,
    b: String,
    #[serde(flatten)]
    result: DuelResult,
}

/// The columns of what was won.
fn won(ci: &str) -> [(String, bool); 2] {
    [figures("won"), figures(ci)]
}

impl Arena {
    /// What it is, in a line.
    pub fn title(&self) -> String {
        format!("An arena of {}", titled(&self.head.game, &self.head.options))
    }

    pub fn sections(&self) -> anyhow::Result<Vec<Section>> {
        let Head { options, deals, seed, partial, .. } = &self.head;
        let Terms { one, points, .. } = self.head.terms();
        let unit = format!("{points} a {one}");
        let most = if matches!(self.head.question.stop, Stop::Deals) { "" } else { "at most " };
        let luck = self.aivat.as_ref().map(|Aivat { bot, sha256 }| format!("by {bot}, weights {sha256}"));
        let said = facts(&[
            ("asked", self.head.asked()),
            ("deals", format!("{most}{}, from every seat", thousands(*deals as f64))),
            ("seed", seed.to_string()),
            ("luck of the cards taken out", luck.unwrap_or_default()),
            ("stopped early", if *partial { "yes: the results are partial".into() } else { String::new() }),
        ]);
        let names = self.bots.iter().enumerate().map(|(place, bot)| vec![letter(place), bot.clone()]).collect();
        let names = Table { head: vec![words("letter"), words("bot")], rows: names };
        let body = html! {
            div.panel { (said) (names.markup("Bots")) @if !options.is_empty() { p.quiet { (set(options)) } } }
        };
        let figures = match &self.table {
            Some(everyone) => vec![self.everyone(everyone, &unit)?, self.pairs(&unit)?],
            None => vec![self.duels(&unit)?],
        };
        let told = self.told();
        let mut lines: Vec<String> = told.iter().flat_map(|told| told.lines(&self.head)).collect();
        lines.extend(self.head.holds(&told));
        let results = html! {
            (grid(&figures))
            @if !lines.is_empty() { div.panel { @for line in lines { p { (printable(line)) } } } }
        };
        Ok(vec![Section { title: self.title(), body }, Section { title: "Results".into(), body: results }])
    }

    /// What is told of every pair.
    fn told(&self) -> Vec<Told> {
        let duel = |duel: &Duel| {
            let DuelResult { deals, points_ci, to_settle, saved, ruling, .. } = duel.result;
            Told { pair: self.pair(&duel.a, &duel.b), deals, verdict: Verdict::of(points_ci), to_settle, saved, ruling }
        };
        let Some(ArenaResult { deals, .. }) = self.table else { return self.duels.iter().map(duel).collect() };
        let against = |(entry, against): (&ArenaEntry, &Against)| {
            let &Against { verdict, to_settle, saved, ruling, .. } = against;
            Told { pair: self.pair(&entry.bot, &against.bot), deals, verdict, to_settle, saved, ruling }
        };
        self.compared().map(against).collect()
    }

    /// The pairs of a table.
    fn compared(&self) -> impl Iterator<Item = (&ArenaEntry, &Against)> {
        let bots = self.table.iter().flat_map(|everyone| everyone.bots.iter().enumerate());
        // Each pair once: the others in front of it have been told of.
        bots.flat_map(|(place, entry)| entry.against.iter().skip(place).map(move |against| (entry, against)))
    }

    /// The letter of a bot, as the arena itself gives it.
    fn letter(&self, bot: &str) -> String {
        self.bots.iter().position(|known| known == bot).map_or_else(|| "?".into(), letter)
    }

    fn duels(&self, unit: &str) -> anyhow::Result<Figure> {
        let ci = self.head.interval_of_pair();
        // Of a pair that has finished no deal there is nothing to be said.
        let duels: Vec<&Duel> = self.duels.iter().filter(|duel| duel.result.deals > 0).collect();
        let pair = |duel: &Duel| self.pair(&duel.a, &duel.b);
        let drawn = |duel: &&Duel| Interval { mark: pair(duel), mean: duel.result.points, ends: duel.result.points_ci };
        let row = |duel: &&Duel| {
            let result = &duel.result;
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
            about: format!("{unit}, with {}s", self.head.interval_of_pair()),
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

    fn everyone(&self, everyone: &ArenaResult, unit: &str) -> anyhow::Result<Figure> {
        let ci = &self.head.interval();
        let mut bots: Vec<&ArenaEntry> = everyone.bots.iter().collect();
        bots.sort_by(|a, b| b.points.total_cmp(&a.points));
        let drawn =
            |entry: &&ArenaEntry| Interval { mark: self.letter(&entry.bot), mean: entry.points, ends: entry.points_ci };
        let place = |place: f64| format!("{place:.2}");
        let row = |entry: &&ArenaEntry| {
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

    fn pairs(&self, unit: &str) -> anyhow::Result<Figure> {
        let (mut drawn, mut rows) = (Vec::new(), Vec::new());
        for (entry, against) in self.compared() {
            let pair = self.pair(&entry.bot, &against.bot);
            let ends = interval(against.points_ci, signed);
            rows.push(vec![pair.clone(), signed(against.points), ends, against.verdict.to_string()]);
            drawn.push(Interval { mark: pair, mean: against.points, ends: against.points_ci });
        }
        let head = vec![words("pair"), figures(unit), figures(self.head.interval_of_pair()), words("verdict")];
        self.pairwise(&drawn, Table { head, rows }, unit)
    }
}

/// The rows of a table in words: what it is of, the mean and its interval.
pub fn told(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| format!("{}: {}, {}.", row[0], row[1], row[2])).collect::<Vec<_>>().join(" ")
}
