//! The programs as people use them: one crate of tests, since each is linked with every game.

mod analyse;
mod common;
mod follies;
mod json;
mod kept;
mod live;
mod pinnacle;
mod play;
#[cfg(target_os = "linux")]
mod processes;
mod rate;
mod released;
mod replay;
mod report;
mod rules;
#[cfg(all(unix, feature = "serve"))]
mod serve;
mod snap;
mod table;
mod tournament;
mod training;
mod usage;
mod wording;
