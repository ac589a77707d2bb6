//! TensorBoard event files.
//!
//! Of tensorboard-rs this uses the messages and the record format; its own file writer runs in a thread that panics when
//! the disk is full, which here must be an error.

use std::fs::File;
use std::io;

use protobuf::Message;
use tensorboard_proto::event::{Event, SessionLog, SessionLog_SessionStatus};
use tensorboard_proto::summary::{Summary, Summary_Value};
use tensorboard_rs::record_writer::RecordWriter;
use tensorboard_rs::summary::scalar;

/// The bytes before the data of a record: its length and their checksum.
const HEAD: usize = 12;
/// The bytes behind it: its checksum.
const TAIL: usize = 4;

/// Writes one event file, in which a step is the number of decisions that the run has made.
pub(crate) struct Events(RecordWriter<File>);

impl Events {
    /// Starts a file. When a run is taken up again after a step, viewers drop what they have read of later ones.
    pub fn start(file: File, time: f64, resumed_after: Option<u64>) -> io::Result<Events> {
        let mut events = Events(RecordWriter::new(file));
        let mut version = event(time, 0);
        version.set_file_version("brain.Event:2".into());
        events.record(&version)?;
        if let Some(step) = resumed_after {
            let mut log = SessionLog::new();
            log.set_status(SessionLog_SessionStatus::START);
            let mut start = event(time, step + 1);
            start.set_session_log(log);
            events.record(&start)?;
        }
        Ok(events)
    }

    /// Writes named numbers of one step; `time` is in seconds since 1970.
    pub fn scalars<'a>(
        &mut self,
        time: f64,
        step: u64,
        scalars: impl Iterator<Item = (&'a str, f64)>,
    ) -> io::Result<()> {
        self.values(time, step, scalars.flat_map(|(tag, number)| scalar(tag, number as f32).take_value()).collect())
    }

    /// Writes values of any kind of one step.
    pub fn values(&mut self, time: f64, step: u64, values: Vec<Summary_Value>) -> io::Result<()> {
        let mut summary = Summary::new();
        summary.set_value(values.into());
        let mut event = event(time, step);
        event.set_summary(summary);
        self.record(&event)
    }

    fn record(&mut self, event: &Event) -> io::Result<()> {
        self.0.write(&event.write_to_bytes()?)
    }
}

/// Returns a file with the events of a run up to a step, and of those the values whose tags, with their step, are to be
/// kept. What a killed process has left of an event at the end is dropped.
pub(crate) fn kept(file: &[u8], last: u64, keep: impl Fn(&str, u64) -> bool) -> io::Result<Vec<u8>> {
    let (mut rest, mut kept) = (file, Vec::new());
    let mut writer = RecordWriter::new(&mut kept);
    while let Some(data) = record(rest) {
        rest = &rest[HEAD + data.len() + TAIL..];
        let mut event = Event::parse_from_bytes(data)?;
        let step = u64::try_from(event.get_step()).unwrap_or(0);
        if event.has_summary() {
            let mut values = event.take_summary().take_value().into_vec();
            values.retain(|value| keep(value.get_tag(), step));
            event.mut_summary().set_value(values.into());
        }
        let is_empty = event.has_summary() && event.get_summary().get_value().is_empty();
        if step <= last && !is_empty {
            writer.write(&event.write_to_bytes()?)?;
        }
    }
    Ok(kept)
}

/// Returns the data of the first record; `None` if there is no whole one.
fn record(file: &[u8]) -> Option<&[u8]> {
    let (length, rest) = file.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let end = length.checked_add(HEAD - 8)?;
    (rest.len() >= end.checked_add(TAIL)?).then(|| &rest[HEAD - 8..end])
}

fn event(time: f64, step: u64) -> Event {
    let mut event = Event::new();
    event.set_wall_time(time);
    event.set_step(step as i64);
    event
}
