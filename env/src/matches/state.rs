//! The truth of a position of a match: a round, and how the match stands.

use serde::{Deserialize, Serialize};

use super::choice::{Choice, Choosing};
use super::opening::{chooser, open, seat};
use super::rounds::{Next, Outcome, Rounds};
use super::settings::{MatchOptions, Settlement};
use super::settlement::Ledger;
use super::standing::Standing;
use crate::format::{Contest, Format, Tally};
use crate::rules::Turn;

/// The truth of a position of a match.
///
/// Between two rounds the one that has been counted still lies until the next card is dealt.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct MatchState<S: Rounds> {
    pub(super) options: MatchOptions<S::Rules>,
    pub(super) standing: Standing<S::Carried>,
    pub(super) round: S,
    /// What each player scored at the tables of this round that are over; nobody sees it before all are.
    pub(super) scored: [i32; Tally::MOST],
    /// At how many of these tables each side has won.
    pub(super) won: [u16; Tally::MOST],
    /// What each player takes along from this round, until all its tables are over.
    pub(super) taken: [S::Carried; Tally::MOST],
}

impl<S: Rounds> MatchState<S> {
    /// The position before the first card of the first round.
    #[inline]
    pub(super) fn new(options: MatchOptions<S::Rules>) -> MatchState<S> {
        let contest = options.settings.contest::<S>(&options.rules);
        let mut standing = Standing {
            tally: contest.start(),
            won: [0; Tally::MOST],
            tiebreak: [0; Tally::MOST],
            target: contest.target.unwrap_or_default().into(),
            elder: 0,
            clockwise: true,
            table: 0,
            counted: false,
            choosing: None,
            carried: [S::first(&options.rules); Tally::MOST],
            seated: 0,
            seats: [0; Tally::MOST],
        };
        if size_of::<S::Carried>() > 0 {
            standing.carried[contest.players..].fill(S::Carried::default());
        }
        if !options.settings.is_circle::<S>() {
            standing.elder = contest.at(&standing.tally, 0, 0) as u8;
        }
        seat::<S>(&options, &contest, &mut standing);
        let round = open::<S>(&options, &contest, &standing);
        let taken = standing.carried;
        MatchState { options, standing, round, scored: [0; Tally::MOST], won: [0; Tally::MOST], taken }
    }

    #[inline]
    pub(super) fn contest(&self) -> Contest {
        self.options.settings.contest::<S>(&self.options.rules)
    }

