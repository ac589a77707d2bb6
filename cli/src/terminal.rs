//! What the terminal can show: lines of its width, and only ASCII where the locale asks for that.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use terminal_size::{Width, terminal_size_of};

use crate::output::visible;

/// Nothing printed is wider.
const WIDEST: usize = 80;
/// No terminal is taken to be narrower.
const NARROWEST: usize = 20;

/// Returns the width that everything printed keeps to: 80, or that of a terminal that is narrower now.
pub fn width() -> usize {
    let columns = terminal_size_of(io::stdout()).map_or(WIDEST, |(Width(columns), _)| usize::from(columns));
    columns.clamp(NARROWEST, WIDEST)
}

/// Returns `true` if the locale asks for ASCII: it is set, and to no encoding that has more.
fn wants_ascii() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    set.is_some_and(|value| {
        let value = value.to_string_lossy().to_lowercase();
        !value.contains("utf-8") && !value.contains("utf8")
    })
}

/// Standard output. In a terminal its lines are broken between words where they are too long, and spelt in ASCII where
/// that is asked for; elsewhere it takes every byte as it is.
#[derive(Debug)]
pub struct Terminal {
    stdout: BufWriter<Stdout>,
    /// The line that is not complete yet; kept only for a terminal.
    line: Vec<u8>,
    terminal: bool,
    ascii: bool,
    /// Another process writes.
    silent: bool,
}

impl Terminal {
    /// Writes to standard output.
    pub fn stdout() -> Terminal {
        let terminal = io::stdout().is_terminal();
        let ascii = terminal && wants_ascii();
        Terminal { stdout: BufWriter::new(io::stdout()), line: Vec::new(), terminal, ascii, silent: false }
    }

    /// Writes nothing from now on.
    pub fn silence(&mut self) {
        self.silent = true;
    }

    fn show(&mut self, line: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(line);
        let text = if self.ascii { ascii(&text) } else { text.into_owned() };
        self.stdout.write_all(broken(&text, width()).as_bytes())
    }
}

impl Write for Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.silent {
            return Ok(bytes.len());
        }
        if !self.terminal {
            return self.stdout.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.line.drain(..=end).collect();
            self.show(&line)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.show(&line)?;
        self.stdout.flush()
    }
}

/// Breaks a line between words so that no part is wider; the later parts stand under the first word of the line.
pub fn broken(line: &str, width: usize) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    if visible(text) <= width {
        return line.into();
    }
    let indent = text.len() - text.trim_start_matches(' ').len();
    let indent = if indent * 2 > width { 0 } else { indent };
    let (mut broken, mut used) = (" ".repeat(indent), indent);
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let wide = visible(word);
        if used > indent && used + 1 + wide > width {
            broken.push('\n');
            broken.push_str(&" ".repeat(indent));
            used = indent;
        } else if used > indent {
            broken.push(' ');
            used += 1;
        }
        broken.push_str(word);
        used += wide;
    }
    broken + end
}

/// Spells a text in ASCII; what has no spelling of its own becomes a question mark.
fn ascii(text: &str) -> String {
    let mut spelt = String::new();
    for letter in text.chars() {
        match letter {
            '♣' => spelt.push('C'),
            '♦' => spelt.push('D'),
            '♥' => spelt.push('H'),
            '♠' => spelt.push('S'),
            '▒' | '█' | '■' => spelt.push('#'),
            '□' => spelt.push('o'),
            '½' => spelt.push_str("1/2"),
            'µ' => spelt.push('u'),
            // The steps of a curve, from the lowest.
            '▁' => spelt.push('_'),
            '▂' => spelt.push('.'),
            '▃' => spelt.push(':'),
            '▄' => spelt.push('-'),
            '▅' => spelt.push('='),
            '▆' => spelt.push('+'),
            '▇' => spelt.push('*'),
            '…' => spelt.push_str("..."),
            '–' | '—' | '−' | '─' => spelt.push('-'),
            '·' => spelt.push('.'),
            '•' => spelt.push('*'),
            '×' => spelt.push('x'),
            '→' => spelt.push_str("->"),
            '≤' => spelt.push_str("<="),
            '≥' => spelt.push_str(">="),
            '±' => spelt.push_str("+-"),
            '’' | '‘' => spelt.push('\''),
            '“' | '”' => spelt.push('"'),
            letter if letter.is_ascii() => spelt.push(letter),
            _ => spelt.push('?'),
        }
    }
    spelt
}

#[cfg(test)]
mod tests {
    use super::{ascii, broken};

    #[test]
    fn long_lines_break_between_words_and_colours_take_no_room() {
        assert_eq!(broken("one two three\n", 20), "one two three\n");
        assert_eq!(broken("  one two three four\n", 12), "  one two\n  three four\n");
        assert_eq!(broken("\x1b[1mone\x1b[0m \x1b[31mtwo\x1b[0m", 7), "\x1b[1mone\x1b[0m \x1b[31mtwo\x1b[0m");
        assert_eq!(broken("unbreakable!", 4), "unbreakable!");
    }

    #[test]
    fn everything_on_the_screens_has_a_spelling() {
        assert_eq!(ascii("7♣ K♥ ▒▒ … –"), "7C KH ## ... -");
        assert_eq!(ascii("▁▂▃▄▅▆▇█"), "_.:-=+*#");
        assert_eq!(ascii("é"), "?");
    }
}
