//! Self-play: games side by side, one decision of every lane a step.

use std::time::Instant;

use elderhand_agents::{Bot, BotError};
use elderhand_env::{Action, Buffers, LoadError, StepError, VecEnv};
use rayon::prelude::*;
use serde_json::value::RawValue;

use crate::error::TrainError;
use crate::learning::bots::{Bots, Guest};
use crate::learning::engine::Engine;
use crate::learning::pool::Held;
use crate::learning::privileged::PrivilegedEncoder;
use crate::learning::rollout::Rollout;
use crate::learning::times::{Times, timed};
use crate::learning::worker::Deciding;

/// The lanes: in one part or, where a device decides, in two, of which one is stepped while it decides for the other.
pub(crate) struct SelfPlay {
    parts: Vec<Part>,
    /// What writes the rows of the critic.
    encoder: Option<PrivilegedEncoder>,
    pub others: Others,
}

/// Lanes that are stepped together, and what they show.
struct Part {
    env: Box<dyn VecEnv>,
    /// The place of the first of them.
    first: usize,
    buffers: Buffers,
    actions: Vec<Action>,
    /// The observations of the other seats, which the critic reads.
    others: Vec<u64>,
}

/// Who holds seats beside the learner.
pub(crate) struct Others {
    /// The lanes of a worker.
    block: usize,
    /// The seats that past policies hold in this rollout.
    pub held: Vec<Option<Held>>,
    /// Whose play is learnt, once for each worker; empty where the learner plays by itself.
    pub teachers: Vec<Bots>,
    /// The bots that hold seats once it does, and who they are once for each worker.
    pub guests: Vec<Option<Guest>>,
    opponents: Vec<Bots>,
}

/// What decides, and where it is written down.
struct Desk<'a> {
    engine: &'a mut Engine,
    rollout: &'a mut Rollout,
    encoder: Option<&'a PrivilegedEncoder>,
    others: &'a mut Others,
}

impl SelfPlay {
    /// Starts every lane from a seed, so many for each worker; without an encoder there is no critic.
    pub fn new(envs: Vec<Box<dyn VecEnv>>, block: usize, encoder: Option<PrivilegedEncoder>, seed: u64) -> SelfPlay {
        let mut lanes = 0;
        let part = |mut env: Box<dyn VecEnv>| {
            let (count, first) = (env.lanes(), lanes);
            lanes += count;
            let mut buffers = Buffers::new(env.spec(), count);
            env.reset(seed, &mut buffers.slices()).expect("the buffers are of this batch");
            let width = encoder.as_ref().map_or(0, |encoder| encoder.others() * env.spec().words());
            Part { env, first, buffers, actions: vec![Action::default(); count], others: vec![0; count * width] }
        };
        let parts = envs.into_iter().map(part).collect();
        let (held, guests) = (vec![None; lanes], vec![None; lanes]);
        let others = Others { block, held, teachers: Vec::new(), guests, opponents: Vec::new() };
        SelfPlay { parts, encoder, others }
    }

    /// Lets a bot choose in every seat, for so many workers.
    pub fn teach(&mut self, bot: Bot, settings: usize, workers: usize) -> Result<(), BotError> {
        self.others.teachers = self.seat(&[bot], settings, workers)?;
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
        self.others.opponents = self.seat(bots, settings, workers)?;
        self.others.guests = guests;
        Ok(())
    }

    fn seat(&self, bots: &[Bot], settings: usize, workers: usize) -> Result<Vec<Bots>, BotError> {
        (0..workers).map(|_| Bots::new(bots, &*self.parts[0].env, settings)).collect()
    }

    /// Returns the lanes as text.
    pub fn save(&self) -> String {
        joined(self.parts.iter().map(|part| part.env.save()))
    }

    /// Puts the lanes where a text of [`SelfPlay::save`] left them.
    pub fn load(&mut self, saved: &str) -> Result<(), LoadError> {
        let lanes: Vec<&RawValue> = serde_json::from_str(saved).unwrap_or_default();
        if self.parts.len() == 1 || lanes.len() != self.others.held.len() {
            let Part { env, buffers, .. } = &mut self.parts[0];
            return env.load(saved, &mut buffers.slices());
        }
        self.parts.iter_mut().try_for_each(|Part { env, first, buffers, .. }| {
            let own = lanes[*first..][..env.lanes()].iter().map(|lane| lane.get().to_owned());
            env.load(&joined(own), &mut buffers.slices())
        })
    }

