//! What is known of the decisions of all ranks before they are learnt from: how advantages and targets spread, and how
//! many decisions a minibatch has.

use rayon::prelude::*;

use crate::error::RanksError;
use crate::learning::rollout::{Decision, Rollout};
use crate::ranks::Ranks;

/// What keeps a deviation of nothing from being divided by.
const LEAST: f64 = 1e-8;

/// What is the same on all ranks in one update.
pub(crate) struct Plan {
    /// The part of the targets' variance that the values explain: 1 if they explain all of it, and 0 or less if they
    /// explain nothing.
    pub explained_variance: f64,
    /// The decisions of all ranks in each minibatch.
    pub minibatches: Vec<usize>,
}

/// Returns what a block of decisions brings to a minibatch.
pub(crate) fn part(block: &[u32], number: usize, minibatches: usize) -> &[u32] {
    let bound = |number: usize| number * block.len() / minibatches;
    &block[bound(number)..bound(number + 1)]
}

/// Normalises the advantages of each setting to mean 0 and standard deviation 1, says how far its targets spread, and cuts
/// the decisions into minibatches.
///
/// So every table teaches as much as every other, whatever is at stake there, and the weights of the entropy bonus, of the
/// magnet and of the value loss mean the same in every game. The minibatches are as many as come nearest to the size
/// wished, and of one size.
///
/// Sums are made of those of the blocks, in their order, so that they do not depend on which of the ranks has them where each
/// has one.
pub(crate) fn normalise(
    rollout: &mut Rollout,
    blocks: &[Vec<u32>],
    minibatch: usize,
    ranks: &mut Ranks,
) -> Result<Plan, RanksError> {
    let settings = rollout.settings;
    // For each setting the decisions, advantages and targets; then, over all settings, targets and errors of the values.
    let own = sums(rollout, blocks, 3 * settings + 2, |decision, setting, row| {
        row[3 * setting] += 1.0;
        row[3 * setting + 1] += f64::from(decision.advantage);
        row[3 * setting + 2] += f64::from(decision.target);
        row[3 * settings] += f64::from(decision.target);
        row[3 * settings + 1] += f64::from(decision.target - decision.value);
    });
    let all = ranks.add(own)?;
    let counts: Vec<f64> = (0..settings).map(|setting| all[3 * setting].max(1.0)).collect();
    let mean = |setting: usize, what: usize| all[3 * setting + what] / counts[setting];
    let decisions: f64 = (0..settings).map(|setting| all[3 * setting]).sum();
    let [mean_target, mean_error] = [0, 1].map(|what| all[3 * settings + what] / decisions.max(1.0));

    let mut own = sums(rollout, blocks, 2 * settings + 2, |decision, setting, row| {
        row[2 * setting] += (f64::from(decision.advantage) - mean(setting, 1)).powi(2);
        row[2 * setting + 1] += (f64::from(decision.target) - mean(setting, 2)).powi(2);
        row[2 * settings] += (f64::from(decision.target) - mean_target).powi(2);
        row[2 * settings + 1] += (f64::from(decision.target - decision.value) - mean_error).powi(2);
    });
    let minibatches = ((decisions / minibatch as f64).round() as usize).max(1);
    let bring = |number| blocks.iter().map(|block| part(block, number, minibatches).len() as f64).sum::<f64>();
    own.extend((0..minibatches).map(bring));
    let all = ranks.add(own)?;
    let deviation = |setting: usize, what: usize| (all[2 * setting + what] / counts[setting]).sqrt() + LEAST;
    // Where all advantages are equal, as that of a single decision is, they say nothing: nor does what a critic expects,
    // which is counted in their deviations.
    let of_advantages = |setting: usize| if all[2 * setting] > 0.0 { deviation(setting, 0) } else { f64::INFINITY };
    let scales: Vec<[f64; 3]> =
        (0..settings).map(|setting| [mean(setting, 1), of_advantages(setting), deviation(setting, 1)]).collect();
    for &index in blocks.iter().flatten() {
        let [mean, deviation, spread] = scales[rollout.setting(index as usize)];
        let decision = &mut rollout.decisions[index as usize];
        decision.advantage = ((f64::from(decision.advantage) - mean) / deviation) as f32;
        (decision.deviation, decision.spread) = (deviation as f32, spread as f32);
    }
    let [target, error] = [0, 1].map(|what| all[2 * settings + what] / decisions.max(1.0));
    Ok(Plan {
        explained_variance: if target > 0.0 { 1.0 - error / target } else { 0.0 },
        minibatches: all[2 * settings + 2..].iter().map(|count| *count as usize).collect(),
    })
}

