//! The arrays that a batch writes to, and as what they are handed out.

use elderhand_env::{ActionSet, BufferSlices, Spec, VecEnv, unpack};
use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadwriteArray};
use pyo3::prelude::*;

use crate::errors::EnvError;
use crate::everyone::{Everyone, Lent as LentEveryone};
use crate::threads::Ready;

/// Arrays of one batch, allocated once.
pub struct Arrays {
    observations: Py<PyArray2<u64>>,
    masks: Py<PyArray2<u64>>,
    seats: Py<PyArray1<u8>>,
    ends: Py<PyArray1<u8>>,
    rewards: Py<PyArray2<f32>>,
    lengths: Py<PyArray1<u32>>,
    settled: Py<PyArray2<u8>>,
    finals: Option<Py<PyArray3<u64>>>,
    unpacked: Option<Unpacked>,
    everyone: Option<Everyone>,
    /// The masks once more: what is handed out can be written to by anybody.
    legal: Vec<u64>,
    /// What is handed out: `elderhand.Batch` over views of these.
    pub batch: Py<PyAny>,
}

/// A byte a bit, for those who want it so.
struct Unpacked {
    observations: Py<PyArray2<u8>>,
    masks: Py<PyArray2<u8>>,
    finals: Option<Py<PyArray3<u8>>>,
    bits: usize,
    actions: usize,
}

impl Arrays {
    /// Allocates the arrays of so many lanes; what every seat saw at an end and what every seat sees, if that is wanted.
    pub fn new(
        py: Python<'_>,
        spec: &Spec,
        lanes: usize,
        packed: bool,
        finals: bool,
        everyone: bool,
    ) -> PyResult<Arrays> {
        let (seats, words) = (spec.seats, spec.words());
        let unpacked = (!packed).then(|| Unpacked {
            observations: PyArray2::zeros(py, [lanes, spec.bits()], false).unbind(),
            masks: PyArray2::zeros(py, [lanes, spec.actions.len()], false).unbind(),
            finals: finals.then(|| PyArray3::zeros(py, [lanes, seats, spec.bits()], false).unbind()),
            bits: spec.bits(),
            actions: spec.actions.len(),
        });
        let mut arrays = Arrays {
            observations: PyArray2::zeros(py, [lanes, words], false).unbind(),
            masks: PyArray2::zeros(py, [lanes, ActionSet::WORDS], false).unbind(),
            seats: PyArray1::zeros(py, lanes, false).unbind(),
            ends: PyArray1::zeros(py, lanes, false).unbind(),
            rewards: PyArray2::zeros(py, [lanes, seats], false).unbind(),
            lengths: PyArray1::zeros(py, lanes, false).unbind(),
            settled: PyArray2::zeros(py, [lanes, seats], false).unbind(),
            finals: finals.then(|| PyArray3::zeros(py, [lanes, seats, words], false).unbind()),
            unpacked,
            everyone: everyone.then(|| Everyone::new(py, spec, lanes, packed)),
            legal: vec![0; lanes * ActionSet::WORDS],
            batch: py.None(),
        };
        arrays.batch = arrays.hand_out(py)?;
        Ok(arrays)
    }

    /// Makes the tuple that is handed out.
    fn hand_out(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let (observations, masks, finals) = match &self.unpacked {
            None => {
                let finals = self.finals.as_ref().map(|finals| as_type(finals.bind(py), "uint8")).transpose()?;
                (as_type(self.observations.bind(py), "uint8")?, as_type(self.masks.bind(py), "uint8")?, finals)
            }
            Some(unpacked) => {
                let finals = unpacked.finals.as_ref().map(|finals| finals.bind(py).clone().into_any());
                (unpacked.observations.bind(py).clone().into_any(), as_type(unpacked.masks.bind(py), "bool")?, finals)
            }
        };
        let settled = as_type(self.settled.bind(py), "bool")?;
        let everyone = self.everyone.as_ref().map(|everyone| everyone.array(py)).transpose()?;
        let Arrays { seats, rewards, ends, lengths, .. } = self;
        let fields = (observations, masks, seats, rewards, ends, lengths, settled, finals, everyone);
        Ok(py.import("elderhand.batch")?.getattr("Batch")?.call1(fields)?.unbind())
    }

