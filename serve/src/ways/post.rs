//! One message, one answer, over HTTP.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{Peer, visitor};
use crate::app::App;

/// Answers a message. Nothing is remembered from one to the next but tables.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let visitor = visitor(&app, &peer, &headers);
    if visitor.rate.check().is_err() {
        app.metrics.turned_away.inc();
        return (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], "you ask too fast\n").into_response();
    }
    let json = |status, text: String| (status, [(header::CONTENT_TYPE, "application/json")], text).into_response();
    match app.answer(&visitor, None, app.session(&visitor).of_one_message(), body).await {
        Err(failed) => (StatusCode::INTERNAL_SERVER_ERROR, format!("{failed}\n")).into_response(),
        Ok((_, reply)) => match reply.refused {
            None => json(StatusCode::OK, reply.text),
            Some("crowded" | "not_kept") => json(StatusCode::SERVICE_UNAVAILABLE, reply.text),
            Some(_) => json(StatusCode::BAD_REQUEST, reply.text),
        },
    }
}
