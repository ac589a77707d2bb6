//! From which pages of the web one may ask.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Peer;
use crate::app::App;

/// Refuses requests of pages that come from elsewhere and are not allowed; a browser does not stop their WebSockets.
pub(super) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let local = request.extensions().get::<Peer>().is_some_and(|peer| peer.address.ip().to_canonical().is_loopback());
    if allowed(&app, request.headers(), local) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "pages of this origin may not ask here\n").into_response()
    }
}

/// Programs say no origin, pages of this server say its own name.
///
/// Whoever has a name of the web can have it lead anywhere, here too, and a page of that name then says it as its own. From
/// this machine itself, only what cannot be such a name is taken for this server's: `localhost`, and addresses. A proxy asks
/// from here as well, and knows which names are its own.
fn allowed(app: &App, headers: &HeaderMap, local: bool) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let own = || {
        let host = headers.get(header::HOST)?.to_str().ok()?;
        let same = origin.to_str().ok()?.split_once("://")?.1.eq_ignore_ascii_case(host);
        Some(same && (!local || app.settings.behind_proxy || is_no_name(host)))
    };
    app.settings.origins.contains(origin) || own() == Some(true)
}

/// Returns `true` if a host, which may have a port, is this machine or an address.
fn is_no_name(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}
