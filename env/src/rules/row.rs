//! Observation rows: planes of bits, written from left to right.

use crate::cards::{Card, CardSet};

/// Writes one observation row; what is not written by the end is an error of the encoder, caught by the tests.
///
/// The row is packed: bit `i % 64` of word `i / 64` is bit `i` of the observation.
#[derive(Debug)]
pub struct Row<'a> {
    words: &'a mut [u64],
    word: usize,
    pending: u64,
    filled: u32,
}

impl<'a> Row<'a> {
    /// Starts at the left end of a row of [`Spec::words`](crate::rules::Spec::words) words.
    pub fn new(words: &'a mut [u64]) -> Row<'a> {
        Row { words, word: 0, pending: 0, filled: 0 }
    }

    /// Writes the low `width` bits of `bits`, up to 64; higher bits must be 0.
    #[inline]
    pub fn put(&mut self, bits: u64, width: u32) {
        debug_assert!(width == 64 || bits >> width == 0, "bits beyond the plane's width");
        self.pending |= bits << self.filled;
        let filled = self.filled + width;
        if filled >= 64 {
            self.words[self.word] = self.pending;
            self.word += 1;
            self.pending = if self.filled == 0 { 0 } else { bits >> (64 - self.filled) };
            self.filled = filled - 64;
        } else {
            self.filled = filled;
        }
    }

    /// Writes a set of cards without jokers: 52 bits.
    #[inline]
    pub fn cards(&mut self, cards: CardSet) {
        self.put(cards.bits(), Card::COUNT.into());
    }

    /// Writes a set of cards in which there may be jokers: 54 bits.
    #[inline]
    pub fn cards_and_jokers(&mut self, cards: CardSet) {
        self.put(cards.bits(), Card::COUNT_WITH_JOKERS.into());
    }

    /// Writes one bit.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.put(flag.into(), 1);
    }

    /// Writes one of `width` kinds, counted from 0; `width` is at most 64.
    #[inline]
    pub fn one_hot(&mut self, kind: u32, width: u32) {
        debug_assert!(kind < width);
        self.put(1 << kind, width);
    }

    /// Writes a thermometer: the lowest `level` bits of `width`, at most 63, are on.
    #[inline]
    pub fn thermometer(&mut self, level: u32, width: u32) {
        self.put((1 << level.min(width)) - 1, width);
    }

    /// Ends the row and gives the number of bits written; the rest of the last word is 0.
    #[inline]
    pub fn finish(self) -> usize {
        64 * self.word + self.filled as usize
    }
}

/// A row is whole however it ends, so that nobody can forget its last word.
impl Drop for Row<'_> {
    #[inline]
    fn drop(&mut self) {
        if self.filled > 0 {
            self.words[self.word] = self.pending;
        }
    }
}
