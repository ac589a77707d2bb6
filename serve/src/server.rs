//! A server, from opening to its end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use elderhand_agents::Bot;
use elderhand_agents::hosting::{HouseError, Missing};

use crate::app::App;
use crate::listen::listen;
use crate::settings::Settings;
use crate::store::{Store, StoreError};

/// How often it is looked where nobody has been lately.
const MINUTE: Duration = Duration::from_secs(60);

/// So many minutes a table is kept at least after the server was opened again.
const TO_COME_BACK: u32 = 60;

/// A server of tables and bots.
///
/// # Examples
///
/// ```no_run
/// use elderhand_agents::Bot;
/// use elderhand_serve::{Server, Settings};
///
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// let server = Server::open(Settings::default(), vec![Bot::open("checkpoint:gin")?])?;
/// let listener = elderhand_serve::bind("127.0.0.1:7878").await?;
/// server.serve(listener, std::future::pending()).await;
/// # Ok(())
/// # }
/// ```
pub struct Server(Arc<App>);

/// A server that cannot be opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The tables cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is nobody to play against.
    #[error("no bot may sit down: name one at least")]
    NoBots,
    /// Two bots have one name.
    #[error("two bots are called `{0}`: give one of them another name")]
    Twice(String),
}

impl Server {
    /// Opens a server in which these bots may sit down, with the tables that were kept; the first is asked where none is named.
    ///
    /// Where a bot may not sit down any more, its seat is free now; a table that cannot be taken up again stays where it is kept.
    ///
    /// # Errors
    ///
    /// Fails if there is no bot, two have one name, or the tables cannot be read.
    pub fn open(settings: Settings, bots: Vec<Bot>) -> Result<Server, OpenError> {
        if bots.is_empty() {
            return Err(OpenError::NoBots);
        }
        let twice = |place: usize| bots[..place].iter().any(|bot| bot.name() == bots[place].name());
        if let Some(place) = (1..bots.len()).find(|&place| twice(place)) {
            return Err(OpenError::Twice(bots[place].name().into()));
        }
        let path = settings.store.clone();
        let store = path.as_deref().map(Store::open).transpose()?.map(Arc::new);
        let app = App::new(settings, bots, store.clone());
        let mut there = 0;
        let again = |table: &str, saved: &str, minutes: u32| {
            // While the server was not there nobody could come: there is time for it now.
            let idle = minutes.min(app.settings.idle.saturating_sub(TO_COME_BACK));
            // Only where it is that something is wrong: what is there may be a card, a name or a token.
            let restored = serde_json::from_str(saved)
                .map_err(|error| format!("it is no table: line {}, column {}", error.line(), error.column()))
                .and_then(|saved| app.house.restore_idle(table, saved, idle).map_err(why));
            match restored {
                Ok(missing) => {
                    there += 1;
                    for Missing { bot, error, .. } in missing {
                        let error = why(error);
                        tracing::warn!(bot, error, "cannot sit down any more: its seat at a table is free now");
                    }
                }
                Err(error) => tracing::warn!(error, "a table could not be taken up again"),
            }
        };
        if let (Some(store), Some(path)) = (&store, &path) {
            store.each(again).map_err(|cause| StoreError::Database { path: path.display().to_string(), cause })?;
        }
        tracing::info!(tables = there, "opened");
        Ok(Server(Arc::new(app)))
    }

    /// Answers whoever connects until `stop` comes; then those who are there are answered, and told that it is over.
    ///
    /// At most 10 seconds pass between `stop` and the end.
    pub async fn serve<L>(self, listener: L, stop: impl Future<Output = ()>)
    where
        L: Listener<Addr = SocketAddr>,
    {
        let Server(app) = self;
        let swept = tokio::spawn(sweep(app.clone()));
        listen(app, listener, stop).await;
        swept.abort();
        // It holds the house as well, whose bots end with it.
        let _ = swept.await;
        tracing::info!("stopped");
    }
}

/// Why a table could not be taken up, without what is hidden there.
fn why(error: HouseError) -> String {
    match error {
        HouseError::Record(_) | HouseError::Play(_) => "its record does not fit the rules".into(),
        error => error.to_string(),
    }
}

/// Clears away what nobody needs, minute by minute.
async fn sweep(app: Arc<App>) {
    loop {
        tokio::time::sleep(MINUTE).await;
        let app = app.clone();
        let cleared = tokio::task::spawn_blocking(move || {
            let cleared = app.house.clear_idle(app.settings.idle);
            app.visitors.forget(&app.house);
            cleared
        });
        if let Ok(tables @ 1..) = cleared.await {
            tracing::info!(tables, "cleared away");
        }
    }
}
