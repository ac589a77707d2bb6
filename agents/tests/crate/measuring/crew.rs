//! An arena that several processes play together comes to what one comes to; here they are threads.

use std::convert::Infallible;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;

use elderhand_agents::{
    Agent, AgentError, ArenaError, Crew, DuelResult, Entrant, Met, Plan, Question, Random, Stop, duel, duel_until, meet,
};
use elderhand_env::kuhn::{self, Kuhn};
use elderhand_env::{Action, Game, Seat, View, ViewOf};

type KuhnView = ViewOf<Kuhn>;

/// One of several processes.
#[derive(Debug)]
struct Process {
    rank: usize,
    table: Arc<(Mutex<Vec<Vec<u8>>>, Barrier)>,
}

impl Process {
    fn several(size: usize) -> Vec<Process> {
        let table = Arc::new((Mutex::new(vec![Vec::new(); size]), Barrier::new(size)));
        (0..size).map(|rank| Process { rank, table: Arc::clone(&table) }).collect()
    }
}

impl Crew for Process {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.table.0.lock().unwrap().len()
    }

    fn share(&self, own: Vec<u8>) -> Result<Vec<Vec<u8>>, Box<dyn Error + Send + Sync>> {
        let (laid, all_there) = &*self.table;
        laid.lock().unwrap()[self.rank] = own;
        all_there.wait();
        let all = laid.lock().unwrap().clone();
        all_there.wait();
        Ok(all)
    }

    fn spread(&self, own: Vec<u8>) -> Result<Vec<u8>, Box<dyn Error + Send + Sync>> {
        Ok(self.share(own)?.swap_remove(0))
    }
}

/// Does the same in so many processes, and returns what comes out in each.
fn together<T: Send>(size: usize, work: impl Fn(&Process) -> T + Sync) -> Vec<T> {
    let (processes, work) = (Process::several(size), &work);
    thread::scope(|scope| {
        let threads: Vec<_> = processes.into_iter().map(|process| scope.spawn(move || work(&process))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn kuhn() -> Kuhn {
    Kuhn::new("kuhn", kuhn::Options {}).unwrap()
}

fn enter<A: Agent<KuhnView> + 'static>(
    name: &str,
    make: impl Fn() -> A + Send + Sync + 'static,
) -> Entrant<'_, KuhnView> {
    Entrant::new(name, move || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(make())))
}

fn random(name: &str) -> Entrant<'_, KuhnView> {
    enter(name, Random::default)
}

fn go_on(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Without the time it took.
fn timeless(result: DuelResult) -> DuelResult {
    let mut timeless = result;
    timeless.seconds = 0.0;
    timeless
}

#[test]
fn any_number_of_processes_comes_to_the_same() {
    let (a, b) = (random("a"), random("b"));
    let plan = Plan::new(500, 7);
    let alone = timeless(duel(&kuhn(), &a, &b, &plan, go_on).unwrap());
    let met: Vec<Met> = meet(&kuhn(), [&a, &b], 30, &plan, go_on).unwrap();
    for (size, threads) in [(1, 1), (2, 1), (3, 2), (7, 1)] {
        let played = AtomicUsize::new(0);
        let found = together(size, |crew| {
            // Their machines need not be alike.
            let plan = plan.threads(threads + crew.rank % 2).crew(Some(crew));
            let count = |done| {
                played.fetch_max(done, Ordering::Relaxed);
                ControlFlow::Continue(())
            };
            (timeless(duel(&kuhn(), &a, &b, &plan, count).unwrap()), meet(&kuhn(), [&a, &b], 30, &plan, go_on).unwrap())
        });
        assert!(found.iter().all(|found| *found == (alone.clone(), met.clone())), "{size} {threads}");
        assert_eq!(played.into_inner(), 500);
    }
}

/// Plays the first or the last legal action, and counts.
struct Fixed(bool, &'static AtomicUsize);

impl Agent<KuhnView> for Fixed {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        let legal = view.legal();
        Ok(legal.nth(if self.0 { legal.len() - 1 } else { 0 }).unwrap())
    }
}

#[test]
fn each_plays_its_part() {
    static ROUNDS: [AtomicUsize; 3] = [const { AtomicUsize::new(0) }; 3];
    let other = random("other");
    together(3, |crew| {
        let own = enter("own", {
            let rank = crew.rank;
            move || Fixed(true, &ROUNDS[rank])
        });
        duel(&kuhn(), &own, &other, &Plan::new(300, 1).crew(Some(crew)), go_on).unwrap();
    });
    // A hundred deals, from two seats each.
    assert_eq!(ROUNDS.each_ref().map(|rounds| rounds.load(Ordering::Relaxed)), [200; 3]);
}

#[test]
fn all_stop_at_the_deal_that_decides() {
    static ROUNDS: AtomicUsize = AtomicUsize::new(0);
    let (a, b) = (enter("last", || Fixed(true, &ROUNDS)), random("b"));
    let question = Question { stop: Stop::Decided, ..Question::default() };
    let plan = Plan::new(100_000, 3);
    let until = |plan: &Plan<'_>| timeless(duel_until(&kuhn(), [&a, &b], plan, &question, None, go_on).unwrap());
    let alone = until(&plan);
    assert!(alone.deals < 50_000 && alone.ruling.unwrap().deals == Some(alone.deals), "{alone:?}");
    for size in [2, 5] {
        let found = together(size, |crew| until(&plan.crew(Some(crew))));
        assert!(found.iter().all(|found| *found == alone), "{size}");
    }
}

/// Plays an action that there is not, from some round on.
struct Cheat(usize);

impl Agent<KuhnView> for Cheat {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        self.0 += 1;
        Ok(())
    }

    fn act(&mut self, view: &KuhnView) -> Result<Action, AgentError> {
        Ok(if self.0 > 20 { Action(77) } else { view.legal().nth(0).unwrap() })
    }
}

