//! The ways by which messages come, and what else can be asked for.

mod origin;
mod post;
mod socket;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{any, get};
use elderhand_agents::protocol::MAX_LINE;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::OwnedSemaphorePermit;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_http::services::ServeDir;
use tower_http::timeout::TimeoutLayer;

use crate::app::App;
use crate::visitors::{Visit, Visitor};

/// What `GET /` answers.
const ABOUT: &str = "Elderhand: tables and bots for traditional card games with hidden cards.
POST one message of the protocol to /api, or open a WebSocket there.
";

/// At whose end a connection is, and what it holds as long as it is open.
#[derive(Clone)]
pub(crate) struct Peer {
    pub address: SocketAddr,
    pub _held: Arc<Held>,
}

/// What a connection holds as long as it is open, as HTTP or as a conversation.
pub(crate) struct Held {
    /// Its place among all connections.
    _place: OwnedSemaphorePermit,
    /// That of its address; behind a proxy, whose address says nothing, there is none.
    _visit: Option<Visit>,
    /// Counts it.
    open: Gauge,
}

impl Held {
    pub fn new(place: OwnedSemaphorePermit, visit: Option<Visit>, open: Gauge) -> Held {
        open.inc();
        Held { _place: place, _visit: visit, open }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.open.dec();
    }
}

/// All that can be asked for.
pub(crate) fn router(app: Arc<App>) -> Router {
    let allowed = app.settings.origins.clone();
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::list(allowed))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE]);
    let patience = TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, app.settings.patience);
    let page = app.settings.page.as_ref().map(ServeDir::new);
    let ways = match page {
        // Of `/play` the page would look for its files a folder too high; where a proxy has it elsewhere, this holds as well.
        Some(page) => {
            let page = Router::new().fallback_service(page).layer(axum::middleware::map_response(asked_anew));
            Router::new().route("/play", get(async || Redirect::permanent("play/"))).nest("/play/", page)
        }
        None => Router::new(),
    };
    ways.route("/", get(async || ABOUT))
        .route("/health", get(async || "well\n"))
        .route("/metrics", get(metrics))
        .route("/api", any(socket::open).post(post::ask))
        .layer(axum::middleware::from_fn_with_state(app.clone(), origin::check))
        .layer(DefaultBodyLimit::max(MAX_LINE))
        .layer(patience)
        .layer(axum::middleware::map_response(explained))
        // Outside of all that answers, so that a page may read each answer.
        .layer(cors)
        .with_state(app)
}

/// Has a browser ask each time whether its copy is still good: one file of the page names the others, which change together.
async fn asked_anew(mut answer: Response) -> Response {
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// Says to whoever waited in vain that it may have been of use all the same.
async fn explained(answer: Response) -> Response {
    if answer.status() != StatusCode::REQUEST_TIMEOUT {
        return answer;
    }
    (StatusCode::REQUEST_TIMEOUT, "no answer came in time, but what was asked may be done: look at the table again\n")
        .into_response()
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    app.metrics.tables.set(i64::try_from(app.house.tables()).unwrap_or(i64::MAX));
    ([(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], app.metrics.text())
}

/// Who asks: the address of the connection or, behind a proxy, the one that the proxy wrote last.
fn visitor(app: &App, peer: &Peer, headers: &HeaderMap) -> Arc<Visitor> {
    let told = || {
        let last = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        let last = last.rsplit(',').next()?.trim();
        // Some proxies write the port as well.
        last.parse().ok().or_else(|| Some(last.parse::<SocketAddr>().ok()?.ip()))
    };
    let address = app.settings.behind_proxy.then(told).flatten().unwrap_or(peer.address.ip());
    app.visitors.at(address)
}
