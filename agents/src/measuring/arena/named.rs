//! The arena for bots that are found by name, at a game whose type is not known.
//!
//! What it plays is made for every game here, and not once more in each program that has an arena.

use std::ops::ControlFlow;

use elderhand_env::{AnyGame, Game, ViewOf, Visitor};

use super::{ArenaError, ArenaResult, DuelResult, Entrant, Met, Plan, Question, duel_until, meet, table_until};
use crate::seating::bot::Bot;

/// Who is told after every deal how many are done, from whichever thread did it, and may break.
pub type Progress<'a> = &'a (dyn Fn(usize) -> ControlFlow<()> + Sync);

/// Bots put head to head at a game, whatever its type.
///
/// # Examples
///
/// ```
/// use std::ops::ControlFlow;
/// use elderhand_agents::{Arena, Bot, Plan};
/// use elderhand_env::{Overrides, game};
///
/// let (game, bots) = (game("gin", &Overrides::new())?, [Bot::open("simple")?, Bot::open("random")?]);
/// let arena = Arena::new(&game, Plan::new(20, 1));
/// let result = arena.duel([&bots[0], &bots[1]], &|_| ControlFlow::Continue(()))?;
/// assert!(result.rounds == 40 && result.points > 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Arena<'a> {
    game: &'a AnyGame,
    plan: Plan<'a>,
    question: Question,
    luck: Option<&'a Bot>,
}

impl<'a> Arena<'a> {
    /// Makes an arena that plays all deals of a plan.
    pub fn new(game: &'a AnyGame, plan: Plan<'a>) -> Arena<'a> {
        Arena { game, plan, question: Question::default(), luck: None }
    }

    /// The same until a question is answered, which [`Arena::duel`] and [`Arena::table`] heed.
    #[must_use]
    pub fn asking(self, question: Question) -> Arena<'a> {
        Arena { question, ..self }
    }

    /// The same with the luck of the cards taken out of the points by what a bot expects of them, if one is given.
    #[must_use]
    pub fn without_luck(self, by: Option<&'a Bot>) -> Arena<'a> {
        Arena { luck: by, ..self }
    }

    /// Plays two bots against each other, as [`duel_until`] does.
    ///
    /// # Errors
    ///
    /// As [`duel_until`].
    pub fn duel(&self, bots: [&Bot; 2], progress: Progress<'_>) -> Result<DuelResult, ArenaError<DuelResult>> {
        struct Duel<'a>(&'a Arena<'a>, [&'a Bot; 2], Progress<'a>);
        impl Visitor for Duel<'_> {
            type Output = Result<DuelResult, ArenaError<DuelResult>>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let Duel(arena, bots, progress) = self;
                let ([a, b], luck) = (bots.map(|bot| enter(bot, &game)), arena.luck.map(|bot| enter(bot, &game)));
                duel_until(&game, [&a, &b], &arena.plan, &arena.question, luck.as_ref(), progress)
            }
        }
        self.game.visit(Duel(self, bots, progress))
    }

    /// Plays bots against each other at one table, as [`table_until`] does.
    ///
    /// # Errors
    ///
    /// As [`table_until`].
    pub fn table(&self, bots: &[&Bot], progress: Progress<'_>) -> Result<ArenaResult, ArenaError<ArenaResult>> {
        struct Table<'a>(&'a Arena<'a>, &'a [&'a Bot], Progress<'a>);
        impl Visitor for Table<'_> {
            type Output = Result<ArenaResult, ArenaError<ArenaResult>>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let Table(arena, bots, progress) = self;
                let bots: Vec<_> = bots.iter().map(|bot| enter(bot, &game)).collect();
                let luck = arena.luck.map(|bot| enter(bot, &game));
                table_until(&game, &bots, &arena.plan, &arena.question, luck.as_ref(), progress)
            }
        }
        self.game.visit(Table(self, bots, progress))
    }

    /// Plays two bots against each other from one deal on, and gives each deal by itself, as [`meet`] does.
    ///
    /// # Errors
    ///
    /// As [`meet`].
    pub fn meet(&self, bots: [&Bot; 2], first: u64, progress: Progress<'_>) -> Result<Vec<Met>, ArenaError<Vec<Met>>> {
        struct Meet<'a>(&'a Arena<'a>, [&'a Bot; 2], u64, Progress<'a>);
        impl Visitor for Meet<'_> {
            type Output = Result<Vec<Met>, ArenaError<Vec<Met>>>;
            fn visit<G: Game>(self, game: G) -> Self::Output {
                let Meet(arena, bots, first, progress) = self;
                let [a, b] = bots.map(|bot| enter(bot, &game));
                meet(&game, [&a, &b], first, &arena.plan, progress)
            }
        }
        self.game.visit(Meet(self, bots, first, progress))
    }
}

/// Enters a bot at a game.
fn enter<'a, G: Game>(bot: &'a Bot, game: &'a G) -> Entrant<'a, ViewOf<G>> {
    Entrant::new(bot.name(), || bot.agent(game))
}
