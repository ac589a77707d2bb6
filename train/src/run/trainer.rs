//! A run: iterations until the budget is used, with a log, evaluations and checkpoints.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use elderhand_env::{Spec, vec_env};
use rayon::ThreadPool;
use serde_json::{Map, Value, json};

use crate::error::{CheckpointError, RunError, TrainError};
use crate::learning::training::{Iteration, Purpose, Training, mark, threads};
use crate::ranks::Ranks;
use crate::record::checkpoint::{BEST, Checkpoint, CheckpointInfo};
use crate::record::evaluation::{Evaluation, Occasion};
use crate::record::export::Model;
use crate::record::run_dir::{Provenance, Resumed, RunDir, config_of_run};
use crate::run::clock::Clock;
use crate::run::hooks::{Evaluate, Observer};
use crate::run::lead::{Order, Saved, save, tell, tell_model, tell_state};
use crate::run::measure::{hardest, measure, meetings};
use crate::run::restore::{Best, restore, same_shape, same_test};
use crate::run::schedules::moved;
use crate::run::start::start;
use crate::settings::config::{Config, SelfPlaySettings};

/// How a run ended without an error.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the budget is used; otherwise the run was asked to stop.
    pub finished: bool,
    /// The last checkpoint.
    pub checkpoint: PathBuf,
    /// Decisions made over every resumption.
    pub decisions: u64,
    /// How the bot of the run plays: against each opponent in each setting.
    pub evaluations: Vec<Evaluation>,
}

/// A run that owns its directory.
pub struct Trainer {
    training: Training,
    dir: RunDir,
    threads: Arc<ThreadPool>,
    /// How the network that would be exported now plays, on deals that had no part in choosing it; empty until it is known.
    evaluations: Vec<Evaluation>,
    best: Option<Best>,
    /// The best was chosen by another test than the config asks for by now, when the run was over.
    chosen: bool,
    last_good: Option<PathBuf>,
    /// Seconds of training before this process took up the run.
    seconds_before: f64,
    actions_hash: String,
    layout_hash: String,
}

impl Trainer {
    /// Makes a new run in a directory that holds none.
    ///
    /// # Errors
    ///
    /// Fails if the directory holds a run or cannot be written, or if the device or the bot that the config names is
    /// not there.
    pub fn new(config: &Config, path: &Path, provenance: &Provenance) -> Result<Trainer, TrainError> {
        Trainer::new_among(Ranks::alone(), config, path, provenance)
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
    ) -> Result<Trainer, TrainError> {
        tell(&mut ranks, config)?;
        let spec = vec_env(&config.game, &config.options, config.batch(1))?.spec().clone();
        let threads = Arc::new(threads(config)?);
        let mut training = threads.install(|| Training::among(ranks, config))?;
        begin(&mut training, &spec)?;
        tell_state(&mut training, None)?;
        let dir = RunDir::create(path, config, &spec, provenance)?;
        Ok(Trainer {
            training,
            dir,
            threads,
            evaluations: Vec::new(),
            best: None,
            chosen: false,
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
        tell(&mut ranks, &config)?;
        let spec = vec_env(&config.game, &config.options, config.batch(1))?.spec().clone();
        let threads = Arc::new(threads(&config)?);
        let mut training = threads.install(|| Training::among(ranks, &config))?;
        let (mut evaluations, mut best, mut last_good, mut seconds_before) = (Vec::new(), None, None, 0.0);
        let (mut over, mut chosen) = (is_over(&config, seconds_before, training.decisions), false);
        let newest = dir.newest(|text| observer.warn(text))?;
        if newest.is_none() {
            // A run that was ended before its first checkpoint starts from the beginning, which is where it was.
            begin(&mut training, &spec)?;
        }
        tell_state(&mut training, newest.as_ref().map(|(_, checkpoint)| checkpoint))?;
        if let Some((file, checkpoint)) = newest {
            same_shape(&config, &checkpoint.info.config)?;
            for (key, config, checkpoint) in [
                ("the game's action table", spec.actions_hash(), &checkpoint.info.actions_hash),
                ("the game's observation layout", spec.layout_hash(), &checkpoint.info.layout_hash),
            ] {
                if config != *checkpoint {
                    return Err(TrainError::Changed { key, config, checkpoint: checkpoint.clone() });
                }
            }
            let damaged = |reason| CheckpointError::Damaged { path: file.clone(), reason };
            restore(&mut training, &checkpoint).map_err(damaged)?;
            seconds_before = checkpoint.info.seconds;
            over = is_over(&config, seconds_before, training.decisions);
            let same = same_test(&config, &checkpoint.info.config);
            // What was chosen by another test cannot be compared any more; a run that is over has chosen.
            if same || over {
                best = Best::restore(&training, &checkpoint).map_err(damaged)?;
                chosen = !same && best.is_some();
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
        let measures = over && !is_evaluated(&evaluations, &config, iteration);
        dir.go_on(&config, &Resumed { iteration, decisions, measures }, provenance)?;
        let (actions_hash, layout_hash) = (spec.actions_hash(), spec.layout_hash());
        Ok(Trainer {
            training,
            dir,
            threads,
            evaluations,
            best,
            chosen,
            last_good,
            seconds_before,
            actions_hash,
            layout_hash,
        })
    }

    /// Returns the config of the run.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.training.config
    }

    /// Returns the directory of the run.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir.path
    }

    /// Returns the decisions that have been made in the run.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.training.decisions
    }

    /// Returns the averaged network as it is now.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model_of(&self.training.average)
    }

