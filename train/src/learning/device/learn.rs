//! An update on the device: it is waited for at its end, and not before.

use tch::{Kind, Tensor};

use super::Accelerator;
use super::adam::DeviceAdam;
use super::lessons::Store;
use super::loss::{Guides, Lessons, Told, critic_gradient, gradient};
use super::policy::Policy;
use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::learner::{Deal, Tally, Update};
use crate::learning::loss::{Lesson, LossSettings, LossSums};
use crate::learning::moments::part;
use crate::learning::network::mlp::Network;
use crate::learning::rollout::Rollout;
use crate::ranks::Ranks;

/// Decisions that are unpacked together, unless a minibatch has more.
const GROUP: i64 = 1 << 16;

/// The sums that are told, but the number of decisions.
const SUMS: usize = 7;

/// Which of them is that of the divergence from the policy that played.
const KL: i64 = 4;

/// The decisions of one epoch in the order in which they are learnt from.
struct Order {
    decisions: Vec<i64>,
    /// For each minibatch where it ends, and the decisions that all ranks bring to it; those that have none are left out.
    minibatches: Vec<(i64, usize)>,
}

impl Order {
    fn new(blocks: &[Vec<u32>], minibatches: &[usize]) -> Order {
        let mut order = Order { decisions: Vec::new(), minibatches: Vec::with_capacity(minibatches.len()) };
        for (number, &all) in minibatches.iter().enumerate().filter(|(_, all)| **all > 0) {
            for block in blocks {
                let own = part(block, number, minibatches.len());
                order.decisions.extend(own.iter().map(|&index| i64::from(index)));
            }
            order.minibatches.push((order.decisions.len() as i64, all));
        }
        order
    }

    /// Returns the minibatches that are unpacked together, and where the first of each such group begins.
    fn groups(&self) -> Vec<(i64, &[(i64, usize)])> {
        let (mut groups, mut start, mut left) = (Vec::new(), 0, self.minibatches.as_slice());
        while let Some((first, _)) = left.first() {
            let most = left.iter().take_while(|(end, _)| end - start <= GROUP.max(first - start)).count();
            let (group, rest) = left.split_at(most);
            groups.push((start, group));
            (start, left) = (group[most - 1].0, rest);
        }
        groups
    }
}

/// An update that is under way: numbers that are still being reckoned.
struct Course<'a> {
    update: Update<'a>,
    network: &'a mut Network,
    moments: DeviceAdam,
    /// How long the gradient of each step was.
    norms: Vec<Tensor>,
    /// What is told of the decisions.
    sums: Vec<Tensor>,
    /// How many these are.
    decisions: f64,
}

