//! The products of weights and bits where few bits are on: sums of the weights of those that are.
//!
//! Observations are long rows of bits of which one in ten to twenty is on, so most of a matrix product would be with 0. The
//! weights of one bit are adjacent in the flat vector: see [`ParameterMap`](super::parameters::ParameterMap).

/// The bits that are on in some rows.
#[derive(Default)]
pub(crate) struct OnBits {
    /// The numbers of the bits, row after row.
    bits: Vec<u32>,
    /// Where each row ends in these.
    ends: Vec<usize>,
}

impl OnBits {
    /// Reads packed rows in the place of those from before.
    pub fn read<'a>(&mut self, rows: impl Iterator<Item = &'a [u64]>) {
        self.bits.clear();
        self.ends.clear();
        for row in rows {
            for (word, &bits) in (0..).zip(row) {
                let mut left = bits;
                while left != 0 {
                    self.bits.push(64 * word + left.trailing_zeros());
                    left &= left - 1;
                }
            }
            self.ends.push(self.bits.len());
        }
    }

    /// Adds to each row of `sums`, of `width` numbers, the weights of its bits: those of bit `i` begin at `i * width`.
    pub fn add_weights(&self, weights: &[f32], width: usize, sums: &mut [f32]) {
        for (bits, sums) in self.rows().zip(sums.chunks_exact_mut(width)) {
            for &bit in bits {
                add(sums, &weights[bit as usize * width..][..width]);
            }
        }
    }

    /// Adds each row of `gradient`, of `width` numbers, to the sums of its bits: those of bit `i` begin at `i * width`.
    pub fn add_gradient(&self, gradient: &[f32], width: usize, sums: &mut [f32]) {
        for (bits, gradient) in self.rows().zip(gradient.chunks_exact(width)) {
            for &bit in bits {
                add(&mut sums[bit as usize * width..][..width], gradient);
            }
        }
    }

    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.bits[start..end])
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
}
