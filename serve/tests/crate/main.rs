//! The server from outside, over real connections and, for faults of the network, over simulated ones.

mod common;
mod faults;
mod limits;
#[path = "../../../agents/tests/crate/speaking/schema.rs"]
mod schema;
mod secrets;
mod store;
mod ways;
