//! What an update learns from, on the device for as long as it lasts.

use elderhand_env::ActionSet;
use rayon::prelude::*;
use tch::{Device, Tensor};

use super::bits::{Bits, pack, send};
use super::loss::Lessons;
use crate::learning::rollout::{Decision, Rollout};

/// Decisions that travel together.
const PART: usize = 1 << 14;

/// The numbers of a decision.
const COLUMNS: usize = 6;

/// Rows that a thread writes at least.
pub(super) const LEAST: usize = 256;

/// The decisions of a rollout, of every role, in its order.
pub(super) struct Store {
    /// The packed rows.
    rows: Tensor,
    actions: Tensor,
    /// What [`numbers`] returns.
    numbers: Tensor,
}

impl Store {
    /// Takes a rollout to a device, to be learnt from with so wide a clip.
    pub fn send(rollout: &Rollout, clip: f32, device: Device) -> Store {
        let all: Vec<u32> = (0..rollout.decisions.len() as u32).collect();
        let parts: Vec<Tensor> = all.chunks(PART).map(|part| rows(rollout, part, device)).collect();
        let decisions = || rollout.decisions.par_iter().with_min_len(LEAST);
        let actions: Vec<i64> = decisions().map(|decision| i64::from(decision.action.0)).collect();
        let numbers: Vec<[f32; COLUMNS]> = decisions().map(|decision| numbers(decision, clip)).collect();
        Store {
            rows: Tensor::cat(&parts, 0),
            actions: Tensor::from_slice(&actions).to_device(device).unsqueeze(-1),
            numbers: Tensor::from_slice(numbers.as_flattened()).to_device(device).view([-1, COLUMNS as i64]),
        }
    }

    /// Returns what is learnt from some decisions.
    pub fn lessons(&self, decisions: &Tensor, bits: &Bits, critic: bool) -> Lessons {
        let take = |tensor: &Tensor| tensor.index_select(0, decisions);
        let (rows, numbers) = (take(&self.rows), take(&self.numbers));
        let column = |number| numbers.narrow(1, number, 1);
        Lessons {
            observations: bits.observations(&rows),
            privileged: critic.then(|| bits.privileged(&rows)),
            illegal: bits.illegal(&rows),
            action: take(&self.actions),
            log_probability: column(0),
            advantage: column(1),
            limit: column(2),
            target: column(3),
            spread: column(4),
            deviation: column(5),
        }
    }
}

/// Returns the logarithm of a decision's probability, its advantage, what that and the ratio may come to before the clamp is
/// at work, its target, and how far targets and advantages spread.
fn numbers(decision: &Decision, clip: f32) -> [f32; COLUMNS] {
    let Decision { log_probability, advantage, target, spread, deviation, .. } = *decision;
    [log_probability, advantage, advantage + clip * advantage.abs(), target, spread, deviation]
}

/// Takes the packed rows of some decisions to a device.
pub(super) fn rows(rollout: &Rollout, decisions: &[u32], device: Device) -> Tensor {
    let width = rollout.words + ActionSet::WORDS + rollout.privileged_words;
    let mut all = vec![0; decisions.len() * width];
    all.par_chunks_mut(width).zip(decisions).with_min_len(LEAST).for_each(|(out, &index)| {
        let (own, privileged) = (rollout.observation(index as usize), rollout.privileged_observation(index as usize));
        let legal = rollout.decisions[index as usize].legal;
        pack(out, own.iter().chain(legal.words()).chain(privileged));
    });
    send(&all, width, device)
}
