//! Deciding for all lanes at once.

use elderhand_env::Action;
use rayon::prelude::*;
use tch::{Kind, Tensor};

use super::Accelerator;
use super::bits::{pack, send};
use super::lessons::{LEAST, rows};
use super::policy::Policy;
use crate::error::TrainError;
use crate::learning::rollout::{Decision, Rollout};
use crate::learning::worker::Deciding;

impl Accelerator {
    /// Decides in every lane, as [`Worker::decide`](crate::learning::worker::Worker::decide) does.
    pub fn decide(
        &mut self,
        work: &Deciding<'_>,
        actions: &mut [Action],
        decisions: &mut [Decision],
    ) -> Result<(), TrainError> {
        let parts = actions.par_chunks_mut(LEAST).zip(decisions.par_chunks_mut(LEAST)).enumerate();
        let choices: Vec<Vec<usize>> = parts
            .map(|(part, (actions, decisions))| {
                let mut choices = Vec::with_capacity(actions.len());
                work.from(part * LEAST).set_out(actions, decisions, &mut choices);
                choices
            })
            .collect();
        for player in 0..=self.past.len() {
            let policy = player.checked_sub(1);
            let own = choices.iter().flatten().copied().filter(|&lane| work.holder(lane) == policy);
            let own: Vec<usize> = own.collect();
            for lanes in own.chunks(self.pass.rows) {
                let found = self.choose(work, policy, lanes, actions);
                for (&lane, [action, log_probability, value]) in lanes.iter().zip(found) {
                    if !log_probability.is_finite() || !value.is_finite() {
                        return Err(TrainError::NotFinite { what: "an output of the network" });
                    }
                    let decision = &mut decisions[lane - work.first];
                    decision.choose(Action(action as u16), log_probability, value, policy.is_some());
                    actions[lane - work.first] = decision.action;
                }
            }
        }
        Ok(())
    }

    /// Returns what a policy, the learner's or one of the past, does in some lanes: the action, the logarithm of its probability, and the value of each.
    fn choose(&self, work: &Deciding<'_>, past: Option<usize>, lanes: &[usize], taught: &[Action]) -> Vec<[f32; 3]> {
        let width = self.bits.words();
        let mut words = vec![0; lanes.len() * width];
        words.par_chunks_mut(width).zip(lanes).with_min_len(LEAST).for_each(|(out, &lane)| {
            let row = &work.buffers.observations[lane * work.words..][..work.words];
            pack(out, row.iter().chain(work.buffers.legal(lane).words()));
        });
        let rows = send(&words, width, self.device);
        let network = past.map_or(&self.learner, |past| &self.past[past]);
        let outputs = self.pass.forward(network, &self.bits.observations(&rows));
        let policy = Policy::new(&outputs, &self.bits.illegal(&rows));
        let actions = if work.taught {
            let actions: Vec<i64> = lanes.iter().map(|lane| i64::from(taught[lane - work.first].0)).collect();
            send(&actions, 1, self.device)
        } else {
            let lanes = lanes.par_iter().with_min_len(LEAST);
            let draws: Vec<f32> = lanes.map(|&lane| work.stream(lane).unit()).collect();
            policy.sample(&Tensor::from_slice(&draws).to_device(self.device).unsqueeze(-1))
        };
        let values = outputs.narrow(1, outputs.size()[1] - 1, 1);
        read(&[actions.to_kind(Kind::Float), policy.log_of(&actions), values])
    }

    /// Returns what the critic, if there is one, estimates of decisions, as
    /// [`Worker::apply_critic`](crate::learning::worker::Worker::apply_critic) does.
    pub fn apply_critic(&self, rollout: &Rollout, indices: &[u32]) -> Result<Vec<[f32; 2]>, TrainError> {
        let (Some(critic), Some(critic_pass)) = (&self.learner.critic, &self.critic_pass) else {
            return Ok(Vec::new());
        };
        let mut estimates = Vec::with_capacity(indices.len());
        for indices in indices.chunks(self.pass.rows) {
            let rows = rows(rollout, indices, self.device);
            let worth = critic_pass.forward(critic, &self.bits.privileged(&rows));
            let of_actions = worth.size()[1] - 1;
            let value = worth.narrow(1, of_actions, 1);
            let found = if of_actions > 0 {
                let outputs = self.pass.forward(&self.learner, &self.bits.observations(&rows));
                let policy = Policy::new(&outputs, &self.bits.illegal(&rows));
                let worth = worth.narrow(1, 0, of_actions);
                let action = |index: &u32| i64::from(rollout.decisions[*index as usize].action.0);
                let actions = send(&indices.iter().map(action).collect::<Vec<_>>(), 1, self.device);
                [&value + policy.mean(&worth), &value + worth.gather(1, &actions, false)]
            } else {
                [value.shallow_clone(), value]
            };
            estimates.extend(read(&found));
        }
        match estimates.iter().all(|[value, _]| value.is_finite()) {
            true => Ok(estimates),
            false => Err(TrainError::NotFinite { what: "a value of the critic" }),
        }
    }
}

/// Waits for some columns, and returns their rows.
fn read<const N: usize>(columns: &[Tensor; N]) -> Vec<[f32; N]> {
    let rows = Tensor::cat(columns, 1);
    let mut found = vec![[0.0; N]; rows.size()[0] as usize];
    rows.copy_data(found.as_flattened_mut(), rows.numel());
    found
}
