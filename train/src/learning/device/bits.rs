//! Packed rows on a device: they travel as words and become a number a bit where they are needed.

use elderhand_env::ActionSet;
use tch::{Device, Kind, Tensor};

use crate::learning::network::parameters::ParameterMap;

/// What unpacks rows: the words of an observation, those of the legal actions and, if there is a critic, those of a
/// privileged observation.
pub(super) struct Bits {
    /// The bits of a byte, the lowest first.
    each: Tensor,
    /// The kind of the numbers that bits of observations become.
    kind: Kind,
    observation: usize,
    actions: usize,
    privileged: usize,
}

impl Bits {
    /// Makes what unpacks the rows that the network of a map reads.
    pub fn new(map: &ParameterMap, device: Device) -> Bits {
        Bits {
            each: Tensor::from_slice(&[1u8, 2, 4, 8, 16, 32, 64, 128]).to_device(device),
            kind: map.kind_of_rows(),
            observation: map.bits(),
            actions: map.actions(),
            privileged: map.critic().map_or(0, ParameterMap::bits),
        }
    }

    /// Returns the words of a row without those of a privileged observation.
    pub fn words(&self) -> usize {
        self.observation.div_ceil(64) + ActionSet::WORDS
    }

    /// Returns the observations, a number a bit.
    pub fn observations(&self, rows: &Tensor) -> Tensor {
        self.unpack(rows, 0, self.observation).ne(0).to_kind(self.kind)
    }

    /// Returns which actions are illegal, a boolean an action.
    pub fn illegal(&self, rows: &Tensor) -> Tensor {
        self.unpack(rows, self.words() - ActionSet::WORDS, self.actions).eq(0)
    }

    /// Returns the privileged observations, a number a bit.
    pub fn privileged(&self, rows: &Tensor) -> Tensor {
        self.unpack(rows, self.words(), self.privileged).ne(0).to_kind(self.kind)
    }

    /// Returns so many bits of each row, from its word `first` on: bytes that are 0 where a bit is off.
    fn unpack(&self, rows: &Tensor, first: usize, count: usize) -> Tensor {
        let words = rows.narrow(1, first as i64, count.div_ceil(64) as i64).contiguous();
        // The lowest byte of a word comes first, as on every machine that libtorch runs on.
        let bytes = words.view_dtype(Kind::Uint8).unsqueeze(-1);
        let bits = bytes.bitwise_and_tensor(&self.each);
        bits.view([rows.size()[0], 64 * words.size()[1]]).narrow(1, 0, count as i64)
    }
}

/// Writes a row of words as libtorch has them.
pub(super) fn pack<'a>(out: &mut [i64], words: impl Iterator<Item = &'a u64>) {
    out.iter_mut().zip(words).for_each(|(out, word)| *out = word.cast_signed());
}

/// Takes rows of so many words to a device.
pub(super) fn send(words: &[i64], width: usize, device: Device) -> Tensor {
    Tensor::from_slice(words).to_device(device).view([(words.len() / width) as i64, width as i64])
}