    fn model_of(&self, weights: &[f32]) -> Model {
        Model::new(self.info(0.0), self.training.map.split(weights))
    }

    /// Trains until the budget is used or `stop` is set, and leaves a checkpoint.
    ///
    /// An iteration that has begun is finished first, so that a stopped run goes on as if it had never been stopped.
    ///
    /// # Errors
    ///
    /// Fails if a number is not finite or a file cannot be written. The last good checkpoint, which the error names, is
    /// kept. The observer is warned of an evaluation that fails, which is left out.
    pub fn run(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Outcome, RunError> {
        let threads = Arc::clone(&self.threads);
        threads
            .install(|| self.iterations(evaluate, observer, stop))
            .map_err(|source| RunError { source: Box::new(source), last_good: self.last_good.clone() })
    }

    fn iterations(
        &mut self,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Outcome, TrainError> {
        let mut clock = Clock::new(&self.training.config, self.seconds_before, self.training.decisions);
        let (mut finished, mut stopped) = (clock.fraction(self.training.decisions) >= 1.0, false);
        while !finished && !stopped && !stop.load(Ordering::Relaxed) {
            let fraction = clock.fraction(self.training.decisions);
            let number = self.training.iteration;
            let mut tick = |decisions| observer.progress(&clock.progress(number, decisions));
            tell(&mut self.training.ranks, &Order::Iterate { fraction })?;
            let iteration = self.training.iterate(fraction, &mut tick)?;
            stopped = self.training.ranks.any(stop.load(Ordering::Relaxed))?;
            let number = self.training.iteration;
            if self.best.is_none() {
                // What would be exported is another network than the one that was measured.
                self.evaluations.clear();
            }
            observer.progress(&clock.progress(number, self.training.decisions));
            self.log(&iteration, &clock)?;

            let now = clock.fraction(self.training.decisions);
            finished = now >= 1.0;
            if !finished && self.compares() && self.training.config.evaluation.is_due(number, fraction..now) {
                clock.leave_out(|| self.compare(evaluate, observer))?;
            }
            if number.is_multiple_of(self.training.config.checkpoint.every) {
                let saved = self.save()?;
                self.checkpoint(&clock, saved)?;
            }
        }
        // What was learnt is safe before it is measured; a run that was ended in between is measured when it is resumed.
        let saved = self.save()?;
        self.checkpoint(&clock, saved.clone())?;
        if finished && !is_evaluated(&self.evaluations, &self.training.config, self.training.iteration) {
            if self.compares() && !self.chosen {
                clock.leave_out(|| self.compare(evaluate, observer))?;
            }
            clock.leave_out(|| self.conclude(evaluate, observer))?;
            self.checkpoint(&clock, saved)?;
        }
        tell(&mut self.training.ranks, &Order::End)?;
        self.training.ranks.end()?;
        if finished {
            self.dir.end(self.training.decisions)?;
        }
        self.seconds_before = clock.seconds();
        Ok(Outcome {
            finished,
            checkpoint: self.last_good.clone().unwrap_or_default(),
            decisions: self.training.decisions,
            evaluations: self.evaluations.clone(),
        })
    }

    /// Returns whether the run compares its averages.
    fn compares(&self) -> bool {
        let settings = &self.training.config.evaluation;
        settings.every.max(settings.times) > 0 && !settings.opponents.is_empty()
    }

    /// Measures the average as it is now, and keeps it if it is the best so far.
    ///
    /// The deals are the same every time, so that what changes from one evaluation to the next is the play.
    fn compare(&mut self, evaluate: &mut dyn Evaluate, observer: &mut dyn Observer) -> Result<(), TrainError> {
        let seed = mark(self.training.config.seed, Purpose::Comparison);
        let average = self.training.average.clone();
        let (found, line) = self.measure(&average, seed, Occasion::Comparison, evaluate, observer)?;
        let config = &self.training.config;
        // What has met fewer opponents than it should cannot be compared.
        let complete = found.len() == meetings(config);
        self.dir.log(self.training.decisions, &line)?;
        let score = hardest(&found);
        if complete && self.best.as_ref().is_none_or(|best| score > best.score) {
            self.best = Some(Best { score, average: self.training.average.clone() });
            self.evaluations.clear();
        }
        Ok(())
    }

    /// Measures what is exported, on deals that had no part in choosing it.
    fn conclude(&mut self, evaluate: &mut dyn Evaluate, observer: &mut dyn Observer) -> Result<(), TrainError> {
        let average = self.best.as_ref().map_or(&self.training.average, |best| &best.average).clone();
        let seed = mark(self.training.config.seed, Purpose::Conclusion);
        let (found, line) = self.measure(&average, seed, Occasion::Conclusion, evaluate, observer)?;
        self.dir.log(self.training.decisions, &line)?;
        if let Some(best) = self.best.as_mut().filter(|_| self.chosen && !found.is_empty()) {
            // By which the averages that follow are compared with it, should the run go on.
            best.score = hardest(&found);
            self.chosen = false;
        }
        self.evaluations = found;
        Ok(())
    }

    /// Has all ranks play a network.
    fn measure(
        &mut self,
        weights: &[f32],
        seed: u64,
        occasion: Occasion,
        evaluate: &mut dyn Evaluate,
        observer: &mut dyn Observer,
    ) -> Result<(Vec<Evaluation>, Map<String, Value>), TrainError> {
        let (model, ranks) = (self.model_of(weights), &mut self.training.ranks);
        tell_model(ranks, seed, &model.info, weights)?;
        Ok(measure(&model, seed, occasion, ranks, evaluate, observer))
    }

    fn log(&mut self, iteration: &Iteration, clock: &Clock) -> Result<(), TrainError> {
        let Iteration { episodes, losses, times, rate, entropy, magnet } = iteration;
        let SelfPlaySettings { lanes, horizon, .. } = self.training.config.self_play;
        let decisions = (lanes * horizon) as f64;
        let iterations = self.training.iteration as f64;
        let mut line = Map::new();
        line.insert("iteration".into(), self.training.iteration.into());
        line.insert("decisions".into(), self.training.decisions.into());
        line.insert("seconds".into(), json!(clock.seconds()));
        let mut put = |name: &str, number: f64| line.insert(name.into(), json!(number));
        put("charts/iteration", iterations);
        put("charts/SPS", decisions / times.total());
        put("charts/learning_rate", *rate);
        put("charts/entropy_coefficient", *entropy);
        put("charts/magnet_coefficient", *magnet);
        put("charts/self_play_seconds", times.self_play());
        put("charts/learning_seconds", times.total() - times.self_play());
        if !self.training.ranks.is_alone() {
            put("charts/ranks_seconds", times.ranks);
        }
        if episodes.count > 0 {
            let count = episodes.count as f64;
            put("charts/episodic_return", episodes.elder / count);
            put("charts/episodic_length", episodes.decisions as f64 / count);
            put("charts/truncated", episodes.truncated as f64 / count);
        }
        if episodes.held > 0 {
            put("charts/return_against_others", episodes.against_others / episodes.held as f64);
        }
        put("losses/policy_loss", losses.policy);
        put("losses/value_loss", losses.value);
        put("losses/entropy", losses.entropy);
        if self.training.learner.magnet.is_some() {
            put("losses/magnet_divergence", losses.divergence);
        }
        put("losses/approx_kl", losses.approx_kl);
        put("losses/clipfrac", losses.clip_fraction);
        put("losses/explained_variance", losses.explained_variance);
        put("losses/gradient_norm", losses.gradient_norm);
        self.dir.log(self.training.decisions, &line)
    }

    fn info(&self, seconds: f64) -> CheckpointInfo {
        let training = &self.training;
        CheckpointInfo {
            config: training.config.clone(),
            actions_hash: self.actions_hash.clone(),
            layout_hash: self.layout_hash.clone(),
            iteration: training.iteration,
            decisions: training.decisions,
            steps: training.steps,
            optimiser_steps: training.learner.adam.steps,
            seconds: if training.config.budget.minutes > 0.0 { seconds } else { 0.0 },
            pool_interval: training.pool.interval,
            evaluations: self.evaluations.clone(),
            best: self.best.as_ref().map(|best| best.score),
            ranks: training.ranks.size(),
        }
    }

    /// Returns what a checkpoint has of the lanes of all ranks.
    fn save(&mut self) -> Result<Saved, TrainError> {
        tell(&mut self.training.ranks, &Order::Save)?;
        Ok(save(&mut self.training)?.expect("rank 0 gets what all ranks send"))
    }

    fn checkpoint(&mut self, clock: &Clock, Saved { lanes, open }: Saved) -> Result<(), TrainError> {
        let training = &self.training;
        let split = |name: String, flat: &[f32]| (name, training.map.split(flat));
        let mut groups = vec![
            split("model".into(), &training.learner.weights),
            split("average".into(), &training.average),
            split("moment1".into(), &training.learner.adam.first_moment),
            split("moment2".into(), &training.learner.adam.second_moment),
        ];
        groups.extend(self.best.as_ref().map(|best| split(BEST.into(), &best.average)));
        groups.extend(training.learner.magnet.as_ref().map(|magnet| split("magnet".into(), &magnet.weights)));
        groups.extend(training.pool.members.iter().enumerate().map(|(i, flat)| split(format!("pool/{i:03}"), flat)));
        let checkpoint = Checkpoint { info: self.info(clock.seconds()), groups, lanes, open };
        self.last_good = Some(self.dir.write_checkpoint(&checkpoint, training.config.checkpoint.keep)?);
        Ok(())
    }
}

/// Puts training where its config begins: at the bot that it names, or at the weights that were drawn.
fn begin(training: &mut Training, spec: &Spec) -> Result<(), TrainError> {
    let config = &training.config;
    if config.network.start.is_empty() {
        return Ok(());
    }
    let weights = start(config, spec, &training.map, &training.average);
    let failed = |source| TrainError::Start { name: config.network.start.clone(), source };
    let weights = weights.map_err(failed)?;
    training.begin(weights);
    Ok(())
}

/// Returns whether a run that has come so far has used its budget.
fn is_over(config: &Config, seconds: f64, decisions: u64) -> bool {
    Clock::new(config, seconds, decisions).fraction(decisions) >= 1.0
}

/// Returns whether every opponent has been met in every setting by the bot as it is after an iteration.
fn is_evaluated(evaluations: &[Evaluation], config: &Config, iteration: u64) -> bool {
    evaluations.iter().filter(|evaluation| evaluation.iteration == iteration).count() >= meetings(config)
}
