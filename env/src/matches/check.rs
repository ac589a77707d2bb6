//! Whether some position of a match shows a view.

use super::choice::Choosing;
use super::opening::{chooser, open, seat};
use super::rounds::Rounds;
use super::settings::Settlement;
use super::settlement::Ledger;
use super::standing::Standing;
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
        self.check_round(&contest)?;
        self.check_points(&contest)?;
        self.check_stage(&contest)?;
        if self.standing.counted { self.check_counted() } else { self.check_seats(&contest) }
    }
}

impl<S: Rounds> MatchView<S> {
    fn check_round(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        standing.check_players(contest)?;
        let seat = standing.seat(self.seat);
        let shown = self.round.as_ref().map(View::seat);
        require(shown == seat, "`round` is there for who sits at its table, and `round.seat` is the seat there")?;
        let Some(round) = &self.round else { return Ok(()) };
        let fits = *S::rules(round) == self.rules();
        require(fits, "`round.options` are not those of the match, for those who are still in")?;
        round.check().map_err(|Inconsistent(text)| Inconsistent(format!("`round`: {text}")))
    }

    /// Checks that round and match agree on what is going on.
    fn check_stage(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        // Whether a round is over does not hang on what is hidden, so any deal tells it.
        let over = |round: &S::View| matches!(round.redeal(&mut Stream::new(0)).turn(), Turn::Over { .. });
        let over = self.round.as_ref().map(over);
        require(over.is_none_or(|over| over == standing.counted), "`match.counted` is true once `round` is over")?;
        require(
            !standing.counted || standing.tally.rounds() > 0,
            "`match.rounds` does not count a round that is over",
        )?;
        let ledger = Ledger::<S>::new(&self.options, standing);
        let decided = ledger.is_over();
        require(standing.counted || ledger.may_play(), "`match` has been decided, but `round` is not over")?;
        let first = !standing.counted || decided || standing.table == 0;
        require(first, "`match.table` is 0 once a round is counted that another one follows")?;
        let chooses = S::CHOOSES && self.options.settings.is_circle::<S>() && standing.counted && !decided;
        require(
            standing.choosing.is_none() || chooses,
            "`match.choosing`: somebody chooses only between rounds, and only in some games and formats",
        )?;
        let elder = usize::from(standing.elder);
        let stays = standing.tally.plays(elder) && standing.seat(elder).is_some();
        require(
            standing.choosing.is_none() || stays,
            "`match.elder`: whoever chooses played the round and is still in",
        )?;
        require(S::CHOOSES || standing.clockwise, "`match.clockwise`: nobody chooses in this game")?;
        // Once the round is counted, those who have left it no longer count for its tables.
        let tables = if standing.counted { contest.tables(&contest.start()) } else { contest.tables(&standing.tally) };
        require(usize::from(standing.table) < tables, "`match.table` is not a table of this round")
    }

