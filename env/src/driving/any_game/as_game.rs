//! A game without its type as one like others.

use serde_json::{Map, Value};

use super::AnyGame;
use crate::driving::{AnyState, AnyView};
use crate::registry::{GameError, game};
use crate::rules::{Game, Inconsistent, LayOutError, OpenHands, OptionError, Overrides, Seat, Sequel, Spec};

/// A game without its type is a game like others, so that generic code can play one that lives in another crate.
///
/// It is slower than with its type (positions and views lie behind pointers), but for batches, which know the type.
/// Its [round](Game::round) is itself, also where it is a match.
impl Game for AnyGame {
    type State = AnyState;
    type Options = Overrides;
    type Round = AnyGame;

    const FAMILY: &'static str = "any";

    /// Makes a registered game.
    fn new(id: &'static str, options: Overrides) -> Result<AnyGame, OptionError> {
        game(id, &options).map_err(|error| match error {
            GameError::Option { source, .. } => source,
            error => OptionError::range("game", id, &format!("the id of a registered game ({error})")),
        })
    }

    fn options(&self) -> &Overrides {
        &self.0.options
    }

    fn spec(&self) -> &Spec {
        self.0.game.spec()
    }

    fn start(&self) -> AnyState {
        AnyState::new(self.clone(), self.0.game.begin())
    }

    fn round(&self) -> &AnyGame {
        self
    }

    fn round_view(view: &AnyView) -> Option<&AnyView> {
        Some(view)
    }

    fn side(&self, seat: Seat) -> usize {
        self.0.game.side(seat)
    }

    fn uneven(&self) -> Option<&'static str> {
        self.0.game.uneven()
    }

    fn sequel(&self, over: &AnyState) -> Option<Sequel> {
        self.0.game.sequel(over.truth())
    }

    fn family(&self) -> &'static str {
        self.0.game.family()
    }

    fn variable(&self) -> &'static [&'static str] {
        self.0.game.variable()
    }

    fn bets(&self) -> bool {
        self.0.game.bets()
    }

    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        self.0.game.lay_out(open)
    }

    fn with(&self, options: Overrides) -> Result<AnyGame, OptionError> {
        let game = self.overlaid(&options)?;
        let making = game.0.making.clone();
        Ok(AnyGame::made_by(game, making))
    }

    fn parse_view(&self, json: Value) -> Result<AnyView, String> {
        Ok(AnyView::new(self.clone(), self.0.game.parse_view(json)?))
    }

    fn overrides(&self) -> Overrides {
        self.0.making.clone()
    }

    fn fill_in(&self, view: &mut Map<String, Value>) {
        self.0.game.fill_in(view);
    }

    fn admits(&self, view: &AnyView) -> Result<(), Inconsistent> {
        view.admitted()
    }
}
