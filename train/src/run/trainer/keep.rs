//! What a run writes down: a line of its log, and checkpoints.

use serde_json::{Map, json};

use super::Trainer;
use crate::error::TrainError;
use crate::learning::training::Iteration;
use crate::record::checkpoint::{BEST, Checkpoint, CheckpointInfo};
use crate::run::clock::Clock;
use crate::run::lead::{Order, Saved, save, tell};
use crate::settings::config::SelfPlaySettings;

impl Trainer {
    pub(super) fn log(&mut self, iteration: &Iteration, clock: &Clock) -> Result<(), TrainError> {
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
        if !self.training.config.critic.trunk.is_empty() {
            put("losses/critic_loss", losses.critic);
        }
        put("losses/entropy", losses.entropy);
        // Where it does not pull, nobody asks where it is.
        if *magnet > 0.0 {
            put("losses/magnet_divergence", losses.divergence);
        }
        put("losses/approx_kl", losses.approx_kl);
        put("losses/clipfrac", losses.clip_fraction);
        put("losses/explained_variance", losses.explained_variance);
        put("losses/gradient_norm", losses.gradient_norm);
        self.dir.log(self.training.decisions, &line)
    }

    pub(super) fn info(&self, seconds: f64) -> CheckpointInfo {
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
            best: self.best.as_ref().and_then(|best| best.score),
            due: self.due,
            ranks: training.ranks.size(),
        }
    }

    /// Returns what a checkpoint has of the lanes of all ranks.
    pub(super) fn save(&mut self) -> Result<Saved, TrainError> {
        tell(&mut self.training.ranks, &Order::Save)?;
        Ok(save(&mut self.training)?.expect("rank 0 gets what all ranks send"))
    }

    pub(super) fn checkpoint(&mut self, clock: &Clock, Saved { lanes, open }: Saved) -> Result<(), TrainError> {
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
