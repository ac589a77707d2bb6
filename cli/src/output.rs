//! Standard output: buffered, coloured only where a person looks, and never a panic when the reader goes away.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use elderhand_agents::is_obeyed;
use elderhand_env::Seat;
use elderhand_env::format::Tally;
use serde::Serialize;

use crate::terminal::{Terminal, broken, width};

/// Tells a person something beside the output, line by line [`printable`]; if nobody listens, that is no failure.
pub fn say(text: &str) {
    let mut errors = io::stderr().lock();
    let shown = |line| if errors.is_terminal() { broken(&printable(line), width()) } else { printable(line) };
    let lines: Vec<String> = text.lines().map(shown).collect();
    let _ = lines.iter().try_for_each(|line| writeln!(errors, "{line}"));
}

/// Returns a text on one line and without what a terminal obeys: a space stands for each such letter.
///
/// Whatever a bot, a file or its name says is shown through this, or it could move the cursor and rewrite the screen.
pub fn printable(text: impl Display) -> String {
    text.to_string().chars().map(|c| if is_obeyed(c) { ' ' } else { c }).collect()
}

/// Returns a [`printable`] text as one word of a command line: in quotes if it needs them.
pub fn word(text: impl Display) -> String {
    let text = printable(text);
    shlex::try_quote(&text).map_or_else(|_| text.clone(), |quoted| quoted.into_owned())
}

/// Where a command writes.
#[derive(Debug)]
pub struct Output {
    stdout: Terminal,
    /// The colours in use.
    pub paint: Paint,
    /// A person looks at it.
    pub terminal: bool,
}

impl Output {
    /// Writes to standard output.
    pub fn stdout() -> Output {
        let terminal = io::stdout().is_terminal();
        let unset = |name| std::env::var_os(name).is_none_or(|value| value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let paint = Paint { colours: terminal && unset("NO_COLOR") && !dumb, players: None };
        Output { stdout: Terminal::stdout(), paint, terminal }
    }

    /// Writes nothing from now on.
    pub fn silence(&mut self) {
        self.stdout.silence();
    }

    /// Hides what is on the screen and above it, where a person looks.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.terminal { write!(self, "\x1b[2J\x1b[3J\x1b[H") } else { writeln!(self) }
    }

    /// Writes a document as indented JSON.
    pub fn json(&mut self, document: &impl Serialize) -> anyhow::Result<()> {
        Ok(writeln!(self, "{}", serde_json::to_string_pretty(document)?)?)
    }

    /// Writes a value as one line of JSON.
    pub fn json_line(&mut self, value: &impl Serialize) -> anyhow::Result<()> {
        Ok(writeln!(self, "{}", serde_json::to_string(value)?)?)
    }

    /// Writes [`printable`] rows under a dimmed head, each column as wide as it must be; `right` says which are set to the
    /// right. Where that is too wide, columns stand closer.
    pub fn table(&mut self, head: &[&str], right: &[bool], rows: &[Vec<String>]) -> io::Result<()> {
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(printable).collect()).collect();
        let widths: Vec<usize> = (0..head.len())
            .map(|i| rows.iter().map(|row| row[i].chars().count()).chain([head[i].chars().count()]).max().unwrap_or(0))
            .collect();
        let gap = if widths.iter().map(|width| width + 2).sum::<usize>() > width() + 2 { " " } else { "  " };
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let cells = cells.enumerate().map(|(i, cell)| {
                let width = widths[i];
                if right[i] { format!("{cell:>width$}") } else { format!("{cell:width$}") }
            });
            cells.collect::<Vec<_>>().join(gap).trim_end().to_owned()
        };
        let paint = self.paint;
        writeln!(self, "{}", paint.dim(line(&mut head.iter().copied())))?;
        rows.iter().try_for_each(|row| writeln!(self, "{}", line(&mut row.iter().map(String::as_str))))
    }

    /// Writes [`printable`] rows as a table of Markdown.
    pub fn markdown(&mut self, head: &[&str], right: &[bool], rows: &[Vec<String>]) -> io::Result<()> {
        writeln!(self, "| {} |", head.join(" | "))?;
        let rule: String = right.iter().map(|right| if *right { "--:|" } else { "---|" }).collect();
        writeln!(self, "|{rule}")?;
        rows.iter().try_for_each(|row| writeln!(self, "| {} |", printable(row.join(" | "))))
    }

    /// Writes words one after another, broken between them to fit the width, each line indented.
    pub fn wrapped<T: Display>(&mut self, indent: usize, gap: &str, words: impl Iterator<Item = T>) -> io::Result<()> {
        fold(indent, gap, words).iter().try_for_each(|line| writeln!(self, "{:indent$}{line}", ""))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes).map_err(unwritten)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush().map_err(unwritten)
    }
}