    #[inline]
    pub(super) fn ledger(&self) -> Ledger<'_, S> {
        Ledger::new(&self.options, &self.standing)
    }

    #[inline]
    fn round_is_over(&self) -> bool {
        matches!(self.round.turn(), Turn::Over { .. })
    }

    /// Returns `true` if the last round has been counted and no other follows.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.standing.counted && self.ledger().is_over()
    }

    /// Returns `true` if the next card is the first of the next round.
    #[inline]
    pub(super) fn is_between(&self) -> bool {
        self.standing.counted && self.standing.choosing.is_none() && !self.ledger().is_over()
    }

    /// The position before the first card of the next round, or of the next table of this one.
    pub(super) fn next_round(&self) -> MatchState<S> {
        let (options, contest) = (self.options, self.contest());
        let mut standing = self.standing;
        (standing.counted, standing.choosing) = (false, None);
        // Whether the match is over hangs on the target of the round that was counted.
        let growth = u32::from(self.options.settings.growth());
        if growth > 0 && self.standing.counted && self.ledger().past_target().count() > 1 {
            standing.target += growth;
        }
        seat::<S>(&options, &contest, &mut standing);
        let round = open::<S>(&options, &contest, &standing);
        MatchState { options, standing, round, scored: self.scored, won: self.won, taken: self.taken }
    }

    #[inline]
    pub(super) fn begin_next(&mut self) {
        *self = self.next_round();
    }

    /// Counts the round if it has just ended.
    #[inline]
    pub(super) fn go_on(&mut self) {
        if self.round_is_over() {
            self.finish();
        }
    }

    /// Returns `false` where the tables of this round that are over cannot have come to what is written down of them.
    pub(super) fn other_tables_can_be(&self) -> bool {
        let over = if self.standing.counted { 0 } else { self.standing.table };
        let (least, most) = if over == 0 { (0, 0) } else { S::range(&self.options.rules) };
        let keeps = over > 0 && self.options.settings.keeps::<S>(&self.options.rules);
        self.scored.iter().all(|points| (least.min(0)..=most.max(0)).contains(points))
            && self.won.iter().all(|&won| won <= over.into())
            && (keeps || self.taken == self.standing.carried)
    }

    /// Books a round whose last table has ended, and says what follows.
    fn finish(&mut self) {
        let (outcome, contest) = (self.round.outcome(), self.contest());
        let keeps = self.options.settings.keeps::<S>(&self.options.rules);
        for (seat, player) in self.standing.seats().enumerate() {
            self.scored[player] = outcome.points[seat];
            if keeps {
                self.taken[player] = outcome.carried[seat];
            }
        }
        if let Some(seat) = outcome.winner {
            contest.credit(&mut self.won, self.standing.seats(), seat);
        }
        if usize::from(self.standing.table) + 1 < contest.tables(&self.standing.tally) {
            self.standing.table += 1;
            return self.begin_next();
        }
        self.standing.counted = true;
        self.standing.carried = self.taken;
        let scored = std::mem::replace(&mut self.scored, [0; Tally::MOST]);
        self.book(&contest, &scored, &outcome);
        if self.ledger().is_over() {
            return;
        }
        self.standing.table = 0;
        self.pass_the_deal(&contest, &outcome);
    }

    fn book(&mut self, contest: &Contest, scored: &[i32], outcome: &Outcome<S::Carried>) {
        let mut tiebreak = [0; Tally::MOST];
        let keeps = S::TIEBREAK && contest.shrinks();
        for (seat, player) in self.standing.seats().enumerate() {
            tiebreak[player] = outcome.tiebreak[seat];
            if keeps {
                self.standing.tiebreak[player] += outcome.tiebreak[seat];
            }
        }
        let won = std::mem::replace(&mut self.won, [0; Tally::MOST]);
        if self.options.settings.settlement == Settlement::Gambling {
            self.standing.won.iter_mut().zip(won).for_each(|(total, won)| *total += won);
        }
        let merits = if keeps { self.standing.tiebreak } else { tiebreak };
        contest.book_by(&mut self.standing.tally, scored, &merits);
        if contest.format == Format::FreezeOut {
            // Of several who have nothing left, who had less before this round leaves first.
            while let Some(player) = self
                .standing
                .tally
                .order()
                .take(self.standing.tally.playing())
                .filter(|&player| S::stake(&self.standing.carried[player]) == Some(0))
                .max_by_key(|&player| (scored[player], player))
            {
                contest.leave(&mut self.standing.tally, player);
            }
        }
    }

    /// Says who is elder hand in the next round, or lets somebody choose it.
    fn pass_the_deal(&mut self, contest: &Contest, outcome: &Outcome<S::Carried>) {
        if !self.options.settings.is_circle::<S>() {
            self.standing.elder = contest.at(&self.standing.tally, 0, 0) as u8;
            return;
        }
        let elder = usize::from(self.standing.elder);
        let next = self.standing.on(elder, 1);
        let chooser = chooser(&self.standing, outcome);
        if chooser.is_some() {
            self.standing.choosing = Some(Choosing::Direction);
        }
        let player = match outcome.next {
            Next::Chooses(_) | Next::BestChooses => chooser.unwrap_or(elder),
            Next::Elder(seat) => self.standing.player(seat),
            Next::Unsaid => {
                let deal = self.options.settings.deal;
                deal.elder(outcome.winner, outcome.dead).map_or(next, |seat| self.standing.player(seat))
            }
        };
        self.standing.elder = self.standing.still_in(player) as u8;
    }

    #[inline]
    pub(super) fn first_choice(&self) -> u16 {
        S::actions(&self.options.rules)
    }

    pub(super) fn choose(&mut self, choice: Option<Choice>) {
        match choice {
            Some(Choice::Direction(clockwise)) => {
                self.standing.clockwise = clockwise;
                self.standing.choosing = Some(Choosing::Start);
            }
            Some(Choice::Start(places)) => {
                self.standing.elder = self.standing.on(self.standing.elder.into(), places) as u8;
                self.begin_next();
            }
            None => (),
        }
    }
}
