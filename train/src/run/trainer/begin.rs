//! Makes a new run, or takes one up.

use std::path::Path;
use std::sync::Arc;

use elderhand_env::{Spec, vec_env};

use super::{Trainer, is_evaluated, is_over};
use crate::error::{CheckpointError, TrainError};
use crate::learning::training::{Training, threads};
use crate::ranks::Ranks;
use crate::record::run_dir::{Provenance, Resumed, RunDir, config_of_run};
use crate::run::hooks::Observer;
use crate::run::lead::{tell, tell_state};
use crate::run::restore::{Best, restore, same_shape, same_test};
use crate::run::schedules::moved;
use crate::run::start::start;
use crate::settings::config::Config;

impl Trainer {
    /// Makes a new run in a directory that holds none.
    ///
    /// # Errors
    ///
    /// Fails if the directory holds a run, or a file to which a run would write, or cannot be written, or if the device or
    /// the bot that the config names is not there.
    pub fn new(config: &Config, path: &Path, provenance: &Provenance) -> Result<Trainer, TrainError> {
        Trainer::new_among(Ranks::alone(), config, path, provenance, &mut ())
    }

    /// Makes a new run, as rank 0 of those that train it, in a directory that holds none.
    ///
    /// The others [follow](crate::follow).
    ///
    /// # Errors
    ///
    /// Fails as [`Trainer::new`] does, and if the other ranks do not come or there are more than lanes.
    pub fn new_among(
        mut ranks: Ranks,
        config: &Config,
        path: &Path,
        provenance: &Provenance,
        observer: &mut dyn Observer,
    ) -> Result<Trainer, TrainError> {
        tell(&mut ranks, &(config, 0u64))?;
        let spec = vec_env(&config.game, &config.options, config.batch(1))?.spec().clone();
        let threads = Arc::new(threads(config)?);
        let mut training = threads.install(|| Training::among(ranks, config, 0))?;
        begin(&mut training, &spec, observer)?;
        tell_state(&mut training, None)?;
        let dir = RunDir::create(path, config, &spec, provenance)?;
        Ok(Trainer {
            training,
            dir,
            threads,
            evaluations: Vec::new(),
            best: None,
            due: false,
            last_good: None,
            seconds_before: 0.0,
            actions_hash: spec.actions_hash(),
            layout_hash: spec.layout_hash(),
        })
    }

    /// Takes up the run of a directory at its newest intact checkpoint, with `key=value` settings laid over its config.
    ///
    /// What shapes the games or the network cannot change; budget, schedules and the like can.
    ///
    /// # Errors
    ///
    /// Fails if another process uses the directory, or if config and checkpoint do not fit this program or each other.
    pub fn resume(
        path: &Path,
        sets: &[String],
        provenance: &Provenance,
        observer: &mut dyn Observer,
    ) -> Result<Trainer, TrainError> {
        Trainer::resume_among(Ranks::alone(), path, sets, provenance, observer)
    }

