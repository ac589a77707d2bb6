//! Why training stops.

use std::path::PathBuf;

use elderhand_agents::{AgentError, BotError, BundleError, NotReleased};
use elderhand_env::{GameError, StepError};

use crate::settings::layers::ConfigError;

/// A run that cannot start or go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainError {
    /// The config cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The games refused the learner's actions, which is an error of the game.
    #[error("the games refused an action: {0}")]
    Step(#[from] StepError),
    /// A file cannot be written or read.
    #[error("cannot {doing} {}: {source}", .path.display())]
    File {
        /// What was tried, such as `write`.
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A directory that should be new holds a run.
    #[error("{} already holds a run: go on with --resume, or choose another --run-dir", .0.display())]
    Exists(PathBuf),
    /// A directory that should be new holds a file to which a run would write.
    #[error("{} is there already, and no run has written it: choose another --run-dir", .0.display())]
    Taken(PathBuf),
    /// A directory that should hold a run does not.
    #[error("{} is not a run directory: it has no {missing}", .path.display())]
    NotARun {
        /// The directory.
        path: PathBuf,
        /// The file that is missing.
        missing: &'static str,
    },
    /// Another process writes in the directory.
    #[error("the run directory {} is already in use by process {owner}", .path.display())]
    InUse {
        /// The directory.
        path: PathBuf,
        /// The other process.
        owner: String,
    },
    /// The config was changed in a way that the checkpoint cannot follow.
    #[error("`{key}` is {config}, but the checkpoint was written with {checkpoint}: start a new run to change it")]
    Changed {
        /// The setting.
        key: &'static str,
        /// Its value in the config.
        config: String,
        /// Its value in the checkpoint.
        checkpoint: String,
    },
    /// The game is another than when the checkpoint was written.
    #[error(
        "the {what} of `{game}` are not those of the checkpoint: go on with the Elderhand that wrote it, or start a new run"
    )]
    Revised {
        /// What has changed: actions or observations.
        what: &'static str,
        /// The game.
        game: String,
    },
    /// A number became infinite or undefined.
    #[error("{what} is not a finite number: a smaller `learning.rate` or `learning.max_grad_norm` may help")]
    NotFinite {
        /// Where it was found.
        what: &'static str,
    },
    /// The teacher that the config names cannot be had.
    #[error("`imitation.teacher`: {0}")]
    Teacher(BotError),
    /// One of the bots that the config names as opponents cannot be had.
    #[error("`opponents.bots`: {0}")]
    Opponent(BotError),
    /// A teacher or an opponent did not play as it should.
    #[error("a bot failed: {0}")]
    Bot(#[from] AgentError),
    /// The run cannot begin with the bot that the config names.
    #[error("a run cannot begin with `network.start = \"{name}\"`: {source}")]
    Start {
        /// The bot as the config names it.
        name: String,
        /// Why not.
        source: StartError,
    },
    /// There is no CUDA device.
    #[error(
        "`device` is \"cuda\", but this libtorch sees no CUDA device: use \"cpu\", or set LIBTORCH to a CUDA build"
    )]
    NoCuda,
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The ranks that train together do not come together.
    #[error(transparent)]
    Ranks(#[from] RanksError),
}

/// Ranks that cannot train together.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RanksError {
    /// This program has no MPI.
    #[error("this program was built without MPI: build it with the cargo feature `mpi`")]
    NotBuilt,
    /// MPI cannot be used.
    #[error("MPI {0}")]
    Mpi(&'static str),
    /// Some lane must be left to each rank.
    #[error("`self_play.lanes` is {lanes}, too few for {threads} threads on {ranks} ranks: every rank needs some")]
    TooFewLanes {
        /// The lanes of the run.
        lanes: usize,
        /// The threads of all ranks.
        threads: usize,
        /// The ranks.
        ranks: usize,
    },
    /// The others did not come.
    #[error("rank {rank} of {size} has waited {seconds} s for the others: one of them hangs or is gone")]
    Silent {
        /// The rank that waited.
        rank: usize,
        /// The number of ranks.
        size: usize,
        /// How long it waited.
        seconds: u64,
    },
    /// Another rank has failed, and says why.
    #[error("rank {rank} failed")]
    Failed {
        /// The first that failed.
        rank: usize,
    },
    /// What should be the same on all ranks is not.
    #[error("the weights of rank {rank} are not those of rank 0: all ranks need one program and machines of one kind")]
    Apart {
        /// The first that differs.
        rank: usize,
    },
    /// What a rank sent cannot be read.
    #[error("what another rank sent cannot be read: {0}")]
    Garbled(String),
}

/// A checkpoint that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("cannot read the checkpoint {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// It is not whole, or was altered.
    #[error("the checkpoint {} is damaged: {reason}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Another version of the program wrote it.
    #[error("the checkpoint {} has the format {found}; this program reads {expected}", .path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u64,
        /// The format that this program reads.
        expected: u32,
    },
    /// The directory has none.
    #[error("there is no intact checkpoint in {}", .0.display())]
    None(PathBuf),
}

/// A bot that a run cannot begin with.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// There is no released bot of this name.
    #[error(transparent)]
    NotReleased(#[from] NotReleased),
    /// The bot cannot be read.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// The bot's game cannot be made.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The games have no action in common.
    #[error("it plays {bot}, which has none of the actions of {game}")]
    Actions {
        /// The bot's game.
        bot: String,
        /// The run's game.
        game: String,
    },
    /// The networks have other layers.
    #[error("its network has {bot}, but the config asks for {config}")]
    Shape {
        /// The bot's.
        bot: String,
        /// The run's.
        config: String,
    },
}

/// A run that stopped before its end.
#[derive(Debug, thiserror::Error)]
#[error("{source}{}", kept(.last_good))]
pub struct RunError {
    /// Why.
    #[source]
    pub source: Box<TrainError>,
    /// The newest checkpoint that was written whole.
    pub last_good: Option<PathBuf>,
}

fn kept(last_good: &Option<PathBuf>) -> String {
    match last_good {
        Some(path) => format!("; the last good checkpoint is {}", path.display()),
        None => "; no checkpoint had been written yet".into(),
    }
}
