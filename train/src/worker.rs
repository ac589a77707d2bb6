//! One thread's share of the work: deciding for its lanes, and the gradient of its rows.
//!
//! The rows are split among as many workers as there are threads, and libtorch uses one thread in each. That scales
//! better than libtorch's own threads, and games and network then share one set of threads that never wait spinning.

use elderhand_env::{Action, Buffers, Stream};
use tch::Device;

use crate::TrainError;
use crate::learner::Learner;
use crate::loss::{LossSettings, LossSums, gradient};
use crate::model::Layout;
use crate::network::{Network, Workspace};
use crate::policy::Policy;
use crate::rollout::{Decision, Rollout};

/// Rows of one forward pass: enough for fast matrix products, few enough for the second-level cache.
const ROWS: usize = 512;

/// Rows of one forward pass on a CUDA device, where a pass costs its start.
const CUDA_ROWS: usize = 8192;

pub(crate) struct Worker {
    learner: Network,
    opponents: Vec<Network>,
    magnet: Option<Network>,
    gradient: Network,
    /// The gradient as a plain vector.
    flat: Vec<f32>,
    space: Workspace,
    critic_space: Option<Workspace>,
    policy: Policy,
    /// What the magnet would do.
    anchor: Policy,
    /// The rows at hand: lanes in self-play.
    rows: Vec<usize>,
    outputs: Vec<f32>,
    anchors: Vec<f32>,
    by_outputs: Vec<f32>,
}

/// A past policy's place in a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// Which of the drawn opponents.
    pub opponent: usize,
    /// The seat it holds.
    pub seat: usize,
}

/// What a worker needs to know to decide for lanes `first..first + actions.len()`.
pub(crate) struct Deciding<'a> {
    pub first: usize,
    pub buffers: &'a Buffers,
    pub words: usize,
    pub held: &'a [Option<Held>],
    /// (seed, step): with the lane, the key of the random draw.
    pub key: [u64; 2],
}

impl Worker {
    /// Makes a worker that looks at the learner's weights, which change under it.
    pub fn new(layout: &Layout, learner: &Learner, device: Device) -> Worker {
        let rows = if device == Device::Cpu { ROWS } else { CUDA_ROWS };
        Worker {
            learner: learner.network.share(),
            opponents: Vec::new(),
            magnet: learner.magnet.as_ref().map(|magnet| magnet.network.share()),
            gradient: Network::new(layout, learner.network.flat.zeros_like()),
            flat: vec![0.0; layout.parameters()],
            space: Workspace::new(layout, rows, device),
            critic_space: layout.critic().map(|critic| Workspace::new(critic, rows, device)),
            policy: Policy::default(),
            anchor: Policy::default(),
            rows: Vec::new(),
            outputs: Vec::new(),
            anchors: Vec::new(),
            by_outputs: Vec::new(),
        }
    }

    /// Takes up the past policies of the next rollout.
    pub fn meet(&mut self, opponents: Vec<Network>) {
        self.opponents = opponents;
    }

