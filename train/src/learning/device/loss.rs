//! The loss of [`loss`](crate::learning::loss) for many decisions at once, on the device where the outputs are.
//!
//! Each operation costs its start, whatever it works on. So there are as few as can be in a step of the optimiser; what is
//! the same in all steps is prepared before, and what is only told is added up after.

use tch::{Kind, Tensor};

use super::policy::Policy;
use crate::learning::loss::{Lesson, LossSettings, OUTLIER};

/// What is learnt from some decisions, a row each.
pub(super) struct Lessons {
    /// A number a bit of the observations.
    pub observations: Tensor,
    /// A number a bit of the privileged observations, where there is a critic.
    pub privileged: Option<Tensor>,
    /// A boolean an action.
    pub illegal: Tensor,
    /// A column, as all that follow.
    pub action: Tensor,
    /// The logarithm of the probability that the action was chosen with.
    pub log_probability: Tensor,
    pub advantage: Tensor,
    /// What ratio and advantage may come to before the clamp is at work.
    pub limit: Tensor,
    pub target: Tensor,
    pub spread: Tensor,
    pub deviation: Tensor,
}

impl Lessons {
    /// Returns those of the decisions from a place on, so many.
    pub fn part(&self, start: i64, count: i64) -> Lessons {
        let part = |tensor: &Tensor| tensor.narrow(0, start, count);
        Lessons {
            observations: part(&self.observations),
            privileged: self.privileged.as_ref().map(part),
            illegal: part(&self.illegal),
            action: part(&self.action),
            log_probability: part(&self.log_probability),
            advantage: part(&self.advantage),
            limit: part(&self.limit),
            target: part(&self.target),
            spread: part(&self.spread),
            deviation: part(&self.deviation),
        }
    }
}

/// What is told of some decisions, in columns.
pub(super) struct Told {
    /// The logarithm of the probability of the action.
    taken: Tensor,
    /// The mean logarithm of the probabilities, which is the entropy with its sign changed.
    mean_log: Tensor,
    /// The error of the value, in spreads.
    error: Tensor,
    /// The divergence from the magnet, if there is one.
    divergence: Option<Tensor>,
    /// What is left of the advantage of the action without what a critic expects of it, if it tells that of actions.
    rest: Option<Tensor>,
    /// The error of the critic's value, in spreads, if there is a critic.
    pub critic_error: Option<Tensor>,
}

/// What decisions are learnt from beside what came of them: see [`Guides`](crate::learning::loss::Guides).
#[derive(Clone, Copy, Default)]
pub(super) struct Guides<'a> {
    pub magnet: Option<&'a Policy>,
    pub worth: Option<&'a Tensor>,
}

/// Writes the gradient of the loss by the outputs.
pub(super) fn gradient(
    outputs: &Tensor,
    lessons: &Lessons,
    settings: &LossSettings,
    guides: Guides<'_>,
    out: &mut Tensor,
) -> Told {
    let policy = Policy::new(outputs, &lessons.illegal);
    let (logs, probabilities) = (&policy.log_probabilities, &policy.probabilities);
    let actions = logs.size()[1];
    let by_logs = probabilities * logs;
    let mean_log = by_logs.sum_dim_intlist(-1, true, Kind::Float);
    let taken = policy.log_of(&lessons.action);
    let of_actions = guides.worth.filter(|_| settings.lesson == Lesson::Play).map(|worth| worth / &lessons.deviation);
    let by_critic = of_actions.as_ref().map(|worth| worth - policy.mean(worth));
    let rest = by_critic.as_ref().map(|better| &lessons.advantage - better.gather(1, &lessons.action, false));
    // What the logarithm of the probability of the action is worth.
    let worth = match settings.lesson {
        Lesson::Imitation => taken.ones_like(),
        Lesson::Values => taken.zeros_like(),
        Lesson::Play => {
            let [advantage, limit] = bounds(rest.as_ref(), lessons, settings);
            let gain = (&taken - &lessons.log_probability).exp_() * advantage;
            gain.masked_fill(&gain.gt_tensor(&limit), 0.0)
        }
    };
    let (entropy, weight) = (f64::from(settings.entropy), f64::from(settings.weight));
    let mut slopes = out.narrow(1, 0, actions);
    let _ = by_logs.multiply_scalar(entropy).add_out(&slopes, &(probabilities * (&worth - &mean_log * entropy)));
    if let Some(better) = by_critic {
        slopes -= probabilities * better;
    }
    let divergence = guides.magnet.map(|magnet| {
        let apart = logs - &magnet.log_probabilities;
        let divergence = policy.mean(&apart);
        slopes += probabilities * (apart - &divergence) * f64::from(settings.magnet);
        divergence
    });
    let _ = slopes.scatter_add_(1, &lessons.action, &-worth);
    let error = (outputs.narrow(1, actions, 1) - &lessons.target) / &lessons.spread;
    out.narrow(1, actions, 1).copy_(&(clamped(&error) * f64::from(settings.value)));
    let _ = out.g_mul_scalar_(weight);
    Told { taken, mean_log, error, divergence, rest, critic_error: None }
}

