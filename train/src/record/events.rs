//! TensorBoard event files.
//!
//! Of tensorboard-rs this uses the messages and the record format; its own file writer runs in a thread that panics when
//! the disk is full, which here must be an error.

use std::fs::File;
use std::io;

use protobuf::Message;
use tensorboard_proto::event::{Event, SessionLog, SessionLog_SessionStatus};
use tensorboard_proto::summary::Summary;
use tensorboard_rs::record_writer::RecordWriter;
use tensorboard_rs::summary::scalar;

/// Writes one event file.
pub(crate) struct Events(RecordWriter<File>);

impl Events {
    /// Starts a file. When a run is taken up again at a step, viewers drop what earlier files say from there on.
    pub fn start(file: File, time: f64, resumed_at: Option<u64>) -> io::Result<Events> {
        let mut events = Events(RecordWriter::new(file));
        let mut version = event(time, 0);
        version.set_file_version("brain.Event:2".into());
        events.record(&version)?;
        if let Some(step) = resumed_at {
            let mut log = SessionLog::new();
            log.set_status(SessionLog_SessionStatus::START);
            let mut start = event(time, step);
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
        let mut summary = Summary::new();
        summary.set_value(scalars.flat_map(|(tag, number)| scalar(tag, number as f32).take_value()).collect());
        let mut event = event(time, step);
        event.set_summary(summary);
        self.record(&event)
    }

    fn record(&mut self, event: &Event) -> io::Result<()> {
        self.0.write(&event.write_to_bytes()?)
    }
}

fn event(time: f64, step: u64) -> Event {
    let mut event = Event::new();
    event.set_wall_time(time);
    event.set_step(step as i64);
    event
}
