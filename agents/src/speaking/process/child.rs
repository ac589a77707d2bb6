//! A child process that is asked for lines, never waited for without a limit.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{self, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::Command;
use super::group::Group;
use crate::lock::lock;
use crate::speaking::protocol::{Line, MAX_LINE, excerpt, read_line};

/// How long a process may take to end by itself once its input has ended.
const GRACE: Duration = Duration::from_millis(300);
/// How long the system may take to end a process.
const KILL: Duration = Duration::from_secs(2);
/// The number of lines of standard error that are kept.
const TAIL: usize = 8;

/// A running process; three threads of its own read and write its pipes, so that a full or silent pipe blocks nobody.
pub(super) struct Child {
    group: Group,
    requests: Option<Sender<Vec<u8>>>,
    answers: Receiver<Heard>,
    log: Arc<Mutex<VecDeque<String>>>,
    logger: JoinHandle<()>,
    timeout: Duration,
}

/// What was read from a process.
enum Heard {
    Line(Vec<u8>),
    TooLong,
    Failed(io::Error),
}

impl Child {
    /// Starts a process.
    pub fn start(command: &Command) -> Result<Child, String> {
        let mut process = process::Command::new(&command.program);
        process.args(&command.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::start(&mut process).map_err(|error| {
            format!("did not start: {error}: expected a program that can be run, `{}`", command.program)
        })?;
        match listen(group.pipes()) {
            Ok((requests, answers, log, logger)) => {
                Ok(Child { group, requests: Some(requests), answers, log, logger, timeout: command.timeout })
            }
            Err(error) => {
                end(&mut group);
                Err(format!("did not start: {error}"))
            }
        }
    }

    /// Sends a line and waits for the next one; the error says what the process did instead of answering `request`.
    pub fn exchange(&mut self, line: Vec<u8>, request: &str) -> Result<Vec<u8>, String> {
        if let Some(requests) = &self.requests {
            // A process that no longer reads may still have written why: that is what is reported.
            let _ = requests.send(line);
        }
        match self.answers.recv_timeout(self.timeout) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(format!("answered `{request}` with a line longer than {MAX_LINE} bytes")),
            Ok(Heard::Failed(error)) => Err(format!("could not be read when `{request}` was asked: {error}")),
            Err(RecvTimeoutError::Disconnected) => Err(self.obituary(request)),
            Err(RecvTimeoutError::Timeout) => match self.group.ended() {
                Some(_) => Err(self.obituary(request)),
                None => {
                    let limit = self.timeout.as_secs_f64();
                    Err(format!("did not answer `{request}` within {limit} s (ELDERHAND_BOT_TIMEOUT allows more)"))
                }
            },
        }
    }

    /// Ends the process at once, with all that it has started.
    pub fn kill(&mut self) {
        self.requests = None;
        end(&mut self.group);
    }

    /// Says how a process ended that gave no answer.
    fn obituary(&mut self, request: &str) -> String {
        let how = match wait(&mut self.group, GRACE) {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".into(),
        };
        format!("{how} when `{request}` was asked")
    }

    /// The last lines of standard error, if there are any.
    pub fn last_words(&self) -> String {
        let start = Instant::now();
        while !self.logger.is_finished() && start.elapsed() < Duration::from_millis(50) {
            thread::sleep(Duration::from_millis(2));
        }
        let log = lock(&self.log);
        if log.is_empty() {
            return String::new();
        }
        let lines: String = log.iter().map(|line| format!("\n    {line}")).collect();
        format!("; its last lines on stderr:{lines}")
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.requests = None;
        if wait(&mut self.group, GRACE).is_none() {
            end(&mut self.group);
        }
    }
}

/// Waits for a process to end by itself, but not longer than the limit.
fn wait(group: &mut Group, limit: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        match group.ended() {
            None if start.elapsed() < limit => thread::sleep(Duration::from_millis(2)),
            status => return status,
        }
    }
}

fn end(group: &mut Group) {
    group.kill();
    wait(group, KILL);
}

type Pipes = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);
type Ends = (Sender<Vec<u8>>, Receiver<Heard>, Arc<Mutex<VecDeque<String>>>, JoinHandle<()>);