    /// Decides in every lane of its share, one batch for each policy that is to move in some of them.
    pub fn decide(
        &mut self,
        work: &Deciding<'_>,
        actions: &mut [Action],
        decisions: &mut [Decision],
    ) -> Result<(), TrainError> {
        for player in 0..=self.opponents.len() {
            let opponent = player.checked_sub(1);
            let holder = |lane: usize| {
                let held = work.held[lane].filter(|held| held.seat == work.buffers.seats[lane] as usize);
                held.map(|held| held.opponent)
            };
            self.rows.clear();
            self.rows.extend((work.first..work.first + actions.len()).filter(|&lane| holder(lane) == opponent));
            let network = opponent.map_or(&self.learner, |opponent| &self.opponents[opponent]);
            for lanes in self.rows.chunks(self.space.rows) {
                let observations =
                    lanes.iter().map(|&lane| &work.buffers.observations[lane * work.words..][..work.words]);
                self.space.forward(network, observations, &mut self.outputs);
                let width = self.outputs.len() / lanes.len();
                for (&lane, outputs) in lanes.iter().zip(self.outputs.chunks_exact(width)) {
                    let legal = work.buffers.legal(lane);
                    if !self.policy.fill(outputs, &legal) || !outputs[width - 1].is_finite() {
                        return Err(TrainError::NotFinite { what: "an output of the network" });
                    }
                    let place = self.policy.sample(&mut Stream::keyed([work.key[0], work.key[1], lane as u64]));
                    let action = self.policy.actions[place];
                    actions[lane - work.first] = action;
                    decisions[lane - work.first] = Decision {
                        legal,
                        action,
                        seat: work.buffers.seats[lane],
                        learns: opponent.is_none(),
                        log_probability: self.policy.log_probabilities[place],
                        value: outputs[width - 1],
                        advantage: 0.0,
                        target: 0.0,
                    };
                }
            }
        }
        Ok(())
    }

    /// Lets the critic say the values of decisions whose insights are given.
    pub fn appraise(&mut self, insights: &[u64], decisions: &mut [Decision]) -> Result<(), TrainError> {
        let (Some(critic), Some(space)) = (&self.learner.critic, &mut self.critic_space) else { return Ok(()) };
        let words = insights.len() / decisions.len();
        let rows = space.rows;
        for (decisions, insights) in decisions.chunks_mut(rows).zip(insights.chunks(rows * words)) {
            space.forward(critic, insights.chunks_exact(words), &mut self.outputs);
            for (decision, &value) in decisions.iter_mut().zip(&self.outputs) {
                if !value.is_finite() {
                    return Err(TrainError::NotFinite { what: "a value of the critic" });
                }
                decision.value = value;
            }
        }
        Ok(())
    }

    /// Finds the gradient of the loss of some decisions.
    pub fn learn(&mut self, rollout: &Rollout, places: &[u32], settings: &LossSettings) -> (LossSums, &[f32]) {
        let mut sums = LossSums::default();
        let _ = self.gradient.flat.zero_();
        for places in places.chunks(self.space.rows) {
            let observations = || places.iter().map(|&place| rollout.observation(place as usize));
            let magnet = self.magnet.as_ref().filter(|_| settings.magnet > 0.0);
            if let Some(magnet) = magnet {
                self.space.forward(magnet, observations(), &mut self.anchors);
            }
            self.space.forward(&self.learner, observations(), &mut self.outputs);
            let width = self.outputs.len() / places.len();
            self.by_outputs.resize(self.outputs.len(), 0.0);
            let rows = self.outputs.chunks_exact(width).zip(self.by_outputs.chunks_exact_mut(width));
            for (row, (&place, (outputs, out))) in places.iter().zip(rows).enumerate() {
                let decision = &rollout.decisions[place as usize];
                let magnet = magnet.map(|_| {
                    self.anchor.fill(&self.anchors[row * width..][..width], &decision.legal);
                    &self.anchor
                });
                gradient(outputs, decision, settings, magnet, &mut self.policy, out, &mut sums);
            }
            self.space.backward(&self.learner, &self.by_outputs, &mut self.gradient);
            if let (Some(critic), Some(space), Some(gradient)) =
                (&self.learner.critic, &mut self.critic_space, &mut self.gradient.critic)
            {
                space.forward(critic, places.iter().map(|&place| rollout.insight(place as usize)), &mut self.outputs);
                self.by_outputs.clear();
                let errors = places.iter().zip(&self.outputs);
                let errors = errors.map(|(&place, value)| value - rollout.decisions[place as usize].target);
                self.by_outputs.extend(errors.map(|error| settings.share * settings.value * error));
                space.backward(critic, &self.by_outputs, gradient);
            }
        }
        self.gradient.flat.copy_data(&mut self.flat, self.gradient.flat.numel());
        (sums, &self.flat)
    }
}
