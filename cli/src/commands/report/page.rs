//! The page: its head, its style, and the parts that all reports are made of. Every text is escaped where it is put in.

use elderhand_env::Overrides;
use elderhand_env::options::write_options;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::colours;
use super::plot::Drawing;
use crate::date::PROGRAM;
use crate::output::printable;

/// What the head of every report says, by which one is known again.
pub const MARK: &str = "<meta name=\"generator\" content=\"elderhand report\">";

const STYLE: &str = include_str!("style.css");
/// Nothing is loaded from anywhere, whatever a name may hold.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A part of the page under a heading.
pub struct Section {
    pub title: String,
    pub body: Markup,
}

/// A drawing with what it is called, and its numbers as a table.
pub struct Figure {
    pub title: String,
    /// What is measured, in what unit.
    pub about: String,
    pub drawing: Drawing,
    /// What the colours stand for; empty where there is only one.
    pub key: Key,
    /// What is to be seen, for those who do not see it.
    pub description: String,
    /// What must be known to read it.
    pub note: Option<String>,
    /// The table is open and stands beside the drawing, where there is room.
    pub beside: bool,
    pub table: Table,
}

/// The mark and the name of each colour, in their order.
pub type Key = Vec<(String, String)>;

/// Rows under a head; which columns hold numbers is said by the head.
#[derive(Default)]
pub struct Table {
    /// Each column, and whether it holds numbers.
    pub head: Vec<(String, bool)>,
    pub rows: Vec<Vec<String>>,
}

/// A column of words.
pub fn words(name: impl Into<String>) -> (String, bool) {
    (name.into(), false)
}

/// A column of numbers.
pub fn figures(name: impl Into<String>) -> (String, bool) {
    (name.into(), true)
}

impl Table {
    /// The table; `name` is what it shows. One that is too wide is scrolled by itself.
    pub fn markup(&self, name: &str) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-label=(printable(name)) {
                table {
                    thead { tr { @for (column, number) in &self.head { th scope="col" .number[*number] { (printable(column)) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (cell, (_, number)) in row.iter().zip(&self.head) {
                                    td .number[*number] { (printable(cell)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The table behind a line that opens it.
    pub fn folded(&self, summary: &str, name: &str) -> Markup {
        html! { details { summary { (summary) } (self.markup(name)) } }
    }
}

impl Figure {
    /// The drawing, the words around it, and its numbers folded up.
    pub fn markup(&self) -> Markup {
        html! {
            figure .beside[self.beside] {
                figcaption { b { (printable(&self.title)) } " " span.quiet { (printable(&self.about)) } }
                div {
                    (self.drawing.image(&printable(&self.title), &printable(&self.description)))
                    (key(&self.key))
                    @if let Some(note) = &self.note { p.quiet { (note) } }
                }
                details open[self.beside] { summary { "Numbers" } (self.table.markup(&format!("{}: numbers", self.title))) }
            }
        }
    }
}

/// What the colours stand for.
pub fn key(key: &Key) -> Markup {
    html! {
        @if !key.is_empty() {
            ul.key {
                @for (number, (mark, name)) in key.iter().enumerate() {
                    li { b class=(format!("mark row-{}", colours::place(number))) { (mark) } " " (printable(name)) }
                }
            }
        }
    }
}

/// Facts, each with its name.
pub fn facts(facts: &[(&str, String)]) -> Markup {
    html! {
        dl.facts {
            @for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
                div { dt { (name) } dd { (printable(value)) } }
            }
        }
    }
}

/// Figures beside each other, as many as there is room for.
pub fn grid(figures: &[Figure]) -> Markup {
    html! { div.grid { @for figure in figures { (figure.markup()) } } }
}

/// The whole page.
pub fn page(title: &str, date: &str, sections: &[Section]) -> String {
    let title = printable(title);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                (PreEscaped(MARK))
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " – Elderhand" }
                style { (PreEscaped(STYLE)) (PreEscaped(colours::css())) }
            }
            body {
                header.top { span.brand { span aria-hidden="true" { "♠ " } "Elderhand" } span.quiet { (PROGRAM) ", " (date) } }
                main {
                    h1 { (title) }
                    @for section in sections { section { h2 { (printable(&section.title)) } (section.body) } }
                }
            }
        }
    };
    page.into_string() + "\n"
}

/// Options as `--set` takes them.
pub fn set(options: &Overrides) -> String {
    printable(write_options(options).join(" "))
}
