//! The lines of one bundle: whom it meets, at which tables, and how that ends.

use std::sync::atomic::AtomicBool;

use elderhand_agents::bundle::{Evaluation, Manifest};
use elderhand_agents::{Arena, Bot, Bundle, Estimate, Level, Plan};
use elderhand_env::options::settings;
use elderhand_env::{Overrides, game};
use indicatif::ProgressBar;

use crate::commands::dealing;

/// The player that is met where nobody follows rules, and that is among those of mixed tables.
const RANDOM: &str = "random";
/// What the one before is called.
pub const BEFORE: &str = "before";

/// Somebody to be met: one who holds all other seats, or several who share the table.
pub struct Met {
    /// What the line calls them.
    pub name: String,
    bots: Vec<Bot>,
}

/// A line that is to be played.
pub struct Line {
    /// The values of the options that vary.
    pub setting: Overrides,
    options: Overrides,
    met: Met,
    deals: usize,
}

/// Returns all lines of a bundle: at each table of its card, by these options besides, every player that follows rules, or `random`
/// where nobody does, its own weaker levels, the bundle that it would replace, and, at larger tables, all who follow rules and random play together.
pub fn lines(
    bot: &Bot,
    bundle: &Bundle,
    before: Option<&Bot>,
    by: &Overrides,
    rounds: u64,
) -> anyhow::Result<Vec<Line>> {
    let manifest = bundle.manifest();
    let mut tables: Vec<Overrides> = Vec::new();
    for mut setting in known(manifest) {
        setting.extend(by.clone());
        if !tables.contains(&setting) {
            tables.push(setting);
        }
    }
    let game = &manifest.contract.game;
    let mut lines = Vec::new();
    for setting in tables {
        let mut options = bot.options(game);
        options.extend(setting.clone());
        let seats = elderhand_env::game(game, &options)?.spec().seats;
        let mut met = Vec::new();
        let rules: Vec<&str> = Bot::playing(game).filter(|name| *name != RANDOM).collect();
        for name in if rules.is_empty() { &[RANDOM][..] } else { &rules } {
            met.push(Met { name: (*name).into(), bots: vec![Bot::open(name)?] });
        }
        if seats > 2 {
            let names: Vec<&str> = rules.iter().copied().chain([RANDOM]).collect();
            let bots = names.iter().map(|name| Bot::open(name)).collect::<Result<Vec<_>, _>>()?;
            if bots.len() > 1 && bots.len() < seats {
                met.push(Met { name: names.join("+"), bots });
            }
        }
        for level in Level::ALL.into_iter().filter(|level| *level != Level::Strong) {
            met.push(Met { name: level.name().into(), bots: vec![bot.clone().at(level)?] });
        }
        met.extend(before.map(|before| Met { name: BEFORE.into(), bots: vec![before.clone()] }));
        let deals = rounds.div_ceil(seats as u64) as usize;
        let line = |met| Line { setting: setting.clone(), options: options.clone(), met, deals };
        lines.extend(met.into_iter().map(line));
    }
    Ok(lines)
}

/// The settings of all tables that a card tells of: those where the bundle was measured, or, if it was nowhere, those where it learnt.
fn known(manifest: &Manifest) -> Vec<Overrides> {
    if manifest.evaluations.is_empty() {
        let learnt = manifest.contract.variable.clone();
        return settings(&learnt.into_iter().filter(|(_, values)| values.len() > 1).collect());
    }
    manifest.evaluations.iter().map(|evaluation| evaluation.setting.clone()).collect()
}

impl Line {
    /// The number of deals.
    pub fn deals(&self) -> u64 {
        self.deals as u64
    }

    /// Plays it; `None` if it was stopped.
    pub fn play(
        &self,
        bot: &Bot,
        id: &str,
        seed: u64,
        threads: usize,
        bar: &ProgressBar,
        stop: &AtomicBool,
    ) -> anyhow::Result<Option<Evaluation>> {
        let Line { met: Met { name, bots }, setting, options, deals } = self;
        let game = game(id, options)?;
        let arena = Arena::new(&game, Plan::new(*deals, seed).threads(threads));
        let progress = dealing::progress(bar, stop);
        let (points, won, played) = match &bots[..] {
            [other] => {
                let result = arena.duel([bot, other], &progress)?;
                ((result.points, result.points_ci), (result.win_rate, result.win_rate_ci), result.deals)
            }
            bots => {
                let table: Vec<&Bot> = [bot].into_iter().chain(bots).collect();
                let result = arena.table(&table, &progress)?;
                let own = &result.bots[0];
                ((own.points, own.points_ci), (own.win_rate, own.win_rate_ci), result.deals)
            }
        };
        let estimate = |(mean, (low, high))| Estimate { mean, low, high };
        Ok((played == *deals).then(|| Evaluation {
            opponent: name.clone(),
            setting: setting.clone(),
            deals: *deals as u64,
            score: estimate(points),
            win_share: estimate(won),
        }))
    }
}
