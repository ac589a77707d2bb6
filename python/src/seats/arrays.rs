//! The arrays of a batch of the learner's decisions.

use elderhand_env::{ActionSet, Spec, unpack};
use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;

use super::lane::Lane;
use crate::arrays::{as_type, writable};

/// Arrays of one environment, allocated once.
pub struct Arrays {
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<u8>>,
    seats: Py<PyArray1<u8>>,
    rewards: Py<PyArray1<f32>>,
    ends: Py<PyArray1<u8>>,
    lengths: Py<PyArray1<u32>>,
    skipped: Py<PyArray1<u32>>,
    skipped_rewards: Py<PyArray1<f32>>,
    finals: Option<Py<PyArray2<u8>>>,
    packed: bool,
    /// What is handed out: `elderhand.SeatBatch` over these.
    pub batch: Py<PyAny>,
}

impl Arrays {
    /// Allocates the arrays of so many lanes.
    pub fn new(py: Python<'_>, spec: &Spec, lanes: usize, packed: bool, finals: bool) -> PyResult<Arrays> {
        let (row, mask) = match packed {
            true => (8 * spec.words(), 8 * ActionSet::WORDS),
            false => (spec.bits(), spec.actions.len()),
        };
        let mut arrays = Arrays {
            observations: PyArray2::zeros(py, [lanes, row], false).unbind(),
            masks: PyArray2::zeros(py, [lanes, mask], false).unbind(),
            seats: PyArray1::zeros(py, lanes, false).unbind(),
            rewards: PyArray1::zeros(py, lanes, false).unbind(),
            ends: PyArray1::zeros(py, lanes, false).unbind(),
            lengths: PyArray1::zeros(py, lanes, false).unbind(),
            skipped: PyArray1::zeros(py, lanes, false).unbind(),
            skipped_rewards: PyArray1::zeros(py, lanes, false).unbind(),
            finals: finals.then(|| PyArray2::zeros(py, [lanes, row], false).unbind()),
            packed,
            batch: py.None(),
        };
        let masks = as_type(arrays.masks.bind(py), if packed { "uint8" } else { "bool" })?;
        let fields = (
            &arrays.observations,
            masks,
            &arrays.seats,
            &arrays.rewards,
            &arrays.ends,
            &arrays.lengths,
            &arrays.skipped,
            &arrays.skipped_rewards,
            &arrays.finals,
        );
        arrays.batch = py.import("elderhand.batch")?.getattr("SeatBatch")?.call1(fields)?.unbind();
        Ok(arrays)
    }

    /// Writes what the lanes show and what their last actions brought.
    pub fn write(&self, py: Python<'_>, lanes: &[Lane]) -> PyResult<()> {
        let (row, mask) = (self.observations.bind(py).shape()[1], self.masks.bind(py).shape()[1]);
        let mut observations = writable(py, &self.observations)?;
        let mut masks = writable(py, &self.masks)?;
        let mut seats = writable(py, &self.seats)?;
        let mut rewards = writable(py, &self.rewards)?;
        let mut ends = writable(py, &self.ends)?;
        let mut lengths = writable(py, &self.lengths)?;
        let mut skipped = writable(py, &self.skipped)?;
        let mut skipped_rewards = writable(py, &self.skipped_rewards)?;
        let mut finals = self.finals.as_ref().map(|finals| writable(py, finals)).transpose()?;
        let (observations, masks) = (observations.as_slice_mut()?, masks.as_slice_mut()?);
        let (seats, rewards, ends) = (seats.as_slice_mut()?, rewards.as_slice_mut()?, ends.as_slice_mut()?);
        let (lengths, skipped) = (lengths.as_slice_mut()?, skipped.as_slice_mut()?);
        let skipped_rewards = skipped_rewards.as_slice_mut()?;
        let mut finals = finals.as_mut().map(|finals| finals.as_slice_mut()).transpose()?;
        for (place, lane) in lanes.iter().enumerate() {
            self.put(lane.row(), &mut observations[place * row..][..row]);
            self.put(lane.mask(), &mut masks[place * mask..][..mask]);
            if let Some(finals) = &mut finals {
                self.put(&lane.outcome.last_row, &mut finals[place * row..][..row]);
            }
            seats[place] = lane.seat();
            rewards[place] = lane.outcome.reward;
            ends[place] = lane.outcome.end;
            lengths[place] = lane.outcome.length;
            skipped[place] = lane.outcome.skipped;
            skipped_rewards[place] = lane.outcome.skipped_rewards;
        }
        Ok(())
    }

    /// Writes words as they are handed out.
    fn put(&self, words: &[u64], out: &mut [u8]) {
        if self.packed {
            let (bytes, _) = out.as_chunks_mut::<8>();
            bytes.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
        } else {
            unpack(words, words.len(), out.len(), out).expect("the arrays were allocated for these rows");
        }
    }
}
