//! Players compared: the arena, and tournaments.

use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_agents::{
    Agent, Arena, ArenaError, Asked, Bot, Contestant, Entrant, Event, Plan, Question, QuestionError, TournamentError,
    duel_until, table_until,
};
use elderhand_env::format::Format;
use elderhand_env::{AnyGame, AnyView};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::errors::{BotError, Raise};
use crate::games::made;
use crate::interrupt::interruptible;
use crate::json::{from_python, serialized};
use crate::numbers;
use crate::opponent::{Opponent, Shown};

/// So many deals are played side by side where policies are asked: more rows make a call hardly longer.
const ABREAST: usize = 64;

/// Plays the arena and returns its result as a dictionary; `elderhand.arena` gives it types.
#[pyfunction]
#[pyo3(signature = (game, bots, deals, seed, options, threads, question, aivat, packed, hints, sensible))]
#[expect(clippy::too_many_arguments, reason = "the package passes them by name")]
pub fn arena<'py>(
    py: Python<'py>,
    game: &str,
    bots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::deals)] deals: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    options: Option<&Bound<'py, PyDict>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    question: &Bound<'py, PyAny>,
    aivat: Option<&str>,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, plan) = (made(game, options)?, Plan::new(deals, seed).threads(threads));
    let (question, luck) = (read_question(question)?, expecting(aivat, &game)?);
    let bots = Opponent::numbered(Opponent::read_all(bots, Shown { packed, hints, sensible })?);
    let played = interruptible(py, |stop| match named(&bots) {
        Some(bots) => {
            Arena::new(&game, plan).asking(question).without_luck(luck.as_ref()).table(&bots, &|_| go_on(stop))
        }
        None => {
            let (entrants, luck) = (entered(&bots, &game), luck.as_ref().map(|bot| enter(bot, &game)));
            table_until(&game, &entrants, &plan, &question, luck.as_ref(), |_| go_on(stop))
        }
    })?;
    serialized(py, &played.map_err(|error| told(&bots, &error))?)
}

/// Plays one player against another, who holds all other seats, and returns the result as a dictionary.
#[pyfunction]
#[pyo3(signature = (game, bots, deals, seed, options, threads, question, aivat, packed, hints, sensible))]
#[expect(clippy::too_many_arguments, reason = "the package passes them by name")]
pub fn duel<'py>(
    py: Python<'py>,
    game: &str,
    bots: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::deals)] deals: usize,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    options: Option<&Bound<'py, PyDict>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    question: &Bound<'py, PyAny>,
    aivat: Option<&str>,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (game, plan) = (made(game, options)?, Plan::new(deals, seed).threads(threads));
    let (question, luck) = (read_question(question)?, expecting(aivat, &game)?);
    let bots = Opponent::numbered(Opponent::read_all(bots, Shown { packed, hints, sensible })?);
    if bots.len() != 2 {
        return Err(PyValueError::new_err("a duel is between two"));
    }
    let played = interruptible(py, |stop| match named(&bots) {
        Some(bots) => {
            let arena = Arena::new(&game, plan).asking(question).without_luck(luck.as_ref());
            arena.duel([bots[0], bots[1]], &|_| go_on(stop))
        }
        None => {
            let (entrants, luck) = (entered(&bots, &game), luck.as_ref().map(|bot| enter(bot, &game)));
            let pair = [&entrants[0], &entrants[1]];
            duel_until(&game, pair, &plan, &question, luck.as_ref(), |_| go_on(stop))
        }
    })?;
    serialized(py, &played.map_err(|error| told(&bots, &error))?)
}

/// Returns the bots behind players all of whom are known by name; `None` if Python answers for one.
fn named(bots: &[Opponent]) -> Option<Vec<&Bot>> {
    fn name(player: &Opponent) -> Option<&Bot> {
        match player {
            Opponent::Named(bot) => Some(bot),
            Opponent::Python(_) => None,
        }
    }
    bots.iter().map(name).collect()
}

/// Enters players at a game whose type is not known. Policies are asked about many deals at once, unless each of them would
/// start a program.
fn entered<'a>(bots: &'a [Opponent], game: &'a AnyGame) -> Vec<Entrant<'a, AnyView>> {
    let programs = bots.iter().any(|bot| matches!(bot, Opponent::Named(bot) if bot.is_program()));
    let enter = |bot: &'a Opponent| match bot {
        Opponent::Named(bot) => enter(bot, game),
        Opponent::Python(caller) => {
            let seat = move || Ok::<_, Infallible>(Box::new(caller.seated(game.spec())) as Box<dyn Agent<AnyView>>);
            let many = if caller.takes_rows() && !programs { ABREAST } else { 1 };
            Entrant::new(bot.name(), seat).abreast(many)
        }
    };
    bots.iter().map(enter).collect()
}

