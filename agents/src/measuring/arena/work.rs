//! Playing the deals of a plan on any number of threads, and in any number of processes, until they are done, stopped, or
//! spoilt.

use std::error::Error;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use elderhand_env::Game;

use super::abreast::Flow;
use super::crew::{Crew, Sent, Trouble};
use super::deal::{Deal, Seating};
use super::question::{Ruling, Watch};
use super::{ArenaError, Entrant, Plan};
use crate::lock::lock;
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
    /// Another process of the crew failed, or does not come.
    Crew(Box<dyn Error + Send + Sync>),
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
            Some(Fault::Crew(source)) => Err(ArenaError::Crew(source)),
            #[cfg(feature = "threads")]
            Some(Fault::Threads(threads, source)) => Err(ArenaError::Threads { threads, source }),
        }
    }

    /// What the other processes of a crew are told of it.
    fn told(&self) -> Trouble {
        match self {
            Fault::Bot(deal, AgentError { bot, problem }) => {
                Trouble::Bot { deal: *deal, bot: bot.clone(), problem: problem.clone() }
            }
            Fault::Load(_, why) | Fault::Crew(why) => Trouble::Other(why.to_string()),
            #[cfg(feature = "threads")]
            Fault::Threads(_, why) => Trouble::Other(why.to_string()),
        }
    }

    /// What another process told.
    fn heard(rank: usize, trouble: Trouble) -> Fault {
        match trouble {
            Trouble::Bot { deal, bot, problem } => Fault::Bot(deal, AgentError { bot, problem }),
            Trouble::Other(why) => Fault::Crew(format!("rank {rank}: {why}").into()),
        }
    }
}

/// Plays the deals of a plan from one on; `progress` is told after every deal how many are done, and breaks to stop.
///
/// Where questions are watched over, it stops at the deal that answers the last of them, and deals behind it, which were
/// played at the same time, do not count: how many do depends on nothing but the deals.
pub(super) fn play<G: Game>(
    seating: &Seating<'_, G>,
    plan: &Plan<'_>,
    first: usize,
    watch: Option<Watch>,
    progress: impl Fn(usize) -> ControlFlow<()> + Sync,
) -> Played {
    let begun = Instant::now();
    let watch = watch.map(Mutex::new);
    let (done, stop, fault) = (0.into(), false.into(), Mutex::default());
    let work = Work { seating, plan, progress, watch, done, stop, fault };
    let all = first..first + plan.deals;
    let mut deals = match plan.crew {
        None => work.own(Numbers { next: all.start.into(), end: all.end, step: 1 }),
        Some(crew) => work.together(crew, all),
    };
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

/// The numbers of the deals that are still to be played.
struct Numbers {
    next: AtomicUsize,
    end: usize,
    step: usize,
}

impl Numbers {
    /// Takes the next one.
    fn take(&self) -> Option<usize> {
        Some(self.next.fetch_add(self.step, Ordering::Relaxed)).filter(|number| *number < self.end)
    }
}

/// The deals of a process before those of a crew first tell each other what they have; twice as many before the next time.
const BLOCK: usize = 4;
/// The seconds after which they shall do so: long beside what it costs, short beside what a process waits for another.
const SECONDS: f64 = 4.0;

struct Work<'a, G: Game, P> {
    seating: &'a Seating<'a, G>,
    plan: &'a Plan<'a>,
    progress: P,
    watch: Option<Mutex<Watch>>,
    done: AtomicUsize,
    stop: AtomicBool,
    fault: Mutex<Option<Fault>>,
}