/// Writes the gradient of the value loss by what a critic estimates: of each action, if it tells that, and the value. Returns the
/// errors of the values, in spreads.
pub(super) fn critic_gradient(
    estimates: &Tensor,
    lessons: &Lessons,
    settings: &LossSettings,
    out: &mut Tensor,
) -> Tensor {
    let of_actions = estimates.size()[1] - 1;
    let mut values = estimates.narrow(1, of_actions, 1);
    if of_actions > 0 {
        // The action played is the only one of which it is known what came of it.
        values += estimates.gather(1, &lessons.action, false);
    }
    let error = (values - &lessons.target) / &lessons.spread;
    let by_value = clamped(&error) * f64::from(settings.weight * settings.value);
    let _ = out.zero_();
    out.narrow(1, of_actions, 1).copy_(&by_value);
    if of_actions > 0 {
        let _ = out.scatter_(1, &lessons.action, &by_value);
    }
    error
}

/// Returns how much better the actions played were than expected, and what that and the ratio may come to before the clamp
/// is at work.
fn bounds(rest: Option<&Tensor>, lessons: &Lessons, settings: &LossSettings) -> [Tensor; 2] {
    match rest {
        None => [lessons.advantage.shallow_clone(), lessons.limit.shallow_clone()],
        Some(rest) => [rest.shallow_clone(), rest.abs() * f64::from(settings.clip) + rest],
    }
}

/// Returns the gradient of the value loss by the values, given their errors in spreads.
fn clamped(error: &Tensor) -> Tensor {
    error.clamp(f64::from(-OUTLIER), f64::from(OUTLIER))
}

/// Returns the value loss, given the errors of the values in spreads.
fn value_loss(error: &Tensor, lessons: &Lessons) -> Tensor {
    let by_value = clamped(error);
    &lessons.spread * &by_value * (error - &by_value / 2.0)
}

impl Told {
    /// Puts together what is told of parts of some lessons, in their order.
    pub fn joined(parts: &[Told]) -> Told {
        let join = |of: &dyn Fn(&Told) -> Option<&Tensor>| {
            let parts: Option<Vec<&Tensor>> = parts.iter().map(of).collect();
            parts.map(|parts| Tensor::cat(&parts, 0))
        };
        let always = |of: &dyn Fn(&Told) -> Option<&Tensor>| join(of).expect("every part has it");
        Told {
            taken: always(&|told| Some(&told.taken)),
            mean_log: always(&|told| Some(&told.mean_log)),
            error: always(&|told| Some(&told.error)),
            divergence: join(&|told| told.divergence.as_ref()),
            rest: join(&|told| told.rest.as_ref()),
            critic_error: join(&|told| told.critic_error.as_ref()),
        }
    }

    /// Returns the sums of [`LossSums`](crate::learning::loss::LossSums) but the last, the number of decisions.
    pub fn sums(&self, lessons: &Lessons, settings: &LossSettings) -> Tensor {
        let clip = f64::from(settings.clip);
        let log_ratio = &self.taken - &lessons.log_probability;
        let ratio = log_ratio.exp();
        let policy = match settings.lesson {
            Lesson::Imitation => -&self.taken,
            _ => {
                let [advantage, limit] = bounds(self.rest.as_ref(), lessons, settings);
                -(&ratio * advantage).minimum(&limit)
            }
        };
        let value = value_loss(&self.error, lessons);
        let divergence = self.divergence.as_ref().map_or_else(|| policy.zeros_like(), Tensor::shallow_clone);
        let critic = self.critic_error.as_ref().map(|error| value_loss(error, lessons));
        let critic = critic.unwrap_or_else(|| policy.zeros_like());
        let beyond = (&ratio - 1.0).abs().gt(clip).to_kind(Kind::Float);
        let kl = ratio - 1.0 - log_ratio;
        let all = [policy, value, -&self.mean_log, divergence, kl, beyond, critic];
        Tensor::cat(&all, 1).sum_dim_intlist(0, false, Kind::Double)
    }
}
