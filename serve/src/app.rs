//! What all connections share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use elderhand_agents::Bot;
use elderhand_agents::hosting::{Guests, House};
use elderhand_agents::protocol::{Reply, Session};
use tokio::sync::watch;

use crate::changes::{Changes, Told, Watcher};
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::store::Store;
use crate::visitors::{Visitor, Visitors};

/// So long bots go on by themselves at one request, much less than anybody waits for an answer.
const GOING_ON: Duration = Duration::from_secs(5);

/// What all connections share.
pub(crate) struct App {
    pub settings: Settings,
    pub house: Arc<House>,
    /// Who is asked where no bot is named.
    bot: Bot,
    pub changes: Changes,
    pub metrics: Metrics,
    pub visitors: Visitors,
    /// Becomes true when the server is to stop.
    stopping: watch::Sender<bool>,
}

/// The program failed while it worked on a request.
#[derive(Debug, thiserror::Error)]
#[error("the server failed at this request")]
pub(crate) struct Failed;

impl App {
    pub fn new(settings: Settings, bots: Vec<Bot>, store: Option<Arc<Store>>) -> App {
        let changes = Changes::default();
        let told = Told { store, changes: changes.clone() };
        let bot = bots[0].clone();
        let house = House::new(Guests::Only(bots), settings.tables).working(settings.at_once).patient(GOING_ON);
        App {
            house: Arc::new(house.kept_by(told)),
            bot,
            changes,
            metrics: Metrics::new(),
            visitors: Visitors::new(&settings),
            stopping: watch::Sender::new(false),
            settings,
        }
    }

    /// Begins a conversation with a visitor.
    pub fn session(&self, visitor: &Visitor) -> Session {
        Session::at(self.house.clone(), self.bot.clone()).within(visitor.tables.clone())
    }

    /// Has everything come to its end.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Waits until the server is to stop.
    pub async fn stopped(&self) {
        // An error would say that the sender is gone, which is here.
        let _ = self.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    /// Answers a request of a visitor, on a thread that may wait for bots, as soon as it is its turn.
    ///
    /// # Errors
    ///
    /// Fails if the program does; the conversation is then lost.
    pub async fn answer(
        self: &Arc<App>,
        visitor: &Arc<Visitor>,
        watcher: Option<Arc<Watcher>>,
        mut session: Session,
        request: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<(Session, Reply), Failed> {
        // A place among all is taken where the work is done: whoever waits for others at their table has none.
        let own = visitor.at_once.clone().acquire_owned().await.map_err(|_| Failed)?;
        let (app, visitor) = (self.clone(), visitor.clone());
        let answered = tokio::task::spawn_blocking(move || {
            // Held until the work is done, though nobody may wait for it any more.
            let _held = (visitor, own);
            let start = Instant::now();
            let reply = match watcher {
                Some(watcher) => watcher.asks(|| session.reply(request)),
                None => session.reply(request),
            };
            let took = start.elapsed();
            app.metrics.answered(reply.kind, reply.refused, took);
            let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
            tracing::debug!(kind = reply.kind, refused = reply.refused, micros, "answered");
            if let Some(cause) = &reply.cause {
                tracing::warn!(kind = reply.kind, cause, "a bot failed");
            }
            (session, reply)
        });
        answered.await.map_err(|error| {
            // Not what it says, which may name cards.
            tracing::error!(panicked = error.is_panic(), "a request made the program fail");
            Failed
        })
    }
}
