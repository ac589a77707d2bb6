//! What is dear to make, and is used again.

use std::sync::{Mutex, MutexGuard};

use crate::lock::lock;

/// No more than these wait to be used again; those that have waited longest go.
const KEPT: usize = 64;

/// Values that were made for a key and may be used again for an equal one.
pub(crate) struct Pool<K, V>(Mutex<Vec<(K, V)>>);

impl<K, V> Default for Pool<K, V> {
    fn default() -> Pool<K, V> {
        Pool(Mutex::default())
    }
}

impl<K: PartialEq, V> Pool<K, V> {
    /// Lends the value of a key, which is made if none waits.
    ///
    /// # Errors
    ///
    /// Fails if it cannot be made.
    pub(crate) fn lend<T, E>(
        &self,
        key: K,
        make: impl FnOnce(&K) -> Result<V, E>,
        to: impl FnOnce(&mut V) -> T,
    ) -> Result<T, E> {
        let found = {
            let mut waiting = self.waiting();
            waiting.iter().rposition(|(known, _)| *known == key).map(|place| waiting.remove(place).1)
        };
        let mut value = match found {
            Some(value) => value,
            None => make(&key)?,
        };
        let given = to(&mut value);
        let mut waiting = self.waiting();
        let oldest = (waiting.len() >= KEPT).then(|| waiting.remove(0));
        waiting.push((key, value));
        // A player that is a process is gone only when that has ended: nobody else shall wait for it.
        drop(waiting);
        drop(oldest);
        Ok(given)
    }

    fn waiting(&self) -> MutexGuard<'_, Vec<(K, V)>> {
        lock(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Is gone as soon as it hears something, as a process is gone when it has ended.
    struct Lingers(Option<Receiver<()>>);

    impl Drop for Lingers {
        fn drop(&mut self) {
            if let Some(end) = &self.0 {
                let _ = end.recv();
            }
        }
    }

    #[test]
    fn nobody_waits_until_what_was_lent_is_gone() {
        let (goes, gone) = channel();
        let lingers = (0, Lingers(Some(gone)));
        let others = (1..KEPT).map(|key| (key, Lingers(None)));
        let pool = Pool(Mutex::new([lingers].into_iter().chain(others).collect()));
        let (done, lent) = channel();
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    pool.lend(KEPT, |_| Ok::<_, ()>(Lingers(None)), |_| ()).unwrap();
                    done.clone().send(()).unwrap();
                });
            }
            let lent = lent.recv_timeout(Duration::from_secs(5));
            goes.send(()).unwrap();
            assert_eq!(lent, Ok(()), "one waits for the one that is to go, and the other for both");
        });
    }
}
