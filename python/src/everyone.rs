//! What every seat sees in every lane, for those who learn by it.

use elderhand_env::{BufferSlices, Spec, VecEnv, unpack};
use numpy::{PyArray3, PyReadwriteArray};
use pyo3::prelude::*;

use crate::arrays::{as_type, writable};

/// Rows of all seats, allocated once.
pub struct Everyone {
    rows: Py<PyArray3<u64>>,
    /// The same with a byte a bit, for those who want it so.
    unpacked: Option<Py<PyArray3<u8>>>,
    /// What the seats see that are not to move, as a batch writes it.
    others: Vec<u64>,
    bits: usize,
}

/// The arrays of [`Everyone`] while they are written to.
pub struct Lent<'py, 'a> {
    rows: PyReadwriteArray<'py, u64, numpy::Ix3>,
    unpacked: Option<PyReadwriteArray<'py, u8, numpy::Ix3>>,
    others: &'a mut [u64],
    bits: usize,
}

/// The slices of [`Lent`].
pub struct Slices<'a> {
    rows: &'a mut [u64],
    unpacked: Option<&'a mut [u8]>,
    others: &'a mut [u64],
    bits: usize,
}

impl Everyone {
    /// Allocates the rows of so many lanes.
    pub fn new(py: Python<'_>, spec: &Spec, lanes: usize, packed: bool) -> Everyone {
        let (seats, words, bits) = (spec.seats, spec.words(), spec.bits());
        Everyone {
            rows: PyArray3::zeros(py, [lanes, seats, words], false).unbind(),
            unpacked: (!packed).then(|| PyArray3::zeros(py, [lanes, seats, bits], false).unbind()),
            others: vec![0; lanes * seats.saturating_sub(1) * words],
            bits,
        }
    }

    /// The array that is handed out.
    pub fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.unpacked {
            Some(bytes) => Ok(bytes.bind(py).clone().into_any()),
            None => as_type(self.rows.bind(py), "uint8"),
        }
    }

    /// Lends the arrays to be written to.
    pub fn lend<'py>(&mut self, py: Python<'py>) -> PyResult<Lent<'py, '_>> {
        Ok(Lent {
            rows: writable(py, &self.rows)?,
            unpacked: self.unpacked.as_ref().map(|bytes| writable(py, bytes)).transpose()?,
            others: &mut self.others,
            bits: self.bits,
        })
    }
}

impl Lent<'_, '_> {
    /// Lends their memory.
    pub fn slices(&mut self) -> PyResult<Slices<'_>> {
        Ok(Slices {
            rows: self.rows.as_slice_mut()?,
            unpacked: self.unpacked.as_mut().map(|bytes| bytes.as_slice_mut()).transpose()?,
            others: self.others,
            bits: self.bits,
        })
    }
}

impl Slices<'_> {
    /// Writes what every seat sees of a batch that has just shown its decisions.
    pub fn write(&mut self, env: &dyn VecEnv, shown: &BufferSlices<'_>) {
        env.others(self.others).expect("the rows were allocated for this batch, which shows a decision");
        let (words, most) = (env.spec().words(), env.spec().seats);
        for (lane, rows) in self.rows.chunks_exact_mut(most * words).enumerate() {
            let (seats, mover) = (env.seats(lane), usize::from(shown.seats[lane]));
            let others = &self.others[lane * (most - 1) * words..];
            for after in 0..seats {
                let row = match after {
                    0 => &shown.observations[lane * words..][..words],
                    _ => &others[(after - 1) * words..][..words],
                };
                rows[(mover + after) % seats * words..][..words].copy_from_slice(row);
            }
        }
        if let Some(bytes) = &mut self.unpacked {
            unpack(self.rows, words, self.bits, bytes).expect("the arrays were allocated for these rows");
        }
    }
}
