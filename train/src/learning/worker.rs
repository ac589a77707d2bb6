//! One thread's part of the work: deciding for its lanes, and the gradient of its rows.
//!
//! The rows are split among as many workers as there are threads, and libtorch uses one thread in each. That scales
//! better than libtorch's own threads, and games and network then share one set of threads that never wait spinning.

use elderhand_env::{Action, Buffers, Stream};
use tch::Device;

use crate::error::TrainError;
use crate::learning::bots::Guest;
use crate::learning::loss::{Guides, Lesson, LossSettings, LossSums, critic_gradient, gradient};
use crate::learning::network::distribution::Distribution;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::network::workspace::Workspace;
use crate::learning::pool::Held;
use crate::learning::rollout::{Decision, Rollout};

/// Rows of one forward pass: enough for fast matrix products, few enough for the second-level cache.
const ROWS: usize = 512;

/// The networks and the kept tensors of one thread.
pub(crate) struct Worker {
    learner: Network,
    past: Vec<Network>,
    magnet: Option<Network>,
    gradient: Network,
    /// The gradient as a plain vector.
    flat: Vec<f32>,
    /// How many of its first numbers are of the trunk.
    trunk: usize,
    space: Workspace,
    critic_space: Option<Workspace>,
    distribution: Distribution,
    /// The distribution of the magnet.
    anchor: Distribution,
    /// The lanes in which there is a choice.
    choices: Vec<usize>,
    /// The lanes in which the policy at hand chooses.
    rows: Vec<usize>,
    outputs: Vec<f32>,
    anchors: Vec<f32>,
    /// What the critic puts out.
    worths: Vec<f32>,
    by_outputs: Vec<f32>,
}

/// What a worker must know to decide for lanes `first..first + actions.len()`.
#[derive(Clone, Copy)]
pub(crate) struct Deciding<'a> {
    pub first: usize,
    /// The number of the first of them among those of all ranks.
    pub number: u64,
    pub buffers: &'a Buffers,
    pub words: usize,
    pub held: &'a [Option<Held>],
    /// The bots that have chosen in the seats they hold; none where it is empty.
    pub guests: &'a [Option<Guest>],
    /// (seed, step), which with the number of the lane is the key of the random draw.
    pub key: [u64; 2],
    /// Whether the actions are those of a teacher, of which only the probabilities are wanted.
    pub taught: bool,
}

impl<'a> Deciding<'a> {
    /// Returns the same for the lanes from the one at a place on.
    pub fn from(&self, place: usize) -> Deciding<'a> {
        Deciding { first: self.first + place, number: self.number + place as u64, ..*self }
    }

    /// Sets out the decisions of its lanes, and adds the lanes in which there is a choice.
    pub fn set_out(&self, actions: &mut [Action], decisions: &mut [Decision], choices: &mut Vec<usize>) {
        for (lane, (action, decision)) in (self.first..).zip(actions.iter_mut().zip(decisions)) {
            *decision =
                Decision { legal: self.buffers.legal(lane), seat: self.buffers.seats[lane], ..Decision::default() };
            let guest = self.guests.get(lane).copied().flatten();
            match decision.legal.only() {
                Some(forced) => *action = forced,
                // Played, but not learnt: a bot would leave it out.
                None if self.taught && !decision.legal.contains(*action) => {}
                None if guest.is_some_and(|guest| guest.own != usize::from(decision.seat)) => {}
                None => choices.push(lane),
            }
        }
    }

    /// Returns which of the past policies is to move in a lane; `None` if the learner is.
    pub fn holder(&self, lane: usize) -> Option<usize> {
        let held = self.held[lane].filter(|held| held.seat == self.buffers.seats[lane] as usize);
        held.map(|held| held.policy)
    }

    /// Returns what draws the action of a lane.
    pub fn stream(&self, lane: usize) -> Stream {
        Stream::keyed([self.key[0], self.key[1], self.number + (lane - self.first) as u64])
    }
}

impl Worker {
    /// Makes a worker on the networks of the learner and its magnet, whose weights change under it.
    pub fn new(map: &ParameterMap, learner: &Network, magnet: Option<&Network>) -> Worker {
        Worker {
            learner: learner.handle(),
            past: Vec::new(),
            magnet: magnet.map(Network::handle),
            gradient: Network::gradient(map, Device::Cpu),
            flat: vec![0.0; map.parameters()],
            trunk: map.trunk_parameters(),
            space: Workspace::new(map, ROWS),
            critic_space: map.critic().map(|critic| Workspace::new(critic, ROWS)),
            distribution: Distribution::default(),
            anchor: Distribution::default(),
            choices: Vec::new(),
            rows: Vec::new(),
            outputs: Vec::new(),
            anchors: Vec::new(),
            worths: Vec::new(),
            by_outputs: Vec::new(),
        }
    }

    /// Sets the past policies that play in the next rollout.
    pub fn set_past(&mut self, past: Vec<Network>) {
        self.past = past;
    }