    /// Plays a rollout: decides in every lane, writes the decisions down, and plays them, time after time.
    ///
    /// `key` is the key of the random draws of the first time: (seed, step). `tick` is called after each time.
    pub fn play(
        &mut self,
        engine: &mut Engine,
        rollout: &mut Rollout,
        key: [u64; 2],
        times: &mut Times,
        tick: &mut dyn FnMut(),
    ) -> Result<(), TrainError> {
        let SelfPlay { parts, encoder, others } = self;
        let mut desk = Desk { engine, rollout, encoder: encoder.as_ref(), others };
        let mut last: Option<(usize, usize)> = None;
        for time in 0..desk.rollout.horizon() {
            let key = [key[0], key[1] + time as u64];
            for number in 0..parts.len() {
                let before = last.replace((number, time));
                match before {
                    Some((other, at)) if other != number => {
                        let [part, other] = parts.get_disjoint_mut([number, other]).expect("they are two of the parts");
                        let (start, mut deciding) = (Instant::now(), 0.0);
                        let (decided, stepped) =
                            rayon::join(|| timed(&mut deciding, || desk.decide(part, time, key)), || other.step());
                        times.deciding += deciding;
                        // What is not hidden behind that.
                        times.games += start.elapsed().as_secs_f64() - deciding;
                        decided?;
                        stepped?;
                        desk.take_outcomes(other, at);
                        continue;
                    }
                    Some((same, at)) => {
                        timed(&mut times.games, || parts[same].step())?;
                        desk.take_outcomes(&parts[same], at);
                    }
                    None => {}
                }
                timed(&mut times.deciding, || desk.decide(&mut parts[number], time, key))?;
            }
            tick();
        }
        if let Some((number, at)) = last {
            timed(&mut times.games, || parts[number].step())?;
            desk.take_outcomes(&parts[number], at);
        }
        Ok(())
    }
}

impl Part {
    fn step(&mut self) -> Result<(), StepError> {
        self.env.step(&self.actions, &mut self.buffers.slices())
    }
}

impl Desk<'_> {
    /// Decides once in every lane of a part, and writes the decisions into the rollout at a time.
    fn decide(&mut self, part: &mut Part, time: usize, key: [u64; 2]) -> Result<(), TrainError> {
        let Part { env, first, buffers, actions, others } = part;
        let (lanes, words) = (env.lanes(), self.rollout.words);
        let start = self.rollout.start(time) + *first;
        let Others { block, held, teachers, guests, opponents } = &mut *self.others;
        let (block, held) = (*block, &held[*first..][..lanes]);
        if let Some(encoder) = self.encoder {
            env.others(others)?;
            let width = others.len() / lanes;
            let out = self.rollout.privileged[start * encoder.words()..].par_chunks_mut(encoder.words());
            let rows = buffers.observations.par_chunks(words).zip(others.par_chunks(width));
            out.zip(rows).with_min_len(block).for_each(|(out, (own, others))| encoder.write(own, others, out));
        }
        let taught = !teachers.is_empty();
        let guests: &[Option<Guest>] = if taught { &[] } else { &guests[*first..][..lanes] };
        let holder = |lane: usize, seat: usize| match taught {
            true => Some(0),
            false => guests[lane].filter(|guest| guest.own != seat).map(|guest| guest.bot),
        };
        let bots = if taught { teachers } else { opponents };
        let (env, buffers) = (&**env, &*buffers);
        let work = bots.par_iter_mut().zip(actions.par_chunks_mut(block)).with_max_len(1);
        work.enumerate()
            .try_for_each(|(place, (bots, actions))| bots.choose(env, buffers, place * block, key, actions, holder))?;
        let observations = self.rollout.observations[start * words..][..lanes * words].par_chunks_mut(block * words);
        let rows = buffers.observations.par_chunks(block * words);
        observations.zip(rows).for_each(|(out, rows)| out.copy_from_slice(rows));
        let work = Deciding { first: 0, number: env.first_lane(), buffers, words, held, guests, key, taught };
        self.engine.decide(&work, block, actions, &mut self.rollout.decisions[start..][..lanes])
    }

    /// Writes down what the step of a part at a time brought.
    fn take_outcomes(&mut self, part: &Part, time: usize) {
        let Others { held, teachers, guests, .. } = &*self.others;
        let guests: &[Option<Guest>] = if teachers.is_empty() { guests } else { &[] };
        self.rollout.take_outcomes(time, part.first, &part.buffers, |lane, seat, whole| {
            match guests.get(lane).copied().flatten() {
                Some(guest) => guest.own != seat,
                // Past policies change their seats with each rollout: who held one before is not told.
                None => whole && held[lane].is_some_and(|held| held.seat == seat),
            }
        });
    }
}

/// Returns the lanes of several texts as one text.
pub(crate) fn joined(texts: impl Iterator<Item = String>) -> String {
    let lanes: Vec<String> = texts.map(|text| text.trim_matches(['[', ']']).to_owned()).collect();
    format!("[{}]", lanes.join(","))
}
