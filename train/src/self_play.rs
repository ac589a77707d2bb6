//! Self-play: games side by side, one decision of every lane a step.

use elderhand_env::{Action, Buffers, VecEnv};
use rayon::prelude::*;

use crate::TrainError;
use crate::rollout::Rollout;
use crate::worker::{Deciding, Held, Worker};

/// The lanes and what they show.
pub(crate) struct SelfPlay {
    env: Box<dyn VecEnv>,
    buffers: Buffers,
    actions: Vec<Action>,
    /// The seats that past policies hold in this rollout.
    pub held: Vec<Option<Held>>,
}

impl SelfPlay {
    /// Starts every lane from a seed.
    pub fn new(mut env: Box<dyn VecEnv>, seed: u64) -> SelfPlay {
        let mut buffers = Buffers::new(env.spec(), env.lanes());
        env.reset(seed, &mut buffers);
        let (actions, held) = (vec![Action::default(); env.lanes()], vec![None; env.lanes()]);
        SelfPlay { env, buffers, actions, held }
    }

    /// The lanes as text.
    pub fn save(&self) -> String {
        self.env.save()
    }

    /// Takes up saved lanes.
    pub fn load(&mut self, saved: &str) -> Result<(), elderhand_env::LoadError> {
        self.env.load(saved, &mut self.buffers)
    }

    /// Decides once in every lane, keeps the decisions as those of a time, and plays them; `key` is of the draws.
    pub fn step(
        &mut self,
        workers: &mut [Worker],
        rollout: &mut Rollout,
        time: usize,
        key: [u64; 2],
    ) -> Result<(), TrainError> {
        let (lanes, words) = (rollout.lanes, rollout.words);
        let share = lanes.div_ceil(workers.len());
        let (buffers, held) = (&self.buffers, &self.held);
        (
            workers.par_iter_mut(),
            self.actions.par_chunks_mut(share),
            rollout.decisions[time * lanes..][..lanes].par_chunks_mut(share),
            rollout.observations[time * lanes * words..][..lanes * words].par_chunks_mut(share * words),
        )
            .into_par_iter()
            .with_max_len(1)
            .enumerate()
            .try_for_each(|(number, (worker, actions, decisions, observations))| {
                let first = number * share;
                observations.copy_from_slice(&buffers.observations[first * words..][..observations.len()]);
                worker.decide(&Deciding { first, buffers, words, held, key }, actions, decisions)
            })?;
        self.env.step(&self.actions, &mut self.buffers)?;
        rollout.outcome(time, &self.buffers, |lane| self.held[lane].map(|held| held.seat));
        Ok(())
    }
}
