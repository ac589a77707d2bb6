//! Playing what the schedule asks for.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use elderhand_agents::rating::{Batch, Next, Results, Schedule};
use elderhand_agents::{Arena, ArenaError, Bot, Crew, Met, Plan};
use elderhand_env::AnyGame;
use indicatif::ProgressBar;

use super::file::File;
use super::{Args, contest};
use crate::commands::dealing;
use crate::interrupt;
use crate::output::printable;

/// Who plays what, by their numbers in the results.
pub(super) struct Pool<'a> {
    pub games: &'a [AnyGame],
    pub contests: &'a [usize],
    pub bots: &'a [Bot],
    pub numbers: &'a [usize],
    /// The processes that play together.
    pub crew: Option<&'a dyn Crew>,
}

/// How it ended.
pub(super) struct Played {
    /// It was interrupted.
    pub stopped: bool,
    /// A bot misbehaved.
    pub failed: Option<anyhow::Error>,
}

/// Plays until so many deals of the seed have been asked for, those that are in the results already being taken from there.
pub(super) fn play(
    args: &Args,
    pool: &Pool<'_>,
    mut schedule: Schedule,
    results: &mut Results,
    mut file: Option<&mut File>,
) -> anyhow::Result<Played> {
    let stop = interrupt::catch();
    let bar = dealing::bar(args.deals, "deals");
    let (mut left, mut stopped, mut failed) = (args.deals, false, None);
    'all: while left > 0 {
        let Some(next) = schedule.next(results, left) else { break };
        for deals in results.missing(&next, args.seed) {
            let meeting = Meeting::of(pool, &next, args, deals, stop, &bar);
            bar.set_message(meeting.title());
            let (met, fault) = meeting.play()?;
            if let Some(batch) = meeting.batch(&met) {
                results.add(&batch)?;
                file.as_mut().map_or(Ok(()), |file| file.add(&batch))?;
            }
            failed = fault.map(Into::into);
            stopped = dealing::stopped(stop, pool.crew)?;
            if failed.is_some() || stopped {
                break 'all;
            }
        }
        left -= next.deals;
        bar.set_position(args.deals - left);
    }
    bar.finish_and_clear();
    Ok(Played { stopped: stopped && left > 0, failed })
}

/// Deals in a row of two bots.
struct Meeting<'a> {
    game: &'a AnyGame,
    bots: [&'a Bot; 2],
    deals: Range<u64>,
    plan: Plan<'a>,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
}

impl<'a> Meeting<'a> {
    fn of(
        pool: &Pool<'a>,
        next: &Next,
        args: &Args,
        deals: Range<u64>,
        stop: &'a AtomicBool,
        bar: &'a ProgressBar,
    ) -> Meeting<'a> {
        let numbered = |of: &[usize], number| of.iter().position(|known| *known == number).expect("it is of the pool");
        let bot = |number| &pool.bots[numbered(pool.numbers, number)];
        let plan =
            Plan::new((deals.end - deals.start) as usize, args.seed).threads(args.threads.count()).crew(pool.crew);
        let game = &pool.games[numbered(pool.contests, next.contest)];
        Meeting { game, bots: [bot(next.pair.0), bot(next.pair.1)], deals, plan, stop, bar }
    }

    fn title(&self) -> String {
        printable(format!("{}, {} : {}", self.game.spec().id, self.bots[0].name(), self.bots[1].name()))
    }

    /// What was played up to the first deal that was not, as results have it; `None` if that is nothing.
    fn batch(&self, met: &[Met]) -> Option<Batch> {
        let row = met.iter().zip(self.deals.clone()).take_while(|(met, number)| met.deal == *number);
        let row: Vec<&Met> = row.map(|(met, _)| met).collect();
        (!row.is_empty()).then(|| Batch {
            contest: contest(self.game),
            a: self.bots[0].name().into(),
            b: self.bots[1].name().into(),
            seed: self.plan.seed,
            deal: self.deals.start,
            won: row.iter().map(|met| met.won).collect(),
            points: row.iter().map(|met| met.points).collect(),
        })
    }

    /// Plays; gives what was finished, and how a bot misbehaved.
    fn play(&self) -> anyhow::Result<(Vec<Met>, Option<ArenaError<()>>)> {
        let progress = dealing::progress(self.bar, self.stop);
        dealing::finished(Arena::new(self.game, self.plan).meet(self.bots, self.deals.start, &progress))
    }
}
