//! The loss of PPO (Schulman 2017) for one decision, and its gradient, in closed form.

use elderhand_env::Action;

use crate::learning::network::distribution::Distribution;
use crate::learning::rollout::Decision;

/// From how many deviations on an error of the value counts as an outlier.
pub(crate) const OUTLIER: f32 = 3.0;

/// What an update learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lesson {
    /// What pays, and what it is worth.
    Play,
    /// What a teacher does, whatever came of it, and what that is worth. Nothing holds the policy where it is.
    Imitation,
    /// What the policy is worth, which stays as it is.
    Values,
}

/// The weights of the terms of the loss, and the range of the clip.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LossSettings {
    pub clip: f32,
    pub entropy: f32,
    pub magnet: f32,
    pub value: f32,
    /// A teacher's actions make the first term `-ln p[a]`; of values alone there is neither that nor entropy nor magnet.
    pub lesson: Lesson,
    /// The weight of each decision: 1 over their number for the mean.
    pub weight: f32,
}

/// Sums over decisions, for the metrics.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LossSums {
    pub policy: f64,
    pub value: f64,
    pub entropy: f64,
    pub divergence: f64,
    pub kl: f64,
    pub clipped: f64,
    pub critic: f64,
    pub count: f64,
}

impl LossSums {
    /// Returns the sums as plain numbers.
    pub fn to_numbers(self) -> [f64; 8] {
        let LossSums { policy, value, entropy, divergence, kl, clipped, critic, count } = self;
        [policy, value, entropy, divergence, kl, clipped, critic, count]
    }

    /// Returns the sums that such numbers are.
    pub fn from_numbers(numbers: &[f64]) -> LossSums {
        LossSums {
            policy: numbers[0],
            value: numbers[1],
            entropy: numbers[2],
            divergence: numbers[3],
            kl: numbers[4],
            clipped: numbers[5],
            critic: numbers[6],
            count: numbers[7],
        }
    }

    pub fn add(&mut self, other: &LossSums) {
        self.policy += other.policy;
        self.value += other.value;
        self.entropy += other.entropy;
        self.divergence += other.divergence;
        self.kl += other.kl;
        self.clipped += other.clipped;
        self.critic += other.critic;
        self.count += other.count;
    }
}

/// What a decision is learnt from beside what came of it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Guides<'a> {
    /// The policy of the magnet.
    pub magnet: Option<&'a Distribution>,
    /// What a critic expects of each action, in units of the value scale.
    pub worth: Option<&'a [f32]>,
}

