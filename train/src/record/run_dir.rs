//! The directory of a run: who owns it, what was asked, what happened, and the checkpoints.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use elderhand_agents::files::{date, read_bounded, read_text};
use elderhand_env::Spec;
use serde_json::{Map, Value, json};

use crate::diagnosis::doctor::LIBTORCH;
use crate::error::{CheckpointError, TrainError};
use crate::record::checkpoint::{Checkpoint, list};
use crate::record::evaluation::Occasion;
use crate::record::events::{Events, kept};
use crate::record::files::{failed, write_whole};
use crate::record::session;
use crate::settings::config::Config;
use crate::settings::layers::ConfigError;

/// The folder of checkpoints in a run directory.
pub(crate) const CHECKPOINTS: &str = "checkpoints";
/// The exported bot in a run directory.
pub const BOT: &str = "bot.elderhand";
const CONFIG: &str = "config.toml";
const RUN: &str = "run.json";
const METRICS: &str = "metrics.jsonl";
const LOCK: &str = "lock";
/// What the names of TensorBoard's files begin with.
const EVENTS: &str = "events.out.tfevents.";
/// What a run writes to without asking, beside those.
const WRITTEN: [&str; 5] = [CONFIG, METRICS, CHECKPOINTS, BOT, LOCK];
/// No file of a run but its checkpoints is longer.
const MOST_BYTES: u64 = 1 << 30;
/// What a lock says before the number of its process, by which it is known for a run's.
const MARK: &str = "elderhand ";
/// No lock of a run is longer.
const MOST_OF_LOCK: u64 = 1 << 10;

/// Which program trains, and how it was called; kept in `run.json`.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// The git revision of the source.
    pub revision: String,
    /// The command line.
    pub argv: Vec<String>,
}

/// Where a run is taken up.
pub(crate) struct Resumed {
    pub iteration: u64,
    /// The decisions made by then.
    pub decisions: u64,
    /// It is measured again, as what was measured there is not in the checkpoint.
    pub measures: bool,
}

impl Resumed {
    /// Returns `true` if numbers of a name stay that were written after an iteration: `last` if it is the last one.
    fn keeps(&self, name: &str, last: bool) -> bool {
        !(last && self.measures && Occasion::ALL.iter().any(|occasion| name.starts_with(occasion.prefix())))
    }
}

/// A run directory that this process owns.
pub(crate) struct RunDir {
    pub path: PathBuf,
    /// Its lock lasts as long as the file is open.
    _lock: File,
    metrics: Option<(File, Events)>,
}

impl RunDir {
    /// Makes the directory of a new run.
    pub fn create(path: &Path, config: &Config, spec: &Spec, provenance: &Provenance) -> Result<RunDir, TrainError> {
        if path.join(RUN).exists() {
            return Err(TrainError::Exists(path.into()));
        }
        let begun = is_begun(path);
        if !begun {
            takes_nothing(path)?;
        }
        fs::create_dir_all(path).map_err(failed("make", path))?;
        let mut dir = RunDir { path: path.into(), _lock: lock(path)?, metrics: None };
        let checkpoints = path.join(CHECKPOINTS);
        fs::create_dir_all(&checkpoints).map_err(failed("make", &checkpoints))?;
        // What lies about elsewhere is not of a run.
        if begun {
            dir.tidy()?;
        }
        dir.write_config(config)?;
        let run = json!({
            "game": config.game,
            "actions_hash": spec.actions_hash(),
            "layout_hash": spec.layout_hash(),
            "starts": [start(config, provenance, 0)],
        });
        // Last of all: with this file the directory holds a run.
        dir.write_run(&run)?;
        dir.open_metrics(config, None)?;
        Ok(dir)
    }

    /// Opens the directory of a run again; [`RunDir::go_on`] opens its metrics.
    pub fn open(path: &Path) -> Result<RunDir, TrainError> {
        for missing in [CONFIG, RUN, CHECKPOINTS] {
            if !path.join(missing).exists() {
                return Err(TrainError::NotARun { path: path.into(), missing });
            }
        }
        let dir = RunDir { path: path.into(), _lock: lock(path)?, metrics: None };
        dir.tidy()?;
        Ok(dir)
    }