    /// Lends the arrays to a batch, which shows its decisions on the threads and without the lock of the interpreter.
    ///
    /// Fails if an array can no longer be written to.
    pub fn fill<E: Send>(
        &mut self,
        py: Python<'_>,
        (env, threads): (&mut dyn VecEnv, &Ready),
        show: impl FnOnce(&mut dyn VecEnv, &mut BufferSlices<'_>) -> Result<(), E> + Send,
    ) -> PyResult<Result<(), E>> {
        let mut observations = writable(py, &self.observations)?;
        let mut masks = writable(py, &self.masks)?;
        let mut seats = writable(py, &self.seats)?;
        let mut ends = writable(py, &self.ends)?;
        let mut rewards = writable(py, &self.rewards)?;
        let mut lengths = writable(py, &self.lengths)?;
        let mut settled = writable(py, &self.settled)?;
        let mut finals = self.finals.as_ref().map(|finals| writable(py, finals)).transpose()?;
        let mut slices = BufferSlices::default();
        slices.observations = observations.as_slice_mut()?;
        slices.masks = masks.as_slice_mut()?;
        slices.seats = seats.as_slice_mut()?;
        slices.ends = ends.as_slice_mut()?;
        slices.rewards = rewards.as_slice_mut()?;
        slices.lengths = lengths.as_slice_mut()?;
        slices.settled = settled.as_slice_mut()?;
        slices.final_observations = finals.as_mut().map(|finals| finals.as_slice_mut()).transpose()?;
        let mut bytes = self.unpacked.as_ref().map(|unpacked| unpacked.lend(py)).transpose()?;
        let mut spread = bytes.as_mut().map(Lent::slices).transpose()?;
        let mut everyone = self.everyone.as_mut().map(|everyone| everyone.lend(py)).transpose()?;
        let mut everyone = everyone.as_mut().map(LentEveryone::slices).transpose()?;
        let legal = &mut self.legal;
        Ok(py.detach(|| {
            threads.run(|| {
                show(env, &mut slices)?;
                if let Some(everyone) = &mut everyone {
                    everyone.write(env, &slices);
                }
                Ok(())
            })?;
            legal.copy_from_slice(slices.masks);
            if let Some(spread) = &mut spread {
                spread.write(&slices);
            }
            Ok(())
        }))
    }

    /// Returns the legal actions of every lane as they were shown, in their order.
    pub fn legal(&self) -> impl Iterator<Item = ActionSet> {
        self.legal.as_chunks().0.iter().map(|&words| ActionSet::from_words(words))
    }

    /// Returns those of one lane; none where there is no such lane.
    pub fn legal_in(&self, lane: usize) -> ActionSet {
        self.legal().nth(lane).unwrap_or(ActionSet::EMPTY)
    }
}

impl Unpacked {
    fn lend<'py>(&self, py: Python<'py>) -> PyResult<Lent<'py>> {
        Ok(Lent {
            observations: writable(py, &self.observations)?,
            masks: writable(py, &self.masks)?,
            finals: self.finals.as_ref().map(|finals| writable(py, finals)).transpose()?,
            bits: self.bits,
            actions: self.actions,
        })
    }
}

/// The arrays of [`Unpacked`] while they are written to.
struct Lent<'py> {
    observations: PyReadwriteArray<'py, u8, numpy::Ix2>,
    masks: PyReadwriteArray<'py, u8, numpy::Ix2>,
    finals: Option<PyReadwriteArray<'py, u8, numpy::Ix3>>,
    bits: usize,
    actions: usize,
}

impl Lent<'_> {
    fn slices(&mut self) -> PyResult<Spread<'_>> {
        Ok(Spread {
            observations: self.observations.as_slice_mut()?,
            masks: self.masks.as_slice_mut()?,
            finals: self.finals.as_mut().map(|finals| finals.as_slice_mut()).transpose()?,
            bits: self.bits,
            actions: self.actions,
        })
    }
}

/// The slices of [`Lent`].
struct Spread<'a> {
    observations: &'a mut [u8],
    masks: &'a mut [u8],
    finals: Option<&'a mut [u8]>,
    bits: usize,
    actions: usize,
}

impl Spread<'_> {
    fn write(&mut self, packed: &BufferSlices<'_>) {
        let words = self.bits.div_ceil(64);
        let rows = unpack(packed.observations, words, self.bits, self.observations);
        let masks = unpack(packed.masks, ActionSet::WORDS, self.actions, self.masks);
        rows.and(masks).expect("the arrays were allocated for these rows");
        if let (Some(finals), Some(packed)) = (&mut self.finals, &packed.final_observations) {
            unpack(packed, words, self.bits, finals).expect("the arrays were allocated for these rows");
        }
    }
}

/// Lends an array to be written to.
pub fn writable<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    array.bind(py).try_readwrite().map_err(|_| EnvError::new_err("an array of the environment was made read-only"))
}

/// Returns the same memory as numbers of another type.
pub fn as_type<'py, T: Element, D: Dimension>(
    array: &Bound<'py, PyArray<T, D>>,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    array.call_method1("view", (dtype,))
}