/// Writes the gradient of the loss by the outputs of one row, the logits and then the value, times the weight.
///
/// With `r` the probability of the action over the one it was chosen with, `A` the advantage, `H` the entropy, `v` the
/// value and `t` its target, `D` the divergence from the magnet's probabilities `m`, the loss is
/// `-min(r A, clamp(r, 1 - clip, 1 + clip) A) - entropy H + magnet D + value V`. For a softmax `p`, the gradient of
/// `ln p[a]` by logit `i` is `[i = a] - p[i]`, that of `H` is `-p[i] (ln p[i] + H)`, and that of `D` is
/// `p[i] (ln p[i] - ln m[i] - D)`; where the clamp is at work the first term has none. Illegal actions have none at all.
///
/// With `s` the spread of the targets and `e = (v - t) / s`, `V` is `s e² / 2` up to [`OUTLIER`] and grows evenly from
/// there (Huber 1964). Its gradient is `e`, in deviations: as great beside that of the policy at every stake, and no
/// single outcome, such as a huge pot, drowns the others.
///
/// With `q` what a critic expects of each action, in deviations of the advantages, the loss has `-Σ p q` too, of which the
/// gradient is `-p[i] (q[i] - Σ p q)`: every legal action is learnt from, also one that was not played. `A` is then
/// what is left of the advantage without `q[a] - Σ p q`. In the mean over actions both together come to what `A` alone
/// does, whatever the critic expects; the closer to the truth that is, the less the action drawn decides (Gu 2017). The
/// sums leave `Σ p q` out, beside which the rest would not be seen.
pub(crate) fn gradient(
    outputs: &[f32],
    decision: &Decision,
    settings: &LossSettings,
    guides: Guides<'_>,
    distribution: &mut Distribution,
    out: &mut [f32],
    sums: &mut LossSums,
) {
    out.fill(0.0);
    let weight = settings.weight;
    let actions = outputs.len() - 1;
    distribution.fill(outputs, &decision.legal);
    let entropy = distribution.entropy();
    let place = distribution.place(decision.action);
    let log_ratio = distribution.log_probabilities[place] - decision.log_probability;
    let ratio = log_ratio.exp();
    let worth = guides.worth.filter(|_| settings.lesson == Lesson::Play);
    let expects = |action: Action| worth.map_or(0.0, |worth| worth[usize::from(action.0)] / decision.deviation);
    let expected = distribution.mean(expects);
    let advantage = decision.advantage - (expects(decision.action) - expected);
    let clipped = if advantage >= 0.0 { ratio > 1.0 + settings.clip } else { ratio < 1.0 - settings.clip };
    let by_log = match (settings.lesson, clipped) {
        (Lesson::Imitation, _) => -1.0,
        (Lesson::Values, _) | (Lesson::Play, true) => 0.0,
        (Lesson::Play, false) => -advantage * ratio,
    };

    let divergence = guides.magnet.map_or(0.0, |magnet| distribution.divergence(magnet));
    for (i, action) in distribution.actions.iter().enumerate() {
        let (p, log) = (distribution.probabilities[i], distribution.log_probabilities[i]);
        let taken = if i == place { 1.0 } else { 0.0 };
        let by_entropy = if p > 0.0 { p * (log + entropy) } else { 0.0 };
        let by_magnet = guides.magnet.map_or(0.0, |magnet| p * (log - magnet.log_probabilities[i] - divergence));
        let by_worth = -p * (expects(*action) - expected);
        out[action.0 as usize] =
            weight * (by_log * (taken - p) + by_worth + settings.entropy * by_entropy + settings.magnet * by_magnet);
    }
    let (by_value, value) = value_loss(outputs[actions], decision);
    out[actions] = weight * settings.value * by_value;

    let clamped = ratio.clamp(1.0 - settings.clip, 1.0 + settings.clip);
    sums.policy -= f64::from(match settings.lesson {
        Lesson::Imitation => distribution.log_probabilities[place],
        _ => (ratio * advantage).min(clamped * advantage),
    });
    sums.value += f64::from(value);
    sums.divergence += f64::from(divergence);
    sums.entropy += f64::from(entropy);
    sums.kl += f64::from(ratio - 1.0 - log_ratio);
    sums.clipped += f64::from(u8::from((ratio - 1.0).abs() > settings.clip));
    sums.count += 1.0;
}

/// Writes the gradient of the value loss by what a critic puts out of one row, times the weight: of each action, if it tells
/// that, and the value.
pub(crate) fn critic_gradient(
    worth: &[f32],
    decision: &Decision,
    settings: &LossSettings,
    out: &mut [f32],
    sums: &mut LossSums,
) {
    out.fill(0.0);
    let actions = worth.len() - 1;
    // The action played is the only one of which it is known what came of it.
    let of_action = Some(usize::from(decision.action.0)).filter(|_| actions > 0);
    let estimate = worth[actions] + of_action.map_or(0.0, |action| worth[action]);
    let (by_value, value) = value_loss(estimate, decision);
    let slope = settings.weight * settings.value * by_value;
    out[actions] = slope;
    if let Some(action) = of_action {
        out[action] = slope;
    }
    sums.critic += f64::from(value);
}

