//! The observation of a match: the observation of its round, then how the match stands.
//!
//! Players and sides come in the order of play from the player's own, and are padded to the most there can be where the
//! number of seats may vary, so that one network plays at tables of every size. Points are binary numbers, which are
//! exact; thermometers beside them are for the network.

use super::choice::Choosing;
use super::opening::rules;
use super::rounds::Rounds;
use super::settings::{MatchOptions, Settings, Settlement};
use super::state::MatchState;
use super::view::MatchView;
use crate::format::{Contest, Format, Player};
use crate::rules::{ActionSet, Encode, Row, View};

const STEPS: usize = 20;
const LEAD: usize = 24;
/// So many steps make the most that a round can bring, where there is no target.
const PARTS: i32 = 16;
const POINTS: usize = Settings::BITS as usize;
const ROUNDS: usize = 10;
const LEFT: usize = 12;
const PLAYER: usize = 4;

/// How much an observation shows of how a match stands.
struct Form {
    contest: Contest,
    /// The players and the sides that there is room for.
    room: usize,
    sides: usize,
    varies: bool,
    /// The binary digits of the rounds that a side has won; 0 if they are not shown.
    won: usize,
    tiebreak: bool,
    growth: bool,
    chooses: bool,
    tables: bool,
}

impl Form {
    fn of<S: Rounds>(options: &MatchOptions<S::Rules>) -> Form {
        let contest = options.settings.contest::<S>(&options.rules);
        let room = if S::VARIES { S::SEATS.max(contest.players) } else { contest.players };
        Form {
            room,
            sides: if contest.sides() == contest.players { room } else { contest.sides() },
            varies: S::VARIES,
            won: match options.settings {
                // A team can win at several tables in one round.
                Settings { settlement: Settlement::Gambling, format: Format::RotatingTeam, .. } => ROUNDS + 3,
                Settings { settlement: Settlement::Gambling, .. } => ROUNDS,
                _ => 0,
            },
            tiebreak: S::TIEBREAK && contest.shrinks(),
            growth: options.settings.growth > 0,
            chooses: S::CHOOSES,
            tables: contest.tables(&contest.start()) > 1,
            contest,
        }
    }
}

/// Returns the planes of how a match stands, which come after those of the round.
pub(super) fn planes<S: Rounds>(options: &MatchOptions<S::Rules>) -> Vec<(&'static str, usize)> {
    let form = Form::of::<S>(options);
    let Form { sides, room, .. } = form;
    let mut planes = vec![
        ("match-score", sides * STEPS),
        ("match-lead", sides * LEAD),
        ("match-points", sides * POINTS),
        ("match-rounds", ROUNDS),
        ("match-rounds-left", LEFT),
        ("match-elder", room),
        ("match-seated", room),
    ];
    let mut also = |shown: bool, name, width| planes.extend(shown.then_some((name, width)));
    also(form.varies, "match-players", room);
    also(form.won > 0, "match-won", sides * form.won);
    also(form.tiebreak, "match-tiebreak", room * POINTS);
    also(form.growth, "match-target", POINTS);
    also(form.chooses, "match-choosing", 2 + 1);
    also(form.tables, "match-table", PLAYER);
    also(form.contest.reorders(), "match-order", room * PLAYER + PLAYER + 1);
    planes
}

