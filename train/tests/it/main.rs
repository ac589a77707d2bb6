//! Training through the public interface: one crate of tests, since each is linked with every game and libtorch.

mod common;
mod config;
mod gin;
mod kuhn;
mod start;
mod stops;
mod tables;
mod tensorboard;
