//! What an arena came to: what `--json` prints, and `report` reads.

use elderhand_agents::{Against, ArenaEntry, ArenaResult, Bot, DuelResult, Verdict};
use serde::{Deserialize, Serialize};

use super::told::{Head, Told};
use crate::args::Unfamiliar;
use crate::commands::letter;

/// What was played, and what came of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Outcome {
    #[serde(flatten)]
    pub head: Head,
    pub bots: Vec<String>,
    /// Who told what the cards brought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aivat: Option<Aivat>,
    /// Those that were not made for just this game.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub unfamiliar: Vec<Unfamiliar>,
    #[serde(flatten)]
    pub results: Results,
}

/// Who tells what the cards brought: read once, before the first deal.
#[derive(Debug, Serialize, Deserialize)]
pub struct Aivat {
    pub bot: String,
    /// The hash of its weights: another value function, chosen after the fact, would give another result.
    pub sha256: String,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Results {
    /// Every pair of bots at a game for two.
    Duels(Vec<Duel>),
    /// All bots at one table of three seats or more.
    Table(Table),
}

/// One pair of bots.
#[derive(Debug, Serialize, Deserialize)]
pub struct Duel {
    pub a: String,
    pub b: String,
    #[serde(flatten)]
    pub tally: DuelResult,
    pub rounds_per_second: f64,
}

/// How a table went.
#[derive(Debug, Serialize, Deserialize)]
pub struct Table {
    #[serde(flatten)]
    pub result: ArenaResult,
    pub rounds_per_second: f64,
}

impl Aivat {
    pub fn of(bot: &Bot) -> Option<Aivat> {
        Some(Aivat { bot: bot.name().into(), sha256: bot.bundle()?.manifest().weights()?.into() })
    }
}

impl Outcome {
    /// Returns the letter of a bot.
    pub fn letter(&self, bot: &str) -> String {
        self.bots.iter().position(|known| known == bot).map_or_else(|| "?".into(), letter)
    }

    /// Returns what a pair is called.
    pub fn pair(&self, a: &str, b: &str) -> String {
        format!("{}–{}", self.letter(a), self.letter(b))
    }

    /// Returns what is told of every pair.
    pub fn told(&self) -> Vec<Told> {
        match &self.results {
            Results::Duels(duels) => duels.iter().map(|duel| self.told_of(duel)).collect(),
            Results::Table(table) => {
                let told = |(entry, against): (&ArenaEntry, &Against)| {
                    let &Against { verdict, to_settle, saved, ruling, .. } = against;
                    let (pair, deals) = (self.pair(&entry.bot, &against.bot), table.result.deals);
                    Told { pair, deals, verdict, to_settle, saved, ruling }
                };
                table.compared().map(told).collect()
            }
        }
    }

    /// Returns what is told of a pair at a game for two.
    pub fn told_of(&self, duel: &Duel) -> Told {
        let DuelResult { deals, points_ci, to_settle, saved, ruling, .. } = duel.tally;
        Told { pair: self.pair(&duel.a, &duel.b), deals, verdict: Verdict::of(points_ci), to_settle, saved, ruling }
    }
}

impl Table {
    /// Returns every pair of bots once: the one that was entered first, and how it compares with the other.
    pub fn compared(&self) -> impl Iterator<Item = (&ArenaEntry, &Against)> {
        let bots = self.result.bots.iter().enumerate();
        bots.flat_map(|(place, entry)| entry.against.iter().skip(place).map(move |against| (entry, against)))
    }
}
