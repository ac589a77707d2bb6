//! Who asks, by address, and how much of the server each may have.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use elderhand_agents::hosting::{Allowance, House};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::Semaphore;

use crate::lock::lock;
use crate::settings::Settings;

/// All who ask, or have asked lately.
pub(crate) struct Visitors {
    connections: usize,
    tables: usize,
    at_once: usize,
    quota: Quota,
    known: Mutex<HashMap<IpAddr, Arc<Visitor>>>,
}

/// Whoever asks from one address.
pub(crate) struct Visitor {
    connections: AtomicUsize,
    /// How fast it may ask.
    pub rate: DefaultDirectRateLimiter,
    /// How much it may have worked on at the same time.
    pub at_once: Arc<Semaphore>,
    /// How many tables it may have.
    pub tables: Arc<Allowance>,
}

/// A connection of a visitor, counted while this is held.
pub(crate) struct Visit(pub Arc<Visitor>);

impl Visitors {
    pub fn new(settings: &Settings) -> Visitors {
        Visitors {
            connections: settings.connections_each,
            tables: settings.tables_each,
            at_once: settings.at_once_each,
            quota: Quota::per_second(NonZeroU32::new(settings.rate).unwrap_or(NonZeroU32::MIN)),
            known: Mutex::default(),
        }
    }

    /// Whoever asks from this address; of the newer kind of addresses, whoever asks from the same network, since one may have
    /// as many as one likes there.
    pub fn at(&self, address: IpAddr) -> Arc<Visitor> {
        let address = match address.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
            address => address,
        };
        let new = || {
            Arc::new(Visitor {
                connections: AtomicUsize::new(0),
                rate: RateLimiter::direct(self.quota),
                at_once: Arc::new(Semaphore::new(self.at_once)),
                tables: Arc::new(Allowance::new(self.tables)),
            })
        };
        self.known().entry(address).or_insert_with(new).clone()
    }

    /// Counts a connection of a visitor; `None` if there are too many.
    pub fn enter(&self, visitor: Arc<Visitor>) -> Option<Visit> {
        let visit = Visit(visitor);
        // Counted first, and given back with the visit, so that two at the same time are not both the last.
        let before = visit.0.connections.fetch_add(1, Ordering::Relaxed);
        (before < self.connections).then_some(visit)
    }

    /// Forgets those who have no connection and have opened no table that is still there.
    pub fn forget(&self, house: &House) {
        self.known().retain(|_, visitor| {
            let opened = house.opened_within(&visitor.tables);
            let new = visitor.connections.load(Ordering::Relaxed) == 0 && opened == 0;
            !new || Arc::strong_count(visitor) > 1
        });
    }

    fn known(&self) -> MutexGuard<'_, HashMap<IpAddr, Arc<Visitor>>> {
        lock(&self.known)
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}
