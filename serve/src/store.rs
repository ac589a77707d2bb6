//! The database in which tables are kept.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use elderhand_agents::hosting::{Journal, Saved};
use rusqlite::{Connection, ErrorCode};

use crate::lock::lock;

/// How the database came to be what it is, step by step; what stands here once is never changed.
///
/// The number of steps that were taken is the database's `user_version`.
const STEPS: [&str; 2] = [
    "CREATE TABLE tables (id TEXT PRIMARY KEY, saved TEXT NOT NULL) STRICT",
    "ALTER TABLE tables ADD COLUMN changed INTEGER NOT NULL DEFAULT 0; UPDATE tables SET changed = unixepoch()",
];

/// Keeps a table.
const KEEP: &str = "REPLACE INTO tables (id, saved, changed) VALUES (?1, ?2, unixepoch())";

/// The database in which tables are kept.
///
/// What it was told is there again after the program was killed. After a loss of power the last moments may be missing, but
/// what is there is whole.
pub(crate) struct Store(Mutex<Connection>);

/// A database that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// It cannot be read or written.
    #[error("the tables in {path} cannot be read or written: {cause}")]
    Database {
        /// The file.
        path: String,
        /// What the database says.
        cause: rusqlite::Error,
    },
    /// Another server uses it.
    #[error("the tables in {0} are in use: stop the server that keeps them, or name another file with --store")]
    InUse(
        /// The file.
        String,
    ),
    /// It cannot be made.
    #[error("{path} cannot be made: {cause}")]
    File {
        /// The file.
        path: String,
        /// What the system says.
        cause: std::io::Error,
    },
    /// It was written by a newer program.
    #[error("the tables in {path} were written by a newer version: expected version {expected} at most, found {found}")]
    Newer {
        /// The file.
        path: String,
        /// The newest version that is understood.
        expected: usize,
        /// Its version.
        found: i64,
    },
}

impl Store {
    /// Opens a database, or makes one that only its owner can read: it holds every hand, and by what seats are held.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let name = || path.display().to_string();
        let mut file = OpenOptions::new();
        file.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
        file.open(path).map_err(|cause| StoreError::File { path: name(), cause })?;

        let database = |cause: rusqlite::Error| match cause.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::InUse(name()),
            _ => StoreError::Database { path: name(), cause },
        };
        let mut connection = Connection::open(path).map_err(database)?;
        // One server at a time; one that is just ending is waited for.
        connection.busy_timeout(Duration::from_secs(1)).map_err(database)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(database)?;
        connection.pragma_update(None, "journal_mode", "WAL").map_err(database)?;
        connection.pragma_update(None, "synchronous", "NORMAL").map_err(database)?;
        let found: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(database)?;
        let Some(steps) = usize::try_from(found).ok().and_then(|taken| STEPS.get(taken..)) else {
            return Err(StoreError::Newer { path: name(), expected: STEPS.len(), found });
        };
        let change = connection.transaction().map_err(database)?;
        for step in steps {
            change.execute_batch(step).map_err(database)?;
        }
        change.pragma_update(None, "user_version", STEPS.len() as i64).map_err(database)?;
        change.commit().map_err(database)?;
        Ok(Store(Mutex::new(connection)))
    }

    /// Shows every table that is kept, one by one: its name, what is kept of it as text, and how many minutes ago it changed.
    pub fn each(&self, mut show: impl FnMut(&str, &str, u32)) -> rusqlite::Result<()> {
        self.with(|connection| {
            let mut all = connection.prepare("SELECT id, saved, (unixepoch() - changed) / 60 FROM tables")?;
            let mut rows = all.query([])?;
            while let Some(row) = rows.next()? {
                let minutes: i64 = row.get(2)?;
                // A clock that was set back leaves less than none.
                show(row.get_ref(0)?.as_str()?, row.get_ref(1)?.as_str()?, minutes.clamp(0, u32::MAX.into()) as u32);
            }
            Ok(())
        })
    }

    fn with<T>(&self, what: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        what(&lock(&self.0))
    }
}

impl Journal for Store {
    fn keep(&self, table: &str, saved: &Saved) -> Result<(), String> {
        let saved = serde_json::to_string(saved).map_err(|error| error.to_string())?;
        let kept = self.with(|connection| connection.prepare_cached(KEEP)?.execute([table, &saved]));
        kept.map(drop).map_err(unwritten)
    }

    fn forget(&self, table: &str) -> Result<(), String> {
        let gone = self.with(|connection| connection.execute("DELETE FROM tables WHERE id = ?1", [table]));
        gone.map(drop).map_err(unwritten)
    }
}

/// What the system says of its disk is the operator's business.
fn unwritten(error: rusqlite::Error) -> String {
    tracing::error!(%error, "a table could not be kept");
    "the server cannot write".into()
}
