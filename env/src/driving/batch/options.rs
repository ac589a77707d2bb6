//! How a batch is set up.

/// When a lane whose episode has ended begins the next one; named as Gymnasium's `AutoresetMode` names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Autoreset {
    /// In the step that ends the episode: the lane already shows the first decision of the next one, so every lane
    /// always has a decision.
    ///
    /// What was seen at the end is in [`BufferSlices::final_observations`](crate::BufferSlices::final_observations).
    /// Gymnasium's `final_obs` is the row of the seat that was to move before the step; a trainer that values
    /// the end of a capped episode needs every seat's, so all are there.
    #[default]
    SameStep,
    /// In the step after: the step that ends the episode shows what the seat that moved last sees at the end, that seat,
    /// and an empty mask.
    ///
    /// The next step takes no notice of the lane's action, which may be any, and shows the first decision of the next
    /// episode with [`Done::No`](crate::Done::No). Final observations are written as well, if they are asked for.
    NextStep,
}

/// How a batch is set up. A number of lanes alone converts into it, with defaults for the rest.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Autoreset, BatchOptions, Overrides, vec_env};
///
/// // The second of two processes that share out 128 lanes.
/// let second = BatchOptions::new(64).first_lane(64).autoreset(Autoreset::NextStep);
/// let env = vec_env("gin", &Overrides::new(), second)?;
/// assert_eq!((env.lanes(), env.first_lane()), (64, 64));
/// # Ok::<(), elderhand_env::GameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BatchOptions {
    /// The number of lanes.
    pub lanes: usize,
    /// The number of the first lane, 0 if nothing else is said: lane `i` is number `first_lane + i` in the key of its
    /// stream and in the turns that games take. Two batches that share out the numbers of a third play what it plays.
    pub first_lane: u64,
    /// When the next episode begins: in the same step, if nothing else is said.
    pub autoreset: Autoreset,
    /// Observations have the planes of [`Spec::hints`](crate::Spec::hints) too, which is not so if nothing else is said.
    pub hints: bool,
    /// Masks leave out what [`View::folly`](crate::View::folly) names, as trained players do; a step takes these actions all the same.
    /// Not so if nothing else is said.
    pub sensible: bool,
}

impl BatchOptions {
    /// Sets up a number of lanes, the rest as by default.
    pub fn new(lanes: usize) -> BatchOptions {
        BatchOptions { lanes, first_lane: 0, autoreset: Autoreset::default(), hints: false, sensible: false }
    }

    /// Sets the number of the first lane.
    #[must_use]
    pub fn first_lane(self, first_lane: u64) -> BatchOptions {
        BatchOptions { first_lane, ..self }
    }

    /// Sets when the next episode begins.
    #[must_use]
    pub fn autoreset(self, autoreset: Autoreset) -> BatchOptions {
        BatchOptions { autoreset, ..self }
    }

    /// Sets whether observations have hints.
    #[must_use]
    pub fn hints(self, hints: bool) -> BatchOptions {
        BatchOptions { hints, ..self }
    }

    /// Sets whether masks leave out what no sensible player does.
    #[must_use]
    pub fn sensible(self, sensible: bool) -> BatchOptions {
        BatchOptions { sensible, ..self }
    }
}

impl From<usize> for BatchOptions {
    fn from(lanes: usize) -> BatchOptions {
        BatchOptions::new(lanes)
    }
}
