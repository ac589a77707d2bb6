//! What is counted, for Prometheus. No label names a table, a seat or a person.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// The type of a request, and the code of its refusal.
type Labels = [(&'static str, &'static str); 2];

#[derive(Default)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    seconds: Seconds,
    /// Connections that are open.
    pub connections: Gauge,
    /// Tables that are open.
    pub tables: Gauge,
    /// Connections and requests that were turned away.
    pub turned_away: Counter,
}

struct Seconds(Histogram);

impl Default for Seconds {
    fn default() -> Seconds {
        // From 50 microseconds, of a simple question, to 26 seconds.
        Seconds(Histogram::new(exponential_buckets(50e-6, 2.0, 20)))
    }
}

impl Metrics {
    pub fn new() -> Metrics {
        let mut metrics = Metrics::default();
        let mut registry = Registry::with_prefix("elderhand");
        registry.register("requests", "Requests that were answered", metrics.requests.clone());
        let seconds = metrics.seconds.0.clone();
        registry.register_with_unit("answer", "What answers took, once they were begun", Unit::Seconds, seconds);
        registry.register("connections", "Connections that are open", metrics.connections.clone());
        registry.register("tables", "Tables that are open", metrics.tables.clone());
        let turned_away = metrics.turned_away.clone();
        registry.register("turned_away", "Connections and requests beyond what is allowed", turned_away);
        metrics.registry = registry;
        metrics
    }

    /// Counts an answer.
    pub fn answered(&self, kind: &'static str, refused: Option<&'static str>, took: Duration) {
        self.requests.get_or_create(&[("type", kind), ("refused", refused.unwrap_or_default())]).inc();
        self.seconds.0.observe(took.as_secs_f64());
    }

    /// Returns everything in the text form of OpenMetrics.
    pub fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a text takes what is written to it");
        text
    }
}
