//! The list of moves that a person chooses from.

use crate::cards;
use crate::output::{Paint, fold};

/// Lists moves by number, those that differ in their last word only on lines of their own under the words they share.
pub fn list(names: &[String], paint: Paint) -> Vec<String> {
    let groups: Vec<&[String]> = names.chunk_by(|a, b| verb(a).is_some() && verb(a) == verb(b)).collect();
    let grouped = groups.iter().filter(|group| group.len() > 1).filter_map(|group| verb(&group[0]));
    let width = grouped.map(str::len).max().unwrap_or(0) + 3;
    let (mut lines, mut alone, mut number) = (Vec::new(), Vec::new(), 0);
    for group in groups {
        let numbered = |text: String| {
            number += 1;
            format!("{} {}", paint.dim(number), cards::words(&text, paint))
        };
        match verb(&group[0]).filter(|_| group.len() > 1) {
            None => alone.extend(group.iter().cloned().map(numbered)),
            Some(verb) => {
                lines.extend(fold(0, GAP, alone.drain(..)));
                let words = fold(width, GAP, group.iter().map(|name| argument(name)).map(numbered));
                let label = |i| if i == 0 { verb } else { "" };
                lines.extend(words.iter().enumerate().map(|(i, line)| format!("{:width$}{line}", label(i))));
            }
        }
    }
    lines.extend(fold(0, GAP, alone.into_iter()));
    lines
}

const GAP: &str = "   ";

/// All words of a name but the last.
fn verb(name: &str) -> Option<&str> {
    name.rsplit_once(' ').map(|(verb, _)| verb)
}

/// The last word of a name; a bare number is not to be mistaken for that of the move.
fn argument(name: &str) -> String {
    let last = name.rsplit_once(' ').map_or(name, |(_, last)| last);
    let number = last.bytes().all(|byte| byte.is_ascii_digit());
    if number { format!("no. {last}") } else { last.into() }
}
