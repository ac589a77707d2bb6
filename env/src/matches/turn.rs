//! A match as a game is played: who is to move, what that does, and what is seen.

use super::choice::Choice;
use super::opening::rules;
use super::rounds::Rounds;
use super::state::MatchState;
use super::view::MatchView;
use crate::cards::{Card, Cards};
use crate::rules::{Action, ActionSet, Audience, Audit, Lots, Seat, State, Turn, has_other_options};

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
        if self.is_over() { self.ledger().points(player) } else { 0 }
    }

    fn standing(&self, player: Seat) -> f32 {
        if self.is_over() { self.ledger().merit(player) as f32 } else { 0.0 }
    }

    fn stands(&self) -> bool {
        if self.standing.check_players(&self.contest()).is_err() {
            return false;
        }
        let due = serde_json::to_value(rules::<S>(&self.options, self.standing.seats())).unwrap_or_default();
        // By other rules nothing of the round can be believed.
        if has_other_options(&serde_json::to_value(&self.round).unwrap_or_default(), &due) {
            return false;
        }
        let seated = |turn| !matches!(turn, Turn::Seat(seat) if seat >= self.standing.seats().len());
        self.round.stands() && seated(self.round.turn()) && self.other_tables_can_be()
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
