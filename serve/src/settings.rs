//! What a server allows.

use std::path::PathBuf;
use std::time::Duration;

use axum::http::HeaderValue;

/// What a server allows, and where it keeps its tables.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The database in which tables are kept; without one they end with the program.
    pub store: Option<PathBuf>,
    /// The folder of the page to play on, which is then found at `/play/`.
    pub page: Option<PathBuf>,
    /// The pages of other sites that may ask, such as `https://example.org`; those of this server itself always may.
    pub origins: Vec<HeaderValue>,
    /// A proxy stands before it, which tells the address of those who ask in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// No more tables than these.
    pub tables: usize,
    /// No more tables than these that were opened from one address.
    pub tables_each: usize,
    /// No more connections than these.
    pub connections: usize,
    /// No more connections than these from one address.
    pub connections_each: usize,
    /// Requests a second that are answered to one address, and how many may come at once.
    pub rate: u32,
    /// Requests that are worked on at the same time.
    pub at_once: usize,
    /// Requests of one address that are worked on at the same time.
    pub at_once_each: usize,
    /// How long the head of a request, a whole one, or a reader may take.
    pub patience: Duration,
    /// How long a connection over which nothing is said is kept, if its end is still there.
    pub silence: Duration,
    /// Minutes after which a table is cleared away where nobody has asked for anything.
    pub idle: u32,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            store: None,
            page: None,
            origins: Vec::new(),
            behind_proxy: false,
            tables: 10_000,
            tables_each: 100,
            connections: 20_000,
            connections_each: 200,
            rate: 100,
            at_once: 64,
            at_once_each: 8,
            patience: Duration::from_secs(30),
            silence: Duration::from_secs(60),
            idle: 24 * 60,
        }
    }
}
