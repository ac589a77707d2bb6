//! Packed bits as bytes.

use super::buffers::SliceError;

/// Writes rows of packed bits as bytes, 0 or 1, row after row without gaps.
///
/// A row is `words` words, of which the lowest `bits` bits become as many bytes: byte `i` is bit `i % 64` of word
/// `i / 64`. Of observations a row has [`Spec::words`](crate::Spec::words) words and
/// [`Spec::bits`](crate::Spec::bits) bits, of masks [`ActionSet::WORDS`](crate::ActionSet::WORDS) words and a bit an
/// action.
///
/// # Errors
///
/// Fails if a row has no words or fewer bits than `bits`, if `packed` is not whole rows, and if `bytes` has not room for
/// `bits` bytes of each, neither more nor less; nothing is written then.
///
/// # Examples
///
/// ```
/// use elderhand_env::unpack;
///
/// let mut bytes = [9; 6];
/// unpack(&[0b101, 0b010], 1, 3, &mut bytes)?;
/// assert_eq!(bytes, [1, 0, 1, 0, 1, 0]);
/// # Ok::<(), elderhand_env::SliceError>(())
/// ```
pub fn unpack(packed: &[u64], words: usize, bits: usize, bytes: &mut [u8]) -> Result<(), SliceError> {
    // A row of no words cannot be counted; one of too few cannot hold the bits.
    let least = bits.div_ceil(64).max(1);
    if words < least {
        return Err(SliceError { name: "row", found: words, needed: least });
    }
    let rows = packed.len() / words;
    SliceError::check("packed", packed.len(), rows * words)?;
    SliceError::check("bytes", bytes.len(), rows * bits)?;
    if bits == 0 {
        return Ok(());
    }
    for (row, out) in packed.chunks_exact(words).zip(bytes.chunks_exact_mut(bits)) {
        for (&word, out) in row.iter().zip(out.chunks_mut(64)) {
            let (eights, rest) = out.as_chunks_mut::<8>();
            for (place, eight) in eights.iter_mut().enumerate() {
                *eight = SPREAD[(word >> (8 * place) & 0xff) as usize];
            }
            for (place, byte) in rest.iter_mut().enumerate() {
                *byte = (word >> (8 * eights.len() + place) & 1) as u8;
            }
        }
    }
    Ok(())
}

/// The bits of every byte, each as a byte: quicker to look up than to work out.
static SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < table.len() {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};
