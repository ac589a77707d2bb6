//! A batch of any game.

use super::buffers::{BufferSlices, SliceError};
use super::error::{LoadError, StepError};
use super::options::Autoreset;
use crate::driving::{AnyGame, AnyView};
use crate::rules::{Action, Seat, Spec};

/// Many games of one variant behind one interface that does not name the game's type.
pub trait VecEnv: Send + Sync {
    /// Returns the variant; of games that differ it has the most seats, the widest bounds and the longest episode.
    fn spec(&self) -> &Spec;
    /// Returns the number of lanes.
    fn lanes(&self) -> usize;
    /// Returns the number of the first lane in the streams.
    fn first_lane(&self) -> u64;
    /// Returns when a lane whose episode has ended begins the next one.
    fn autoreset(&self) -> Autoreset;
    /// Returns the number of seats in a lane.
    fn seats(&self, lane: usize) -> usize;

    /// Returns the game of a lane, such as to seat players at it.
    fn game(&self, lane: usize) -> &AnyGame;

    /// Returns what a seat of a lane knows; players that want more than a row are asked with it.
    ///
    /// # Panics
    ///
    /// Panics if there is no such lane, or no such seat in it.
    fn view(&self, lane: usize, seat: Seat) -> AnyView;

    /// Starts every lane anew: what happens after depends on the seed and the actions alone.
    ///
    /// # Errors
    ///
    /// Fails if a slice has a wrong length; no lane is changed then and nothing written.
    fn reset(&mut self, seed: u64, out: &mut BufferSlices<'_>) -> Result<(), SliceError>;

    /// Plays one action in each lane and writes the next decisions; allocates nothing when it runs on one thread.
    ///
    /// # Errors
    ///
    /// Fails if an action is illegal, if there is not one a lane, if a slice has a wrong length, or before the first
    /// reset; no lane is changed then and nothing written.
    fn step(&mut self, actions: &[Action], out: &mut BufferSlices<'_>) -> Result<(), StepError>;

    /// Writes what the seats see that are not to move: for each lane the observation rows of those that follow the seat
    /// that it shows, in their order, [`Spec::words`] words each, one row less than [`Spec::seats`]; of absent seats the
    /// rows are 0. A trainer may look at what is hidden, a player must not.
    ///
    /// # Errors
    ///
    /// Fails if the slice has another length, or before the first reset; nothing is written then.
    fn others(&self, out: &mut [u64]) -> Result<(), StepError>;

    /// Returns the position of every lane as JSON.
    fn save(&self) -> String;

    /// Takes up what [`VecEnv::save`] wrote and shows it, with nothing ended and nothing told.
    ///
    /// # Errors
    ///
    /// Fails if the text is not of this variant, these options, these numbers of lanes, or of a lane that waits for a
    /// next step that this batch does not know, and if a slice has a wrong length; no lane is changed then and nothing
    /// written.
    fn load(&mut self, saved: &str, out: &mut BufferSlices<'_>) -> Result<(), LoadError>;
}