    /// Decides in every lane of its part, in one batch for each policy that has a choice in some of them.
    pub fn decide(
        &mut self,
        work: &Deciding<'_>,
        actions: &mut [Action],
        decisions: &mut [Decision],
    ) -> Result<(), TrainError> {
        self.choices.clear();
        work.set_out(actions, decisions, &mut self.choices);
        for player in 0..=self.past.len() {
            let policy = player.checked_sub(1);
            self.rows.clear();
            self.rows.extend(self.choices.iter().copied().filter(|&lane| work.holder(lane) == policy));
            let network = policy.map_or(&self.learner, |policy| &self.past[policy]);
            for lanes in self.rows.chunks(self.space.rows()) {
                let observations =
                    lanes.iter().map(|&lane| &work.buffers.observations[lane * work.words..][..work.words]);
                self.space.forward(network, observations, &mut self.outputs);
                let width = self.outputs.len() / lanes.len();
                for (&lane, outputs) in lanes.iter().zip(self.outputs.chunks_exact(width)) {
                    let decision = &mut decisions[lane - work.first];
                    if !self.distribution.fill(outputs, &decision.legal) || !outputs[width - 1].is_finite() {
                        return Err(TrainError::NotFinite { what: "an output of the network" });
                    }
                    let place = match work.taught {
                        true => self.distribution.place(actions[lane - work.first]),
                        false => self.distribution.sample(&mut work.stream(lane)),
                    };
                    let (action, log) = (self.distribution.actions[place], self.distribution.log_probabilities[place]);
                    decision.choose(action, log, outputs[width - 1], policy.is_some());
                    actions[lane - work.first] = decision.action;
                }
            }
        }
        Ok(())
    }

    /// Returns what the critic, if there is one, estimates of decisions: the value of each, and what it expects of the
    /// action.
    ///
    /// Where it tells what each action is worth, the value is what the policy makes of that.
    pub fn apply_critic(&mut self, rollout: &Rollout, indices: &[u32]) -> Result<Vec<[f32; 2]>, TrainError> {
        let (Some(critic), Some(space)) = (&self.learner.critic, &mut self.critic_space) else {
            return Ok(Vec::new());
        };
        let mut estimates = Vec::with_capacity(indices.len());
        for indices in indices.chunks(space.rows()) {
            let rows = indices.iter().map(|&index| index as usize);
            space.forward(critic, rows.clone().map(|index| rollout.privileged_observation(index)), &mut self.worths);
            let width = self.worths.len() / indices.len();
            if width > 1 {
                let observations = rows.clone().map(|index| rollout.observation(index));
                self.space.forward(&self.learner, observations, &mut self.outputs);
            }
            for (row, (index, worth)) in rows.zip(self.worths.chunks_exact(width)).enumerate() {
                let decision = &rollout.decisions[index];
                let mut value = worth[width - 1];
                let mut of_action = value;
                if width > 1 {
                    let policy = &mut self.distribution;
                    policy.fill(&self.outputs[row * width..][..width], &decision.legal);
                    value += policy.mean(|action| worth[action.0 as usize]);
                    of_action += worth[decision.action.0 as usize];
                }
                if !value.is_finite() {
                    return Err(TrainError::NotFinite { what: "a value of the critic" });
                }
                estimates.push([value, of_action]);
            }
        }
        Ok(estimates)
    }

    /// Returns the sums over some decisions for the metrics, and the gradient of their loss by the parameters.
    pub fn learn(&mut self, rollout: &Rollout, indices: &[u32], settings: &LossSettings) -> (LossSums, &[f32]) {
        let mut sums = LossSums::default();
        self.gradient.clear();
        for indices in indices.chunks(self.space.rows()) {
            let observations = || indices.iter().map(|&index| rollout.observation(index as usize));
            let magnet = self.magnet.as_ref().filter(|_| settings.magnet > 0.0);
            if let Some(magnet) = magnet {
                self.space.forward(magnet, observations(), &mut self.anchors);
            }
            let worth_width = match (&self.learner.critic, &mut self.critic_space) {
                (Some(critic), Some(space)) => {
                    let rows = indices.iter().map(|&index| rollout.privileged_observation(index as usize));
                    space.forward(critic, rows, &mut self.worths);
                    self.worths.len() / indices.len()
                }
                _ => 0,
            };
            let worth = |row: usize| &self.worths[row * worth_width..][..worth_width];
            self.space.forward(&self.learner, observations(), &mut self.outputs);
            let width = self.outputs.len() / indices.len();
            self.by_outputs.resize(self.outputs.len(), 0.0);
            let rows = self.outputs.chunks_exact(width).zip(self.by_outputs.chunks_exact_mut(width));
            for (row, (&index, (outputs, out))) in indices.iter().zip(rows).enumerate() {
                let decision = &rollout.decisions[index as usize];
                let magnet = magnet.map(|_| {
                    self.anchor.fill(&self.anchors[row * width..][..width], &decision.legal);
                    &self.anchor
                });
                let guides = Guides { magnet, worth: (worth_width > 1).then(|| worth(row)) };
                gradient(outputs, decision, settings, guides, &mut self.distribution, out, &mut sums);
            }
            self.space.backward(&self.learner, &self.by_outputs, &mut self.gradient);
            if let (Some(critic), Some(space), Some(gradient)) =
                (&self.learner.critic, &mut self.critic_space, &mut self.gradient.critic)
            {
                self.by_outputs.resize(self.worths.len(), 0.0);
                for (row, out) in self.by_outputs.chunks_exact_mut(worth_width).enumerate() {
                    let decision = &rollout.decisions[indices[row] as usize];
                    critic_gradient(worth(row), decision, settings, out, &mut sums);
                }
                space.backward(critic, &self.by_outputs, gradient);
            }
        }
        self.gradient.read(&mut self.flat);
        if settings.lesson == Lesson::Values {
            // The loss has no slope by the logits, so that the trunk is all that policy and values share.
            self.flat[..self.trunk].fill(0.0);
        }
        (sums, &self.flat)
    }
}
