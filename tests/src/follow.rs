//! A game that a referee follows.

use std::collections::BTreeSet;

use elderhand_env::{Action, Audience, Audit, Card, Cards, Game, Lots, Overrides, Seat, State, Turn, game};
use serde_json::Value;

use crate::oracle::C;
use crate::oracle::referee::{Due, Referee};

/// Who deals and plays a game, and watches it.
pub trait Driver<R> {
    /// Picks a card of those that may be dealt.
    fn deal(&mut self, deck: Cards, referee: &R) -> Card;
    /// Picks a seat of those that may be drawn; only for games with lots.
    fn draw(&mut self, lots: Lots, _: &R) -> Seat {
        panic!("this driver draws no lots: {lots:?}");
    }
    /// Picks one of the legal actions.
    fn choose(&mut self, legal: &[(Action, &str)], referee: &R) -> Action;
    /// Is told of an action, and what the referee knew before and knows after it.
    fn done(&mut self, name: &str, before: &R, after: &R);
}

/// Plays a variant under some options to its end, and compares it at every step.
///
/// # Panics
///
/// Panics if the game and the referee disagree, or there is no such variant or option.
pub fn follow<R: Referee>(id: &str, overrides: &Overrides, referee: R, driver: &mut impl Driver<R>) {
    let game = game(id, overrides).unwrap_or_else(|problem| panic!("{id} {overrides:?}: {problem}"));
    Followed::new(&game, referee).play_out(driver);
}

/// A game, and the referee that follows it.
pub struct Followed<'a, G: Game, R> {
    game: &'a G,
    /// The game's position.
    pub state: G::State,
    /// The referee's.
    pub referee: R,
}

impl<'a, G: Game, R: Referee> Followed<'a, G, R> {
    /// Begins a game.
    pub fn new(game: &'a G, referee: R) -> Self {
        Followed { game, state: game.start(), referee }
    }

    /// Compares who is next, the cards that may be dealt, the lots, the hands, the legal actions and how the game ends.
    ///
    /// # Panics
    ///
    /// Panics, with the position, if the game and the referee disagree.
    pub fn compare(&self) {
        let context = || format!("{:?}\n{:?}\n{:?}", self.game.options(), self.referee, self.state);
        let zones: Vec<Cards> = self.state.zones().into_iter().map(|zone| zone.1).collect();
        // Before the first card of the next round the cards of the last one still lie.
        let lies = |hand: &Vec<C>| hand.is_empty() || zones.contains(&set(hand));
        assert!(self.referee.hands().iter().all(lies), "{}", context());
        match (self.state.turn(), self.referee.due()) {
            (Turn::Chance, Due::Card(seat)) => {
                assert_eq!(self.state.audience(), seat.map_or(Audience::Everyone, Audience::Seat), "{}", context());
                assert_eq!(self.state.deck(), set(self.referee.stock()), "{}", context());
            }
            (Turn::Lot, Due::Lot(weights)) => {
                let lots = weights.into_iter().enumerate().fold(Lots::NONE, |lots, (seat, w)| lots.with(seat, w));
                assert_eq!(self.state.lots(), lots, "{}", context());
            }
            (Turn::Seat(seat), Due::Decision(wanted)) => {
                assert_eq!(seat, wanted, "{}", context());
                let names = self.names().into_iter().map(|(_, name)| name.into());
                assert_eq!(names.collect::<BTreeSet<String>>(), self.referee.legal(), "{}", context());
            }
            (Turn::Over { truncated }, Due::Over { truncated: wanted, returns, points }) => {
                assert_eq!(truncated, wanted, "{}", context());
                for (seat, wanted) in returns.into_iter().enumerate() {
                    let returns = f64::from(self.state.returns(seat));
                    let near = (returns - wanted).abs() < 1e-6 * wanted.abs().max(1.0);
                    assert!(near, "{returns}, not {wanted}: {}", context());
                }
                for (seat, wanted) in points.into_iter().flatten().enumerate() {
                    assert_eq!(i64::from(self.state.points(seat)), wanted, "{}", context());
                }
            }
            (turn, due) => panic!("{turn:?}, not {due:?}: {}", context()),
        }
    }

    /// Compares what a seat sees with what the referee says it should.
    ///
    /// # Panics
    ///
    /// Panics, with the view, if a field differs.
    pub fn compare_view(&self, seat: usize) {
        let view = serde_json::to_value(self.state.view(seat)).expect("a view is JSON");
        if let Some(field) = differing(&view, &self.referee.shows(seat)) {
            panic!("`{field}` differs: {:?}\nshown:  {view}\nwanted: {}", self.referee, self.referee.shows(seat));
        }
    }

    /// Plays to the end, and compares at every step, and at some what a seat sees.
    fn play_out(&mut self, driver: &mut impl Driver<R>) {
        for step in 0.. {
            self.compare();
            let is_over = matches!(self.state.turn(), Turn::Over { .. });
            if is_over || step % 7 == 0 && matches!(self.state.turn(), Turn::Seat(_)) {
                self.compare_view(step / 7 % self.game.spec().seats);
            }
            match self.state.turn() {
                Turn::Chance => {
                    let dealt = driver.deal(self.state.deck(), &self.referee);
                    self.deal(card(dealt));
                }
                Turn::Lot => {
                    let seat = driver.draw(self.state.lots(), &self.referee);
                    self.draw(seat);
                }
                Turn::Seat(_) => {
                    let action = driver.choose(&self.names(), &self.referee);
                    let before = self.referee.clone();
                    self.act(action);
                    driver.done(self.game.spec().name(action), &before, &self.referee);
                }
                Turn::Over { .. } => break,
            }
        }
    }

    /// The name of an action.
    pub fn name(&self, action: Action) -> &'a str {
        self.game.spec().name(action)
    }

    /// The legal actions and their names.
    pub fn names(&self) -> Vec<(Action, &'a str)> {
        self.state.legal().iter().map(|action| (action, self.game.spec().name(action))).collect()
    }

    /// Deals a card in both.
    pub fn deal(&mut self, card: C) {
        self.state.deal(Card::new(card.rank, card.suit));
        self.referee.deal(card);
    }

    /// Draws a seat in both.
    pub fn draw(&mut self, seat: Seat) {
        self.state.draw(seat);
        self.referee.draw(seat);
    }

    /// Does a legal action in both.
    pub fn act(&mut self, action: Action) {
        self.state.apply(action);
        self.referee.act(self.game.spec().name(action));
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
}

/// The first field that a view does not have as it is wanted.
fn differing(view: &Value, wanted: &Value) -> Option<String> {
    match wanted {
        Value::Object(fields) => fields.iter().find_map(|(name, wanted)| {
            let field = differing(&view[name], wanted)?;
            Some(format!("{name}.{field}").trim_end_matches('.').into())
        }),
        Value::Array(items) if view.as_array().is_some_and(|shown| shown.len() == items.len()) => {
            (0..items.len()).find_map(|place| differing(&view[place], &items[place]))
        }
        _ => (view != wanted).then(String::new),
    }
}

/// The game's cards for the oracle's.
pub fn set(cards: &[C]) -> Cards {
    cards.iter().map(|card| Card::new(card.rank, card.suit)).collect()
}

/// The oracle's card for the game's.
pub fn card(card: Card) -> C {
    C { rank: card.rank(), suit: card.suit() }
}
