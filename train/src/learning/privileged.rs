//! What the critic sees: the row of the seat to move, and some planes of the other seats' rows.
//!
//! A value that knows the hidden cards tells luck from play, so that the advantages are less noisy (Pinto 2018 calls it
//! asymmetric). It is needed in training only, and no bot has it.

use elderhand_env::{Plane, Row, Spec};

/// The layout of a critic's row.
pub(crate) struct Insight {
    own: Plane,
    hidden: Vec<Plane>,
    seats: usize,
    words: usize,
}

impl Insight {
    /// The row of a seat, and these planes of the others' rows, which the caller knows to be there.
    pub fn new(spec: &Spec, planes: &[String]) -> Insight {
        let hidden = spec.planes.iter().filter(|plane| planes.iter().any(|name| name == plane.name));
        let own = Plane { name: "own", offset: 0, width: spec.bits() };
        Insight { own, hidden: hidden.cloned().collect(), seats: spec.seats, words: spec.words() }
    }

    /// The number of other seats at the fullest table.
    pub fn others(&self) -> usize {
        self.seats - 1
    }

    /// The number of bits of a row.
    pub fn bits(&self) -> usize {
        self.own.width + self.others() * self.hidden.iter().map(|plane| plane.width).sum::<usize>()
    }

    /// The number of words of a row.
    pub fn words(&self) -> usize {
        self.bits().div_ceil(64)
    }

    /// Writes a row, given the observations of the seat to move and of those that follow it.
    pub fn write(&self, own: &[u64], others: &[u64], out: &mut [u64]) {
        let mut row = Row::new(out);
        copy(own, &self.own, &mut row);
        for other in others.chunks_exact(self.words) {
            self.hidden.iter().for_each(|plane| copy(other, plane, &mut row));
        }
    }
}

/// Copies the bits of a plane.
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

    use super::Insight;

    #[test]
    fn a_row_is_the_seats_own_and_the_planes_of_the_others() {
        let env = vec_env("gin", &Overrides::new(), 1).expect("gin is registered");
        let spec = env.spec();
        let insight = Insight::new(spec, &["upcard".into(), "hand".into()]);
        assert_eq!((insight.bits(), insight.others()), (spec.bits() + 2 * 52, 1));
        let own: Vec<u64> = (1..=spec.words() as u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let other: Vec<u64> = own.iter().map(|word| !word.rotate_left(7)).collect();
        let mut found = vec![u64::MAX; insight.words()];
        insight.write(&own, &other, &mut found);
        let bit = |row: &[u64], i: usize| row[i / 64] >> (i % 64) & 1;
        let planes = ["hand", "upcard"].map(|name| spec.planes.iter().find(|plane| plane.name == name).unwrap());
        let hidden = planes.into_iter().flat_map(|plane| plane.offset..plane.offset + plane.width);
        let expected = (0..spec.bits()).map(|i| bit(&own, i)).chain(hidden.map(|i| bit(&other, i)));
        for (i, expected) in expected.chain(std::iter::repeat_n(0, 64 - insight.bits() % 64)).enumerate() {
            assert_eq!(bit(&found, i), expected, "bit {i}");
        }
    }
}