/// Returns sums over the decisions of some blocks; `add` adds a decision, whose setting it is told, to the sums.
fn sums(
    rollout: &Rollout,
    blocks: &[Vec<u32>],
    width: usize,
    add: impl Fn(&Decision, usize, &mut [f64]) + Sync,
) -> Vec<f64> {
    let of_block = |block: &Vec<u32>| {
        let mut row = vec![0.0; width];
        for &index in block {
            add(&rollout.decisions[index as usize], rollout.setting(index as usize), &mut row);
        }
        row
    };
    let rows: Vec<Vec<f64>> = blocks.par_iter().with_max_len(1).map(of_block).collect();
    let mut total = vec![0.0; width];
    rows.iter().for_each(|row| total.iter_mut().zip(row).for_each(|(sum, number)| *sum += number));
    total
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Overrides, Stream, Variation, varied_env};

    use super::normalise;
    use crate::learning::rollout::{Role, Rollout};
    use crate::ranks::Ranks;

    #[test]
    fn equal_advantages_teach_nothing() {
        let env = varied_env("leduc", &Overrides::new(), &Variation::new(), 1).expect("there is this game");
        let mut rollout = Rollout::new(&*env, 4, 1, 0);
        let indices: Vec<u32> = (rollout.start(0) as u32..rollout.decisions.len() as u32).collect();
        for &index in &indices {
            let decision = &mut rollout.decisions[index as usize];
            (decision.advantage, decision.target, decision.role) = (0.7, index as f32, Role::Learnt);
        }
        normalise(&mut rollout, std::slice::from_ref(&indices), 4, &mut Ranks::alone()).unwrap();
        for &index in &indices {
            let decision = &rollout.decisions[index as usize];
            // Whatever a critic expects is nothing in such deviations.
            assert_eq!((decision.advantage, 100.0 / decision.deviation), (0.0, 0.0));
            assert!(decision.spread.is_finite() && decision.spread > 0.0);
        }
    }

    #[test]
    fn every_table_teaches_as_much_as_every_other() {
        let variation = Variation::from([("seats".into(), vec![2.into(), 4.into(), 7.into()])]);
        let env = varied_env("skirmish", &Overrides::new(), &variation, 7).expect("the seats are in range");
        let (mut rollout, mut stream) = (Rollout::new(&*env, 50, 3, 0), Stream::new(1));
        let stake = |seats: usize| 10f32.powi(seats as i32);
        for index in rollout.start(0)..rollout.decisions.len() {
            let stake = stake(rollout.seats[index % rollout.lanes]);
            let decision = &mut rollout.decisions[index];
            (decision.advantage, decision.target) = (stake * (stream.unit() + 3.0), stake * stream.unit());
            decision.role = Role::Learnt;
        }
        let indices: Vec<u32> = (rollout.start(0) as u32..rollout.decisions.len() as u32).collect();
        let plan = normalise(&mut rollout, std::slice::from_ref(&indices), 40, &mut Ranks::alone()).unwrap();
        assert_eq!(plan.minibatches.iter().sum::<usize>(), indices.len());
        assert!(plan.minibatches.iter().all(|count| (38..=42).contains(count)), "{:?}", plan.minibatches);
        for setting in 0..3 {
            let own: Vec<usize> = indices
                .iter()
                .map(|&index| index as usize)
                .filter(|&index| rollout.setting(index) == setting)
                .collect();
            let seats = rollout.seats[own[0] % rollout.lanes];
            assert!(own.iter().all(|index| rollout.seats[index % rollout.lanes] == seats), "a setting is a table");
            let advantages = || own.iter().map(|&index| rollout.decisions[index].advantage);
            let count = own.len() as f32;
            assert!((advantages().sum::<f32>() / count).abs() < 1e-4);
            assert!((advantages().map(|a| a * a).sum::<f32>() / count - 1.0).abs() < 1e-3);
            // A uniform number has the deviation 0.29.
            let is_known = |deviation: f32| (deviation / stake(seats) - 0.29).abs() < 0.05;
            let decisions = own.iter().map(|&index| &rollout.decisions[index]);
            assert!(decisions.clone().all(|decision| is_known(decision.spread) && is_known(decision.deviation)));
        }
    }
}
