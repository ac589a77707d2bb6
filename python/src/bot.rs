//! Players by name.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use elderhand_agents::{Bot, Bundle, NamedFindings, Player, Releases, Stopped, Tried};
use elderhand_env::{AnyView, Overrides, Stream};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::bundle::PyBundle;
use crate::errors::{BotError, GameError, Raise, ViewError};
use crate::games::of_view;
use crate::interrupt::Signals;
use crate::json::{from_text_or_python, listed, overrides};
use crate::numbers;
use crate::threads::Ready;

/// The part of a key that sets the streams of players that are asked apart from others.
const ASKED: u64 = 1;

/// A player: a built-in one (`"random"`, `"simple"`), `"checkpoint:NAME"`, the path of a bundle, `"easy:BOT"` or
/// `"medium:BOT"` for a trained one that plays below its best, `"search:BOT"` for one that searches, or `"cmd:PROGRAM"`.
///
/// Where it plays against others, as in a `SeatEnv` or an arena, only the player counts: the game, its options and the seed
/// are those of the table.
///
/// Parameters
/// ----------
/// name : str
///     The name, as the command line takes it. `checkpoint:NAME` is `NAME.elderhand` in the folder that the environment
///     variable `ELDERHAND_CHECKPOINTS` names, or in `checkpoints` of the current folder.
/// game : str, optional
///     The game whose views it is shown; a bundle knows its own.
/// options : dict, optional
///     Options of the game that differ from its own, where a view does not hold them; a bundle knows its own.
/// seed : int
///     What it draws from, if it draws.
/// any_options : bool
///     Whether a bundle may sit down under options that it was not made for.
///
/// Raises `BotError` if there is no such player, its bundle cannot be read, or it does not play the game under the options;
/// `GameError` on games and options.
#[pyclass(frozen, name = "Bot", module = "elderhand")]
pub struct PyBot {
    bot: Bot,
    game: Option<String>,
    options: Overrides,
    seed: u64,
    /// The players that have been asked, by the options of the game and the seat.
    seated: Mutex<HashMap<(String, usize), Player>>,
}

/// What a decision rests on, before it is Python's.
struct Answer {
    action: u16,
    name: String,
    probabilities: Vec<(String, f32)>,
    value: Option<f32>,
    findings: Option<NamedFindings>,
}

impl PyBot {
    /// A player that knows its own game, as a bundle does.
    pub fn of(bot: Bot, seed: u64) -> PyBot {
        let options = bot.bundle().map(|bundle| bundle.manifest().contract.options.clone()).unwrap_or_default();
        PyBot { bot, game: None, options, seed, seated: Mutex::default() }
    }

    /// The player.
    pub fn bot(&self) -> &Bot {
        &self.bot
    }

    fn game(&self) -> PyResult<&str> {
        let own = self.bot.bundle().map(|bundle| bundle.manifest().contract.game.as_str());
        self.game.as_deref().or(own).ok_or_else(|| {
            let name = self.bot.name();
            BotError::new_err(format!(
                "bot `{name}` plays several games: name one, as in Bot(\"{name}\", game=\"gin\")"
            ))
        })
    }

    fn read(&self, view: &Bound<'_, PyAny>) -> PyResult<AnyView> {
        let json: Value = from_text_or_python(view, ViewError::new_err)?;
        of_view(self.game()?, &self.options, &json)?.read_view(json).or_raise(ViewError::new_err)
    }

    fn ask(&self, view: &AnyView, stopped: &Stopped) -> PyResult<Answer> {
        let game = view.game();
        let options = Value::Object(game.options().clone()).to_string();
        let mut seated = self.seated.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (options, view.seat());
        if !seated.contains_key(&key) {
            let mut player = self.bot.player(game).or_raise(BotError::new_err)?;
            let seed = Stream::keyed([self.seed, view.seat() as u64, ASKED]).bits();
            player.begin(view.seat(), seed).or_raise(BotError::new_err)?;
            seated.insert(key.clone(), player);
        }
        let player = seated.get_mut(&key).expect("it has just been seated");
        player.heed(stopped);
        let decision = player.decide(view).or_raise(BotError::new_err)?;
        let name = |action| game.spec().name(action).to_owned();
        Ok(Answer {
            action: decision.action.0,
            name: name(decision.action),
            probabilities: decision.probabilities.iter().map(|&(action, share)| (name(action), share)).collect(),
            value: decision.value,
            findings: decision.findings.map(|findings| findings.named(game.spec())),
        })
    }
}

