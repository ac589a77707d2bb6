//! Markdown for a terminal: wrapped, aligned, in colours where there are any, and with the signs of suits.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};

use crate::cards;
use crate::output::{Paint, fold_to, visible};

/// What stands between two columns of a table.
const GAP: &str = "  ";
/// How far code that stands by itself is indented.
const CODE: &str = "    ";

/// Returns the lines of a page, none longer than the width unless a single word is.
pub(crate) fn render(markdown: &str, width: usize, paint: Paint) -> Vec<String> {
    let mut page = Page { width, paint, ..Page::default() };
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| page.take(event));
    page.lines
}

/// The words of a paragraph or a cell, each painted.
type Words = Vec<String>;

/// A page that is being set.
#[derive(Default)]
struct Page {
    width: usize,
    paint: Paint,
    lines: Vec<String>,
    /// What has been read of the paragraph or the cell.
    words: Words,
    /// What comes next belongs to the last word.
    joined: bool,
    heading: bool,
    strong: bool,
    stressed: bool,
    code: bool,
    /// The lists around, each with the number of its next item if it is numbered.
    lists: Vec<Option<u64>>,
    /// What the next line begins with, and how wide that is for the lines after it.
    marker: String,
    table: Table,
}

#[derive(Default)]
struct Table {
    alignments: Vec<Alignment>,
    rows: Vec<Vec<Words>>,
}

impl Page {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                self.lines.extend(text.lines().map(|line| format!("{CODE}{}", self.paint.code(line))));
            }
            Event::Text(text) => self.text(&text, false),
            Event::Code(text) => self.text(&text, true),
            Event::SoftBreak => self.joined = false,
            Event::HardBreak => self.flush(),
            Event::Rule => {
                self.space();
                self.lines.push("─".repeat(self.width));
            }
            _ => (),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Heading { .. } => {
                self.space();
                self.heading = true;
            }
            Tag::Paragraph if self.marker.is_empty() => self.space(),
            Tag::CodeBlock(_) => {
                self.space();
                self.code = true;
            }
            Tag::List(first) => {
                // The text of an item ends where a list in it begins.
                self.flush();
                self.space();
                self.lists.push(first);
            }
            Tag::Item => {
                self.marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".into(),
                };
            }
            Tag::Strong => self.strong = true,
            Tag::Emphasis => self.stressed = true,
            Tag::Table(alignments) => {
                self.space();
                self.table = Table { alignments, rows: Vec::new() };
            }
            Tag::TableHead | Tag::TableRow => self.table.rows.push(Vec::new()),
            _ => (),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.flush();
                self.heading = false;
            }
            TagEnd::Paragraph | TagEnd::Item => self.flush(),
            TagEnd::CodeBlock => self.code = false,
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::Strong => self.strong = false,
            TagEnd::Emphasis => self.stressed = false,
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words);
                self.joined = false;
                self.table.rows.last_mut().expect("a cell is in a row").push(cell);
            }
            TagEnd::Table => {
                let table = std::mem::take(&mut self.table);
                self.lines.extend(table.set(self.width, self.paint));
            }
            _ => (),
        }
    }

    /// Sets blocks apart, but not the items of a list.
    fn space(&mut self) {
        if self.lists.is_empty() && self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(String::new());
        }
    }

    /// Takes the words of a text; the first may belong to the last one before it.
    fn text(&mut self, text: &str, code: bool) {
        self.joined &= !text.starts_with(char::is_whitespace);
        for word in text.split_whitespace() {
            let word = self.word(word, code);
            match self.words.last_mut().filter(|_| self.joined) {
                Some(last) => last.push_str(&word),
                None => self.words.push(word),
            }
            self.joined = false;
        }
        self.joined = !text.ends_with(char::is_whitespace);
    }

    /// Paints a word, and draws it if it is a card.
    fn word(&self, word: &str, code: bool) -> String {
        let paint = self.paint;
        let bare = word.trim_matches(|c: char| c.is_ascii_punctuation());
        if let Some(card) = cards::of_word(bare) {
            return word.replacen(bare, &cards::card(card, paint), 1);
        }
        match self {
            _ if code => paint.code(word),
            Page { heading: true, .. } | Page { strong: true, .. } => paint.bold(word),
            Page { stressed: true, .. } => paint.italic(word),
            _ => word.into(),
        }
    }

    /// Sets what has been read as lines.
    fn flush(&mut self) {
        let words = std::mem::take(&mut self.words);
        self.joined = false;
        // Lines that go on stand below the text of their item, and so do the lists in it.
        let hangs = self.lists.iter().map(|list| if list.is_some() { 3 } else { 2 });
        let hang = hangs.clone().next_back().unwrap_or(0);
        let indent = hangs.sum::<usize>() - hang;
        let marker = std::mem::take(&mut self.marker);
        let columns = self.width.saturating_sub(indent + hang);
        for (place, line) in fold_to(columns, " ", words.iter()).into_iter().enumerate() {
            let first = if place == 0 { &*marker } else { "" };
            self.lines.push(format!("{:indent$}{first:hang$}{line}", ""));
        }
    }
}

