//! From which pages of the web one may ask.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;

/// Refuses requests of pages that come from elsewhere and are not allowed; a browser does not stop their WebSockets.
pub(super) async fn check(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if allowed(&app, request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "pages of this origin may not ask here\n").into_response()
    }
}

/// Programs say no origin, pages of this server say its own name.
fn allowed(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let own = || {
        let host = headers.get(header::HOST)?.to_str().ok()?;
        Some(origin.to_str().ok()?.split_once("://")?.1.eq_ignore_ascii_case(host))
    };
    app.settings.origins.contains(origin) || own() == Some(true)
}
