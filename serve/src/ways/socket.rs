//! A conversation over a WebSocket: messages and their answers, and what happens elsewhere at the same tables.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use elderhand_agents::protocol::{MAX_LINE, Session};
use serde_json::json;
use tokio::time::{Instant, timeout, timeout_at};

use super::{Peer, visitor};
use crate::app::App;
use crate::changes::Watcher;
use crate::visitors::{Visit, Visitor};

/// What is read and written at once. Most messages are shorter, and ten thousand connections shall cost little.
const BUFFER: usize = 4 * 1024;

/// Opens a conversation.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let visitor = visitor(&app, &peer, &headers);
    let visit = if app.settings.behind_proxy {
        let Some(visit) = app.visitors.enter(visitor.clone()) else {
            app.metrics.turned_away.inc();
            return (StatusCode::TOO_MANY_REQUESTS, "you have too many connections\n").into_response();
        };
        Some(visit)
    } else {
        None
    };
    upgrade
        // What is a little too long is refused like a line that is, and not by hanging up.
        .max_message_size(MAX_LINE + BUFFER)
        .max_frame_size(MAX_LINE + BUFFER)
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(16 * MAX_LINE)
        .on_upgrade(async move |socket| Talk::new(app, visitor, peer, visit, socket).go().await)
}

/// A conversation.
struct Talk {
    app: Arc<App>,
    visitor: Arc<Visitor>,
    socket: WebSocket,
    /// `None` while it is worked on.
    session: Option<Session>,
    /// What was said while another message was worked on; no more is heard before it is answered.
    next: Option<Message>,
    watcher: Arc<Watcher>,
    /// When something was heard last, or it was asked whether somebody is there.
    heard: Instant,
    asked: bool,
    _held: (Peer, Option<Visit>),
}

/// Nobody listens any more, or nobody shall be listened to.
struct Over;

impl Talk {
    fn new(app: Arc<App>, visitor: Arc<Visitor>, peer: Peer, visit: Option<Visit>, socket: WebSocket) -> Talk {
        let (watcher, heard) = (Watcher::new(), Instant::now());
        let session = Some(app.session(&visitor));
        Talk { app, visitor, socket, session, next: None, watcher, heard, asked: false, _held: (peer, visit) }
    }

    async fn go(mut self) {
        loop {
            let (app, watcher) = (self.app.clone(), self.watcher.clone());
            // Half of the silence that is borne: there is time to answer before it is over.
            let patient = self.heard + self.app.settings.silence / 2;
            let went_on = tokio::select! {
                biased;
                () = app.stopped() => {
                    let _ = self.send(goodbye()).await;
                    Err(Over)
                }
                changed = watcher.news() => self.tell(changed).await,
                heard = timeout_at(patient, self.hear()) => match heard {
                    Ok(Some(Ok(message))) => {
                        (self.heard, self.asked) = (Instant::now(), false);
                        self.answer(message).await
                    }
                    // It has closed, is no WebSocket, or said more than may be said at once.
                    Ok(_) => Err(Over),
                    Err(_) => self.ask_whether_there().await,
                },
            };
            if went_on.is_err() {
                break;
            }
        }
        self.app.changes.leave(&self.watcher);
        // A bot that is a process is gone only when that has ended, for which this thread may not wait.
        tokio::task::spawn_blocking(|| drop(self.session));
    }

    /// Returns what is said next; `None` if the conversation is over.
    async fn hear(&mut self) -> Option<Result<Message, axum::Error>> {
        match self.next.take() {
            Some(message) => Some(Ok(message)),
            None => self.socket.recv().await,
        }
    }

    /// Tells that something has happened at tables.
    async fn tell(&mut self, tables: impl IntoIterator<Item = String>) -> Result<(), Over> {
        for table in tables {
            self.send(Message::text(json!({"event": "changed", "table": table}).to_string())).await?;
        }
        Ok(())
    }

    /// Answers a message, not before the visitor may ask again: what comes too fast waits with the visitor.
    async fn answer(&mut self, message: Message) -> Result<(), Over> {
        self.visitor.rate.until_ready().await;
        let request = match message {
            Message::Text(text) => text.into(),
            Message::Binary(bytes) => bytes,
            Message::Close(_) => {
                // To listen once more is what answers it.
                let _ = timeout(self.app.settings.patience, self.socket.recv()).await;
                return Err(Over);
            }
            Message::Ping(_) | Message::Pong(_) => return Ok(()),
        };
        let session = self.session.take().ok_or(Over)?;
        let watcher = Some(self.watcher.clone());
        let (app, visitor) = (self.app.clone(), self.visitor.clone());
        let mut answering = pin!(app.answer(&visitor, watcher, session, request));
        let answered = loop {
            tokio::select! {
                biased;
                answered = &mut answering => break answered,
                // To listen is what answers a ping.
                heard = self.socket.recv(), if self.next.is_none() => match heard {
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => self.heard = Instant::now(),
                    Some(Ok(message)) => (self.heard, self.next) = (Instant::now(), Some(message)),
                    // Nobody is there for the answer, but what was asked is done.
                    _ => {
                        let _ = answering.await.map(|(session, _)| self.session = Some(session));
                        return Err(Over);
                    }
                },
            }
        };
        let reply = match answered {
            Ok((session, reply)) => {
                self.session = Some(session);
                reply
            }
            Err(failed) => {
                let _ = self.send(close(close_code::ERROR, &failed.to_string())).await;
                return Err(Over);
            }
        };
        if let Some(table) = &reply.table {
            self.app.changes.watch(table, &self.watcher, &self.app.house);
        }
        self.send(Message::text(reply.text)).await
    }

    /// Pings somebody who has been silent; whoever says nothing to that is gone.
    async fn ask_whether_there(&mut self) -> Result<(), Over> {
        if self.asked {
            return Err(Over);
        }
        (self.heard, self.asked) = (Instant::now(), true);
        self.send(Message::Ping(Default::default())).await
    }

    /// Sends something to somebody who reads it in time.
    async fn send(&mut self, message: Message) -> Result<(), Over> {
        let patience: Duration = self.app.settings.patience;
        timeout(patience, self.socket.send(message)).await.map_err(|_| Over)?.map_err(|_| Over)
    }
}

fn goodbye() -> Message {
    close(close_code::AWAY, "the server stops")
}

fn close(code: u16, reason: &str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}