impl Accelerator {
    /// Learns from a rollout, as [`Learner::learn`](crate::learning::learner::Learner::learn) does on threads, given the
    /// decisions of all ranks in each minibatch; leaves the new weights in the network.
    #[expect(clippy::too_many_arguments, reason = "they are those of an update, and what it changes")]
    pub fn learn(
        &mut self,
        network: &mut Network,
        adam: &mut Adam,
        rollout: &Rollout,
        update: Update<'_>,
        mut deal: Deal,
        minibatches: &[usize],
        ranks: &mut Ranks,
    ) -> Result<Tally, TrainError> {
        let store = Store::send(rollout, update.settings.clip, self.device);
        let moments = DeviceAdam::send(adam, self.device);
        let mut course = Course { update, network, moments, norms: Vec::new(), sums: Vec::new(), decisions: 0.0 };
        'epochs: for _ in 0..update.settings.epochs {
            deal.shuffle();
            // All of it travels at once, since what is sent waits for what is at work.
            let order = Order::new(&deal.blocks, minibatches);
            let decisions = Tensor::from_slice(&order.decisions).to_device(self.device);
            for (start, group) in order.groups() {
                let end = group.last().map_or(start, |(end, _)| *end);
                let own = decisions.narrow(0, start, end - start);
                let lessons = store.lessons(&own, &self.bits, self.critic_pass.is_some());
                if self.learn_group(&mut course, &lessons, start, group, ranks)? {
                    break 'epochs;
                }
            }
        }
        course.moments.fetch(adam);
        course.tally()
    }

    /// Makes a step for each minibatch of a group, and returns whether the update ends here.
    fn learn_group(
        &mut self,
        course: &mut Course<'_>,
        lessons: &Lessons,
        start: i64,
        group: &[(i64, usize)],
        ranks: &mut Ranks,
    ) -> Result<bool, TrainError> {
        let update = course.update;
        let Update { settings, rate, .. } = update;
        let waits = update.may_end() || !ranks.is_alone();
        let (mut told, mut from) = (Vec::new(), start);
        for &(to, all) in group {
            let (own, loss) = (lessons.part(from - start, to - from), update.loss(all));
            from = to;
            let parts = self.gradient_of(course.network, &own, &loss);
            let sums = match (waits, parts.is_empty()) {
                (false, _) => None,
                (true, true) => Some(Tensor::zeros([SUMS as i64], (Kind::Double, self.device))),
                (true, false) => Some(Told::joined(&parts).sums(&own, &loss)),
            };
            let sums = match sums {
                Some(own) if !ranks.is_alone() => Some(self.sum(ranks, &own)?),
                own => own,
            };
            let (mut weights, mut slopes) = (course.network.flat(), self.gradient.flat());
            course.norms.push(course.moments.step(&mut weights, &mut slopes, rate, settings));
            course.network.round();
            course.decisions += all as f64;
            told.extend(parts);
            if let Some(sums) = sums {
                told.clear();
                let ends = update.may_end() && sums.double_value(&[KL]) / all as f64 > settings.kl_stop;
                course.sums.push(sums);
                if ends {
                    return Ok(true);
                }
            }
        }
        if !told.is_empty() {
            course.sums.push(Told::joined(&told).sums(lessons, &update.loss(1)));
        }
        Ok(false)
    }

    /// Leaves the gradient of the loss of some decisions in its place, and returns what is told of them.
    fn gradient_of(&mut self, network: &Network, lessons: &Lessons, settings: &LossSettings) -> Vec<Told> {
        let _ = self.gradient.flat().zero_();
        let (count, most) = (lessons.action.size()[0], self.pass.rows as i64);
        let parts = (0..count).step_by(self.pass.rows).map(|start| lessons.part(start, most.min(count - start)));
        let told = parts.map(|lessons| {
            let rows = &lessons.observations;
            let magnet = self.magnet.as_ref().filter(|_| settings.magnet > 0.0);
            let magnet = magnet.map(|magnet| Policy::new(&self.pass.forward(magnet, rows), &lessons.illegal));
            let critic = network.critic.as_ref().zip(self.critic_pass.as_ref()).zip(lessons.privileged.as_ref());
            let estimates = critic.map(|((critic, pass), rows)| pass.forward(critic, rows));
            let of_actions = estimates.as_ref().map(|all| all.narrow(1, 0, all.size()[1] - 1));
            let worth = of_actions.as_ref().filter(|worth| worth.size()[1] > 0);
            let outputs = self.pass.forward(network, rows);
            let mut slopes = self.pass.slopes(rows.size()[0]);
            let guides = Guides { magnet: magnet.as_ref(), worth };
            let mut told = gradient(&outputs, &lessons, settings, guides, &mut slopes);
            self.pass.backward(network, rows, &mut self.gradient);
            if let (Some(((critic, pass), rows)), Some(estimates), Some(gradient)) =
                (critic, &estimates, &mut self.gradient.critic)
            {
                let mut slopes = pass.slopes(rows.size()[0]);
                told.critic_error = Some(critic_gradient(estimates, &lessons, settings, &mut slopes));
                pass.backward(critic, rows, gradient);
            }
            told
        });
        let told = told.collect();
        if settings.lesson == Lesson::Values {
            // The loss has no slope by the logits, so that the trunk is all that policy and values share.
            let _ = self.gradient.flat().narrow(0, 0, self.trunk).zero_();
        }
        told
    }

    /// Adds up the gradients of all ranks where this one's is, and returns the sums of what they tell.
    fn sum(&self, ranks: &mut Ranks, own: &Tensor) -> Result<Tensor, TrainError> {
        let mut flat = self.gradient.flat();
        let (mut slopes, mut along) = (vec![0f32; flat.numel()], vec![0f64; SUMS]);
        flat.copy_data(&mut slopes, flat.numel());
        own.copy_data(&mut along, SUMS);
        let (slopes, all) = ranks.sum(&slopes, &along)?;
        flat.copy_(&Tensor::from_slice(&slopes));
        let sums: Vec<f64> = (0..SUMS).map(|place| all.iter().map(|numbers| numbers[place]).sum()).collect();
        Ok(Tensor::from_slice(&sums).to_device(self.device))
    }
}

impl Course<'_> {
    /// Waits for all steps, and adds up what they came to.
    fn tally(&self) -> Result<Tally, TrainError> {
        let mut tally = Tally { steps: self.norms.len(), ..Tally::default() };
        if self.norms.is_empty() {
            return Ok(tally);
        }
        let norms = read(&self.norms);
        if norms.iter().any(|norm| !norm.is_finite()) {
            return Err(TrainError::NotFinite { what: "the gradient" });
        }
        tally.norms = norms.iter().sum();
        for sums in read(&self.sums).chunks_exact(SUMS) {
            tally.sums.add(&LossSums::from_numbers(&[sums, &[0.0]].concat()));
        }
        tally.sums.count = self.decisions;
        Ok(tally)
    }
}

/// Waits for some tensors of one size, and returns their numbers.
fn read(parts: &[Tensor]) -> Vec<f64> {
    let all = Tensor::stack(parts, 0).to_kind(Kind::Double);
    let mut numbers = vec![0f64; all.numel()];
    all.copy_data(&mut numbers, all.numel());
    numbers
}