/// Names standard output as what failed.
fn unwritten(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output cannot be written: {error}"))
}

/// Sets words one after another into lines that fit the terminal when they are indented, broken between words.
pub fn fold<T: Display>(indent: usize, gap: &str, words: impl Iterator<Item = T>) -> Vec<String> {
    fold_to(width().saturating_sub(indent), gap, words)
}

/// Sets words one after another into lines of at most so many columns, broken between words.
pub fn fold_to<T: Display>(columns: usize, gap: &str, words: impl Iterator<Item = T>) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in words {
        let word = word.to_string();
        let wide = visible(&word);
        if used > 0 && used + gap.len() + wide > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push_str(gap);
            used += gap.len();
        }
        line.push_str(&word);
        used += wide;
    }
    lines.extend((used > 0).then_some(line));
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The number of columns that a text takes, colours left out.
pub fn visible(text: &str) -> usize {
    let (mut width, mut escape) = (0, false);
    for letter in text.chars() {
        match letter {
            '\x1b' => escape = true,
            'm' if escape => escape = false,
            _ if escape => (),
            _ => width += 1,
        }
    }
    width
}

/// Colours, or none, and how seats are called.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    colours: bool,
    /// The players of a match of more than two by the seats of its round; elsewhere seats are called by their own numbers.
    players: Option<[u8; Tally::MOST]>,
}

impl Paint {
    /// Colours, wherever the text goes.
    #[cfg(test)]
    pub fn colours() -> Paint {
        Paint { colours: true, players: None }
    }

    /// The same colours where these players of a match sit at the table of a round.
    pub fn at_table(self, players: &[u8]) -> Paint {
        let mut seats = [0; Tally::MOST];
        seats.iter_mut().zip(players).for_each(|(seat, &player)| *seat = player);
        Paint { players: Some(seats), ..self }
    }

    /// The number by which a seat of the round is called.
    pub fn number(self, seat: Seat) -> usize {
        self.players.and_then(|players| players.get(seat).copied()).map_or(seat, usize::from)
    }

    /// What a seat of a round for so many is called by the one in another.
    pub fn name(self, own: Seat, seat: Seat, seats: usize) -> String {
        match seats {
            _ if seat == own => "you".into(),
            2 if self.players.is_none() => "the other".into(),
            _ => self.seat(seat),
        }
    }

    /// What a seat of the round is called.
    pub fn seat(self, seat: Seat) -> String {
        format!("seat {}", self.number(seat))
    }

    /// Stands out.
    pub fn bold(self, text: impl Display) -> String {
        self.wrap("1", text)
    }

    /// Stressed.
    pub fn italic(self, text: impl Display) -> String {
        self.wrap("3", text)
    }

    /// What is typed or named as it stands.
    pub fn code(self, text: impl Display) -> String {
        self.wrap("36", text)
    }

    /// Stands back.
    pub fn dim(self, text: impl Display) -> String {
        self.wrap("2", text)
    }

    /// Red, for the red suits and what is missing.
    pub fn red(self, text: impl Display) -> String {
        self.wrap("31", text)
    }

    /// Green, for what is well.
    pub fn green(self, text: impl Display) -> String {
        self.wrap("32", text)
    }

    fn wrap(self, code: &str, text: impl Display) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }
}

/// A number with its thousands set apart.
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Points without the sign that a zero may carry.
pub fn points(points: f32) -> f32 {
    points + 0.0
}

/// A number of points or chips, one of them in the singular.
pub fn amount(number: f32, points: &str) -> String {
    format!("{number} {}", if number == 1.0 { points.trim_end_matches('s') } else { points })
}

/// Points as people read them: two decimals at most.
pub fn rounded(points: f32) -> f32 {
    self::points((points * 100.0).round() / 100.0)
}
