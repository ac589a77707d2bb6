//! Many games side by side, each lane showing one decision.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rules::{Action, ActionSet, Encode, Game, Row, Spec, State, Stream, Turn, as_table};

/// Lanes are handed to threads in blocks of this many, enough to outweigh the handing over.
const BLOCK: usize = 128;

/// How the episode of a lane stands after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Done {
    /// It goes on.
    #[default]
    No,
    /// The rules ended it.
    Terminated,
    /// A cap ended it.
    Truncated,
}

/// What a batch writes, owned by the caller; every vector has one entry a lane unless it says otherwise.
///
/// `done`, `rewards` and `lengths` belong to the episode that the last step ended, while the row already shows the
/// first decision of the next one.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffers {
    /// Observation rows, [`Spec::words`] packed words a lane.
    pub observations: Vec<u64>,
    /// The legal actions.
    pub legal: Vec<ActionSet>,
    /// The seat to move.
    pub seats: Vec<u8>,
    /// Whether the last step ended an episode, and how.
    pub done: Vec<Done>,
    /// The returns of the episode that has just ended, [`Spec::seats`] a lane; 0 otherwise, and for absent seats.
    pub rewards: Vec<f32>,
    /// The number of decisions in the episode that has just ended; 0 otherwise.
    pub lengths: Vec<u32>,
}

impl Buffers {
    /// Makes buffers for a number of lanes of a variant.
    pub fn new(spec: &Spec, lanes: usize) -> Buffers {
        Buffers {
            observations: vec![0; lanes * spec.words()],
            legal: vec![ActionSet::EMPTY; lanes],
            seats: vec![0; lanes],
            done: vec![Done::No; lanes],
            rewards: vec![0.0; lanes * spec.seats],
            lengths: vec![0; lanes],
        }
    }
}

/// Actions that a batch does not take; no lane was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// The action is not legal in its lane.
    #[error("lane {lane}: action {} is not legal", .action.0)]
    Illegal {
        /// The lane.
        lane: usize,
        /// The action that was tried.
        action: Action,
    },
    /// There is not one action a lane.
    #[error("{found} actions were given for {lanes} lanes")]
    Count {
        /// The number of actions given.
        found: usize,
        /// The number of lanes.
        lanes: usize,
    },
    /// The batch was stepped before its first reset.
    #[error("the batch must be reset before its first step")]
    NotReset,
}

/// A saved batch that does not fit this one.
#[derive(Debug, thiserror::Error)]
#[error("the saved lanes do not fit: {0}")]
pub struct LoadError(String);

/// Many games of one variant behind one interface that does not name the game's type.
pub trait VecEnv: Send {
    /// The variant; of games that differ it has the most seats, the widest bounds and the longest episode.
    fn spec(&self) -> &Spec;
    /// The number of lanes.
    fn lanes(&self) -> usize;
    /// The number of seats in a lane.
    fn seats(&self, lane: usize) -> usize;
    /// Starts every lane anew: what happens after depends on the seed and the actions alone.
    fn reset(&mut self, seed: u64, out: &mut Buffers);
    /// Plays one action in each lane and writes the next decisions; allocates nothing when it runs on one thread.
    ///
    /// # Errors
    ///
    /// Fails if an action is illegal or their number is wrong; no lane is changed then.
    fn step(&mut self, actions: &[Action], out: &mut Buffers) -> Result<(), StepError>;
    /// Writes what the seats see that are not to move: for each lane the observation rows of those that follow the seat
    /// to move, in their order, [`Spec::words`] words each; of absent seats the rows are 0. A trainer may look at what
    /// is hidden, a player must not.
    ///
    /// # Panics
    ///
    /// Panics if there is not room for one row less than [`Spec::seats`] in every lane.
    fn others(&self, out: &mut [u64]);
    /// Writes the position of every lane as JSON.
    fn save(&self) -> String;
    /// Takes up what [`VecEnv::save`] wrote and shows it.
    ///
    /// # Errors
    ///
    /// Fails if the text is not of this variant, these options and this number of lanes; the batch is unchanged then.
    fn load(&mut self, saved: &str, out: &mut Buffers) -> Result<(), LoadError>;
}

