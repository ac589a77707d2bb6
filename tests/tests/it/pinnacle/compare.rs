//! One game: what it allows and shows, and what the referee says.

use std::collections::BTreeSet;

use elderhand_env::{Action, Audience, Audit, Card, Game, State, Turn};
use elderhand_tests::oracle::pinnacle::referee::{Phase, Referee};
use elderhand_tests::oracle::pinnacle::round::Next;
use serde_json::Value;

use crate::pinnacle::cards::{cards, set};
use crate::pinnacle::setting::Setting;
use crate::pinnacle::shown;
use crate::pinnacle::tally::Tally;

/// A game that the referee follows.
pub struct Comparison<'a, G: Game> {
    game: &'a G,
    setting: &'a Setting,
    /// The game's position.
    pub state: G::State,
    /// The referee's.
    pub referee: Referee,
}

impl<'a, G: Game> Comparison<'a, G> {
    /// Begins a game.
    pub fn new(game: &'a G, setting: &'a Setting) -> Self {
        Comparison { game, setting, state: game.start(), referee: Referee::new(&setting.rules) }
    }

    /// Compares the position.
    ///
    /// # Panics
    ///
    /// Panics, with the view, if the game and the referee disagree.
    pub fn compare(&self) {
        let context = || format!("{:?}\n{}", self.setting, self.view(0));
        self.compare_views();
        match self.state.turn() {
            Turn::Chance => {
                let audience = match (self.referee.phase, self.referee.next()) {
                    (Phase::Round | Phase::Counted, Next::Hole(seat)) => Audience::Seat(seat),
                    (Phase::Round, Next::Up(_) | Next::Board) => Audience::Everyone,
                    next => panic!("chance deals, not {next:?}: {}", context()),
                };
                assert_eq!(self.state.audience(), audience, "{}", context());
                assert_eq!(self.state.deck(), set(&self.referee.deck()).into(), "{}", context());
            }
            Turn::Seat(seat) => {
                assert_eq!(Some(seat), self.referee.mover(), "{}", context());
                let spec = self.game.spec();
                let legal: BTreeSet<String> =
                    self.state.legal().iter().map(|action| spec.name(action).into()).collect();
                assert_eq!(legal, self.referee.legal(), "{}", context());
            }
            Turn::Lot => unreachable!("no lots are drawn"),
            Turn::Over { truncated } => {
                assert_eq!(self.referee.phase, Phase::Over { truncated }, "{}", context());
                for (seat, wanted) in self.referee.returns().into_iter().enumerate() {
                    let returns = f64::from(self.state.returns(seat));
                    assert!((returns - wanted).abs() < 1e-6, "{returns}, not {wanted}: {}", context());
                }
                self.compare_places();
            }
        }
    }

    fn seats(&self) -> std::ops::Range<usize> {
        0..self.setting.rules.seats
    }

    fn view(&self, seat: usize) -> Value {
        serde_json::to_value(self.state.view(seat)).expect("a view is JSON")
    }

    /// Compares what the seat to move and the next one see, or at the end what all do; and counts the chips.
    fn compare_views(&self) {
        let count = self.setting.rules.seats;
        let seats: Vec<usize> = match self.state.turn() {
            Turn::Chance | Turn::Lot => vec![0],
            Turn::Seat(seat) => vec![seat, (seat + 1) % count],
            Turn::Over { .. } => self.seats().collect(),
        };
        let round = &self.referee.round;
        for seat in seats {
            let mut view = self.view(seat);
            shown::counts(&mut view, &self.referee, seat);
            let ((shown, options), wanted) = (shown::plain(view), shown::view(&self.referee, seat));
            assert!(shown == wanted, "{:?}\nshown:  {shown}\nwanted: {wanted}", self.setting);
            let own = &options[0];
            assert!(self.setting.overrides.iter().all(|(name, value)| own[name] == *value), "{own}");
            for of_round in &options[1..] {
                assert_eq!(of_round["seats"], round.order().len(), "{of_round}");
                let fields = of_round.as_object().expect("a table").iter();
                assert!(fields.into_iter().all(|(name, value)| name == "seats" || own[name] == *value), "{of_round}");
            }
        }
        let chips: i64 = round.chips.iter().sum();
        assert_eq!(chips + round.pot, self.setting.rules.stack * count as i64, "{:?}\n{}", self.setting, self.view(0));
    }

    /// Places go by chips, and among those who have none by who went out later.
    fn compare_places(&self) {
        let gone = |seat: usize| self.referee.gone.iter().position(|&other| other == seat);
        // In a single round nobody goes out before others.
        let later = |seat: usize| gone(seat).filter(|_| self.setting.rules.rounds.is_some());
        let place = |seat: usize| (self.referee.round.chips[seat], later(seat));
        for (one, other) in self.seats().flat_map(|one| self.seats().map(move |other| (one, other))) {
            let order = self.state.standing(one).total_cmp(&self.state.standing(other));
            assert_eq!(order, place(one).cmp(&place(other)), "{one} and {other}: {:?}", self.referee);
        }
    }

    /// Deals a card in both.
    pub fn deal(&mut self, card: Card, tally: &mut Tally) {
        let before = self.referee.clone();
        self.state.deal(card);
        self.referee.deal(cards([card].into_iter().collect())[0]);
        tally.began(&before, &self.referee);
        tally.settled(&before, &self.referee);
    }

    /// Does an action in both.
    pub fn act(&mut self, action: Action, tally: &mut Tally) {
        let (name, before) = (self.game.spec().name(action), self.referee.clone());
        self.state.apply(action);
        self.referee.act(name);
        tally.acted(name, &before, &self.referee);
        tally.settled(&before, &self.referee);
    }
}
