//! What a batch writes, and who owns it.

use crate::rules::{ActionSet, Spec};

/// How the episode of a lane stands after a step: a byte of [`BufferSlices::ends`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Done {
    /// It goes on: 0.
    #[default]
    No = 0,
    /// The rules ended it: 1.
    Terminated = 1,
    /// A cap ended it: 2.
    Truncated = 2,
}

impl Done {
    /// Returns what a byte of [`BufferSlices::ends`] means; `None` above 2.
    #[inline]
    pub const fn from_byte(byte: u8) -> Option<Done> {
        match byte {
            0 => Some(Done::No),
            1 => Some(Done::Terminated),
            2 => Some(Done::Truncated),
            _ => None,
        }
    }

    /// Returns the byte of [`BufferSlices::ends`] that means this.
    #[inline]
    pub const fn byte(self) -> u8 {
        self as u8
    }
}

/// A slice whose length is not that of its batch; nothing was written or changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` has {found} elements: this batch needs {needed}")]
#[non_exhaustive]
pub struct SliceError {
    /// The name of the slice.
    pub name: &'static str,
    /// The number of its elements.
    pub found: usize,
    /// The number of elements that it must have.
    pub needed: usize,
}

impl SliceError {
    /// Refuses a slice of another length.
    #[inline]
    pub(super) fn check(name: &'static str, found: usize, needed: usize) -> Result<(), SliceError> {
        if found == needed { Ok(()) } else { Err(SliceError { name, found, needed }) }
    }
}

/// What a batch writes, in memory that the caller owns: plain numbers, lane after lane without gaps.
///
/// [`Buffers`] owns such slices and lends them. Who has memory of another kind, such as arrays of Python or of C, begins
/// with the default, whose slices are empty, and puts its own in their places; each call checks all lengths once.
///
/// Observations, masks and seats show the decision that comes next. Ends, rewards, lengths and what is settled tell of
/// the step that was played: after a [reset](crate::VecEnv::reset) they are 0. See [`Autoreset`](crate::Autoreset) for
/// what a lane shows when its episode has ended.
///
/// Words hold bits from the least significant one: bit `i % 64` of word `i / 64` is bit `i`. Where words are stored
/// with their lowest byte first, that is numpy's `unpackbits(row.view(uint8), bitorder="little")`, and
/// [`unpack`](crate::unpack) does the same.
///
/// # Examples
///
/// ```
/// use elderhand_env::{ActionSet, BufferSlices, Overrides, vec_env};
///
/// let mut env = vec_env("kuhn", &Overrides::new(), 2)?;
/// let (mut observations, mut masks) = ([0u64; 2], [0u64; 2 * ActionSet::WORDS]);
/// let (mut bytes, mut rewards, mut lengths) = ([[0u8; 2]; 2], [0f32; 4], [0u32; 2]);
/// let mut settled = [0u8; 4];
/// let [seats, ends] = &mut bytes;
/// let mut out = BufferSlices::default();
/// out.observations = &mut observations;
/// out.masks = &mut masks;
/// out.seats = seats;
/// out.ends = ends;
/// out.rewards = &mut rewards;
/// out.lengths = &mut lengths;
/// let error = env.reset(1, &mut out).expect_err("a slice is missing");
/// assert_eq!(error.to_string(), "`settled` has 0 elements: this batch needs 4");
/// out.settled = &mut settled;
/// env.reset(1, &mut out).expect("every slice has its length");
/// assert_eq!(masks[0], 0b11);
/// # Ok::<(), elderhand_env::GameError>(())
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct BufferSlices<'a> {
    /// Packed observations of the seats to move: [`Spec::words`] words a lane, of which the bits from [`Spec::bits`] on
    /// are 0.
    pub observations: &'a mut [u64],
    /// The legal actions of the seats to move: [`ActionSet::WORDS`] words a lane, as in [`ActionSet::words`].
    pub masks: &'a mut [u64],
    /// The seats to move: one number a lane, below the number of [seats](crate::VecEnv::seats) of the lane.
    pub seats: &'a mut [u8],
    /// Whether the step ended an episode: one byte a lane, as [`Done`] says them: 0 no, 1 terminated, 2 truncated.
    pub ends: &'a mut [u8],
    /// Returns in points, within [`Spec::returns`]: [`Spec::seats`] numbers a lane.
    ///
    /// In the step that ends an episode those of all its seats; before, a seat's alone in the step in which its place in
    /// `settled` is 1. Otherwise, and for absent seats, 0. So the returns of an episode are its last rewards, not their sum.
    pub rewards: &'a mut [f32],
    /// The number of decisions of the episode that the step ended: one number a lane, 0 where none ended. A position
    /// that was given begins with 0.
    pub lengths: &'a mut [u32],
    /// Whose return became certain by the step: [`Spec::seats`] bytes a lane, 0 or 1.
    ///
    /// Each seat is told once an episode, with its return in `rewards`: when [`State::settled`](crate::State::settled)
    /// first says it, at the end at the latest. What is certain before the first decision is told by the first step.
    pub settled: &'a mut [u8],
    /// If given, what the seats saw at the end, packed: [`Spec::words`] words a seat, [`Spec::seats`] seats a lane, from
    /// seat 0.
    ///
    /// Written for the lanes whose place in `ends` is not 0, with 0 for absent seats; what it has of the others stays.
    pub final_observations: Option<&'a mut [u64]>,
}

