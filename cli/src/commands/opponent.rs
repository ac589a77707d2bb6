//! Who sits down where nobody was asked to: the strongest there is, by what was measured at such a table.

use elderhand_agents::bundle::Evaluation;
use elderhand_agents::{Bot, BotError, Familiarity, Level, Releases, Verdict};
use elderhand_env::AnyGame;
use serde_json::Value;

use crate::commands::bots::prefer;
use crate::commands::ladder::file::Ladder;
use crate::output::say;

/// A player, and why it is the one.
pub struct Opponent {
    pub bot: Bot,
    pub why: Option<String>,
}

/// Finds the strongest player of a game.
///
/// It is a released bot that was made for the game, at a match also one that learnt its rounds, and that met these values of the
/// options that may vary, if there is one; of several the one that did best against the built-in player that it found hardest, at a
/// table of this size, on the ladder if it is there. Where that built-in player is better beyond doubt, it sits down itself, unless a
/// level is asked for that only trained bots have. With `any_options` one that learnt by other rules may sit down, too.
///
/// # Errors
///
/// Fails if the game has no player, which no registered one does.
pub fn strongest(game: &AnyGame, level: Level, any_options: bool) -> Result<Opponent, BotError> {
    let id = game.spec().id;
    let releases = Releases::find();
    let ladder = Ladder::beside(&releases);
    let mut names: Vec<&str> = releases.names().iter().map(String::as_str).collect();
    // The bot of the game's own name comes before others that are as good.
    names.sort_by_key(|name| *name != id);
    let (mut found, mut refused) = (Vec::new(), None);
    for name in names {
        let fitting = Bot::released(name).and_then(|bot| {
            let bot = bot.with_any_options(any_options);
            let familiarity = bot.player(game)?.familiarity().clone();
            Ok((name, bot, familiarity))
        });
        match fitting {
            Ok(fitting) => found.push(fitting),
            Err(error) if name == id => refused = Some(error),
            Err(_) => (),
        }
    }
    // Whoever named no bot wants to play, also where a file is damaged or made for other options.
    match refused.filter(|_| found.is_empty()) {
        Some(BotError::Options { bot, .. }) => say(&format!(
            "{bot} learnt this game by other rules, so a built-in player sits down; with --any-options it plays all the same"
        )),
        Some(error) => say(&format!("warning: {error}; so another player sits down")),
        None => (),
    }
    prefer(&mut found, |(.., familiarity)| *familiarity == Familiarity::Game);
    prefer(&mut found, |(_, bot, _)| has_met(bot, game));
    let measured = found.into_iter().map(|(name, bot, _)| {
        let hardest = hardest(name, &bot, &ladder, game);
        (bot, hardest)
    });
    let mean = |hardest: &Option<Evaluation>| hardest.as_ref().map_or(f64::NEG_INFINITY, |met| met.score.mean);
    // Of equals the first, which is that of the game's own name.
    let best = measured.reduce(|best, other| if mean(&other.1) > mean(&best.1) { other } else { best });
    match best {
        Some((bot, None)) => Ok(Opponent { bot, why: None }),
        Some((bot, Some(met))) if met.verdict() == Verdict::Worse && level == Level::Strong => {
            let why = format!(
                "{} lost {} to it",
                bot.name(),
                measured_at(&bot, game, &met, format!("{:.2}", -met.score.mean))
            );
            Ok(Opponent { bot: Bot::open(&met.opponent)?, why: Some(why) })
        }
        Some((bot, Some(met))) => {
            let score = format!("{:+.2}", met.score.mean);
            let why = format!("{} against {}", measured_at(&bot, game, &met, score), met.opponent);
            Ok(Opponent { bot, why: Some(why) })
        }
        None => Ok(Opponent { bot: Bot::open(Bot::playing(id).last().unwrap_or("random"))?, why: None }),
    }
}

/// A score with what it counts, and at what table it was measured: of rounds, where a bot of rounds sits down at a match.
fn measured_at(bot: &Bot, game: &AnyGame, met: &Evaluation, score: String) -> String {
    let contract = bot.bundle().map(|bundle| &bundle.manifest().contract);
    let measured = contract.and_then(|contract| elderhand_env::game(&contract.game, &contract.options).ok());
    let terms = measured.as_ref().unwrap_or(game).terms();
    let table: Vec<String> =
        met.setting.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
    let table = if table.is_empty() { String::new() } else { format!(", {},", table.join(", ")) };
    format!("{score} {} a {}{table}", terms.points, terms.one)
}

/// Whether a bot has learnt by just these values of the options that may be others at the table.
fn has_met(bot: &Bot, game: &AnyGame) -> bool {
    bot.bundle().is_some_and(|bundle| {
        let mut met = bundle.manifest().contract.variable.iter();
        met.all(|(name, values)| game.options().get(name).is_some_and(|value| values.contains(value)))
    })
}

/// What a bot was measured at against the built-in player that it found hardest, at a table such as this.
fn hardest(name: &str, bot: &Bot, ladder: &Ladder, game: &AnyGame) -> Option<Evaluation> {
    let built_in: Vec<&str> = Bot::playing(game.spec().id).collect();
    let manifest = bot.bundle()?.manifest();
    let learnt = &manifest.contract.options;
    let here = |met: &&Evaluation| {
        let is_here = |(name, value): (&String, &Value)| game.options().get(name) == Some(value);
        // Of a bot that learnt by other rules, only what it was measured at by those of this table counts.
        let mut others = learnt.iter().filter(|(name, _)| !met.setting.contains_key(*name) && *name != "episode");
        built_in.contains(&met.opponent.as_str()) && met.setting.iter().all(is_here) && others.all(is_here)
    };
    let all = ladder.of(name, manifest).iter().filter(here);
    all.min_by(|a, b| a.score.mean.total_cmp(&b.score.mean)).cloned()
}
