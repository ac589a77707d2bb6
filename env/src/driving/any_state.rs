//! The truth of a position without its type.

use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::cards::{Card, Cards};
use crate::driving::any_game::shown;
use crate::driving::any_view::Shown;
use crate::driving::{AnyGame, AnyView};
use crate::registry::game;
use crate::rules::{Action, ActionSet, Audience, Audit, Lots, Overrides, Seat, State, Turn, has_other_options};

/// The truth of a position, of any game.
///
/// It is what lets generic code play a game that lives in another crate: [`visit`](crate::visit) hands such a game over as
/// an [`AnyGame`], and this is the type of its positions.
#[derive(Debug)]
pub struct AnyState {
    game: AnyGame,
    state: Box<dyn Truth>,
}

/// What a truth does, whatever its type.
pub(super) trait Truth: Any + Debug + Send + Sync {
    fn copy(&self) -> Box<dyn Truth>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash(&self, hasher: &mut dyn Hasher);
    fn json(&self) -> Value;
    fn turn(&self) -> Turn;
    fn deck(&self) -> Cards;
    fn deal(&mut self, card: Card);
    fn lots(&self) -> Lots;
    fn draw(&mut self, seat: Seat);
    fn apply(&mut self, action: Action);
    fn returns(&self, seat: Seat) -> f32;
    fn settled(&self, seat: Seat) -> Option<f32>;
    fn points(&self, seat: Seat) -> i32;
    fn standing(&self, seat: Seat) -> f32;
    fn stands(&self) -> bool;
    fn view(&self, seat: Seat) -> Arc<dyn Shown>;
    fn legal(&self) -> ActionSet;
    fn audience(&self) -> Audience;
    fn zones(&self) -> Vec<(&'static str, Cards)>;
    fn exposed(&self) -> Cards;
    fn sealed(&self) -> usize;
    fn is_counted(&self) -> bool;
}

impl<S: Audit> Truth for S {
    fn copy(&self) -> Box<dyn Truth> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        Hash::hash(self, &mut hasher);
    }

    fn json(&self) -> Value {
        serde_json::to_value(self).expect("a position is plain data with texts as keys")
    }

    fn turn(&self) -> Turn {
        State::turn(self)
    }

    fn deck(&self) -> Cards {
        State::deck(self)
    }

    fn deal(&mut self, card: Card) {
        State::deal(self, card);
    }

    fn lots(&self) -> Lots {
        State::lots(self)
    }

    fn draw(&mut self, seat: Seat) {
        State::draw(self, seat);
    }

    fn apply(&mut self, action: Action) {
        State::apply(self, action);
    }

    fn returns(&self, seat: Seat) -> f32 {
        State::returns(self, seat)
    }

    fn settled(&self, seat: Seat) -> Option<f32> {
        State::settled(self, seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        State::points(self, seat)
    }

    fn standing(&self, seat: Seat) -> f32 {
        State::standing(self, seat)
    }

    fn stands(&self) -> bool {
        State::stands(self)
    }

    fn view(&self, seat: Seat) -> Arc<dyn Shown> {
        Arc::new(State::view(self, seat))
    }

    fn legal(&self) -> ActionSet {
        State::legal(self)
    }

    fn audience(&self) -> Audience {
        Audit::audience(self)
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        Audit::zones(self)
    }

    fn exposed(&self) -> Cards {
        Audit::exposed(self)
    }

    fn sealed(&self) -> usize {
        Audit::sealed(self)
    }

    fn is_counted(&self) -> bool {
        Audit::is_counted(self)
    }
}

impl AnyState {
    pub(super) fn new(game: AnyGame, state: Box<dyn Truth>) -> AnyState {
        AnyState { game, state }
    }

    /// The game of which it is a position.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The truth itself.
    pub(super) fn truth(&self) -> &dyn Any {
        &*self.state
    }

    /// The truth itself, if it is of this type.
    #[must_use]
    pub fn downcast_ref<S: State>(&self) -> Option<&S> {
        self.truth().downcast_ref()
    }
}

impl Clone for AnyState {
    fn clone(&self) -> AnyState {
        AnyState { game: self.game.clone(), state: self.state.copy() }
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &AnyState) -> bool {
        self.state.equals(&*other.state)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

/// A position as text: with its game, by which it is read again.
#[derive(Serialize, Deserialize)]
struct Written {
    game: String,
    options: Overrides,
    state: Value,
}

impl Serialize for AnyState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (game, options) = (self.game.spec().id.into(), self.game.options().clone());
        Written { game, options, state: self.state.json() }.serialize(serializer)
    }
}

/// Reads a position of a registered game.
impl<'de> Deserialize<'de> for AnyState {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<AnyState, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let game = game(&written.game, &written.options).map_err(D::Error::custom)?;
        let state = game.read_state(written.state).map_err(D::Error::custom)?;
        Ok(AnyState { state, game })
    }
}

impl State for AnyState {
    type View = AnyView;

    /// Some game may.
    const SETTLES_EARLY: bool = true;

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn deck(&self) -> Cards {
        self.state.deck()
    }

    fn deal(&mut self, card: Card) {
        self.state.deal(card);
    }

    fn lots(&self) -> Lots {
        self.state.lots()
    }

    fn draw(&mut self, seat: Seat) {
        self.state.draw(seat);
    }

    fn apply(&mut self, action: Action) {
        self.state.apply(action);
    }

    fn returns(&self, seat: Seat) -> f32 {
        self.state.returns(seat)
    }

    fn settled(&self, seat: Seat) -> Option<f32> {
        self.state.settled(seat)
    }

    fn points(&self, seat: Seat) -> i32 {
        self.state.points(seat)
    }

    fn standing(&self, seat: Seat) -> f32 {
        self.state.standing(seat)
    }

    fn stands(&self) -> bool {
        let options = shown(self.game.options().clone().into());
        !has_other_options(&self.state.json(), &options) && self.state.stands()
    }

    fn view(&self, seat: Seat) -> AnyView {
        AnyView::new(self.game.clone(), self.state.view(seat))
    }

    fn legal(&self) -> ActionSet {
        self.state.legal()
    }
}

impl Audit for AnyState {
    fn audience(&self) -> Audience {
        self.state.audience()
    }

    fn zones(&self) -> Vec<(&'static str, Cards)> {
        self.state.zones()
    }

    fn exposed(&self) -> Cards {
        self.state.exposed()
    }

    fn sealed(&self) -> usize {
        self.state.sealed()
    }

    fn is_counted(&self) -> bool {
        self.state.is_counted()
    }
}
