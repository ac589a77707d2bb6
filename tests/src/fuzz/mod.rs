//! Functions that take any bytes and hold the library to what it promises whatever these are.
//!
//! They are called by `fuzz/`, where libFuzzer chooses the bytes, and by a test, which takes those that are kept in
//! `fuzz/corpus` and some more.

mod alter;
mod bundles;
mod explained;
mod formats;
mod lines;
mod names;
mod options;
mod play;
mod ratings;
mod records;
mod requests;
mod saved;
#[path = "../../../agents/tests/crate/speaking/schema.rs"]
mod schema;
mod served;
mod sessions;
mod setup;
mod smoke;
mod sockets;
mod source;
mod talk;
mod tensors;
mod views;
mod watch;

pub use alter::{alter, place};
pub use explained::explained;
pub use smoke::smoke;
pub use source::Source;

/// A function that panics where something that is promised does not hold.
pub type Target = fn(&[u8]);

/// The targets by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("play", play::play),
    ("views", views::views),
    ("records", records::records),
    ("bundles", bundles::bundles),
    ("manifests", bundles::manifests),
    ("tensors", tensors::tensors),
    ("lines-one", lines::lines_one),
    ("lines-two", lines::lines_two),
    ("sessions", sessions::sessions),
    ("requests", requests::requests),
    ("sockets", sockets::sockets),
    ("saved", saved::saved),
    ("formats", formats::formats),
    ("options", options::options),
    ("names", names::names),
    ("ratings", ratings::ratings),
];

/// Finds a target by its name.
#[must_use]
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}
