//! Bytes that are spent one by one, so that each of them decides something.

/// The bytes of an input; where they end, every further one is 0.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    /// Takes all bytes of an input.
    pub fn new(bytes: &'a [u8]) -> Source<'a> {
        Source(bytes)
    }

    /// Returns `true` if all are spent.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&byte, rest)) => {
                self.0 = rest;
                byte
            }
            None => 0,
        }
    }

    /// A number below `n`, which must not be 0; of a byte if that is enough, else of two.
    pub fn below(&mut self, n: usize) -> usize {
        let byte = usize::from(self.byte());
        if n <= 256 { byte % n } else { (byte << 8 | usize::from(self.byte())) % n }
    }

    /// True as often as not.
    pub fn coin(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A number of eight bytes.
    pub fn bits(&mut self) -> u64 {
        (0..8).fold(0, |bits, _| bits << 8 | u64::from(self.byte()))
    }

    /// One of some things, of which there must be one at least.
    pub fn pick<'b, T>(&mut self, things: &'b [T]) -> &'b T {
        &things[self.below(things.len())]
    }

    /// So many bytes, or what is left of them.
    pub fn take(&mut self, count: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        taken
    }

    /// All that is left.
    pub fn rest(&mut self) -> &'a [u8] {
        std::mem::take(&mut self.0)
    }

    /// A short text, whose letters may be any.
    pub fn text(&mut self) -> String {
        let length = self.below(24);
        String::from_utf8_lossy(self.take(length)).into_owned()
    }
}
