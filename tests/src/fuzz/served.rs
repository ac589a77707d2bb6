//! A server whose connections are in memory.

use std::cell::RefCell;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use elderhand_serve::{Listener, Server, Settings};
use tokio::io::DuplexStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::talk::guests;

/// Nothing that is asked here takes longer, unless something hangs.
const PATIENCE: Duration = Duration::from_secs(20);
/// What a connection holds that nobody has read yet.
const ROOM: usize = 1 << 16;

thread_local! {
    static RUNTIME: RefCell<Runtime> =
        RefCell::new(Builder::new_current_thread().enable_all().build().expect("a runtime can be had"));
}

/// Connections that come from this program.
struct Door(UnboundedReceiver<DuplexStream>);

impl Listener for Door {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.recv().await {
            Some(connection) => (connection, address()),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> std::io::Result<SocketAddr> {
        Ok(address())
    }
}

fn address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 1).into()
}

/// A server that stands as long as something is asked of it.
pub struct Served {
    door: UnboundedSender<DuplexStream>,
    stop: oneshot::Sender<()>,
    done: JoinHandle<()>,
}

impl Served {
    /// Opens a server with few tables.
    pub fn open() -> Served {
        let settings = Settings { tables: 6, rate: 1_000_000, ..Settings::default() };
        let server = Server::open(settings, guests()).unwrap_or_else(|error| panic!("{error}"));
        let (door, connections) = unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let done = RUNTIME
            .with_borrow(|runtime| runtime.spawn(server.serve(Door(connections), async { drop(stopped.await) })));
        Served { door, stop, done }
    }

    /// Connects to it.
    pub fn connect(&self) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(ROOM);
        self.door.send(theirs).expect("the server stands");
        ours
    }

    /// Ends it, which it must not hold up, and must not have failed before.
    pub fn stop(self) {
        let _ = self.stop.send(());
        waited(self.done).expect("the server has not failed");
    }
}

/// Waits for something that the server does.
pub fn waited<T>(what: impl Future<Output = T>) -> T {
    RUNTIME.with_borrow(|runtime| runtime.block_on(async { timeout(PATIENCE, what).await.expect("something hangs") }))
}
