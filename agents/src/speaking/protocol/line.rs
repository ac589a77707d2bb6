//! Lines of bounded length.

use std::io::{self, BufRead, Read};

use super::MAX_LINE;

/// What was found where a line was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, which may lack its end at the end of the input.
    Whole,
    /// More than [`MAX_LINE`] bytes; the rest of the line has not been read.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads a line without its end; never holds more than a little over [`MAX_LINE`] bytes.
///
/// # Errors
///
/// Fails as the input does.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let count = input.take(MAX_LINE as u64 + 1).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        return Ok(Line::Whole);
    }
    Ok(match count {
        0 => Line::End,
        count if count > MAX_LINE => Line::TooLong,
        _ => Line::Whole,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_line_is_read_and_a_longer_one_is_not() {
        for (length, expected) in [(MAX_LINE, Line::Whole), (MAX_LINE + 1, Line::TooLong)] {
            let text = [vec![b'x'; length], b"\nnext".to_vec()].concat();
            let (mut input, mut line) = (&text[..], Vec::new());
            assert_eq!(read_line(&mut input, &mut line).unwrap(), expected);
            assert!(line.len() <= MAX_LINE + 1);
            if expected == Line::TooLong {
                input.skip_until(b'\n').unwrap();
            }
            assert_eq!(read_line(&mut input, &mut line).unwrap(), Line::Whole);
            assert_eq!(line, b"next");
            assert_eq!(read_line(&mut input, &mut line).unwrap(), Line::End);
        }
    }
}
