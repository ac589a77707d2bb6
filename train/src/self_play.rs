//! Self-play: games side by side, one decision of every lane a step.

use std::time::Instant;

use elderhand_env::{Action, Buffers, VecEnv};
use rayon::prelude::*;

use crate::TrainError;
use crate::insight::Insight;
use crate::rollout::Rollout;
use crate::times::{Times, timed};
use crate::worker::{Deciding, Held, Worker};

/// The lanes and what they show.
pub(crate) struct SelfPlay {
    env: Box<dyn VecEnv>,
    buffers: Buffers,
    actions: Vec<Action>,
    /// What the critic sees, and the rows of the other seats that it needs for that.
    insight: Option<(Insight, Vec<u64>)>,
    /// The seats that past policies hold in this rollout.
    pub held: Vec<Option<Held>>,
}

impl SelfPlay {
    /// Starts every lane from a seed.
    pub fn new(mut env: Box<dyn VecEnv>, insight: Option<Insight>, seed: u64) -> SelfPlay {
        let mut buffers = Buffers::new(env.spec(), env.lanes());
        env.reset(seed, &mut buffers.slices()).expect("the buffers are of this batch");
        let (actions, held) = (vec![Action::default(); env.lanes()], vec![None; env.lanes()]);
        let insight = insight.map(|insight| {
            let rows = vec![0; env.lanes() * insight.others() * env.spec().words()];
            (insight, rows)
        });
        SelfPlay { env, buffers, actions, insight, held }
    }

    /// The lanes as text.
    pub fn save(&self) -> String {
        self.env.save()
    }

    /// Takes up saved lanes.
    pub fn load(&mut self, saved: &str) -> Result<(), elderhand_env::LoadError> {
        self.env.load(saved, &mut self.buffers.slices())
    }

    /// Decides once in every lane, keeps the decisions as those of a time, and plays them; `key` is of the draws.
    pub fn step(
        &mut self,
        workers: &mut [Worker],
        rollout: &mut Rollout,
        time: usize,
        key: [u64; 2],
        times: &mut Times,
    ) -> Result<(), TrainError> {
        let (lanes, words) = (rollout.lanes, rollout.words);
        let share = lanes.div_ceil(workers.len());
        let start = Instant::now();
        if let Some((insight, others)) = &mut self.insight {
            self.env.others(others)?;
            let width = others.len() / lanes;
            let insights = rollout.insights[time * lanes * insight.words()..].par_chunks_mut(insight.words());
            let rows = self.buffers.observations.par_chunks(words).zip(others.par_chunks(width));
            insights.zip(rows).with_min_len(share).for_each(|(out, (own, others))| insight.write(own, others, out));
        }
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
        times.deciding += start.elapsed().as_secs_f64();
        timed(&mut times.games, || self.env.step(&self.actions, &mut self.buffers.slices()))?;
        rollout.outcome(time, &self.buffers, |lane| self.held[lane].map(|held| held.seat));
        Ok(())
    }
}