/// Writes how a match stands.
fn write<S: Rounds>(view: &MatchView<S>, form: &Form, row: &mut Row<'_>) {
    let (standing, contest, own) = (&view.standing, &form.contest, view.seat);
    let (tally, players) = (&standing.tally, contest.players);
    let (sides, side) = (contest.sides(), contest.side(own));
    // The player so many places on, and its side; nothing where there is room for more.
    let player = |places: usize| (places < players).then(|| standing.on(own, places));
    let beside = |places: usize| if sides == players { player(places) } else { Some((side + places) % sides) };
    let points = |places: usize| beside(places).map_or(0, |side| tally.points()[side]);
    // Steps towards the target, or where there is none of a part of what a round can bring.
    let target = standing.target as i32;
    let step = if target > 0 { target / LEAD as i32 } else { S::range(&view.options.rules).1 / PARTS }.max(1);
    let whole = if target > 0 { target } else { step * STEPS as i32 };
    (0..form.sides).for_each(|places| {
        let steps = i64::from(points(places).clamp(0, whole)) * STEPS as i64 / i64::from(whole);
        row.thermometer(steps as u32, STEPS as u32);
    });
    (0..form.sides).for_each(|places| {
        let lead = (points(places) - points(0)) / step + LEAD as i32 / 2;
        row.thermometer(lead.max(0) as u32, LEAD as u32);
    });
    (0..form.sides).for_each(|places| binary(points(places), row));
    row.put(tally.rounds() as u64, ROUNDS as u32);
    row.thermometer(usize::from(contest.rounds).saturating_sub(tally.rounds()) as u32, LEFT as u32);
    let flags = |row: &mut Row<'_>, flag: &dyn Fn(Player) -> bool| {
        (0..form.room).for_each(|places| row.flag(player(places).is_some_and(flag)));
    };
    flags(row, &|player| player == usize::from(standing.elder));
    flags(row, &|player| standing.seat(player).is_some());
    if form.varies {
        flags(row, &|_| true);
    }
    if form.won > 0 {
        let won = |places: usize| beside(places).map_or(0, |side| standing.won[side]);
        (0..form.sides).for_each(|places| row.put(won(places).into(), form.won as u32));
    }
    if form.tiebreak {
        (0..form.room).for_each(|places| binary(player(places).map_or(0, |player| standing.tiebreak[player]), row));
    }
    if form.growth {
        row.put(standing.target.into(), POINTS as u32);
    }
    if form.chooses {
        row.flag(standing.choosing == Some(Choosing::Direction));
        row.flag(standing.choosing == Some(Choosing::Start));
        row.flag(standing.clockwise);
    }
    if form.tables {
        row.put(standing.table.into(), PLAYER as u32);
    }
    if contest.reorders() {
        let relative = |other: Player| ((other + players - own) % players) as u64;
        tally.order().for_each(|other| row.put(relative(other), PLAYER as u32));
        (players..form.room).for_each(|_| row.put(0, PLAYER as u32));
        row.put(tally.playing() as u64, PLAYER as u32 + 1);
    }
}

/// Writes a number in two's complement.
#[inline]
fn binary(number: i32, row: &mut Row<'_>) {
    row.put((number as u32 & ((1 << Settings::BITS) - 1)).into(), Settings::BITS);
}

impl<S: Rounds> MatchView<S> {
    fn write(&self, row: &mut Row<'_>) {
        write(self, &Form::of::<S>(&self.options), row);
    }
}

impl<S: Rounds> Encode for MatchView<S> {
    fn encode(&self, row: &mut Row<'_>) {
        match &self.round {
            Some(round) => round.encode(row),
            // Who sits out sees a table at which nothing has happened.
            None => MatchState::<S>::new(self.options).round.view(0).encode(row),
        }
        self.write(row);
    }

    fn hint(&self, row: &mut Row<'_>) {
        if let Some(round) = &self.round
            && self.standing.choosing.is_none()
        {
            round.hint(row);
        }
    }

    #[inline]
    fn observe(&self, row: &mut Row<'_>) -> ActionSet {
        match &self.round {
            Some(round) if self.standing.choosing.is_none() => {
                let legal = round.observe(row);
                self.write(row);
                legal
            }
            _ => {
                self.encode(row);
                self.legal()
            }
        }
    }
}

impl<S: Rounds> MatchView<S> {
    /// The rules of the round being played.
    pub(super) fn rules(&self) -> S::Rules {
        rules::<S>(&self.options, self.standing.seats())
    }
}
