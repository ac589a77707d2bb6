//! Requests over HTTP: heads and bodies.

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::lines::by_way_of;
use super::served::{Served, waited};
use super::source::Source;
use super::talk::fits;

/// Writes the input to a connection as it is, or asks by bodies of requests.
pub fn requests(bytes: &[u8]) {
    let server = Served::open();
    let mut source = Source::new(bytes);
    match source.below(4) {
        0 => drop(raw(&server, source.rest(), true)),
        1 => {
            let path = *source.pick(&["/", "/health", "/metrics", "/api", "/play/", "/%00"]);
            let method = *source.pick(&["GET", "POST", "PUT", "OPTIONS", "HEAD"]);
            let head = format!("{method} {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
            let answer = raw(&server, &[head.as_bytes(), source.rest(), b"\r\n\r\n"].concat(), true);
            assert!(!answer.starts_with("HTTP/1.1 500"), "the server failed: {answer}");
        }
        _ => by_way_of(source.rest(), |body| post(&server, body)),
    }
    let well = raw(&server, b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false);
    assert!(well.starts_with("HTTP/1.1 200") && well.ends_with("well\n"), "{well}");
    server.stop();
}

/// Writes bytes and reads what comes back; whoever hangs up waits for no more than is there.
fn raw(server: &Served, bytes: &[u8], hangs_up: bool) -> String {
    let mut stream = server.connect();
    waited(async {
        let (mut reading, mut writing) = tokio::io::split(&mut stream);
        let mut answer = Vec::new();
        let write = async {
            // Whoever has heard enough need not hear the rest.
            let _ = writing.write_all(bytes).await;
            if hangs_up {
                let _ = writing.shutdown().await;
            }
        };
        let (_, read) = tokio::join!(write, reading.read_to_end(&mut answer));
        read.expect("memory is read to its end");
        String::from_utf8_lossy(&answer).into_owned()
    })
}

/// Asks by a body, and holds the answer to it.
fn post(server: &Served, body: &[u8]) -> Value {
    let head = format!("POST /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    let answer = raw(server, &[head.as_bytes(), body].concat(), false);
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {answer}"));
    let value = fits(body, text);
    let expected: &[&str] = match value["error"]["code"].as_str() {
        None => &["200"],
        Some("crowded" | "not_kept") => &["503"],
        Some(_) => &["400"],
    };
    assert!(expected.iter().any(|status| head.starts_with(&format!("HTTP/1.1 {status}"))), "{answer}");
    value
}