/// How much of each slice belongs to a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub words: usize,
    pub seats: usize,
}

impl Shape {
    pub fn of(spec: &Spec) -> Shape {
        Shape { words: spec.words(), seats: spec.seats }
    }
}

/// One lane's share of the slices.
#[derive(Debug)]
pub(super) struct Slot<'a> {
    pub row: &'a mut [u64],
    pub mask: &'a mut [u64; ActionSet::WORDS],
    pub seat: &'a mut u8,
    pub end: &'a mut u8,
    pub rewards: &'a mut [f32],
    pub length: &'a mut u32,
    pub settled: &'a mut [u8],
    pub finals: Option<&'a mut [u64]>,
}

impl BufferSlices<'_> {
    /// Refuses slices that are not those of so many lanes.
    pub(super) fn check(&self, Shape { words, seats }: Shape, lanes: usize) -> Result<(), SliceError> {
        SliceError::check("observations", self.observations.len(), lanes * words)?;
        SliceError::check("masks", self.masks.len(), lanes * ActionSet::WORDS)?;
        SliceError::check("seats", self.seats.len(), lanes)?;
        SliceError::check("ends", self.ends.len(), lanes)?;
        SliceError::check("rewards", self.rewards.len(), lanes * seats)?;
        SliceError::check("lengths", self.lengths.len(), lanes)?;
        SliceError::check("settled", self.settled.len(), lanes * seats)?;
        match &self.final_observations {
            Some(finals) => SliceError::check("final_observations", finals.len(), lanes * seats * words),
            None => Ok(()),
        }
    }

    /// The same slices, for a shorter time.
    pub(super) fn lend(&mut self) -> BufferSlices<'_> {
        BufferSlices {
            observations: self.observations,
            masks: self.masks,
            seats: self.seats,
            ends: self.ends,
            rewards: self.rewards,
            lengths: self.lengths,
            settled: self.settled,
            final_observations: self.final_observations.as_deref_mut(),
        }
    }

    /// Writes that nothing has happened.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.ends.fill(Done::No.byte());
        self.rewards.fill(0.0);
        self.lengths.fill(0);
        self.settled.fill(0);
    }

    /// The share of a lane.
    #[inline(always)]
    pub(super) fn slot(&mut self, Shape { words, seats }: Shape, lane: usize) -> Slot<'_> {
        Slot {
            row: &mut self.observations[lane * words..][..words],
            mask: &mut self.masks.as_chunks_mut().0[lane],
            seat: &mut self.seats[lane],
            end: &mut self.ends[lane],
            rewards: &mut self.rewards[lane * seats..][..seats],
            length: &mut self.lengths[lane],
            settled: &mut self.settled[lane * seats..][..seats],
            finals: self
                .final_observations
                .as_deref_mut()
                .map(|rows| &mut rows[lane * seats * words..][..seats * words]),
        }
    }
}

