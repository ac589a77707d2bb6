//! Taking connections, as many as are allowed, and letting them end in order.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::serve::{Listener, ListenerExt};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream, ToSocketAddrs};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::app::App;
use crate::ways::{self, Held, Peer};

/// So long connections may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(10);
/// After so long one connects anew, so that nobody stays who reads no answer. Conversations are not meant.
const LIFE: Duration = Duration::from_secs(600);

/// Listens at an address; answers are sent at once, however short they are.
///
/// # Errors
///
/// Fails if nobody can listen there.
pub async fn bind(address: impl ToSocketAddrs) -> io::Result<impl Listener<Io = TcpStream, Addr = SocketAddr>> {
    let listener = TcpListener::bind(address).await?;
    Ok(listener.tap_io(|stream| {
        // Without it answers are only later.
        let _ = stream.set_nodelay(true);
    }))
}

/// Answers whoever connects, until it is to stop and those who are there have been answered.
pub(crate) async fn listen<L>(app: Arc<App>, mut listener: L, stop: impl Future<Output = ()>)
where
    L: Listener<Addr = SocketAddr>,
{
    let most = app.settings.connections;
    let places = Arc::new(Semaphore::new(most));
    let router = ways::router(app.clone());
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(app.settings.patience);

    let mut stop = std::pin::pin!(stop);
    loop {
        let (io, address) = tokio::select! {
            () = &mut stop => break,
            connection = listener.accept() => connection,
        };
        // Whoever is one too many is hung up on at once: those who wait would hold up others.
        let Some(peer) = enter(&app, &places, address) else {
            app.metrics.turned_away.inc();
            continue;
        };
        let service = TowerToHyperService::new(router.clone().layer(Extension(peer)));
        let connection = http.serve_connection(TokioIo::new(io), service).with_upgrades();
        let app = app.clone();
        tokio::spawn(async move {
            let mut connection = std::pin::pin!(connection);
            let over = async {
                tokio::select! { () = app.stopped() => (), () = tokio::time::sleep(LIFE) => () }
            };
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = over => {
                    connection.as_mut().graceful_shutdown();
                    tokio::time::timeout(app.settings.patience, connection).await.unwrap_or(Ok(()))
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
    drop(listener);
    app.stop();
    // Everybody holds a place, so when all are free nobody is there.
    let ended = places.acquire_many(u32::try_from(most).unwrap_or(u32::MAX));
    if tokio::time::timeout(FAREWELL, ended).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
}

/// Gives a connection its place; `None` if there is none.
fn enter(app: &App, places: &Arc<Semaphore>, address: SocketAddr) -> Option<Peer> {
    let place: OwnedSemaphorePermit = places.clone().try_acquire_owned().ok()?;
    let visit = match app.settings.behind_proxy {
        true => None,
        false => Some(app.visitors.enter(app.visitors.at(address.ip()))?),
    };
    Some(Peer { address, _held: Arc::new(Held::new(place, visit, app.metrics.connections.clone())) })
}
