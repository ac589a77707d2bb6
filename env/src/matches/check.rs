//! Whether some position of a match shows a view.

use super::rounds::Rounds;
use super::settlement::Ledger;
use super::standing::Standing;
use super::state::{chooser, open, seat};
use super::view::MatchView;
use crate::format::{Contest, Format, Tally};
use crate::rules::{Check, Inconsistent, Redeal, Stream, Turn, View, require, require_or};

impl<S: Rounds> Check for MatchView<S> {
    fn check(&self) -> Result<(), Inconsistent> {
        if let Err(error) = self.options.settings.check::<S>(&self.options.rules) {
            return Err(Inconsistent(format!("options: {error}")));
        }
        let contest = self.options.settings.contest::<S>(&self.options.rules);
        require_or(self.seat < contest.players, || format!("`seat` must be below {}, the players", contest.players))?;
        contest.admits(&self.standing.tally)?;
        self.check_round()?;
        // What a round came to does not hang on what is hidden, so any deal tells it.
        let round = self.round.as_ref().map(|round| round.redeal(&mut Stream::new(0)));
        let counted = round.as_ref().map(|round| matches!(round.turn(), Turn::Over { .. }));
        self.check_stage(&contest, counted)?;
        self.check_points(&contest)?;
        match round.filter(|_| counted == Some(true)) {
            Some(round) => self.check_counted(&round),
            None => self.check_seats(&contest),
        }
    }
}

impl<S: Rounds> MatchView<S> {
    fn check_round(&self) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        let players = self.options.settings.players(S::seats(&self.options.rules));
        let known = standing.seats().all(|player| player < players);
        let distinct = standing.seats().enumerate().all(|(seat, player)| standing.seat(player) == Some(seat));
        require(known && distinct, "`match.seats` must name different players")?;
        require(usize::from(standing.elder) < players, "`match.elder` is not one of the players")?;
        let Some(round) = &self.round else { return Ok(()) };
        let seat = standing.seat(self.seat);
        require(
            seat == Some(round.seat()),
            "`round` is there for who sits at its table, and `round.seat` is their seat",
        )?;
        require(
            *S::rules(round) == self.rules(),
            "`round.options` are not those of the match, for those who are still in",
        )?;
        round.check().map_err(|Inconsistent(text)| Inconsistent(format!("`round`: {text}")))
    }

    /// Checks that round and match agree on what is going on.
    fn check_stage(&self, contest: &Contest, counted: Option<bool>) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        let ledger = Ledger::<S>::new(&self.options, standing);
        let over = ledger.is_over();
        require(!over || counted != Some(false), "`match` has been decided, but `round` is not over")?;
        require(!over || standing.choosing.is_none(), "`match.choosing`: the match is over")?;
        let started = standing.tally.rounds() > 0;
        require(
            counted != Some(true) || started || standing.table > 0,
            "`match.rounds` does not count `round`, which is over",
        )?;
        let chosen = standing.choosing.is_none() || S::CHOOSES && counted != Some(false) && started;
        require(chosen, "`match.choosing`: somebody chooses only between rounds, and only in some games")?;
        require(S::CHOOSES || standing.clockwise, "`match.clockwise`: nobody chooses in this game")?;
        let table = usize::from(standing.table);
        let tables = contest.tables(&standing.tally).max(1);
        require(table < tables || over && table < contest.players, "`match.table` is not a table of this round")
    }

    /// Checks what has been booked beside the tally.
    fn check_points(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let (standing, tally) = (&self.standing, &self.standing.tally);
        let (least, most) = S::range(&self.options.rules);
        let rounds = tally.rounds() as i32;
        let within = |&points: &i32| (least.min(0) * rounds..=most * rounds).contains(&points);
        require(tally.points().iter().all(within), "`match.points` are beyond what so many rounds can bring")?;
        let sides = tally.points().len();
        let won: usize = standing.won[..sides].iter().map(|&won| usize::from(won)).sum();
        let tables = contest.tables(&contest.start());
        require(won <= tally.rounds() * tables, "`match.won`: more rounds are won than were played")?;
        require(standing.won[sides..].iter().all(|&won| won == 0), "`match.won` has an entry a side")?;
        let keeps = S::TIEBREAK && contest.shrinks();
        let kept = |&(player, &merit): &(usize, &i32)| {
            merit == 0 || keeps && player < contest.players && merit.unsigned_abs() < Tally::BOUND
        };
        require(
            standing.tiebreak.iter().enumerate().all(|entry| kept(&entry)),
            "`match.tiebreak` is kept where players leave",
        )?;
        let growth = u32::from(self.options.settings.growth);
        let first = u32::from(contest.target.unwrap_or_default());
        let grown = standing.target.checked_sub(first);
        let target = grown.is_some_and(|grown| grown == 0 || growth > 0 && grown.is_multiple_of(growth));
        require(target, "`match.target` is not what has come of the target of the options")?;
        require(
            grown.unwrap_or_default() <= growth * rounds as u32,
            "`match.target` has grown more often than rounds were played",
        )?;
        let absent = standing.carried[contest.players..].iter().all(|carried| *carried == S::Carried::default());
        require(absent, "`match.carried` has an entry a player")?;
        let broke = |player: usize| S::is_broke(&standing.carried[player]);
        let left = (0..contest.players).all(|player| broke(player) != tally.plays(player));
        require(
            contest.format != Format::FreezeOut || left,
            "`match.order`: who has nothing left, and nobody else, has left",
        )
    }

    /// Checks who sits where, and with what.
    fn check_seats(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        let mut due = *standing;
        seat::<S>(&self.options, contest, &mut due);
        let players = |standing: &Standing<S::Carried>| standing.seats().collect::<Vec<_>>();
        if self.round.is_some() && players(&due) != players(standing) {
            return Err(Inconsistent(format!("`match.seats`: in this round {:?} sit at this table", players(&due))));
        }
        if !self.options.settings.is_circle::<S>() {
            let elder = contest.at(&standing.tally, 0, 0);
            require_or(usize::from(standing.elder) == elder, || format!("`match.elder`: in this round it is {elder}"))?;
        }
        require(standing.tally.plays(standing.elder.into()), "`match.elder` has left the match")?;
        let Some(round) = &self.round else { return Ok(()) };
        // A view tells no more than its game needs.
        let opened = open::<S>(&self.options, contest, standing).view(round.seat());
        let entered =
            (0..usize::from(standing.seated)).all(|seat| S::entered(round, seat) == S::entered(&opened, seat));
        require(entered, "`round` does not begin with what `match` says that the players brought")
    }

    /// Checks what a round that has been counted left to its players, and who chooses then.
    fn check_counted(&self, round: &S) -> Result<(), Inconsistent> {
        let (standing, outcome) = (&self.standing, round.outcome());
        let left = |(seat, player): (usize, usize)| standing.carried[player] == outcome.carried[seat];
        require(standing.seats().enumerate().all(left), "`match.carried` is not what `round` left to the players")?;
        let chooses = standing.choosing.is_none() || chooser(standing, &outcome) == Some(standing.elder.into());
        require(chooses, "`match.elder`: whoever has won the round chooses")
    }
}
