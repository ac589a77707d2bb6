//! A server to ask, and programs that ask it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use elderhand_agents::Bot;
use elderhand_serve::{Listener, Server, Settings, bind};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::schema::{check_event, check_exchange};

/// A server at a port of its own.
pub struct Served {
    pub address: SocketAddr,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

pub fn bots(names: &[&str]) -> Vec<Bot> {
    names.iter().map(|name| Bot::open(name).unwrap()).collect()
}

impl Served {
    pub async fn with(settings: Settings) -> Served {
        Served::and(settings, &["random", "simple"]).await
    }

    pub async fn and(settings: Settings, names: &[&str]) -> Served {
        Served::of(settings, bots(names)).await
    }

    pub async fn of(settings: Settings, bots: Vec<Bot>) -> Served {
        let server = Server::open(settings, bots).unwrap();
        let listener = bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(server.serve(listener, async { drop(stopped.await) }));
        Served { address, stop, done }
    }

    /// Lets it come to its end.
    pub async fn stop(self) {
        self.stop.send(()).unwrap();
        self.done.await.unwrap();
    }

    /// Connects from one of this machine's own addresses, 127.0.0.`from`.
    pub async fn connect(&self, from: u8) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_nodelay(true).unwrap();
        socket.bind(SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, from)), 0)).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// Sends a request of HTTP as it is, and gives everything that comes back.
    pub async fn raw(&self, from: u8, request: &str) -> String {
        let mut stream = self.connect(from).await;
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // Whoever is hung up on may hear of it as an error.
        let _ = stream.read_to_end(&mut answer).await;
        String::from_utf8(answer).unwrap()
    }

    pub async fn get(&self, path: &str) -> String {
        self.raw(1, &format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")).await
    }

    /// Posts a text from an address, with more lines in the head; gives the whole answer.
    pub async fn post_from(&self, from: u8, head: &str, body: &str) -> String {
        let length = body.len();
        let line =
            format!("POST /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {length}\r\n");
        self.raw(from, &format!("{line}{head}\r\n{body}")).await
    }

    /// Posts a message; gives the status and the answer.
    pub async fn post(&self, message: &Value) -> (u16, Value) {
        let answer = self.post_from(1, "", &message.to_string()).await;
        check_exchange(message, &body(&answer));
        (status(&answer), body(&answer))
    }

    pub async fn talk(&self) -> Talk<TcpStream> {
        self.talk_from(1).await
    }

    pub async fn talk_from(&self, from: u8) -> Talk<TcpStream> {
        Talk::over(self.connect(from).await).await
    }
}

pub fn status(answer: &str) -> u16 {
    answer.split(' ').nth(1).unwrap_or_else(|| panic!("no answer: {answer:?}")).parse().unwrap()
}

pub fn body(answer: &str) -> Value {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// A conversation over a WebSocket.
pub struct Talk<S> {
    pub socket: WebSocketStream<S>,
    /// What was heard between answers.
    pub events: Vec<Value>,
    next: u64,
}

impl<S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin> Talk<S> {
    pub async fn over(stream: S) -> Talk<S> {
        Talk::try_over(stream).await.unwrap()
    }

    pub async fn try_over(stream: S) -> Option<Talk<S>> {
        let (socket, _) = tokio_tungstenite::client_async("ws://localhost/api", stream).await.ok()?;
        Some(Talk { socket, events: Vec::new(), next: 1 })
    }

    /// The next frame as it came; `None` at the end.
    pub async fn frame(&mut self) -> Option<String> {
        loop {
            match self.socket.next().await?.ok()? {
                Message::Text(text) => return Some(text.as_str().to_owned()),
                Message::Close(_) => return None,
                _ => continue,
            }
        }
    }

    /// Sends a request and gives it back.
    pub async fn say(&mut self, kind: &str, fields: &Value) -> Option<Value> {
        let mut request = json!({"id": self.next, "type": kind});
        self.next += 1;
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.socket.send(Message::text(request.to_string())).await.ok()?;
        Some(request)
    }

    /// Asks, and waits for the answer; `None` if the connection ends.
    pub async fn try_ask(&mut self, kind: &str, fields: &Value) -> Option<Value> {
        let request = self.say(kind, fields).await?;
        loop {
            let heard: Value = serde_json::from_str(&self.frame().await?).unwrap();
            if heard.get("event").is_none() {
                check_exchange(&request, &heard);
                return Some(heard);
            }
            check_event(&heard);
            self.events.push(heard);
        }
    }

    pub async fn ask(&mut self, kind: &str, fields: Value) -> Value {
        let answer = self.try_ask(kind, &fields).await.expect("the conversation goes on");
        assert!(answer.get("error").is_none(), "{kind}: {answer}");
        answer
    }

    /// The next event.
    pub async fn event(&mut self) -> Value {
        if self.events.is_empty() {
            let frame = tokio::time::timeout(Duration::from_secs(10), self.frame()).await.unwrap().unwrap();
            return serde_json::from_str(&frame).unwrap();
        }
        self.events.remove(0)
    }

    /// Lets what is still to be told be told, and forgets it.
    pub async fn hush(&mut self) {
        while tokio::time::timeout(Duration::from_millis(100), self.frame()).await.is_ok() {}
        self.events.clear();
    }

    /// Asserts that nothing more is told for a while.
    pub async fn quiet(&mut self) {
        assert_eq!(self.events, Vec::<Value>::new());
        let heard = tokio::time::timeout(Duration::from_millis(100), self.frame()).await;
        assert!(heard.is_err(), "{heard:?}");
    }
}
