//! What reckons the network: the threads of the processor, each with rows of its own, or a device that takes all at once.

use elderhand_env::Action;
use rayon::prelude::*;
use tch::Device;

use crate::error::TrainError;
use crate::learning::device::Accelerator;
use crate::learning::network::mlp::Network;
use crate::learning::network::parameters::ParameterMap;
use crate::learning::rollout::{Decision, Role, Rollout};
use crate::learning::worker::{Deciding, Worker};

/// What reckons the network.
pub(crate) enum Engine {
    /// One worker a thread.
    Threads(Vec<Worker>),
    /// A device.
    Device(Box<Accelerator>),
}

impl Engine {
    /// Makes so many workers, or what works on a device if there is one, for the networks of a learner and its magnet.
    pub fn new(
        map: &ParameterMap,
        learner: &Network,
        magnet: Option<&Network>,
        workers: usize,
        device: Option<Device>,
    ) -> Engine {
        match device {
            None => Engine::Threads((0..workers).map(|_| Worker::new(map, learner, magnet)).collect()),
            Some(device) => Engine::Device(Box::new(Accelerator::new(map, learner, magnet, device))),
        }
    }

    /// Sets the past policies that play in the next rollout.
    pub fn set_past(&mut self, past: &[Network]) {
        let handles = || past.iter().map(Network::handle).collect();
        match self {
            Engine::Threads(workers) => workers.iter_mut().for_each(|worker| worker.set_past(handles())),
            Engine::Device(accelerator) => accelerator.set_past(handles()),
        }
    }

    /// Decides once in every lane, of which each worker has a block.
    pub fn decide(
        &mut self,
        work: &Deciding<'_>,
        block: usize,
        actions: &mut [Action],
        decisions: &mut [Decision],
    ) -> Result<(), TrainError> {
        match self {
            Engine::Threads(workers) => {
                let parts = (workers.par_iter_mut(), actions.par_chunks_mut(block), decisions.par_chunks_mut(block));
                parts.into_par_iter().with_max_len(1).enumerate().try_for_each(
                    |(place, (worker, actions, decisions))| {
                        worker.decide(&work.from(place * block), actions, decisions)
                    },
                )
            }
            Engine::Device(accelerator) => accelerator.decide(work, actions, decisions),
        }
    }

    /// Lets the critic, if there is one, estimate the values of a rollout's decisions.
    pub fn apply_critic(&mut self, rollout: &mut Rollout, block: usize) -> Result<(), TrainError> {
        if rollout.privileged_words == 0 {
            return Ok(());
        }
        let blocks = rollout.blocks(block, |role| role != Role::None);
        let estimates: Vec<Vec<[f32; 2]>> = match self {
            Engine::Threads(workers) => {
                let work = workers.par_iter_mut().zip(&blocks).with_max_len(1);
                work.map(|(worker, block)| worker.apply_critic(rollout, block)).collect::<Result<_, _>>()?
            }
            Engine::Device(accelerator) => {
                blocks.iter().map(|block| accelerator.apply_critic(rollout, block)).collect::<Result<_, _>>()?
            }
        };
        for (&index, [value, of_action]) in blocks.iter().flatten().zip(estimates.into_iter().flatten()) {
            let decision = &mut rollout.decisions[index as usize];
            (decision.value, decision.action_value) = (value, of_action);
        }
        Ok(())
    }
}