    /// Takes up the run of a directory as rank 0 of those that go on with it, who need not be as many as before.
    ///
    /// The others [follow](crate::follow).
    ///
    /// # Errors
    ///
    /// Fails as [`Trainer::resume`] does, and if the other ranks do not come or there are more than lanes.
    pub fn resume_among(
        mut ranks: Ranks,
        path: &Path,
        sets: &[String],
        provenance: &Provenance,
        observer: &mut dyn Observer,
    ) -> Result<Trainer, TrainError> {
        let mut dir = RunDir::open(path)?;
        let config = config_of_run(path, sets)?;
        let newest = dir.newest(|text| observer.warn(text))?;
        let mut made = 0;
        if let Some((_, checkpoint)) = &newest {
            same_shape(&config, &checkpoint.info.config)?;
            made = checkpoint.info.decisions;
        }
        tell(&mut ranks, &(&config, made))?;
        let spec = vec_env(&config.game, &config.options, config.batch(1))?.spec().clone();
        let threads = Arc::new(threads(&config)?);
        let mut training = threads.install(|| Training::among(ranks, &config, made))?;
        let (mut evaluations, mut best, mut due, mut last_good) = (Vec::new(), None, false, None);
        let mut seconds_before = 0.0;
        let mut over = is_over(&config, seconds_before, made);
        if newest.is_none() {
            // A run that was ended before its first checkpoint starts from the beginning, which is where it was.
            begin(&mut training, &spec, observer)?;
        }
        tell_state(&mut training, newest.as_ref().map(|(_, checkpoint)| checkpoint))?;
        if let Some((file, checkpoint)) = newest {
            for (what, now, then) in [
                ("actions", spec.actions_hash(), &checkpoint.info.actions_hash),
                ("observations", spec.layout_hash(), &checkpoint.info.layout_hash),
            ] {
                if now != *then {
                    return Err(TrainError::Revised { what, game: config.game.clone() });
                }
            }
            let damaged = |reason| CheckpointError::Damaged { path: file.clone(), reason };
            restore(&mut training, &checkpoint).map_err(damaged)?;
            (seconds_before, due) = (checkpoint.info.seconds, checkpoint.info.due);
            over = is_over(&config, seconds_before, made);
            let same = same_test(&config, &checkpoint.info.config);
            // What was chosen by another test cannot be compared any more; a run that is over has chosen.
            if same || over {
                best = Best::restore(&training, &checkpoint).map_err(damaged)?;
                best.iter_mut().filter(|_| !same).for_each(|best| best.score = None);
            }
            if same {
                evaluations.clone_from(&checkpoint.info.evaluations);
            }
            if let Some(text) = moved(&checkpoint.info.config, &config, seconds_before, training.decisions) {
                observer.note(&text);
            }
            let (before, now) = (checkpoint.info.ranks, training.ranks.size());
            if before != now {
                observer.note(&format!("{before} ranks trained the run so far: its lanes are dealt anew to {now}"));
            }
            last_good = Some(file);
        }
        let Training { iteration, decisions, .. } = training;
        let measures = due || over && !is_evaluated(&evaluations, &config, iteration);
        dir.go_on(&config, &Resumed { iteration, decisions, measures }, provenance)?;
        let (actions_hash, layout_hash) = (spec.actions_hash(), spec.layout_hash());
        Ok(Trainer {
            training,
            dir,
            threads,
            evaluations,
            best,
            due,
            last_good,
            seconds_before,
            actions_hash,
            layout_hash,
        })
    }
}

/// Puts training where its config begins: at the bot that it names, or at the weights that were drawn.
fn begin(training: &mut Training, spec: &Spec, observer: &mut dyn Observer) -> Result<(), TrainError> {
    let config = &training.config;
    if config.network.start.is_empty() {
        return Ok(());
    }
    let started = start(config, spec, &training.map, &training.average);
    let failed = |source| TrainError::Start { name: config.network.start.clone(), source };
    let (weights, unseen) = started.map_err(failed)?;
    if !unseen.is_empty() {
        observer.warn(&format!(
            "`{}` sees what this run does not (`network.hints` and the options decide): {}",
            config.network.start,
            unseen.join(", ")
        ));
    }
    training.begin(weights);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::record::checkpoint::{Checkpoint, list};
    use crate::record::run_dir::Provenance;
    use crate::run::clock::Clock;
    use crate::run::trainer::Trainer;
    use crate::settings::config::Config;

    #[test]
    fn no_run_goes_on_in_a_game_that_has_changed() {
        let kuhn = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/kuhn.toml");
        let config = Config::load(kuhn.as_ref(), &["threads=1", "network.trunk=[16]"].map(String::from)).unwrap();
        let (folder, provenance) = (tempfile::tempdir().unwrap(), Provenance::default());
        let mut trainer = Trainer::new(&config, folder.path(), &provenance).unwrap();
        let saved = trainer.save().unwrap();
        trainer.checkpoint(&Clock::new(&config, 0.0, 0), saved).unwrap();
        drop(trainer);
        let path = list(&folder.path().join("checkpoints")).unwrap().remove(0);
        let resume = || Trainer::resume(folder.path(), &[], &provenance, &mut ()).map_err(|error| error.to_string());
        let written = fs::read(&path).unwrap();
        for what in ["actions", "observations"] {
            let mut checkpoint = Checkpoint::read(&path).unwrap();
            let info = &mut checkpoint.info;
            *if what == "actions" { &mut info.actions_hash } else { &mut info.layout_hash } = "another".into();
            checkpoint.write(&path).unwrap();
            let message = resume().err().unwrap();
            assert!(message.starts_with(&format!("the {what} of `kuhn` are not those of the checkpoint")), "{message}");
            fs::write(&path, &written).unwrap();
            drop(resume().unwrap());
        }
    }
}
