//! One game: what it allows, and what the referee says.

use std::collections::BTreeSet;

use elderhand_env::{Action, Audience, Card, CardSet, Game, State, Turn};
use elderhand_tests::oracle::skarney::referee::Referee;
use elderhand_tests::oracle::{C, cards};

use crate::setting::Setting;

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
        Comparison { game, setting, state: game.start(), referee: Referee::new(setting.rules) }
    }

    /// Compares the position.
    ///
    /// # Panics
    ///
    /// Panics, with the state, if the game and the referee disagree.
    pub fn compare(&self) {
        let context = || format!("{:?}\n{:?}\n{:?}", self.setting, self.referee, self.state);
        match self.state.turn() {
            Turn::Chance => {
                assert!(!self.referee.over, "{}", context());
                let drawer = self.referee.drawer().map(Audience::Seat);
                assert_eq!(Some(self.state.audience()), drawer, "{}", context());
                assert_eq!(self.state.deck(), set(&self.referee.hand.stock), "{}", context());
            }
            Turn::Seat(seat) => {
                assert!(!self.referee.over, "{}", context());
                assert_eq!(Some(seat), self.referee.mover(), "{}", context());
                let names = self.names().into_iter().map(|(_, name)| name.into());
                assert_eq!(names.collect::<BTreeSet<String>>(), self.referee.legal(), "{}", context());
            }
            Turn::Over { truncated } => {
                assert!(self.referee.over, "{}", context());
                assert_eq!(truncated, self.referee.is_truncated(), "{}", context());
                for seat in 0..self.setting.rules.players {
                    let (returns, wanted) = (f64::from(self.state.returns(seat)), self.referee.returns(seat));
                    assert!((returns - wanted).abs() < 1e-6, "{returns}, not {wanted}: {}", context());
                    if self.setting.rules.length.is_none() {
                        assert_eq!(i64::from(self.state.points(seat)), self.referee.scored[seat], "{}", context());
                    }
                }
            }
        }
    }

    /// The legal actions.
    pub fn names(&self) -> Vec<(Action, &'a str)> {
        self.state.legal().iter().map(|action| (action, self.game.spec().name(action))).collect()
    }

    /// Deals a card in both.
    pub fn deal(&mut self, card: Card) {
        self.state.deal(card);
        self.referee.deal(cards(&card.to_string())[0]);
    }

    /// Does an action by its name in both.
    ///
    /// # Panics
    ///
    /// Panics if the action is not legal.
    pub fn play(&mut self, name: &str) {
        let action = self.game.spec().action(name).unwrap_or_else(|| panic!("no action is named {name}"));
        self.state.play(action).unwrap_or_else(|problem| panic!("{name}: {problem}: {:?}", self.referee));
        self.referee.act(name);
    }

    /// Does a legal action in both.
    pub fn act(&mut self, action: Action) {
        self.state.apply(action);
        self.referee.act(self.game.spec().name(action));
    }
}

/// The game's cards for the oracle's.
pub fn set(cards: &[C]) -> CardSet {
    cards.iter().map(|card| Card::new(card.rank, card.suit)).collect()
}