impl Table {
    /// Sets the rows under a dimmed head; where they are wider than the page, the widest columns are wrapped.
    fn set(self, width: usize, paint: Paint) -> Vec<String> {
        let columns = self.alignments.len();
        let widest = |of: fn(&Words) -> usize| -> Vec<usize> {
            (0..columns).map(|i| self.rows.iter().map(|row| of(&row[i])).max().unwrap_or(0)).collect()
        };
        let least = widest(|words| words.iter().map(|word| visible(word)).max().unwrap_or(0));
        let mut widths = widest(|words| words.iter().map(|word| visible(word) + 1).sum::<usize>().saturating_sub(1));
        let room = width.saturating_sub(GAP.len() * columns.saturating_sub(1));
        if least.iter().sum::<usize>() > room {
            return self.run_on(width, paint);
        }
        while widths.iter().sum::<usize>() > room {
            let wide = (0..columns).filter(|&i| widths[i] > least[i]).max_by_key(|&i| widths[i]);
            let Some(wide) = wide else { break };
            widths[wide] -= 1;
        }
        let mut lines = Vec::new();
        for (place, row) in self.rows.iter().enumerate() {
            let cells: Vec<Vec<String>> =
                row.iter().zip(&widths).map(|(words, &width)| fold_to(width, " ", words.iter())).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let cell = |i: usize| {
                    let text = cells[i].get(line).map_or("", String::as_str);
                    let gap = " ".repeat(widths[i].saturating_sub(visible(text)));
                    if self.alignments[i] == Alignment::Right { gap + text } else { text.to_owned() + &gap }
                };
                let text = (0..columns).map(cell).collect::<Vec<_>>().join(GAP);
                let text = text.trim_end();
                lines.push(if place == 0 { paint.dim(text) } else { text.into() });
            }
        }
        lines
    }

    /// Sets each row as a paragraph, where the page is too narrow for columns.
    fn run_on(self, width: usize, paint: Paint) -> Vec<String> {
        let indent = |place: usize| if place == 0 { "" } else { "  " };
        let row = |row: Vec<Words>| {
            let cells = row.into_iter().filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(&"–".to_owned());
            let lines = fold_to(width.saturating_sub(indent(1).len()), " ", cells.iter());
            lines.into_iter().enumerate().map(|(place, line)| indent(place).to_owned() + &line).collect::<Vec<_>>()
        };
        let mut rows = self.rows.into_iter().map(row);
        let head = rows.next().unwrap_or_default().into_iter().map(|line| paint.dim(line));
        head.chain(rows.flatten()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::output::{Paint, visible};

    const PAGE: &str = "# The *game*\n\nTwo players and a pack; **the aim** is to\nhold `7C KS`, or 2D.\n\n\
        1. `draw` a card, and then some more words\n   that go on\n2. pass\n   - or not\n\n\
        | kind | points |\n|---|--:|\n| a book of cards that are of one rank | 3 |\n| run | 10 |\n";

    #[test]
    fn a_page_is_wrapped_aligned_and_without_marks() {
        let expected = [
            "The game",
            "",
            "Two players and a pack;",
            "the aim is to hold 7♣",
            "K♠, or 2♦.",
            "",
            "1. draw a card, and then",
            "   some more words that",
            "   go on",
            "2. pass",
            "   - or not",
            "",
            "kind              points",
            "a book of cards        3",
            "that are of one",
            "rank",
            "run                   10",
        ];
        assert_eq!(render(PAGE, 24, Paint::default()), expected);
    }

    #[test]
    fn colours_take_no_room() {
        let lines = render(PAGE, 24, Paint::colours());
        assert!(lines.iter().all(|line| visible(line) <= 24), "{lines:?}");
        assert_eq!(lines[0], "\x1b[1mThe\x1b[0m \x1b[1mgame\x1b[0m");
        assert!(lines[4].contains("\x1b[31m2♦\x1b[0m."), "{lines:?}");
        assert!(lines[6].contains("\x1b[36mdraw\x1b[0m a card"), "{lines:?}");
    }

    #[test]
    fn every_page_fits_a_narrow_terminal() {
        for variant in elderhand_env::VARIANTS {
            for width in [24, 40, 80] {
                for line in render(variant.rules, width, Paint::default()) {
                    assert!(visible(&line) <= width, "{}: {line}", variant.id);
                    assert!(
                        !line.contains("**") && !line.contains('`') && !line.contains('|'),
                        "{}: {line}",
                        variant.id
                    );
                }
            }
        }
    }
}
