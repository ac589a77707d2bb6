//! Conversations over a WebSocket: its frames and its messages.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::lines::by_way_of;
use super::served::{Served, waited};
use super::source::Source;
use super::talk::fits;

/// Opens a conversation; then come frames as they are in the input, or messages.
pub fn sockets(bytes: &[u8]) {
    let server = Served::open();
    let mut source = Source::new(bytes);
    let mut socket = open(&server);
    match source.below(4) {
        0 => waited(async {
            let stream = socket.get_mut();
            // Whoever has heard enough hangs up, which is no fault of the server's.
            let _ = stream.write_all(source.rest()).await;
            let _ = stream.shutdown().await;
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer).await;
        }),
        way => by_way_of(source.rest(), |request| talk(&mut socket, request, way == 1)),
    }
    // Another conversation is held as if nothing had been.
    let well = br#"{"id": 1, "type": "hello"}"#;
    assert_eq!(talk(&mut open(&server), well, false)["protocol"], 1);
    drop(socket);
    server.stop();
}

fn open(server: &Served) -> WebSocketStream<DuplexStream> {
    waited(client_async("ws://x/api", server.connect())).unwrap_or_else(|error| panic!("{error}")).0
}

/// Sends a message and waits for its answer; what is told in between is told of tables.
fn talk(socket: &mut WebSocketStream<DuplexStream>, request: &[u8], binary: bool) -> Value {
    let text = str::from_utf8(request).ok().filter(|_| !binary);
    let message = text.map_or_else(|| Message::binary(request.to_vec()), Message::text);
    waited(async {
        socket.send(message).await.unwrap_or_else(|error| panic!("{error}"));
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) if text.starts_with(r#"{"event":"#) => {
                    let event: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                    super::schema::check_event(&event);
                }
                Some(Ok(Message::Text(text))) => break fits(request, &text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => (),
                other => panic!("no answer: {other:?}"),
            }
        }
    })
}
