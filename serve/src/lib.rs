#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod app;
mod changes;
mod listen;
mod lock;
mod logs;
mod metrics;
mod server;
mod settings;
mod store;
mod visitors;
mod ways;

pub use axum::serve::Listener;
pub use listen::bind;
pub use logs::log;
pub use server::{OpenError, Server};
pub use settings::Settings;
pub use store::StoreError;
pub use tracing::Level;
