//! Deals played side by side come to what they come to one after the other.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use elderhand_agents::{Agent, AgentError, ArenaError, ArenaResult, Bot, Entrant, Plan, Random, table};
use elderhand_env::{Action, AnyGame, AnyView, Seat, game};

/// Plays the first legal action and notes about how many views it was asked at once.
struct First(Arc<AtomicUsize>);

impl Agent<AnyView> for First {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &AnyView) -> Result<Action, AgentError> {
        Ok(view.legal().nth(0).expect("some action is legal"))
    }

    fn act_many(&mut self, views: &[AnyView]) -> Result<Vec<Action>, AgentError> {
        self.0.fetch_max(views.len(), Ordering::Relaxed);
        views.iter().map(|view| self.act(view)).collect()
    }
}

/// Leaves out an answer.
struct Short;

impl Agent<AnyView> for Short {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, _: &AnyView) -> Result<Action, AgentError> {
        unreachable!("it is asked about many")
    }

    fn act_many(&mut self, views: &[AnyView]) -> Result<Vec<Action>, AgentError> {
        Ok(vec![Action(0); views.len() - 1])
    }
}

fn made(id: &str, seats: u8) -> AnyGame {
    let options = match seats {
        2 => serde_json::Map::new(),
        _ => [("seats".into(), seats.into())].into_iter().collect(),
    };
    game(id, &options).expect("a variant")
}

fn first(most: &Arc<AtomicUsize>) -> Entrant<'static, AnyView> {
    let most = most.clone();
    Entrant::new("first", move || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(First(most.clone()))))
}

fn random() -> Entrant<'static, AnyView> {
    Entrant::new("random", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Random::default())))
}

fn simple(game: &AnyGame) -> Entrant<'_, AnyView> {
    let seat = || Bot::open("simple")?.player(game).map(|player| Box::new(player) as Box<dyn Agent<_>>);
    Entrant::new::<Box<dyn std::error::Error + Send + Sync>>("simple", move || seat().map_err(Into::into))
}

fn play(game: &AnyGame, entrants: &[Entrant<'_, AnyView>], threads: usize) -> ArenaResult {
    let plan = Plan::new(30, 7).threads(threads);
    let mut result = table(game, entrants, &plan, |_| ControlFlow::Continue(())).expect("all play by the rules");
    result.seconds = 0.0;
    result
}

#[test]
fn results_are_those_of_one_deal_after_the_other() {
    for (id, seats) in [("gin", 2), ("kuhn", 2), ("skirmish", 3), ("sum-run-set-partners", 4)] {
        let game = made(id, if id == "skirmish" { seats } else { 2 });
        let other = || if id == "kuhn" { random() } else { simple(&game) };
        let most = Arc::new(AtomicUsize::new(0));
        let first = || first(&most);
        let alone = play(&game, &[first(), other()], 1);
        assert_eq!(most.load(Ordering::Relaxed), 0, "it may not be asked about many");
        for (deals, threads) in [(2, 1), (8, 1), (100, 1), (100, 2)] {
            let abreast = play(&game, &[first().abreast(deals), other()], threads);
            assert_eq!(abreast, alone, "{id}, {deals} deals side by side on {threads} threads");
        }
        assert!(most.load(Ordering::Relaxed) >= 10, "{id}: it was asked about {most:?} at once");
        let both = play(&game, &[first().abreast(4), first().abreast(9)], 1);
        assert_eq!(both, play(&game, &[first(), first()], 1), "{id}, both asked about many");
    }
}

#[test]
fn who_answers_too_little_is_named_and_what_is_over_is_kept() {
    let game = made("kuhn", 2);
    let short = Entrant::new("short", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Short))).abreast(6);
    let failed = table(&game, &[short, random()], &Plan::new(10, 1), |_| ControlFlow::Continue(()));
    let Err(ArenaError::Bot { source, finished, .. }) = failed else { panic!("it was not refused") };
    assert!(source.problem.contains("actions for"), "{source}");
    assert_eq!((source.bot.as_str(), finished.deals), ("short", 0));
}

#[test]
fn an_arena_is_stopped_before_its_first_deal_is_over() {
    let (game, first) = (made("gin", 2), first(&Arc::default()).abreast(8));
    let asked = AtomicUsize::new(0);
    let stop = |done| {
        assert_eq!(done, 0);
        if asked.fetch_add(1, Ordering::Relaxed) < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let result = table(&game, &[first, random()], &Plan::new(100, 1), stop).expect("both play by the rules");
    assert_eq!(result.deals, 0);
}