impl<G: Game, P: Fn(usize) -> ControlFlow<()> + Sync> Work<'_, G, P> {
    /// Plays deals, of which each process of a crew has its part in every block, and returns those of all.
    ///
    /// What ends it is seen after a block, and by all alike.
    fn together(&self, crew: &dyn Crew, all: Range<usize>) -> Vec<Deal> {
        // The same in all of them, whose threads may be more or fewer.
        let (mut deals, mut start, mut length) = (Vec::new(), all.start, BLOCK);
        let mut over = false;
        while start < all.end && !over {
            let end = all.end.min(start + length * crew.size());
            let begun = Instant::now();
            let own = self.own(Numbers { next: (start + crew.rank()).into(), end, step: crew.size() });
            let sent = Sent {
                deals: own,
                seconds: begun.elapsed().as_secs_f64(),
                stop: self.stop.load(Ordering::Relaxed),
                trouble: lock(&self.fault).as_ref().map(Fault::told),
            };
            let came = match sent.share(crew) {
                Ok(came) => came,
                Err(why) => {
                    self.spoil(Fault::Crew(why));
                    deals.extend(sent.deals);
                    break;
                }
            };
            let slowest = came.iter().map(|sent| sent.seconds).fold(0.0, f64::max);
            for (rank, sent) in came.into_iter().enumerate() {
                if rank != crew.rank() {
                    sent.deals.iter().for_each(|deal| self.count(deal));
                }
                deals.extend(sent.deals);
                // Whoever is asked to stop from here on says so after the next block.
                over |= sent.stop || sent.trouble.is_some();
                // Its own is there already.
                sent.trouble.into_iter().for_each(|trouble| self.spoil(Fault::heard(rank, trouble)));
            }
            over |= self.watch.as_ref().is_some_and(|watch| lock(watch).decided());
            start = end;
            length *= if slowest < SECONDS { 2 } else { 1 };
        }
        deals
    }

    /// Plays deals in this process until there are no more.
    fn own(&self, numbers: Numbers) -> Vec<Deal> {
        #[cfg(feature = "threads")]
        return self.spread(self.plan.threads.clamp(1, self.plan.deals.max(1)), &numbers);
        #[cfg(not(feature = "threads"))]
        self.run(&numbers)
    }

    /// Plays deals on some threads until there are no more. A single one is one of its own too, since a player that searches
    /// takes as many as there are beside it.
    #[cfg(feature = "threads")]
    fn spread(&self, threads: usize, numbers: &Numbers) -> Vec<Deal> {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            // A broadcast runs once a thread, so that no more players are made than there are threads.
            Ok(pool) => pool.broadcast(|_| self.run(numbers)).into_iter().flatten().collect(),
            Err(source) => {
                self.spoil(Fault::Threads(threads, source.into()));
                Vec::new()
            }
        }
    }

    /// Plays deals on this thread until there are no more.
    fn run(&self, numbers: &Numbers) -> Vec<Deal> {
        let mut deals = Vec::new();
        if let Err(fault) = self.play_deals(numbers, &mut deals) {
            self.spoil(fault);
        }
        deals
    }

    fn spoil(&self, fault: Fault) {
        self.stop.store(true, Ordering::Relaxed);
        lock(&self.fault).get_or_insert(fault);
    }

    /// Looks at a deal that has been played here or elsewhere, which may be the last that is needed.
    fn count(&self, deal: &Deal) {
        let take = |watch: &Mutex<Watch>| lock(watch).take(deal);
        if self.watch.as_ref().is_some_and(take) {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.tell(self.done.fetch_add(1, Ordering::Relaxed) + 1);
    }

    /// Tells how many deals are done, and says whether to go on.
    fn tell(&self, done: usize) -> bool {
        if (self.progress)(done).is_break() {
            self.stop.store(true, Ordering::Relaxed);
        }
        !self.stop.load(Ordering::Relaxed)
    }

    fn play_deals(&self, numbers: &Numbers, deals: &mut Vec<Deal>) -> Result<(), Fault> {
        let Seating { entrants, chairs, .. } = self.seating;
        let make = |entrant: &Entrant<'_, _>| (entrant.make)().map_err(|why| Fault::Load(entrant.name.clone(), why));
        let sit_down = || chairs.iter().map(|&entrant| make(entrants[entrant])).collect::<Result<Players<G>, _>>();
        let share = self.plan.deals.div_ceil(self.plan.threads.max(1));
        let abreast = self.seating.abreast().min(share);
        if abreast > 1 && self.seating.control.is_none() {
            let sets = (0..abreast).map(|_| sit_down()).collect::<Result<_, _>>()?;
            let flow = Flow {
                next: &mut || numbers.take(),
                done: &mut |deal| {
                    self.count(&deal);
                    deals.push(deal);
                },
                go_on: &|| self.tell(self.done.load(Ordering::Relaxed)),
            };
            let played = self.seating.play_abreast(self.plan.seed, sets, flow);
            return played.map_err(|(number, why)| Fault::Bot(number, why));
        }
        let (mut players, mut control) = (sit_down()?, self.seating.control.map(make).transpose()?);
        while !self.stop.load(Ordering::Relaxed) {
            let Some(number) = numbers.take() else { break };
            let deal = self.seating.play(
                self.plan.seed,
                number,
                &mut players,
                control.as_deref_mut().map(|control| control as _),
            );
            let deal = deal.map_err(|why| Fault::Bot(number, why))?;
            self.count(&deal);
            deals.push(deal);
        }
        Ok(())
    }
}
