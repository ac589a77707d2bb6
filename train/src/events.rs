//! TensorBoard event files: scalars alone, written here because a full disk must be an error and not a panic.
//!
//! A file is a list of records, each a length, its checksum, an `Event` message of protocol buffers, and its checksum.

use std::fs::File;
use std::io::{self, Write};

/// Writes one event file.
#[derive(Debug)]
pub(crate) struct Events {
    file: File,
}

impl Events {
    /// Starts a file. When a run is taken up again at a step, viewers drop what earlier files say from there on.
    pub fn start(file: File, time: f64, resumed_at: Option<u64>) -> io::Result<Events> {
        let mut events = Events { file };
        let mut version = event(time, 0);
        bytes_field(&mut version, 3, b"brain.Event:2");
        events.record(&version)?;
        if let Some(step) = resumed_at {
            let mut start = event(time, step);
            bytes_field(&mut start, 7, &[1 << 3, 1]);
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
        let mut summary = Vec::new();
        for (tag, number) in scalars {
            let mut value = Vec::new();
            bytes_field(&mut value, 1, tag.as_bytes());
            value.push(2 << 3 | 5);
            value.extend((number as f32).to_le_bytes());
            bytes_field(&mut summary, 1, &value);
        }
        let mut event = event(time, step);
        bytes_field(&mut event, 5, &summary);
        self.record(&event)
    }

    fn record(&mut self, data: &[u8]) -> io::Result<()> {
        let length = (data.len() as u64).to_le_bytes();
        let record = [&length, &masked_crc(&length).to_le_bytes()[..], data, &masked_crc(data).to_le_bytes()].concat();
        self.file.write_all(&record)
    }
}

/// The first fields of an event: 1 is the time as a double, 2 the step as a varint.
fn event(time: f64, step: u64) -> Vec<u8> {
    let mut event = vec![1 << 3 | 1];
    event.extend(time.to_le_bytes());
    event.push(2 << 3);
    varint(&mut event, step);
    event
}

/// A field of bytes, text or a message.
fn bytes_field(out: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    out.push(number << 3 | 2);
    varint(out, bytes.len() as u64);
    out.extend(bytes);
}

fn varint(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// CRC-32C, turned and shifted as the format asks.
fn masked_crc(data: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in data {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
        }
    }
    (!crc).rotate_right(15).wrapping_add(0xa282_ead8)
}

#[cfg(test)]
mod tests {
    use super::masked_crc;

    #[test]
    fn the_checksum_is_crc_32c() {
        // The check value of CRC-32C is 0xe3069283 for the nine digits.
        assert_eq!(masked_crc(b"123456789"), 0xe306_9283u32.rotate_right(15).wrapping_add(0xa282_ead8));
    }
}