impl<'a> BufferSlices<'a> {
    /// Cuts off the shares of the first lanes.
    pub(super) fn split(self, Shape { words, seats }: Shape, lanes: usize) -> (BufferSlices<'a>, BufferSlices<'a>) {
        let observations = self.observations.split_at_mut(lanes * words);
        let masks = self.masks.split_at_mut(lanes * ActionSet::WORDS);
        let turns = self.seats.split_at_mut(lanes);
        let ends = self.ends.split_at_mut(lanes);
        let rewards = self.rewards.split_at_mut(lanes * seats);
        let lengths = self.lengths.split_at_mut(lanes);
        let settled = self.settled.split_at_mut(lanes * seats);
        let finals = self.final_observations.map(|rows| rows.split_at_mut(lanes * seats * words)).unzip();
        let first = BufferSlices {
            observations: observations.0,
            masks: masks.0,
            seats: turns.0,
            ends: ends.0,
            rewards: rewards.0,
            lengths: lengths.0,
            settled: settled.0,
            final_observations: finals.0,
        };
        let rest = BufferSlices {
            observations: observations.1,
            masks: masks.1,
            seats: turns.1,
            ends: ends.1,
            rewards: rewards.1,
            lengths: lengths.1,
            settled: settled.1,
            final_observations: finals.1,
        };
        (first, rest)
    }
}

/// Vectors for all that a batch writes, and the same in the types of this crate.
///
/// The fields are those of [`BufferSlices`]; a batch refuses them if their lengths are changed.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Buffers, Done, Overrides, vec_env};
///
/// let mut env = vec_env("kuhn", &Overrides::new(), 2)?;
/// let mut buffers = Buffers::new(env.spec(), env.lanes());
/// env.reset(1, &mut buffers.slices()).expect("the buffers are of this batch");
/// assert_eq!((buffers.done(0), buffers.legal(0).len()), (Done::No, 2));
/// # Ok::<(), elderhand_env::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Buffers {
    /// See [`BufferSlices::observations`].
    pub observations: Vec<u64>,
    /// See [`BufferSlices::masks`].
    pub masks: Vec<u64>,
    /// See [`BufferSlices::seats`].
    pub seats: Vec<u8>,
    /// See [`BufferSlices::ends`].
    pub ends: Vec<u8>,
    /// See [`BufferSlices::rewards`].
    pub rewards: Vec<f32>,
    /// See [`BufferSlices::lengths`].
    pub lengths: Vec<u32>,
    /// See [`BufferSlices::settled`].
    pub settled: Vec<u8>,
    /// See [`BufferSlices::final_observations`]; they are kept only if they were asked for.
    pub final_observations: Option<Vec<u64>>,
}

impl Buffers {
    /// Makes buffers for a number of lanes of a variant, all 0, without final observations.
    pub fn new(spec: &Spec, lanes: usize) -> Buffers {
        Buffers {
            observations: vec![0; lanes * spec.words()],
            masks: vec![0; lanes * ActionSet::WORDS],
            seats: vec![0; lanes],
            ends: vec![Done::No.byte(); lanes],
            rewards: vec![0.0; lanes * spec.seats],
            lengths: vec![0; lanes],
            settled: vec![0; lanes * spec.seats],
            final_observations: None,
        }
    }

    /// Makes buffers that also keep final observations.
    pub fn with_final_observations(spec: &Spec, lanes: usize) -> Buffers {
        let finals = vec![0; lanes * spec.seats * spec.words()];
        Buffers { final_observations: Some(finals), ..Buffers::new(spec, lanes) }
    }

    /// Lends what a batch writes to.
    #[inline]
    pub fn slices(&mut self) -> BufferSlices<'_> {
        BufferSlices {
            observations: &mut self.observations,
            masks: &mut self.masks,
            seats: &mut self.seats,
            ends: &mut self.ends,
            rewards: &mut self.rewards,
            lengths: &mut self.lengths,
            settled: &mut self.settled,
            final_observations: self.final_observations.as_deref_mut(),
        }
    }

    /// Returns the legal actions of a lane.
    ///
    /// # Panics
    ///
    /// Panics if there is no such lane.
    #[inline]
    pub fn legal(&self, lane: usize) -> ActionSet {
        ActionSet::from_words(self.masks.as_chunks().0[lane])
    }

    /// Returns the legal actions of every lane, in their order.
    #[inline]
    pub fn legal_sets(&self) -> impl ExactSizeIterator<Item = ActionSet> {
        self.masks.as_chunks().0.iter().map(|&words| ActionSet::from_words(words))
    }

    /// Returns whether the last step ended an episode of a lane, and how.
    ///
    /// # Panics
    ///
    /// Panics if there is no such lane, or if its byte is none that a batch writes.
    #[inline]
    pub fn done(&self, lane: usize) -> Done {
        Done::from_byte(self.ends[lane]).expect("a batch writes 0, 1 or 2")
    }
}
