//! When a match is decided, and what it pays.

use super::rounds::Rounds;
use super::settings::{MatchOptions, Settings, Settlement};
use super::standing::Standing;
use crate::format::{Contest, Format, Player, ahead, winner_takes};

/// A match as it stands between two rounds.
pub(super) struct Ledger<'a, S: Rounds> {
    rules: &'a S::Rules,
    settings: &'a Settings,
    standing: &'a Standing<S::Carried>,
    contest: Contest,
}

impl<'a, S: Rounds> Ledger<'a, S> {
    #[inline]
    pub(super) fn new(options: &'a MatchOptions<S::Rules>, standing: &'a Standing<S::Carried>) -> Self {
        let MatchOptions { rules, settings } = options;
        Ledger { rules, settings, standing, contest: settings.contest::<S>(rules) }
    }

    fn totals(&self) -> impl Iterator<Item = i32> + Clone {
        self.standing.tally.points().iter().copied()
    }

    /// Returns the sides that have more than the target.
    pub(super) fn past_target(&self) -> impl Iterator<Item = usize> {
        self.past(self.standing.target)
    }

    fn past(&self, target: u32) -> impl Iterator<Item = usize> {
        let past = self.totals().enumerate().filter(move |&(_, points)| i64::from(points) > i64::from(target));
        past.map(|(side, _)| side)
    }

    /// Returns the side that has won by points; `None` if nobody has yet, or points do not win.
    pub(super) fn decided(&self) -> Option<usize> {
        match self.settings {
            _ if self.contest.format.counts_rounds() => None,
            // Past the target must be one side alone.
            settings if settings.growth() > 0 => {
                let mut past = self.past_target();
                let (first, second) = (past.next(), past.next());
                first.filter(|_| second.is_none())
            }
            Settings { target: 1.., .. } => self.contest.reached(&self.standing.tally),
            _ => ahead(self.totals(), i32::MIN).filter(|&side| {
                let players = (0..self.contest.players).filter(|&player| self.contest.side(player) == side);
                players.into_iter().any(|player| S::may_win(self.rules, &self.standing.carried[player]))
            }),
        }
    }

    /// Returns `true` if no round follows.
    pub(super) fn is_over(&self) -> bool {
        self.has_run_out() || self.decided().is_some()
    }

    /// Returns `true` if no round follows whatever the points are.
    fn has_run_out(&self) -> bool {
        let tally = &self.standing.tally;
        tally.rounds() >= self.contest.rounds.into() || tally.playing() <= 1
    }

    /// Returns `true` if a round can be played as it stands.
    ///
    /// A target that has just grown, since several were past it, may be exceeded still; that counts after the round.
    pub(super) fn may_play(&self) -> bool {
        let (growth, target) = (u32::from(self.settings.growth()), self.standing.target);
        if growth == 0 || self.has_run_out() {
            return !self.is_over();
        }
        let has_grown = target > self.contest.target.unwrap_or_default().into();
        self.past_target().next().is_none() || has_grown && self.past(target.saturating_sub(growth)).count() > 1
    }

    /// Returns `true` if a cap ended a match that is over.
    pub(super) fn is_truncated(&self) -> bool {
        match self.contest.format {
            Format::Rounds => false,
            Format::Elimination | Format::FreezeOut => self.standing.tally.playing() > 1,
            _ => self.decided().is_none(),
        }
    }

    /// Returns the side that has won a match that is over; `None` if several are level, or nobody has.
    pub(super) fn winner(&self) -> Option<usize> {
        if self.is_truncated() && !self.settings.cap_pays {
            return None;
        }
        let merits = (0..self.contest.players).map(|player| self.merit(player));
        let best = merits.max()?;
        let mut sides = (0..self.contest.players).filter(|&player| self.merit(player) == best);
        let side = self.contest.side(sides.next()?);
        let alone = sides.all(|player| self.contest.side(player) == side);
        self.decided().or(alone.then_some(side))
    }

    /// Returns what places go by, more being better.
    pub(super) fn merit(&self, player: Player) -> i32 {
        // Whoever is still in when a freeze-out is stopped comes first, by points.
        let tally = &self.standing.tally;
        match self.contest.format {
            Format::FreezeOut if tally.plays(player) => tally.points()[player] + (1 << 20),
            _ => self.contest.merit(tally, player),
        }
    }

    /// Returns what a match that is over pays a player.
    pub(super) fn pays(&self, player: Player) -> f32 {
        if self.is_truncated() && !self.settings.cap_pays {
            return 0.0;
        }
        let (own, sides) = (self.contest.side(player), self.contest.sides());
        match (self.settings.settlement, self.winner()) {
            (Settlement::Win | Settlement::Ladder, _) if sides == self.contest.players => self.by_place(player),
            (Settlement::Win | Settlement::Ladder, _) => self.contest.pays_sides(&self.standing.tally, player),
            (_, None) => 0.0,
            (Settlement::Gambling, Some(winner)) => {
                self.contest.gambled(&self.standing.tally, &self.standing.won, winner, player)
            }
            (Settlement::Lurch, Some(winner)) => {
                let safe = i64::from(self.standing.target) - i64::from(self.settings.lurch);
                let others = self.totals().enumerate().filter(|&(side, _)| side != winner);
                let lurched = others.filter(|&(_, points)| i64::from(points) < safe).count();
                let points = (1 + lurched) as f32 * self.contest.share(own);
                if own == winner { points } else { -points / (sides - 1) as f32 }
            }
        }
    }

    /// Returns the whole points that a match that is over is worth to the side of a player.
    pub(super) fn points(&self, player: Player) -> i32 {
        let side = self.contest.side(player);
        let won = self.winner() == Some(side);
        match self.settings.settlement {
            // Of a captain's two opponents each may get half a point.
            Settlement::Gambling => self.pays(player).round() as i32,
            // A player is paid a part of what the side won.
            Settlement::Lurch if won => (self.pays(player) / self.contest.share(side)).round() as i32,
            _ => won.into(),
        }
    }

    /// Returns what the place of a player pays; equal players share what their places pay.
    fn by_place(&self, player: Player) -> f32 {
        let (players, own) = (self.contest.players, self.merit(player));
        let better = (0..players).filter(|&other| self.merit(other) > own).count();
        let equal = (0..players).filter(|&other| self.merit(other) == own).count();
        if self.settings.settlement == Settlement::Win {
            return winner_takes(better, equal, players);
        }
        (better..better + equal).map(|place| ladder(place, players)).sum::<f32>() / equal as f32
    }

    /// Returns what a player who has left gets, if nothing can change it any more.
    pub(super) fn settled(&self, player: Player) -> Option<f32> {
        let Settings { settlement, cap_pays, .. } = *self.settings;
        let stays = self.contest.format == Format::Elimination || cap_pays;
        if self.standing.tally.plays(player) || !stays {
            return None;
        }
        // Those who are still in come before, those who have left before it after it.
        let place = self.standing.tally.order().position(|other| other == player)?;
        match settlement {
            Settlement::Win => Some(winner_takes(place, 1, self.contest.players)),
            Settlement::Ladder => Some(ladder(place, self.contest.players)),
            Settlement::Gambling | Settlement::Lurch => None,
        }
    }
}

/// Returns what a place, counted from 0, pays on the ladder.
fn ladder(place: usize, players: usize) -> f32 {
    match (place, players - 1 - place) {
        (0, _) => 1.0,
        (_, 0) => -1.0,
        (1, last) if last > 1 => 0.5,
        (first, 1) if first > 1 => -0.5,
        _ => 0.0,
    }
}
