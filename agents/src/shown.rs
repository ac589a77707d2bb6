//! What others have written, where people are shown it.

/// Returns `true` if a terminal or a page obeys a letter instead of showing it.
///
/// Control characters move the cursor, and marks that turn the direction of writing can swap what is read.
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
