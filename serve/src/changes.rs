//! Who wants to know that something has happened at a table.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use elderhand_agents::hosting::{House, Journal, Saved};
use tokio::sync::Notify;

use crate::lock::lock;
use crate::store::Store;

/// A connection is told of no more tables than these, of those that stand.
const WATCHED: usize = 256;

thread_local! {
    /// On whose behalf this thread is working: a connection is not told what it has done itself.
    static ASKING: Cell<u64> = const { Cell::new(0) };
}

/// Tells connections of changes at the tables that they have asked about, once they are kept.
#[derive(Clone, Default)]
pub(crate) struct Changes {
    watchers: Arc<Mutex<HashMap<String, Vec<Arc<Watcher>>>>>,
}

/// What a connection has not been told yet.
pub(crate) struct Watcher {
    number: u64,
    watched: Mutex<BTreeSet<String>>,
    changed: Mutex<BTreeSet<String>>,
    news: Notify,
}

impl Watcher {
    pub fn new() -> Arc<Watcher> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        Arc::new(Watcher { number, watched: Mutex::default(), changed: Mutex::default(), news: Notify::new() })
    }

    /// Does something on behalf of this connection, on this thread.
    pub fn asks<T>(&self, what: impl FnOnce() -> T) -> T {
        let before = ASKING.replace(self.number);
        let done = what();
        ASKING.set(before);
        done
    }

    /// Waits until something has happened, and returns where.
    pub async fn news(&self) -> BTreeSet<String> {
        loop {
            let changed = std::mem::take(&mut *lock(&self.changed));
            if !changed.is_empty() {
                return changed;
            }
            self.news.notified().await;
        }
    }
}

impl Changes {
    /// Tells a connection of what happens at a table from now on, and of what may have happened just before, unless it is told of
    /// as many as it may be.
    pub fn watch(&self, table: &str, watcher: &Arc<Watcher>, house: &House) {
        let mut watched = lock(&watcher.watched);
        if watched.len() >= WATCHED {
            let gone;
            (*watched, gone) = std::mem::take(&mut *watched).into_iter().partition(|table| house.stands(table));
            self.unwatch(gone, watcher);
        }
        if watched.len() < WATCHED && watched.insert(table.to_owned()) {
            lock(&self.watchers).entry(table.to_owned()).or_default().push(watcher.clone());
            // Between the answer that named the table and now something may have been played there.
            lock(&watcher.changed).insert(table.to_owned());
            watcher.news.notify_one();
        }
    }

    /// Tells a connection no more.
    pub fn leave(&self, watcher: &Watcher) {
        let watched = std::mem::take(&mut *lock(&watcher.watched));
        self.unwatch(watched, watcher);
    }

    /// Takes a connection from those who are told of these tables.
    fn unwatch(&self, tables: BTreeSet<String>, watcher: &Watcher) {
        let mut watchers = lock(&self.watchers);
        for table in tables {
            if let Some(there) = watchers.get_mut(&table) {
                there.retain(|one| one.number != watcher.number);
                if there.is_empty() {
                    watchers.remove(&table);
                }
            }
        }
    }

    fn tell(&self, table: &str) {
        let watchers = lock(&self.watchers);
        for watcher in watchers.get(table).into_iter().flatten() {
            if watcher.number != ASKING.get() {
                lock(&watcher.changed).insert(table.to_owned());
                watcher.news.notify_one();
            }
        }
    }
}

/// Keeps what happens, if there is a place for it, and then tells of it.
pub(crate) struct Told {
    pub store: Option<Arc<Store>>,
    pub changes: Changes,
}

impl Journal for Told {
    fn keep(&self, table: &str, saved: &Saved) -> Result<(), String> {
        if let Some(store) = &self.store {
            store.keep(table, saved)?;
        }
        self.changes.tell(table);
        Ok(())
    }

    fn forget(&self, table: &str) -> Result<(), String> {
        if let Some(store) = &self.store {
            store.forget(table)?;
        }
        self.changes.tell(table);
        Ok(())
    }
}
