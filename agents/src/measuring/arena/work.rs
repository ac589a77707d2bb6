//! Playing the deals of a plan on any number of threads, until they are done, stopped, or spoilt.

use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use elderhand_env::Game;

use super::deal::{Deal, Seating};
use super::question::{Ruling, Watch};
use super::{ArenaError, Entrant, Plan};
use crate::measuring::playout::Players;
use crate::players::agent::AgentError;

/// What came of a plan.
pub(super) struct Played {
    /// The deals that were finished and count, in order.
    pub deals: Vec<Deal>,
    /// How what was watched over ended.
    pub rulings: Vec<Ruling>,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// What ended it before its time.
    pub fault: Option<Fault>,
}

/// What ends an arena before its time.
pub(super) enum Fault {
    /// A player cannot be made.
    Load(String, Box<dyn Error + Send + Sync>),
    /// A player misbehaved in a deal.
    Bot(usize, AgentError),
    /// So many threads cannot be had.
    #[cfg(feature = "threads")]
    Threads(usize, Box<dyn Error + Send + Sync>),
}

impl Fault {
    /// Gives what was finished, or the fault that ended it.
    pub fn settle<T>(fault: Option<Fault>, finished: T) -> Result<T, ArenaError<T>> {
        match fault {
            None => Ok(finished),
            Some(Fault::Load(bot, source)) => Err(ArenaError::Load { bot, source }),
            Some(Fault::Bot(deal, source)) => Err(ArenaError::Bot { deal, source, finished: Box::new(finished) }),
            #[cfg(feature = "threads")]
            Some(Fault::Threads(threads, source)) => Err(ArenaError::Threads { threads, source }),
        }
    }
}

/// Plays the deals of a plan from one on; `progress` is told after every deal how many are done, and breaks to stop.
///
/// Where questions are watched over, it stops at the deal that answers the last of them, and deals behind it, which were
/// played at the same time, do not count: how many do depends on nothing but the deals.
pub(super) fn play<G: Game>(
    seating: &Seating<'_, G>,
    plan: &Plan,
    first: usize,
    watch: Option<Watch>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Played {
    let begun = Instant::now();
    let watch = watch.map(Mutex::new);
    let (next, done, stop, fault) = (first.into(), 0.into(), false.into(), Mutex::default());
    let work = Work { seating, plan, end: first + plan.deals, progress, watch, next, done, stop, fault };
    #[cfg(feature = "threads")]
    let mut deals = match plan.threads.clamp(1, plan.deals.max(1)) {
        1 => work.run(),
        threads => work.spread(threads),
    };
    #[cfg(not(feature = "threads"))]
    let mut deals = work.run();
    // In their order, so that sums come out equal on any number of threads.
    deals.sort_by_key(|deal| deal.number);
    let mut fault = held(work.fault);
    let mut rulings = Vec::new();
    if let Some(watch) = work.watch.map(held) {
        deals.truncate(watch.seen());
        rulings = watch.rulings();
        // Nobody would have got so far as to see it.
        fault = fault.filter(|fault| !(watch.decided() && matches!(fault, Fault::Bot(..))));
    }
    Played { deals, rulings, seconds: begun.elapsed().as_secs_f64(), fault }
}

/// What a lock holds, also if somebody panicked with it.
fn held<T>(lock: Mutex<T>) -> T {
    lock.into_inner().unwrap_or_else(PoisonError::into_inner)
}

struct Work<'a, G: Game, P> {
    seating: &'a Seating<'a, G>,
    plan: &'a Plan,
    /// The first deal that is not played any more.
    end: usize,
    progress: P,
    watch: Option<Mutex<Watch>>,
    next: AtomicUsize,
    done: AtomicUsize,
    stop: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl<G: Game, P: Fn(usize) -> ControlFlow<()> + Sync> Work<'_, G, P> {
    /// Plays deals on some threads until there are no more.
    #[cfg(feature = "threads")]
    fn spread(&self, threads: usize) -> Vec<Deal> {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            // A broadcast runs once a thread, so that no more players are made than there are threads.
            Ok(pool) => pool.broadcast(|_| self.run()).into_iter().flatten().collect(),
            Err(source) => {
                self.spoil(Fault::Threads(threads, source.into()));
                Vec::new()
            }
        }
    }

    /// Plays deals on this thread until there are no more.
    fn run(&self) -> Vec<Deal> {
        let mut deals = Vec::new();
        if let Err(fault) = self.play_deals(&mut deals) {
            self.spoil(fault);
        }
        deals
    }

    fn spoil(&self, fault: Fault) {
        self.stop.store(true, Ordering::Relaxed);
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(fault);
    }

    fn play_deals(&self, deals: &mut Vec<Deal>) -> Result<(), Fault> {
        let Seating { entrants, chairs, .. } = self.seating;
        let make = |entrant: &Entrant<'_, _>| (entrant.make)().map_err(|why| Fault::Load(entrant.name.clone(), why));
        let mut players: Players<G> =
            chairs.iter().map(|&entrant| make(entrants[entrant])).collect::<Result<_, _>>()?;
        let mut control = self.seating.control.map(make).transpose()?;
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.end {
                break;
            }
            let deal = self.seating.play(
                self.plan.seed,
                number,
                &mut players,
                control.as_deref_mut().map(|control| control as _),
            );
            let deal = deal.map_err(|why| Fault::Bot(number, why))?;
            let take = |watch: &Mutex<Watch>| watch.lock().unwrap_or_else(PoisonError::into_inner).take(&deal);
            if self.watch.as_ref().is_some_and(take) {
                self.stop.store(true, Ordering::Relaxed);
            }
            deals.push(deal);
            if (self.progress)(self.done.fetch_add(1, Ordering::Relaxed) + 1).is_break() {
                self.stop.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}