/// Lanes of one game, or of several in turn; blocks of them are stepped on the threads of the current rayon pool.
///
/// The random stream of a lane depends on (seed, lane, episode) only, so results never depend on the threads.
#[derive(Clone, Debug)]
pub struct Batch<G: Game> {
    /// Lane `i` plays game `i % games.len()`.
    games: Vec<G>,
    /// What the games have in common, and the greater of what they have not.
    spec: Spec,
    lanes: Vec<Lane<G::State>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
struct Lane<S: State> {
    seed: u64,
    number: u64,
    episode: u64,
    length: u32,
    stream: Stream,
    state: S,
    #[serde(skip)]
    legal: ActionSet,
    #[serde(skip)]
    chosen: Action,
}

/// One lane's share of the buffers.
struct Slot<'a> {
    row: &'a mut [u64],
    legal: &'a mut ActionSet,
    seat: &'a mut u8,
    done: &'a mut Done,
    rewards: &'a mut [f32],
    length: &'a mut u32,
}

impl Slot<'_> {
    #[inline]
    fn clear(&mut self) {
        *self.done = Done::No;
        *self.length = 0;
        self.rewards.fill(0.0);
    }
}

impl<S: State> Lane<S> {
    #[inline]
    fn begin<G: Game<State = S>>(&mut self, game: &G) {
        self.length = 0;
        self.stream = Stream::keyed([self.seed, self.number, self.episode]);
        self.state = game.start();
        self.state.settle(&mut self.stream);
    }

    #[inline]
    fn step<G: Game<State = S>>(&mut self, game: &G, slot: &mut Slot<'_>) {
        self.state.apply(self.chosen);
        self.state.settle(&mut self.stream);
        self.length += 1;
        slot.clear();
        if let Turn::Over { truncated } = self.state.turn() {
            *slot.done = if truncated { Done::Truncated } else { Done::Terminated };
            *slot.length = self.length;
            for (seat, reward) in slot.rewards.iter_mut().enumerate().take(game.spec().seats) {
                *reward = self.state.returns(seat);
            }
            self.episode += 1;
            self.begin(game);
        }
        self.show(slot);
    }

    #[inline]
    fn show(&mut self, slot: &mut Slot<'_>) {
        let Turn::Seat(seat) = self.state.turn() else { unreachable!("every episode has a decision") };
        let mut row = Row::new(slot.row);
        self.legal = self.state.view(seat).observe(&mut row);
        row.finish();
        *slot.legal = self.legal;
        *slot.seat = seat as u8;
    }
}

impl<G: Game> Batch<G> {
    /// Makes a batch; it must be reset before its first step.
    pub fn new(game: G, lanes: usize) -> Batch<G> {
        Batch::mixed(vec![game], lanes)
    }

    /// Makes a batch whose lanes play several games in turn: lane `i` plays game `i % games.len()`.
    ///
    /// # Panics
    ///
    /// Panics if there is no game, or if one has another action table or observation layout than the first; those that
    /// [`vary`](crate::vary) makes have the same.
    pub fn mixed(games: Vec<G>, lanes: usize) -> Batch<G> {
        let mut spec = games.first().expect("a batch plays at least one game").spec().clone();
        for other in games.iter().map(G::spec) {
            assert!(other.actions == spec.actions && other.planes == spec.planes, "the games of a batch look alike");
            spec.seats = spec.seats.max(other.seats);
            spec.returns = (spec.returns.0.min(other.returns.0), spec.returns.1.max(other.returns.1));
            spec.max_length = spec.max_length.max(other.max_length);
            spec.zero_sum &= other.zero_sum;
        }
        let lane = |(number, game): (usize, &G)| Lane {
            seed: 0,
            number: number as u64,
            episode: 0,
            length: 0,
            stream: Stream::new(0),
            state: game.start(),
            legal: ActionSet::EMPTY,
            chosen: Action::default(),
        };
        Batch { lanes: games.iter().cycle().take(lanes).enumerate().map(lane).collect(), spec, games }
    }

