//! Sets of ranks that go round: one bit a rank, the ace lowest and next to the king.

/// All thirteen ranks.
pub(crate) const RANKS: u16 = (1 << 13) - 1;

/// The rank so many steps on from another, both counted from 0; steps are at most 13.
#[inline]
pub(crate) const fn step(rank: u8, steps: u8) -> u8 {
    let on = rank + steps;
    if on >= 13 { on - 13 } else { on }
}

/// The ranks from which so many steps lead into the set; steps are at most 13.
#[inline]
pub(crate) const fn back(ranks: u16, steps: u32) -> u16 {
    (ranks >> steps | ranks << (13 - steps)) & RANKS
}

/// So many ranks from a rank on; at most 13.
#[inline]
pub(crate) const fn span(rank: u8, length: usize) -> u16 {
    let ranks = (1 << length) - 1;
    (ranks << rank | ranks >> (13 - rank)) & RANKS
}

/// Counts for each rank how many cards lack in a window that begins there, up to three.
#[derive(Clone, Copy, Default)]
pub(crate) struct Lacking([u16; 3]);

impl Lacking {
    /// The windows of a length over places that hold one card each, or a pair where `second` says so for its second card.
    #[inline]
    pub fn over(length: usize, first: u16, second: Option<u16>) -> Lacking {
        let mut lacking = Lacking::default();
        for steps in 0..length as u32 {
            lacking.add(!back(first, steps));
            if let Some(second) = second {
                lacking.add(!back(second, steps));
            }
        }
        lacking
    }

    /// One card more lacks in these windows.
    #[inline]
    fn add(&mut self, windows: u16) {
        let [one, two, three] = &mut self.0;
        *three |= *two & windows;
        *two |= *one & windows;
        *one |= windows;
    }

    /// The windows that lack no more than so many cards, which are two at most.
    #[inline]
    pub fn at_most(&self, cards: usize) -> u16 {
        !self.0[cards] & RANKS
    }
}