/// Starts the threads at the three pipes. They end with the pipes, which whatever has left the group may keep open.
fn listen((input, output, errors): Pipes) -> io::Result<Ends> {
    let (Some(input), Some(output), Some(errors)) = (input, output, errors) else {
        return Err(io::Error::other("it has no pipes"));
    };
    let (requests, to_write) = channel();
    let (heard, answers) = sync_channel(1);
    let log = Arc::new(Mutex::new(VecDeque::new()));
    let lines = Arc::clone(&log);
    spawn("bot-input", move || write(input, &to_write))?;
    spawn("bot-output", move || read(output, &heard))?;
    let logger = spawn("bot-errors", move || keep(errors, &lines))?;
    Ok((requests, answers, log, logger))
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name(name.into()).spawn(work)
}

fn write(mut input: ChildStdin, requests: &Receiver<Vec<u8>>) {
    for line in requests {
        if input.write_all(&line).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read(output: impl Read, answers: &SyncSender<Heard>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let (heard, last) = match read_line(&mut output, &mut line) {
            Ok(Line::Whole) => (Heard::Line(line), false),
            Ok(Line::End) => return,
            Ok(Line::TooLong) => (Heard::TooLong, true),
            Err(error) => (Heard::Failed(error), true),
        };
        if answers.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps the last lines; a line too long to be kept counts as several.
fn keep(errors: impl Read, log: &Mutex<VecDeque<String>>) {
    let (mut errors, mut line) = (BufReader::new(errors), Vec::new());
    while let Ok(Line::Whole | Line::TooLong) = read_line(&mut errors, &mut line) {
        let mut log = lock(log);
        if log.len() == TAIL {
            log.pop_front();
        }
        log.push_back(excerpt(&String::from_utf8_lossy(&line)));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn start(line: &str) -> Child {
        Child::start(&Command::parse(line, Duration::from_millis(200)).unwrap()).unwrap()
    }

    #[test]
    fn a_process_that_reads_nothing_blocks_nobody() {
        let begun = Instant::now();
        let mut child = start("sleep 60");
        assert!(child.exchange(vec![b'x'; 4 << 20], "act").unwrap_err().contains("within 0.2 s"));
        drop(child);
        assert!(begun.elapsed() < Duration::from_secs(3));
    }

    #[test]
    fn a_dropped_process_is_gone_and_reaped() {
        for line in ["cat", "sleep 60", "sh -c 'trap \"\" TERM INT; while :; do sleep 1; done'", "yes"] {
            let child = start(line);
            let entry = format!("/proc/{}", child.group.id());
            assert!(std::fs::exists(&entry).unwrap());
            drop(child);
            assert!(!std::fs::exists(&entry).unwrap(), "{line} is still there");
        }
    }

    #[test]
    fn what_a_process_has_started_goes_with_it() {
        let on_drop =
            ["sh -c 'sleep 61 & echo $!; cat'", "sh -c 'sleep 62 & echo $!; sleep 63'", "sh -c 'sleep 64 & echo $!'"];
        for (line, hangs) in
            on_drop.iter().map(|line| (line, false)).chain([(&"sh -c 'sleep 65 & echo $!; wait'", true)])
        {
            let mut child = start(line);
            let id = String::from_utf8(child.exchange(Vec::new(), "hello").unwrap()).unwrap();
            assert!(lives(&id), "{line} has started nothing");
            if hangs {
                assert!(child.exchange(Vec::new(), "act").is_err());
                child.kill();
                assert!(gone(&id), "{line} left something behind when it was ended");
            }
            drop(child);
            assert!(gone(&id), "{line} left something behind");
        }
    }

    /// Returns `true` if a process runs; one that nobody has reaped no longer does.
    fn lives(id: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    }

    /// Returns `true` if a process ends soon.
    fn gone(id: &str) -> bool {
        let start = Instant::now();
        while lives(id) && start.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(2));
        }
        !lives(id)
    }

    #[test]
    fn only_the_end_of_a_long_log_is_kept() {
        let mut child = start("sh -c 'seq 1 100 >&2; exit 1'");
        let error = child.exchange(Vec::new(), "hello").unwrap_err() + &child.last_words();
        assert!(error.ends_with("\n    99\n    100") && !error.contains("\n    92\n"), "{error}");
    }
}