    /// Does something with every lane and its share of the buffers, on as many threads as there are.
    fn each(&mut self, out: &mut Buffers, work: impl Fn(&G, &mut Lane<G::State>, Slot<'_>) + Sync) {
        let (games, words, seats) = (&self.games, self.spec.words(), self.spec.seats);
        if self.lanes.len() <= BLOCK || rayon::current_num_threads() == 1 {
            for (i, (lane, game)) in self.lanes.iter_mut().zip(games.iter().cycle()).enumerate() {
                let slot = Slot {
                    row: &mut out.observations[i * words..(i + 1) * words],
                    legal: &mut out.legal[i],
                    seat: &mut out.seats[i],
                    done: &mut out.done[i],
                    rewards: &mut out.rewards[i * seats..(i + 1) * seats],
                    length: &mut out.lengths[i],
                };
                work(game, lane, slot);
            }
            return;
        }
        (
            self.lanes.par_iter_mut(),
            out.observations.par_chunks_mut(words),
            out.legal.par_iter_mut(),
            out.seats.par_iter_mut(),
            out.done.par_iter_mut(),
            out.rewards.par_chunks_mut(seats),
            out.lengths.par_iter_mut(),
        )
            .into_par_iter()
            .with_min_len(BLOCK)
            .enumerate()
            .for_each(|(i, (lane, row, legal, seat, done, rewards, length))| {
                work(&games[i % games.len()], lane, Slot { row, legal, seat, done, rewards, length });
            });
    }
}

impl<G: Game> VecEnv for Batch<G> {
    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn lanes(&self) -> usize {
        self.lanes.len()
    }

    fn seats(&self, lane: usize) -> usize {
        self.games[lane % self.games.len()].spec().seats
    }

    fn reset(&mut self, seed: u64, out: &mut Buffers) {
        self.each(out, |game, lane, mut slot| {
            lane.seed = seed;
            lane.episode = 0;
            lane.begin(game);
            slot.clear();
            lane.show(&mut slot);
        });
    }

    fn step(&mut self, actions: &[Action], out: &mut Buffers) -> Result<(), StepError> {
        if actions.len() != self.lanes.len() {
            return Err(StepError::Count { found: actions.len(), lanes: self.lanes.len() });
        }
        for (number, (lane, &action)) in self.lanes.iter_mut().zip(actions).enumerate() {
            if !lane.legal.contains(action) {
                return Err(match lane.legal.is_empty() {
                    true => StepError::NotReset,
                    false => StepError::Illegal { lane: number, action },
                });
            }
            lane.chosen = action;
        }
        self.each(out, |game, lane, mut slot| lane.step(game, &mut slot));
        Ok(())
    }

    fn others(&self, out: &mut [u64]) {
        let (words, most) = (self.spec.words(), self.spec.seats - 1);
        assert_eq!(out.len(), self.lanes.len() * most * words, "one row less than seats in every lane");
        if most == 0 {
            return;
        }
        let lanes = self.lanes.par_iter().zip(out.par_chunks_mut(most * words)).with_min_len(BLOCK).enumerate();
        lanes.for_each(|(number, (lane, rows))| {
            let Turn::Seat(seat) = lane.state.turn() else { unreachable!("every lane shows a decision") };
            let seats = self.seats(number);
            rows.fill(0);
            for (other, row) in (1..seats).zip(rows.chunks_exact_mut(words)) {
                lane.state.view((seat + other) % seats).encode(&mut Row::new(row));
            }
        });
    }

    fn save(&self) -> String {
        serde_json::to_string(&self.lanes).expect("a lane is plain data")
    }

    fn load(&mut self, saved: &str, out: &mut Buffers) -> Result<(), LoadError> {
        let lanes: Vec<Lane<G::State>> = serde_json::from_str(saved).map_err(|error| LoadError(error.to_string()))?;
        if lanes.len() != self.lanes.len() {
            return Err(LoadError(format!("{} lanes were saved, {} are wanted", lanes.len(), self.lanes.len())));
        }
        let options: Vec<Value> = self.games.iter().map(|game| as_table(game.options()).into()).collect();
        for (number, (lane, options)) in lanes.iter().zip(options.iter().cycle()).enumerate() {
            let Turn::Seat(seat) = lane.state.turn() else {
                return Err(LoadError(format!("lane {number} shows no decision")));
            };
            // A view carries the options of its game, if it has any.
            let view = serde_json::to_value(lane.state.view(seat)).unwrap_or_default();
            if view.get("options").is_some_and(|found| found != options) {
                return Err(LoadError(format!("lane {number} is of a game with other options")));
            }
        }
        self.lanes = lanes;
        self.each(out, |_, lane, mut slot| {
            slot.clear();
            lane.show(&mut slot);
        });
        Ok(())
    }
}
