//! Self-play: games side by side, one decision of every lane a step.

use std::time::Instant;

use elderhand_agents::{Bot, BotError};
use elderhand_env::{Action, Buffers, VecEnv};
use rayon::prelude::*;

use crate::error::TrainError;
use crate::learning::bots::{Bots, Guest};
use crate::learning::pool::Held;
use crate::learning::privileged::PrivilegedEncoder;
use crate::learning::rollout::Rollout;
use crate::learning::times::{Times, timed};
use crate::learning::worker::{Deciding, Worker};

/// The lanes and what they show.
pub(crate) struct SelfPlay {
    env: Box<dyn VecEnv>,
    /// The lanes of a worker.
    block: usize,
    buffers: Buffers,
    actions: Vec<Action>,
    /// What writes the rows of the critic, and the observations of the other seats that it reads.
    encoder: Option<(PrivilegedEncoder, Vec<u64>)>,
    /// The seats that past policies hold in this rollout.
    pub held: Vec<Option<Held>>,
    /// Whose play is learnt, once for each worker; empty where the learner plays by itself.
    pub teachers: Vec<Bots>,
    /// The bots that hold seats once it does, and who they are once for each worker.
    pub guests: Vec<Option<Guest>>,
    opponents: Vec<Bots>,
}

impl SelfPlay {
    /// Starts every lane from a seed, so many for each worker; without an encoder there is no critic.
    pub fn new(mut env: Box<dyn VecEnv>, block: usize, encoder: Option<PrivilegedEncoder>, seed: u64) -> SelfPlay {
        let mut buffers = Buffers::new(env.spec(), env.lanes());
        env.reset(seed, &mut buffers.slices()).expect("the buffers are of this batch");
        let (actions, held) = (vec![Action::default(); env.lanes()], vec![None; env.lanes()]);
        let guests = vec![None; env.lanes()];
        let encoder = encoder.map(|encoder| {
            let rows = vec![0; env.lanes() * encoder.others() * env.spec().words()];
            (encoder, rows)
        });
        SelfPlay { env, block, buffers, actions, encoder, held, teachers: Vec::new(), guests, opponents: Vec::new() }
    }

    /// Lets a bot choose in every seat, for so many workers.
    pub fn teach(&mut self, bot: Bot, settings: usize, workers: usize) -> Result<(), BotError> {
        self.teachers = self.seat(&[bot], settings, workers)?;
        Ok(())
    }

    /// Lets bots hold the seats that guests hold, for so many workers.
    pub fn invite(
        &mut self,
        bots: &[Bot],
        guests: Vec<Option<Guest>>,
        settings: usize,
        workers: usize,
    ) -> Result<(), BotError> {
        self.opponents = self.seat(bots, settings, workers)?;
        self.guests = guests;
        Ok(())
    }

    fn seat(&self, bots: &[Bot], settings: usize, workers: usize) -> Result<Vec<Bots>, BotError> {
        (0..workers).map(|_| Bots::new(bots, &*self.env, settings)).collect()
    }

    /// Returns the lanes as text.
    pub fn save(&self) -> String {
        self.env.save()
    }

    /// Puts the lanes where a text of [`SelfPlay::save`] left them.
    pub fn load(&mut self, saved: &str) -> Result<(), elderhand_env::LoadError> {
        self.env.load(saved, &mut self.buffers.slices())
    }

    /// Decides once in every lane, writes the decisions into the rollout at a time, and plays them.
    ///
    /// `key` is the key of the random draws: (seed, step).
    pub fn step(
        &mut self,
        workers: &mut [Worker],
        rollout: &mut Rollout,
        time: usize,
        key: [u64; 2],
        times: &mut Times,
    ) -> Result<(), TrainError> {
        let (lanes, words, start) = (rollout.lanes, rollout.words, rollout.start(time));
        let (block, number) = (self.block, self.env.first_lane());
        let clock = Instant::now();
        if let Some((encoder, others)) = &mut self.encoder {
            self.env.others(others)?;
            let width = others.len() / lanes;
            let out = rollout.privileged[start * encoder.words()..].par_chunks_mut(encoder.words());
            let rows = self.buffers.observations.par_chunks(words).zip(others.par_chunks(width));
            out.zip(rows).with_min_len(block).for_each(|(out, (own, others))| encoder.write(own, others, out));
        }
        let (buffers, held, env) = (&self.buffers, &self.held, &*self.env);
        let taught = !self.teachers.is_empty();
        let guests: &[Option<Guest>] = if taught { &[] } else { &self.guests };
        let holder = |lane: usize, seat: usize| match taught {
            true => Some(0),
            false => guests[lane].filter(|guest| guest.own != seat).map(|guest| guest.bot),
        };
        let bots = if taught { &mut self.teachers } else { &mut self.opponents };
        let work = bots.par_iter_mut().zip(self.actions.par_chunks_mut(block)).with_max_len(1);
        work.enumerate()
            .try_for_each(|(place, (bots, actions))| bots.choose(env, buffers, place * block, key, actions, holder))?;
        (
            workers.par_iter_mut(),
            self.actions.par_chunks_mut(block),
            rollout.decisions[start..][..lanes].par_chunks_mut(block),
            rollout.observations[start * words..][..lanes * words].par_chunks_mut(block * words),
        )
            .into_par_iter()
            .with_max_len(1)
            .enumerate()
            .try_for_each(|(place, (worker, actions, decisions, observations))| {
                let first = place * block;
                observations.copy_from_slice(&buffers.observations[first * words..][..observations.len()]);
                let work = Deciding { first, number: number + first as u64, buffers, words, held, guests, key, taught };
                worker.decide(&work, actions, decisions)
            })?;
        times.deciding += clock.elapsed().as_secs_f64();
        timed(&mut times.games, || self.env.step(&self.actions, &mut self.buffers.slices()))?;
        rollout.take_outcomes(time, &self.buffers, |lane, seat| match guests.get(lane).copied().flatten() {
            Some(guest) => guest.own != seat,
            None => self.held[lane].is_some_and(|held| held.seat == seat),
        });
        Ok(())
    }
}
