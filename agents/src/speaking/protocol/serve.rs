//! The protocol on streams of bytes, such as standard input and output: one request a line, one answer a line.

use std::io::{self, BufRead, Write};

use super::{Line, Reply, Session, read_line};
use crate::seating::bot::Bot;

/// Answers requests, one a line, until the input ends or nobody reads the answers any more.
///
/// A request that cannot be answered gets an error object and changes nothing; the session goes on. `told` hears what
/// whoever asks may not know of a bot that failed.
///
/// # Errors
///
/// Fails if the input cannot be read or the output not written; a broken pipe is no error.
///
/// # Examples
///
/// ```
/// use elderhand_agents::{Bot, protocol::serve};
///
/// let requests = r#"{"id": 1, "type": "new_game", "game": "kuhn", "seat": 0, "seed": 7}
/// {"id": 2, "type": "act", "view": {"seat": 0, "card": "KS", "betting": "open"}}"#;
/// let mut answers = Vec::new();
/// serve(requests.as_bytes(), &mut answers, &Bot::open("random")?, |_| ())?;
/// assert!(String::from_utf8(answers)?.lines().nth(1).unwrap().starts_with(r#"{"id":2,"action":{"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(mut input: impl BufRead, mut output: impl Write, bot: &Bot, mut told: impl FnMut(&str)) -> io::Result<()> {
    let mut session = Session::new(bot.clone());
    let mut line = Vec::new();
    loop {
        match read_line(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::Whole if line.trim_ascii().is_empty() => continue,
            Line::Whole => (),
            // What is here of it is too long already.
            Line::TooLong => drop(input.skip_until(b'\n')?),
        }
        let Reply { text: mut answer, cause, .. } = session.reply(&line);
        if let Some(cause) = cause {
            told(&cause);
        }
        answer.push('\n');
        match output.write_all(answer.as_bytes()).and_then(|()| output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written?,
        }
    }
}