    /// Checks what has been booked beside the tally.
    fn check_points(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let (standing, tally) = (&self.standing, &self.standing.tally);
        let (least, most) = self.options.settings.gains::<S>(&self.options.rules);
        let rounds = tally.rounds() as i32;
        let within = |&points: &i32| (least.min(0) * rounds..=most * rounds).contains(&points);
        require(tally.points().iter().all(within), "`match.points` are beyond what so many rounds can bring")?;
        let unbound = !S::ZERO_SUM || contest.format == Format::RotatingTeam;
        require(
            unbound || tally.points().iter().sum::<i32>() == 0,
            "`match.points` are what players paid each other, so they add up to 0",
        )?;
        let sides = tally.points().len();
        let counts = self.options.settings.settlement == Settlement::Gambling;
        let winnable = if counts { tally.rounds() * contest.tables(&contest.start()) } else { 0 };
        let won = standing.won[..sides].iter().map(|&won| usize::from(won));
        // Nobody wins at two tables of one round, but a team may.
        let each = if contest.format == Format::RotatingTeam { winnable } else { winnable.min(tally.rounds()) };
        require(
            won.clone().all(|won| won <= each) && won.sum::<usize>() <= winnable * contest.credited(),
            "`match.won` are at most the rounds that were played where the settlement counts them, and 0 elsewhere",
        )?;
        require(standing.won[sides..].iter().all(|&won| won == 0), "`match.won` has an entry a side")?;
        let keeps = S::TIEBREAK && contest.shrinks();
        let kept = |&(player, &merit): &(usize, &i32)| {
            merit == 0 || keeps && player < contest.players && merit.unsigned_abs() < Tally::BOUND
        };
        require(
            standing.tiebreak.iter().enumerate().all(|entry| kept(&entry)),
            "`match.tiebreak` is kept where players leave",
        )?;
        let growth = u32::from(self.options.settings.growth());
        let first = u32::from(contest.target.unwrap_or_default());
        let grown = standing.target.checked_sub(first);
        // It grows only where somebody had more.
        let exceeded = |grown: u32| ((first + grown - growth) as i32) < most * rounds;
        let target =
            grown.is_some_and(|grown| grown == 0 || growth > 0 && grown.is_multiple_of(growth) && exceeded(grown));
        require(target, "`match.target` is not what has come of the target of the options")?;
        require(
            grown.unwrap_or_default() <= growth * tally.rounds() as u32,
            "`match.target` has grown more often than rounds were played",
        )?;
        let absent = standing.carried[contest.players..].iter().all(|carried| *carried == S::Carried::default());
        require(absent, "`match.carried` has an entry a player")?;
        self.check_stakes(contest)
    }

    /// Checks that stakes are what has been won and lost, and that whoever has none left has left.
    fn check_stakes(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let (standing, first) = (&self.standing, S::first(&self.options.rules));
        let (tally, carried) = (&standing.tally, &standing.carried[..contest.players]);
        if !self.options.settings.keeps_stakes::<S>(&self.options.rules) {
            let renewed = S::stake(&first).is_none() || carried.iter().all(|carried| *carried == first);
            require(renewed, "`match.carried`: in this format every round begins with the same stakes")?;
            let all = contest.format != Format::FreezeOut || tally.playing() == contest.players;
            return require(all, "`match.playing`: nobody loses a last stake in this game");
        }
        let stake = |carried: &S::Carried| S::stake(carried).unwrap_or_default();
        let won = |(carried, &points): (&S::Carried, &i32)| stake(carried) == stake(&first) + points;
        require(
            carried.iter().zip(tally.points()).all(won),
            "`match.carried` is not what `match.points` have made of the first stakes",
        )?;
        let left = |(player, carried): (usize, &S::Carried)| (stake(carried) == 0) != tally.plays(player);
        require(carried.iter().enumerate().all(left), "`match.order`: who has nothing left, and nobody else, has left")
    }

    /// Checks who sits where, and with what.
    fn check_seats(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let standing = &self.standing;
        let mut due = *standing;
        seat::<S>(&self.options, contest, &mut due);
        let players = |standing: &Standing<S::Carried>| standing.seats().collect::<Vec<_>>();
        if players(&due) != players(standing) {
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
    fn check_counted(&self) -> Result<(), Inconsistent> {
        let (standing, Some(round)) = (&self.standing, &self.round) else { return Ok(()) };
        let outcome = round.redeal(&mut Stream::new(0)).outcome();
        let kept = self.options.settings.keeps::<S>(&self.options.rules);
        let left = |(seat, player): (usize, usize)| !kept || standing.carried[player] == outcome.carried[seat];
        require(standing.seats().enumerate().all(left), "`match.carried` is not what `round` left to the players")?;
        // Whoever chooses where to start may have turned the play round after it was said who chooses.
        let turned = Standing { clockwise: !standing.clockwise, ..*standing };
        let chooses = |standing| chooser(standing, &outcome) == Some(standing.elder.into());
        let goes_on = !Ledger::<S>::new(&self.options, standing).is_over();
        let allowed = match standing.choosing {
            None => !(goes_on && self.options.settings.is_circle::<S>() && chooser(standing, &outcome).is_some()),
            Some(Choosing::Direction) => chooses(standing),
            Some(Choosing::Start) => chooses(standing) || chooses(&turned),
        };
        require(allowed, "`match.choosing`, `match.elder`: whoever has won the round chooses")
    }
}