/// Returns the gradient of the value loss by the value, and the loss.
fn value_loss(value: f32, decision: &Decision) -> (f32, f32) {
    let error = (value - decision.target) / decision.spread;
    let by_value = error.clamp(-OUTLIER, OUTLIER);
    (by_value, decision.spread * by_value * (error - by_value / 2.0))
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Action, Stream};
    use tch::{Kind, Tensor};

    use super::{Guides, Lesson, LossSettings, LossSums, critic_gradient, gradient};
    use crate::learning::network::distribution::Distribution;
    use crate::learning::rollout::Decision;

    /// The same loss from libtorch's operations, whose gradient libtorch finds.
    fn automatic(
        outputs: &[f32],
        decision: &Decision,
        settings: &LossSettings,
        magnet: &Distribution,
        worth: Option<&[f32]>,
    ) -> (f64, Vec<f32>) {
        let actions = outputs.len() - 1;
        let x = Tensor::from_slice(outputs).set_requires_grad(true);
        let mask: Vec<f32> = (0..actions)
            .map(|i| if decision.legal.contains(Action(i as u16)) { 0.0 } else { f32::NEG_INFINITY })
            .collect();
        let log = (x.narrow(0, 0, actions as i64) + Tensor::from_slice(&mask)).log_softmax(0, Kind::Float);
        let legal: Vec<i64> = decision.legal.iter().map(|action| i64::from(action.0)).collect();
        let chosen = log.index_select(0, &Tensor::from_slice(&legal));
        let entropy = -(chosen.exp() * &chosen).sum(Kind::Float);
        let magnet = Tensor::from_slice(&magnet.log_probabilities);
        let divergence = (chosen.exp() * (&chosen - magnet)).sum(Kind::Float);
        let ratio = (log.get(i64::from(decision.action.0)) - f64::from(decision.log_probability)).exp();
        let clip = f64::from(settings.clip);
        let worth = Tensor::from_slice(worth.unwrap_or(&vec![0.0; actions])) / f64::from(decision.deviation);
        let expected = (chosen.exp() * worth.index_select(0, &Tensor::from_slice(&legal))).sum(Kind::Float);
        // Nothing has a slope by what the critic expects, nor by what is left of the advantage.
        let rest = f64::from(decision.advantage) - worth.get(i64::from(decision.action.0)) + expected.detach();
        let clamped = ratio.clamp(1.0 - clip, 1.0 + clip) * &rest;
        let error = (x.get(actions as i64) - f64::from(decision.target)) / f64::from(decision.spread);
        let target = Tensor::from(0.0f32);
        let value = error.huber_loss(&target, tch::Reduction::Sum, 3.0) * f64::from(decision.spread);
        let loss = -(ratio * rest).minimum(&clamped) - &expected - entropy * f64::from(settings.entropy)
            + divergence * f64::from(settings.magnet)
            + value * f64::from(settings.value);
        loss.backward();
        let mut found = vec![0.0; outputs.len()];
        x.grad().copy_data(&mut found, outputs.len());
        // What the critic expects is no part of the sums.
        ((loss + expected).double_value(&[]), found)
    }

    /// What is taught counts alike wherever the policy was and whatever came of it.
    #[test]
    fn imitation_is_the_likelihood_of_what_the_teacher_did() {
        let mut stream = Stream::new(9);
        let settings =
            LossSettings { clip: 0.2, entropy: 0.0, magnet: 0.0, value: 0.5, lesson: Lesson::Imitation, weight: 0.5 };
        let mut distribution = Distribution::default();
        let (mut total, mut all) = (0.0, LossSums::default());
        for log_probability in [-3.0, -0.1, 0.0, -9.0] {
            for advantage in [-5.0, 0.0, 5.0] {
                let outputs: Vec<f32> = (0..9).map(|_| 4.0 * stream.unit() - 2.0).collect();
                let legal = [1, 2, 5, 7].map(Action).into_iter().collect();
                distribution.fill(&outputs, &legal);
                let expected: Vec<f32> = distribution.probabilities.clone();
                total -= f64::from(expected[2].ln());
                let spread = 1.0;
                let action = Action(5);
                let decision = Decision { legal, action, log_probability, advantage, spread, ..Decision::default() };
                let mut found = vec![9.0; 9];
                gradient(&outputs, &decision, &settings, Guides::default(), &mut distribution, &mut found, &mut all);
                for (place, action) in [1, 2, 5, 7].into_iter().enumerate() {
                    let taken = if action == 5 { 1.0 } else { 0.0 };
                    assert!((found[action] - 0.5 * (expected[place] - taken)).abs() < 1e-6, "{found:?}");
                }
                assert_eq!([found[0], found[3], found[4], found[6]], [0.0; 4]);
            }
        }
        assert!((all.policy - total).abs() < 1e-5, "{} {total}", all.policy);
    }

    /// What a critic expects only says where the noise is: in the mean over actions the gradient is that without it.
    #[test]
    fn a_critic_of_actions_changes_no_gradient_in_the_mean() {
        let mut stream = Stream::new(3);
        let lesson = Lesson::Play;
        let settings = LossSettings { clip: 0.2, entropy: 0.0, magnet: 0.0, value: 0.5, lesson, weight: 1.0 };
        let legal = [0, 2, 3, 6].map(Action).into_iter().collect();
        let mut distribution = Distribution::default();
        for _ in 0..50 {
            let mut random = || (0..8).map(|_| 2.0 * stream.unit() - 1.0).collect::<Vec<f32>>();
            let (outputs, mut advantages, worth) = (random(), random(), random());
            distribution.fill(&outputs, &legal);
            let policy = distribution.probabilities.clone();
            let mean = distribution.mean(|action| advantages[usize::from(action.0)]);
            advantages.iter_mut().for_each(|advantage| *advantage -= mean);
            // The means over actions of the gradient and of its square, without and with the critic.
            let mut means = [[0.0; 8]; 3];
            let mut squares = [0.0; 3];
            // A critic that knows all leaves nothing to chance.
            let known: Vec<f32> = advantages.iter().map(|advantage| 0.5 * advantage).collect();
            for (way, worth) in [None, Some(&worth), Some(&known)].into_iter().enumerate() {
                for (place, (action, p)) in legal.iter().zip(&policy).enumerate() {
                    let decision = Decision {
                        legal,
                        action,
                        log_probability: policy[place].ln(),
                        advantage: advantages[usize::from(action.0)],
                        spread: 1.0,
                        deviation: 0.5,
                        ..Decision::default()
                    };
                    let guides = Guides { magnet: None, worth: worth.map(Vec::as_slice) };
                    let (mut found, mut sums) = (vec![9.0; 8], LossSums::default());
                    gradient(&outputs, &decision, &settings, guides, &mut distribution, &mut found, &mut sums);
                    means[way].iter_mut().zip(&found).take(7).for_each(|(mean, slope)| *mean += p * slope);
                    squares[way] += p * found.iter().take(7).map(|slope| slope * slope).sum::<f32>();
                }
            }
            let length = |mean: &[f32; 8]| mean.iter().map(|slope| slope * slope).sum::<f32>();
            for guided in &means[1..] {
                assert!(means[0].iter().zip(guided).all(|(a, b)| (a - b).abs() < 1e-5), "{means:?}");
            }
            let spread = [0, 2].map(|way| squares[way] - length(&means[way]));
            assert!(spread[1].abs() < 1e-5 && spread[0] > 1e-3, "{spread:?}");
        }
    }

    #[test]
    fn what_is_as_good_as_impossible_leaves_the_gradient_finite() {
        let lesson = Lesson::Play;
        let settings = LossSettings { clip: 0.2, entropy: 0.1, magnet: 0.0, value: 0.5, lesson, weight: 1.0 };
        let legal = [0, 1].map(Action).into_iter().collect();
        let decision = Decision { legal, action: Action(0), advantage: 1.0, spread: 1.0, ..Decision::default() };
        let (mut found, mut sums) = (vec![9.0; 3], LossSums::default());
        // So far behind that its probability is 0 and the logarithm of that is not finite.
        let outputs = [f32::MAX / 2.0, f32::MIN, 0.0];
        let mut distribution = Distribution::default();
        gradient(&outputs, &decision, &settings, Guides::default(), &mut distribution, &mut found, &mut sums);
        assert!(found.iter().all(|slope| slope.is_finite()) && found[1] == 0.0, "{found:?}");
        assert!(sums.to_numbers().iter().all(|sum| sum.is_finite()), "{sums:?}");
    }

    #[test]
    fn the_gradient_is_the_one_that_libtorch_finds() {
        let mut stream = Stream::new(7);
        let lesson = Lesson::Play;
        let settings = LossSettings { clip: 0.2, entropy: 0.03, magnet: 0.1, value: 0.5, lesson, weight: 1.0 };
        let (mut distribution, mut magnet) = (Distribution::default(), Distribution::default());
        let mut clipped = [0.0; 2];
        let (mut all, mut each) = (LossSums::default(), Vec::new());
        for _ in 0..200 {
            let outputs: Vec<f32> = (0..91).map(|_| 4.0 * stream.unit() - 2.0).collect();
            let legal = (0..90).map(Action).filter(|_| stream.below(3) == 0).chain([Action(4)]).collect();
            assert!(distribution.fill(&outputs, &legal));
            let place = distribution.sample(&mut stream);
            let decision = Decision {
                legal,
                action: distribution.actions[place],
                log_probability: distribution.log_probabilities[place] + stream.unit() - 0.5,
                advantage: 2.0 * stream.unit() - 1.0,
                target: 8.0 * stream.unit() - 4.0,
                spread: 0.5 + stream.unit(),
                deviation: 0.5 + stream.unit(),
                ..Decision::default()
            };
            let pulls: Vec<f32> = outputs.iter().map(|logit| logit + stream.unit()).collect();
            assert!(magnet.fill(&pulls, &legal));
            // Every second time there is a critic that tells what it expects of actions.
            let worth: Option<Vec<f32>> =
                (stream.below(2) == 0).then(|| (0..90).map(|_| 2.0 * stream.unit() - 1.0).collect());
            let (loss, expected) = automatic(&outputs, &decision, &settings, &magnet, worth.as_deref());
            let (mut found, mut sums) = (vec![9.0; 91], LossSums::default());
            let guides = Guides { magnet: Some(&magnet), worth: worth.as_deref() };
            gradient(&outputs, &decision, &settings, guides, &mut distribution, &mut found, &mut sums);
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-5, "{found} {expected}");
            }
            let total = sums.policy - f64::from(settings.entropy) * sums.entropy
                + f64::from(settings.magnet) * sums.divergence
                + f64::from(settings.value) * sums.value;
            assert!((total - loss).abs() < 1e-4, "{total} {loss}");
            let ratio = distribution.log_probabilities[distribution.place(decision.action)] - decision.log_probability;
            let kl = f64::from(ratio).exp() - 1.0 - f64::from(ratio);
            assert!((sums.kl - kl).abs() < 1e-5, "{} {kl}", sums.kl);
            let beyond = f64::from(ratio).exp() - 1.0;
            assert_eq!(sums.clipped, f64::from(u8::from(beyond.abs() > 0.2)));
            clipped[usize::from(beyond > 0.0)] += sums.clipped;
            // A critic learns values as the value head does; one of actions learns that of the action played.
            let mut of_value = [9.0];
            critic_gradient(&outputs[90..], &decision, &settings, &mut of_value, &mut sums);
            assert_eq!((of_value[0], sums.critic), (found[90], sums.value));
            let mut of_actions = vec![9.0; 91];
            let expects = [vec![0.5; 90], vec![outputs[90] - 0.5]].concat();
            critic_gradient(&expects, &decision, &settings, &mut of_actions, &mut LossSums::default());
            let taught: Vec<usize> = (0..91).filter(|&place| of_actions[place] != 0.0).collect();
            assert_eq!(taught, [usize::from(decision.action.0), 90]);
            assert!(taught.iter().all(|&place| (of_actions[place] - found[90]).abs() < 1e-5));
            all.add(&sums);
            each.push(sums.to_numbers());
        }
        assert!(clipped.iter().all(|&side| side > 20.0), "both sides of the clip are met: {clipped:?}");
        for (number, sum) in all.to_numbers().into_iter().enumerate() {
            let one_by_one: f64 = each.iter().map(|numbers| numbers[number]).sum();
            assert!((sum - one_by_one).abs() < 1e-9 && sum != 0.0, "{number}: {sum} {one_by_one}");
        }
    }
}