    /// Removes what a killed process was about to write.
    fn tidy(&self) -> Result<(), TrainError> {
        for folder in [self.path.clone(), self.path.join(CHECKPOINTS)] {
            for entry in fs::read_dir(&folder).map_err(failed("read", &folder))?.flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with('.') && name.ends_with(".tmp") {
                    fs::remove_file(entry.path()).map_err(failed("remove", &entry.path()))?;
                }
            }
        }
        Ok(())
    }

    /// Reads the newest intact checkpoint; `None` if none was ever written. Damaged ones are renamed, and `warn` is called.
    pub fn newest(&self, mut warn: impl FnMut(&str)) -> Result<Option<(PathBuf, Checkpoint)>, TrainError> {
        let folder = self.path.join(CHECKPOINTS);
        if list(&folder)?.is_empty() {
            return Ok(None);
        }
        let mut damaged = Vec::new();
        let newest = Checkpoint::newest(&folder, |error| {
            warn(&error.to_string());
            if let CheckpointError::Damaged { path, .. } = error {
                damaged.push(path);
            }
        })?;
        for path in damaged {
            fs::rename(&path, path.with_extension("damaged")).map_err(failed("rename", &path))?;
        }
        Ok(Some(newest))
    }

    /// Goes on writing after an iteration; what the metrics say of later ones is dropped.
    pub fn go_on(&mut self, config: &Config, at: &Resumed, provenance: &Provenance) -> Result<(), TrainError> {
        self.write_config(config)?;
        let path = self.path.join(RUN);
        let run = File::open(&path).and_then(|file| read_text(file, MOST_BYTES)).map_err(failed("read", &path))?;
        let mut run: Value = match serde_json::from_str(&run) {
            Ok(run @ Value::Object(_)) => run,
            // What was there is kept for a person to look at.
            _ => {
                let aside = path.with_extension("damaged");
                fs::rename(&path, &aside).map_err(failed("rename", &path))?;
                json!({})
            }
        };
        match run.get_mut("starts").and_then(Value::as_array_mut) {
            Some(starts) => starts.push(start(config, provenance, at.iteration)),
            None => run["starts"] = json!([start(config, provenance, at.iteration)]),
        }
        self.write_run(&run)?;
        let path = self.path.join(METRICS);
        let metrics = match read_bounded(&path, MOST_BYTES) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
            Err(error) => return Err(failed("read", &path)(error)),
        };
        let stays = |line: &str| {
            let line: Map<String, Value> = serde_json::from_str(line).ok()?;
            let iteration = line.get("iteration")?.as_u64()?;
            let last = iteration == at.iteration;
            Some(iteration <= at.iteration && line.keys().all(|name| at.keeps(name, last)))
        };
        let lines = metrics.lines().filter(|line| stays(line).unwrap_or(false));
        let lines: String = lines.flat_map(|line| [line, "\n"]).collect();
        write_whole(&path, lines.as_bytes())?;
        self.trim_events(at)?;
        self.open_metrics(config, Some(at))
    }

    /// Drops from TensorBoard's files what is written anew.
    fn trim_events(&self, at: &Resumed) -> Result<(), TrainError> {
        for entry in fs::read_dir(&self.path).map_err(failed("read", &self.path))?.flatten() {
            if !entry.file_name().to_string_lossy().starts_with(EVENTS) {
                continue;
            }
            let path = entry.path();
            let stays = |tag: &str, step| {
                let told_again = tag.starts_with(session::HPARAMS) || tag == session::CONFIG && step == at.decisions;
                !told_again && at.keeps(tag, step == at.decisions)
            };
            let file = read_bounded(&path, MOST_BYTES).and_then(|file| kept(&file, at.decisions, stays));
            write_whole(&path, &file.map_err(failed("read", &path))?)?;
        }
        Ok(())
    }

    fn write_config(&self, config: &Config) -> Result<(), TrainError> {
        write_whole(&self.path.join(CONFIG), config.to_toml().as_bytes())
    }

    fn write_run(&self, run: &Value) -> Result<(), TrainError> {
        write_whole(&self.path.join(RUN), format!("{run:#}\n").as_bytes())
    }

    fn open_metrics(&mut self, config: &Config, resumed: Option<&Resumed>) -> Result<(), TrainError> {
        let path = self.path.join(METRICS);
        let metrics = OpenOptions::new().append(true).create(true).open(&path).map_err(failed("open", &path))?;
        let time = now();
        let path = self.path.join(format!("{EVENTS}{:010}.elderhand.{}", time as u64, std::process::id()));
        let step = resumed.map(|at| at.decisions);
        let events = File::options().append(true).create(true).open(&path).and_then(|file| {
            let mut events = Events::start(file, time, step)?;
            events.values(time, step.unwrap_or(0), vec![session::config(config), session::start(config, time)])?;
            Ok(events)
        });
        self.metrics = Some((metrics, events.map_err(failed("write", &path))?));
        Ok(())
    }

    /// Notes for TensorBoard that the run is over.
    pub fn end(&mut self, decisions: u64) -> Result<(), TrainError> {
        let Some((_, events)) = &mut self.metrics else { return Ok(()) };
        let time = now();
        events
            .values(time, decisions, vec![session::end(time)])
            .map_err(failed("write TensorBoard's file in", &self.path))
    }

    /// Writes one line of metrics, and the numbers whose names have a slash for TensorBoard.
    pub fn log(&mut self, decisions: u64, line: &Map<String, Value>) -> Result<(), TrainError> {
        let Some((metrics, events)) = &mut self.metrics else { return Ok(()) };
        let text = serde_json::to_string(line).expect("metrics are plain data") + "\n";
        metrics.write_all(text.as_bytes()).map_err(failed("write", &self.path.join(METRICS)))?;
        let scalars = line.iter().filter(|(tag, _)| tag.contains('/'));
        let scalars = scalars.filter_map(|(tag, value)| Some((tag.as_str(), value.as_f64()?)));
        events.scalars(now(), decisions, scalars).map_err(failed("write TensorBoard's file in", &self.path))
    }

    /// Writes a checkpoint, then removes all but the newest `keep`.
    pub fn write_checkpoint(&self, checkpoint: &Checkpoint, keep: usize) -> Result<PathBuf, TrainError> {
        let folder = self.path.join(CHECKPOINTS);
        let path = folder.join(format!("{:08}.safetensors", checkpoint.info.iteration));
        checkpoint.write(&path)?;
        let paths = list(&folder)?;
        for old in &paths[..paths.len().saturating_sub(keep)] {
            fs::remove_file(old).map_err(failed("remove", old))?;
        }
        Ok(path)
    }
}