impl PyBot {
    /// Decides, which Ctrl-C can end.
    fn decided<'py>(&self, py: Python<'py>, view: &AnyView) -> PyResult<Bound<'py, PyAny>> {
        let signals = Signals::new();
        let answer = signals.heed(py, &Ready::own(), || self.ask(view, &signals.heeded()))??;
        decision(py, answer)
    }
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (name, game=None, options=None, *, seed=0, any_options=false))]
    fn new(
        name: &str,
        game: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        any_options: bool,
    ) -> PyResult<PyBot> {
        let bot = Bot::open(name).or_raise(BotError::new_err)?.with_any_options(any_options);
        let mut options = overrides(options)?;
        let own = bot.bundle().map(|bundle| bundle.manifest().contract.game.clone());
        if let Some(game) = game.as_ref().or(own.as_ref()) {
            if options.is_empty() {
                options = bot.options(game);
            }
            let game = elderhand_env::game(game, &options).or_raise(GameError::new_err)?;
            // Another program is started only where it is asked.
            if !bot.is_program() {
                bot.player(&game).or_raise(BotError::new_err)?;
            }
        }
        Ok(PyBot { bot, game, options, seed, seated: Mutex::default() })
    }

    /// Opens a bundle by its path.
    ///
    /// Raises `BotError` if there is none, or it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, seed=0))]
    fn load(path: PathBuf, #[pyo3(from_py_with = numbers::seed)] seed: u64) -> PyResult<PyBot> {
        // Where it lies whatever the current folder is, which is how it is found again.
        let bundle = Bundle::open(&path).or_raise(BotError::new_err)?;
        Ok(PyBot::of(Bot::from(bundle).called(path.canonicalize()?.to_string_lossy()), seed))
    }

    /// The name by which it was found.
    #[getter]
    fn name(&self) -> &str {
        self.bot.name()
    }

    /// The ids of the games it plays.
    #[getter]
    fn games(&self) -> Vec<&'static str> {
        self.bot.games()
    }

    /// The bundle, if it is one, else `None`.
    #[getter]
    fn bundle(&self) -> Option<PyBundle> {
        self.bot.bundle().map(|bundle| PyBundle(bundle.clone()))
    }

    /// Chooses one of the legal actions of a view in which its seat is to move: an `elderhand.Decision`.
    ///
    /// The view is a dictionary, or a text with its JSON. Probabilities are by the names of actions, likeliest first; of a
    /// player that does not weigh them they are 1 for its choice. Ctrl-C ends a search.
    ///
    /// Raises `ViewError` if it is no view of the game, `BotError` if its seat is not to move, or the player does not
    /// play the game under the view's options.
    fn decide<'py>(&self, py: Python<'py>, view: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.read(view)?;
        self.decided(py, &view)
    }

    /// Chooses as `decide` does in each of several views, in their order.
    ///
    /// Raises as `decide` does, at the first view that is wrong.
    fn decide_many<'py>(&self, py: Python<'py>, views: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let views = listed(views, "a list of views")?.map(|view| self.read(&view?)).collect::<PyResult<Vec<_>>>()?;
        let mut answers = Vec::with_capacity(views.len());
        for view in &views {
            py.check_signals()?;
            answers.push(self.decided(py, view)?);
        }
        PyList::new(py, answers)
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.bot.name())
    }
}

fn decision(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyAny>> {
    let probabilities = PyDict::new(py);
    answer.probabilities.iter().try_for_each(|(name, share)| probabilities.set_item(name, share))?;
    let results = py.import("elderhand.results")?;
    let findings = answer.findings.map(|findings| {
        let tried = PyDict::new(py);
        for (name, Tried { value, error, rollouts, chance, .. }) in findings.tried {
            tried.set_item(name, results.getattr("Tried")?.call1((value, error, rollouts, chance))?)?;
        }
        results.getattr("Findings")?.call1((tried, findings.worlds))
    });
    let fields = (answer.action, answer.name, probabilities, answer.value, findings.transpose()?);
    results.getattr("Decision")?.call1(fields)
}

/// Lists the players that there are: the built-in ones, of one game if it is named, then released ones as `checkpoint:NAME`.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn bots(game: Option<&str>) -> PyResult<Vec<String>> {
    let mut names: Vec<String> = match game {
        None => Bot::built_in().map(str::to_owned).collect(),
        Some(game) => {
            crate::games::made(game, None)?;
            Bot::playing(game).map(str::to_owned).collect()
        }
    };
    let released = Releases::find().names().iter().map(|name| format!("checkpoint:{name}")).collect::<Vec<_>>();
    let plays = |name: &String| match game {
        None => true,
        Some(game) => Bot::open(name).is_ok_and(|bot| bot.games().contains(&game)),
    };
    names.extend(released.into_iter().filter(plays));
    Ok(names)
}
