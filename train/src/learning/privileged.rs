//! The privileged observation, which only the critic sees: the observation of the seat to move, and some planes of the
//! other seats' observations.
//!
//! A value that knows the hidden cards distinguishes luck from play, so that the advantages are less noisy (Pinto 2018 calls such
//! a critic asymmetric). It is needed in training only, and no bot has it.

use elderhand_env::{Plane, Row, Spec};

/// Writes privileged observations.
pub(crate) struct PrivilegedEncoder {
    own: Plane,
    hidden: Vec<Plane>,
    seats: usize,
    words: usize,
}

impl PrivilegedEncoder {
    /// Makes an encoder of a seat's own observation and these planes of the others'; all planes must be in the spec.
    pub fn new(spec: &Spec, planes: &[String]) -> PrivilegedEncoder {
        let hidden = spec.planes.iter().filter(|plane| planes.iter().any(|name| name == plane.name));
        let own = Plane { name: "own", offset: 0, width: spec.bits() };
        PrivilegedEncoder { own, hidden: hidden.cloned().collect(), seats: spec.seats, words: spec.words() }
    }

    /// Returns the number of other seats at the fullest table.
    pub fn others(&self) -> usize {
        self.seats - 1
    }

    /// Returns the number of bits of a privileged observation.
    pub fn bits(&self) -> usize {
        self.own.width + self.others() * self.hidden.iter().map(|plane| plane.width).sum::<usize>()
    }

    /// Returns the number of words of a privileged observation.
    pub fn words(&self) -> usize {
        self.bits().div_ceil(64)
    }

    /// Writes a privileged observation, given those of the seat to move and of the seats that follow it.
    pub fn write(&self, own: &[u64], others: &[u64], out: &mut [u64]) {
        let mut row = Row::new(out);
        copy(own, &self.own, &mut row);
        for other in others.chunks_exact(self.words) {
            self.hidden.iter().for_each(|plane| copy(other, plane, &mut row));
        }
    }
}

/// Copies the bits of a plane to the end of a row.
fn copy(from: &[u64], plane: &Plane, row: &mut Row<'_>) {
    let end = plane.offset + plane.width;
    let mut bit = plane.offset;
    while bit < end {
        let width = (end - bit).min(64 - bit % 64);
        row.put(from[bit / 64] >> (bit % 64) & (u64::MAX >> (64 - width)), width as u32);
        bit += width;
    }
}

#[cfg(test)]
mod tests {
    use elderhand_env::{Overrides, vec_env};

    use super::PrivilegedEncoder;

    #[test]
    fn a_row_is_the_seats_own_and_the_planes_of_the_others() {
        let env = vec_env("gin", &Overrides::new(), 1).expect("gin is registered");
        let spec = env.spec();
        let encoder = PrivilegedEncoder::new(spec, &["upcard".into(), "hand".into()]);
        assert_eq!((encoder.bits(), encoder.others()), (spec.bits() + 2 * 52, 1));
        let own: Vec<u64> = (1..=spec.words() as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let other: Vec<u64> = own.iter().map(|word| !word.rotate_left(7)).collect();
        let mut found = vec![u64::MAX; encoder.words()];
        encoder.write(&own, &other, &mut found);
        let bit = |row: &[u64], i: usize| row[i / 64] >> (i % 64) & 1;
        let planes = ["hand", "upcard"].map(|name| spec.planes.iter().find(|plane| plane.name == name).unwrap());
        let hidden = planes.into_iter().flat_map(|plane| plane.offset..plane.offset + plane.width);
        let expected = (0..spec.bits()).map(|i| bit(&own, i)).chain(hidden.map(|i| bit(&other, i)));
        for (i, expected) in expected.chain(std::iter::repeat_n(0, 64 - encoder.bits() % 64)).enumerate() {
            assert_eq!(bit(&found, i), expected, "bit {i}");
        }
    }
}
