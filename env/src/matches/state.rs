//! The truth of a position of a match: a round, and how the match stands.

use serde::{Deserialize, Serialize};

use super::choice::{Choice, Choosing};
use super::rounds::{Entering, Next, Outcome, Rounds};
use super::settings::{MatchOptions, Settlement};
use super::settlement::Ledger;
use super::standing::Standing;
use super::view::MatchView;
use crate::cards::{Card, Cards};
use crate::format::{Contest, Format, Player, Tally};
use crate::rules::{Action, ActionSet, Audience, Audit, Lots, Seat, State, Turn};

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
    fn contest(&self) -> Contest {
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

    /// Says whether the last round has been counted and no other follows.
    #[inline]
    fn is_over(&self) -> bool {
        self.standing.counted && self.ledger().is_over()
    }

    /// Says whether the next card is the first of the next round.
    #[inline]
    fn is_between(&self) -> bool {
        self.standing.counted && self.standing.choosing.is_none() && !self.ledger().is_over()
    }

    /// The position before the first card of the next round, or of the next table of this one.
    fn next_round(&self) -> MatchState<S> {
        let (options, contest) = (self.options, self.contest());
        let mut standing = self.standing;
        (standing.counted, standing.choosing) = (false, None);
        // Whether the match is over hangs on the target of the round that was counted.
        if self.standing.counted && self.options.settings.growth > 0 && self.ledger().past_target().all(|past| past) {
            standing.target += u32::from(self.options.settings.growth);
        }
        seat::<S>(&options, &contest, &mut standing);
        let round = open::<S>(&options, &contest, &standing);
        MatchState { options, standing, round, scored: self.scored, won: self.won, taken: self.taken }
    }

    #[inline]
    fn begin_next(&mut self) {
        *self = self.next_round();
    }

    /// Counts the round if it has just ended.
    #[inline]
    fn go_on(&mut self) {
        if self.round_is_over() {
            self.finish();
        }
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
            self.won[contest.side(self.standing.player(seat))] += 1;
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

    fn choose(&mut self, choice: Option<Choice>) {
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

/// Returns who chooses the direction of play and who starts after a round that has been booked.
pub(super) fn chooser<C: Copy + Default>(standing: &Standing<C>, outcome: &Outcome<C>) -> Option<Player> {
    match outcome.next {
        Next::Chooses(seat) => Some(standing.still_in(standing.player(seat))),
        Next::BestChooses => {
            let stay = (0..standing.seats().len()).filter(|&seat| standing.tally.plays(standing.player(seat)));
            outcome.best(stay).map(|seat| standing.player(seat))
        }
        Next::Unsaid | Next::Elder(_) => None,
    }
}

/// Seats the players of the next table: elder hand first, then in the order of play.
pub(super) fn seat<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &mut Standing<S::Carried>,
) {
    let (tally, seated) = (standing.tally, contest.seated(&standing.tally));
    standing.seated = seated as u8;
    standing.seats = [0; Tally::MOST];
    if options.settings.is_circle::<S>() {
        let mut player = usize::from(standing.elder);
        for seat in 0..seated {
            player = standing.still_in(player);
            standing.seats[seat] = player as u8;
            player = standing.on(player, 1);
        }
    } else {
        for seat in 0..seated {
            standing.seats[seat] = contest.at(&tally, standing.table.into(), seat) as u8;
        }
    }
}

/// The position of the round before its first card.
pub(super) fn open<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &Standing<S::Carried>,
) -> S {
    let mut entering = [Entering::default(); Tally::MOST];
    for (entering, player) in entering.iter_mut().zip(standing.seats()) {
        *entering = enters::<S>(options, contest, standing, player);
    }
    S::open(rules::<S>(options, standing), &entering[..standing.seated.into()])
}

/// The rules of the round for those who are still in.
#[inline]
pub(super) fn rules<S: Rounds>(options: &MatchOptions<S::Rules>, standing: &Standing<S::Carried>) -> S::Rules {
    let seated = usize::from(standing.seated);
    let alike = seated == S::seats(&options.rules);
    S::seated(if alike { options.rules } else { S::with_seats(options.rules, seated) }, standing.seats())
}

/// With what a player comes into a round.
#[inline]
pub(super) fn enters<S: Rounds>(
    options: &MatchOptions<S::Rules>,
    contest: &Contest,
    standing: &Standing<S::Carried>,
    player: Player,
) -> Entering<S::Carried> {
    let target = contest.target.filter(|_| options.settings.growth == 0);
    let lacks = target.map_or(Entering::<S::Carried>::NO_TARGET, |target| {
        i32::from(target) - standing.tally.points()[contest.side(player)]
    });
    Entering { carried: standing.carried[player], lacks }
}

impl<S: Rounds> State for MatchState<S> {
    type View = MatchView<S>;

    const SETTLES_EARLY: bool = true;

    #[inline]
    fn turn(&self) -> Turn {
        if self.standing.counted {
            let ledger = self.ledger();
            return match self.standing.choosing {
                Some(_) => Turn::Seat(self.standing.elder.into()),
                None if ledger.is_over() => Turn::Over { truncated: ledger.is_truncated() },
                None => Turn::Chance,
            };
        }
        match self.round.turn() {
            Turn::Seat(seat) => Turn::Seat(self.standing.player(seat)),
            turn => turn,
        }
    }

    #[inline]
    fn deck(&self) -> Cards {
        if self.is_between() { self.next_round().round.deck() } else { self.round.deck() }
    }

    #[inline]
    fn deal(&mut self, card: Card) {
        if self.standing.counted {
            self.begin_next();
        }
        self.round.deal(card);
        self.go_on();
    }

    #[inline]
    fn lots(&self) -> Lots {
        let lots = self.round.lots();
        let drawn = |all: Lots, seat: Seat| all.with(self.standing.player(seat), lots.weight(seat));
        lots.seats().fold(Lots::NONE, drawn)
    }

    #[inline]
    fn draw(&mut self, player: Seat) {
        if let Some(seat) = self.standing.seat(player) {
            self.round.draw(seat);
            self.go_on();
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        if self.standing.choosing.is_some() {
            return self.choose(Choice::of(self.first_choice(), action));
        }
        self.round.apply(action);
        self.go_on();
    }

    fn returns(&self, player: Seat) -> f32 {
        if self.is_over() { self.ledger().pays(player) } else { 0.0 }
    }

    #[inline]
    fn settled(&self, player: Seat) -> Option<f32> {
        if self.is_over() { Some(self.ledger().pays(player)) } else { self.ledger().settled(player) }
    }

    fn points(&self, player: Seat) -> i32 {
        if !self.is_over() {
            return 0;
        }
        let won = self.ledger().winner() == Some(self.contest().side(player));
        match self.options.settings.settlement {
            // Of a captain's two opponents each may get half a point.
            Settlement::Gambling => self.returns(player).round() as i32,
            Settlement::Lurch if won => self.returns(player) as i32,
            _ => won.into(),
        }
    }

    fn standing(&self, player: Seat) -> f32 {
        if self.is_over() { self.ledger().merit(player) as f32 } else { 0.0 }
    }

    #[inline]
    fn view(&self, player: Seat) -> MatchView<S> {
        let round = self.standing.seat(player).map(|seat| self.round.view(seat));
        MatchView { options: self.options, seat: player, standing: self.standing, round }
    }

    #[inline]
    fn legal(&self) -> ActionSet {
        if self.standing.counted {
            return self.view(self.standing.elder.into()).choices();
        }
        self.round.legal()
    }
}

impl<S: Rounds + Audit> Audit for MatchState<S> {
    fn audience(&self) -> Audience {
        if self.is_between() {
            return self.next_round().audience();
        }
        match self.round.audience() {
            Audience::Seat(seat) => Audience::Seat(self.standing.player(seat)),
            everyone => everyone,
        }
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        self.round.zones()
    }

    fn exposed(&self) -> Cards {
        self.round.exposed()
    }

    fn sealed(&self) -> usize {
        if self.standing.counted { 0 } else { self.round.sealed() }
    }

    fn is_counted(&self) -> bool {
        self.standing.counted
    }
}
