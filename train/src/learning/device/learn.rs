//! An update on the device: it is waited for at its end, and not before.

use tch::{Kind, Tensor};

use super::Accelerator;
use super::adam::DeviceAdam;
use super::lessons::Store;
use super::loss::{Lessons, Told, clamped, gradient};
use super::policy::Policy;
use crate::error::TrainError;
use crate::learning::adam::Adam;
use crate::learning::learner::{Deal, Tally, Update};
use crate::learning::loss::{Lesson, LossSettings, LossSums};
use crate::learning::moments::part;
use crate::learning::network::mlp::Network;
use crate::learning::network::pass::Pass;
use crate::learning::rollout::Rollout;
use crate::ranks::Ranks;

/// Decisions that are unpacked together, unless a minibatch has more.
const GROUP: i64 = 1 << 16;

/// The sums that are told, but the number of decisions.
const SUMS: usize = 6;

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
        let settings = update.settings;
        let store = Store::send(rollout, settings.clip, self.device);
        let mut moments = DeviceAdam::send(adam, self.device);
        let (mut weights, mut slopes) = (network.flat(), self.gradient.flat());
        // Numbers that are still being reckoned, and how many decisions they are of.
        let (mut norms, mut sums, mut count) = (Vec::new(), Vec::new(), 0.0);
        'epochs: for _ in 0..settings.epochs {
            deal.shuffle();
            // All of it travels at once, since what is sent waits for what is at work.
            let order = Order::new(&deal.blocks, minibatches);
            let decisions = Tensor::from_slice(&order.decisions).to_device(self.device);
            let (mut start, mut left) = (0, order.minibatches.as_slice());
            while let Some((first, _)) = left.first() {
                let most = left.iter().take_while(|(end, _)| end - start <= GROUP.max(first - start)).count();
                let (group, rest) = left.split_at(most);
                let end = group.last().map_or(start, |(end, _)| *end);
                let critic = self.critic_pass.is_some();
                let lessons = store.lessons(&decisions.narrow(0, start, end - start), &self.bits, critic);
                let (mut told, mut from) = (Vec::new(), start);
                for &(to, all) in group {
                    let (own, loss) = (lessons.part(from - start, to - from), update.loss(all));
                    from = to;
                    let parts = self.gradient_of(network, &own, &loss);
                    let tells = settings.kl_stop > 0.0 || !ranks.is_alone();
                    let own_sums = tells.then(|| Told::joined(&parts).sums(&own, &loss));
                    let own_sums = match own_sums {
                        Some(own) if !ranks.is_alone() => Some(self.sum(ranks, &own)?),
                        own => own,
                    };
                    norms.push(moments.step(&mut weights, &mut slopes, update.rate, settings));
                    network.round();
                    count += all as f64;
                    match own_sums {
                        None => told.extend(parts),
                        Some(own) => {
                            let stops =
                                settings.kl_stop > 0.0 && own.double_value(&[4]) / all as f64 > settings.kl_stop;
                            sums.push(own);
                            if stops {
                                break 'epochs;
                            }
                        }
                    }
                }
                if !told.is_empty() {
                    sums.push(Told::joined(&told).sums(&lessons, &update.loss(1)));
                }
                (start, left) = (end, rest);
            }
        }
        moments.fetch(adam);
        tally(&norms, &sums, count)
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
            let outputs = self.pass.forward(network, rows);
            let mut slopes = self.pass.slopes(rows.size()[0]);
            let told = gradient(&outputs, &lessons, settings, magnet.as_ref(), &mut slopes);
            self.pass.backward(network, rows, &mut self.gradient);
            teach(network, self.critic_pass.as_ref(), &lessons, settings, &mut self.gradient);
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

/// Adds the gradient of the critic, if there is one.
fn teach(network: &Network, pass: Option<&Pass>, lessons: &Lessons, settings: &LossSettings, gradient: &mut Network) {
    let (Some(critic), Some(pass), Some(rows), Some(gradient)) =
        (&network.critic, pass, &lessons.privileged, &mut gradient.critic)
    else {
        return;
    };
    let worth = pass.forward(critic, rows);
    let (of_actions, mut slopes) = (worth.size()[1] - 1, pass.slopes(rows.size()[0]));
    let mut estimates = worth.narrow(1, of_actions, 1);
    if of_actions > 0 {
        // The action played is the only one of which it is known what came of it.
        estimates += worth.gather(1, &lessons.action, false);
    }
    let error = (estimates - &lessons.target) / &lessons.spread;
    let by_value = clamped(&error) * f64::from(settings.weight * settings.value);
    let _ = slopes.zero_();
    slopes.narrow(1, of_actions, 1).copy_(&by_value);
    if of_actions > 0 {
        let _ = slopes.scatter_(1, &lessons.action, &by_value);
    }
    pass.backward(critic, rows, gradient);
}

/// Waits for all steps, and adds up what they came to.
fn tally(norms: &[Tensor], sums: &[Tensor], count: f64) -> Result<Tally, TrainError> {
    let read = |parts: &[Tensor]| {
        let all = Tensor::stack(parts, 0).to_kind(Kind::Double);
        let mut numbers = vec![0f64; all.numel()];
        all.copy_data(&mut numbers, all.numel());
        numbers
    };
    let mut tally = Tally { steps: norms.len(), ..Tally::default() };
    if norms.is_empty() {
        return Ok(tally);
    }
    let norms = read(norms);
    if norms.iter().any(|norm| !norm.is_finite()) {
        return Err(TrainError::NotFinite { what: "the gradient" });
    }
    tally.norms = norms.iter().sum();
    for sums in read(sums).chunks_exact(SUMS) {
        tally.sums.add(&LossSums::from_numbers(&[sums, &[0.0]].concat()));
    }
    tally.sums.count = count;
    Ok(tally)
}