/// Returns the config of the run in a directory, with `key=value` settings laid over it.
///
/// # Errors
///
/// Fails if there is none, or as [`Config::load`] does.
pub fn config_of_run(path: &Path, sets: &[String]) -> Result<Config, ConfigError> {
    Config::load(&path.join(CONFIG), sets)
}

/// Returns the directory of a new run of a config: `runs/NAME-YYYYMMDD-HHMMSS` in UTC.
#[must_use]
pub fn default_run_dir(config: &Path) -> PathBuf {
    let name = config.file_stem().unwrap_or_default().to_string_lossy();
    Path::new("runs").join(format!("{name}-{}", utc(now() as u64)))
}

/// Returns `true` if a process has begun to make a run in a directory: it left its lock.
fn is_begun(path: &Path) -> bool {
    match File::open(path.join(LOCK)).and_then(|file| read_text(file, MOST_OF_LOCK)) {
        Ok(owner) => owner.strip_prefix(MARK).is_some_and(|owner| owner.bytes().all(|byte| byte.is_ascii_digit())),
        // Where a lock keeps others from reading, it is another process's.
        Err(error) => !matches!(error.kind(), ErrorKind::NotFound | ErrorKind::InvalidData | ErrorKind::FileTooLarge),
    }
}

/// Refuses a directory that holds what a run would write to, and no run has written.
fn takes_nothing(path: &Path) -> Result<(), TrainError> {
    let entries = match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed("read", path))?,
    };
    for entry in entries {
        let entry = entry.map_err(failed("read", path))?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // A process that was killed as it began may have come no further than these.
        let is_empty = match &*name {
            LOCK => entry.metadata().is_ok_and(|lock| lock.is_file() && lock.len() == 0),
            CHECKPOINTS => fs::read_dir(entry.path()).is_ok_and(|mut folder| folder.next().is_none()),
            _ => false,
        };
        if !is_empty && (WRITTEN.contains(&&*name) || name.starts_with(EVENTS)) {
            return Err(TrainError::Taken(entry.path()));
        }
    }
    Ok(())
}

/// Locks a directory for this process.
///
/// Fails with the owner if another process has locked it.
fn lock(path: &Path) -> Result<File, TrainError> {
    let path_of_lock = path.join(LOCK);
    let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path_of_lock);
    let mut file = open.map_err(failed("open", &path_of_lock))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let owner = File::open(&path_of_lock).and_then(|file| read_text(file, MOST_OF_LOCK)).unwrap_or_default();
            // Locks of earlier versions say nothing but the number.
            return Err(TrainError::InUse { path: path.into(), owner: owner.trim_start_matches(MARK).trim().into() });
        }
        Err(TryLockError::Error(error)) => return Err(failed("lock", &path_of_lock)(error)),
    }
    let owner = format!("{MARK}{}", std::process::id());
    // It is never empty in between, as one that nobody has marked would be.
    let written = file.write_all(owner.as_bytes()).and_then(|()| file.set_len(owner.len() as u64));
    written.map_err(failed("write", &path_of_lock))?;
    Ok(file)
}

/// Returns what is noted of a start: all that may be another at the next one.
fn start(config: &Config, provenance: &Provenance, iteration: u64) -> Value {
    json!({
        "time": utc(now() as u64),
        "iteration": iteration,
        "elderhand": env!("CARGO_PKG_VERSION"),
        "libtorch": LIBTORCH,
        "revision": provenance.revision,
        "argv": provenance.argv,
        "seed": config.seed,
        "threads": config.threads(),
    })
}

/// Returns the time in seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

/// Returns a time in UTC as YYYYMMDD-HHMMSS.
fn utc(seconds: u64) -> String {
    let second = seconds % 86_400;
    format!("{}-{:02}{:02}{:02}", date(seconds).replace('-', ""), second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "19700101-000000");
        assert_eq!(utc(951_827_696), "20000229-123456");
        assert_eq!(utc(1_798_761_599), "20261231-235959");
    }
}