/// Enters a bot at a game whose type is not known.
fn enter<'a>(bot: &'a Bot, game: &'a AnyGame) -> Entrant<'a, AnyView> {
    let seat = move || bot.player(game).map(|player| Box::new(player) as Box<dyn Agent<AnyView>>);
    Entrant::new(bot.name(), seat)
}

/// Reads what is asked, which the package has put together.
fn read_question(question: &Bound<'_, PyAny>) -> PyResult<Question> {
    let question: Question = serde_json::from_value(from_python(question)?).or_raise(PyValueError::new_err)?;
    question.check().map_err(|error| match error {
        QuestionError::By => PyValueError::new_err(format!("{error}: add until_decided or sprt")),
        error => PyValueError::new_err(error.to_string()),
    })?;
    Ok(question)
}

/// Finds the bot that tells what the cards bring, if one is named.
fn expecting(name: Option<&str>, game: &AnyGame) -> PyResult<Option<Bot>> {
    let refused = |error: elderhand_agents::BotError| BotError::new_err(error.to_string());
    let Some(bot) = name.map(Bot::open).transpose().map_err(refused)? else { return Ok(None) };
    match bot.expects(game).map_err(refused)? {
        true => Ok(Some(bot)),
        false => Err(PyValueError::new_err(format!(
            "aivat is {}: it does not say what it expects here; expected a bundle that learnt just this game",
            bot.name()
        ))),
    }
}

/// Tells what spoilt an arena: what was asked, or a player.
fn told<T>(bots: &[Opponent], error: &ArenaError<T>) -> PyErr
where
    ArenaError<T>: Error,
{
    match error {
        ArenaError::Entrants { .. } | ArenaError::Question(_) | ArenaError::Luck => {
            PyValueError::new_err(error.to_string())
        }
        error => raised(bots, error.to_string()),
    }
}

/// Enters a player at tables of any size.
fn contestant(bot: &Opponent) -> Contestant<'_> {
    Contestant::new::<Box<dyn Error + Send + Sync>>(bot.name(), move |game| bot.player(game))
}

/// Plays a tournament and returns what came of it as a dictionary; `elderhand.tournament` gives it types.
#[pyfunction]
#[pyo3(signature = (game, bots, format, target, rounds, every, gambling, seed, options, threads, packed, hints, sensible))]
#[expect(clippy::too_many_arguments, reason = "the package passes them by name")]
pub fn tournament<'py>(
    py: Python<'py>,
    game: &str,
    bots: &Bound<'py, PyAny>,
    format: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = numbers::target)] target: Option<u16>,
    #[pyo3(from_py_with = numbers::rounds)] rounds: Option<u16>,
    #[pyo3(from_py_with = numbers::every)] every: Option<u8>,
    gambling: bool,
    #[pyo3(from_py_with = numbers::seed)] seed: u64,
    options: Option<&Bound<'py, PyDict>>,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
    packed: bool,
    hints: bool,
    sensible: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let game = made(game, options)?;
    let bots = Opponent::numbered(Opponent::read_all(bots, Shown { packed, hints, sensible })?);
    let asked = Asked { format: read_format(from_python(format)?)?, target, rounds, every };
    let unfit = |error: TournamentError| PyValueError::new_err(error.to_string());
    let contest = asked.contest(&game, bots.len()).map_err(unfit)?;
    let event = Event { contest, gambling, seed, threads };
    let played = interruptible(py, |stop| {
        let contestants: Vec<_> = bots.iter().map(contestant).collect();
        elderhand_agents::tournament(&game, &contestants, &event, |_, _| go_on(stop))
    })?;
    let outcome = played.map_err(|error| match error {
        TournamentError::Load { .. } | TournamentError::Bot { .. } | TournamentError::Threads { .. } => {
            raised(&bots, error.to_string())
        }
        error => unfit(error),
    })?;
    serialized(py, &outcome)
}

fn read_format(name: Value) -> PyResult<Format> {
    let known = Format::ALL.into_iter().filter(|format| *format != Format::FreezeOut).map(Format::name);
    let known = known.collect::<Vec<_>>().join(", ");
    serde_json::from_value(name)
        .map_err(|_| PyValueError::new_err(format!("there is no such format: expected {known}")))
}

fn go_on(stop: &AtomicBool) -> ControlFlow<()> {
    if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// What Python raised, if a player of Python spoilt it, else the text.
fn raised(bots: &[Opponent], text: String) -> PyErr {
    bots.iter().find_map(Opponent::raised).unwrap_or_else(|| BotError::new_err(text))
}