#[test]
fn who_fails_in_one_process_is_told_in_all() {
    let other = random("other");
    let found = together(3, |crew| {
        let cheats = crew.rank == 1;
        let own = if cheats { enter("cheat", || Cheat(0)) } else { random("cheat") };
        let error = duel(&kuhn(), &own, &other, &Plan::new(1_000, 1).crew(Some(crew)), go_on).unwrap_err();
        let ArenaError::Bot { deal, source, finished } = error else { panic!("{error:?}") };
        assert!(source.to_string().contains("cheat: it played action 77"), "{source}");
        (deal, timeless(*finished))
    });
    assert!(found.windows(2).all(|two| two[0] == two[1]), "{found:?}");
    assert!(found[0].1.deals > 0 && found[0].1.deals < 1_000, "{found:?}");

    let found = together(2, |crew| {
        let absent = crew.rank == 1;
        let own = Entrant::new("own", move || match absent {
            true => Err("there is no such file"),
            false => Ok::<Box<dyn Agent<_>>, _>(Box::new(Random::default())),
        });
        duel(&kuhn(), &own, &other, &Plan::new(10, 1).crew(Some(crew)), go_on).unwrap_err().to_string()
    });
    assert_eq!(found, ["rank 1: there is no such file", "there is no such file"]);
}

#[test]
fn who_fails_before_it_is_decided_is_told() {
    let (own, other) = (enter("cheat", || Cheat(0)), random("other"));
    let question = Question { stop: Stop::Decided, ..Question::default() };
    let plan = Plan::new(1_000, 1);
    let error = duel_until(&kuhn(), [&own, &other], &plan, &question, None, go_on).unwrap_err();
    assert!(matches!(error, ArenaError::Bot { .. }), "{error:?}");
}

#[test]
fn one_that_is_interrupted_stops_all() {
    let (a, b) = (random("a"), random("b"));
    let found = together(3, |crew| {
        let stops =
            |done| if crew.rank == 2 && done >= 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        timeless(duel(&kuhn(), &a, &b, &Plan::new(1_000_000, 1).crew(Some(crew)), stops).unwrap())
    });
    assert!(found.windows(2).all(|two| two[0] == two[1]), "{found:?}");
    // The others hear of it after the first block.
    assert!((30..10_000).contains(&found[0].deals), "{}", found[0].deals);
}

#[test]
fn nobody_goes_on_unless_all_agree() {
    let found = together(3, |crew| {
        let fine = crew.agree(None).is_ok();
        let trouble = (crew.rank > 0).then(|| format!("no {}", crew.rank));
        (fine, crew.agree(trouble).unwrap_err().to_string())
    });
    assert!(found.iter().all(|found| *found == (true, "rank 1: no 1".into())), "{found:?}");
}
