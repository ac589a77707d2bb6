//! What a game does, whatever its type.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::AnyGame;
use crate::driving::any_state::Truth;
use crate::driving::any_view::Shown;
use crate::driving::seated::Seated;
#[cfg(feature = "batches")]
use crate::driving::{Batch, BatchOptions, VecEnv};
use crate::driving::{Driver, Record, ReplayError, ViewError, read_view};
use crate::registry::{GameError, Variation, vary, without_episode};
#[cfg(feature = "batches")]
use crate::rules::read_value;
use crate::rules::{
    Action, Check, Game, Inconsistent, LayOutError, OpenHands, OptionError, Overrides, Redeal, Seat, Sequel, Spec,
    Stream, ViewOf, overlay,
};

/// What a game does, whatever its type.
pub(super) trait Rules: Any + Debug + Send + Sync {
    fn spec(&self) -> &Spec;
    fn side(&self, seat: Seat) -> usize;
    fn uneven(&self) -> Option<&'static str>;
    fn sequel(&self, over: &dyn Any) -> Option<Sequel>;
    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError>;
    fn family(&self) -> &'static str;
    fn start(&self, stream: Option<Stream>) -> Box<dyn Seated>;
    fn take_up(&self, record: &Record) -> Result<Box<dyn Seated>, ReplayError>;
    fn read_view(&self, json: Value) -> Result<Arc<dyn Shown>, ViewError>;
    fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError>;
    fn variable(&self) -> &'static [&'static str];
    fn bets(&self) -> bool;
    fn overlaid(&self, overrides: &Overrides) -> Result<AnyGame, OptionError>;
    fn begin(&self) -> Box<dyn Truth>;
    #[cfg(feature = "batches")]
    fn batch(&self, variation: &Variation, options: BatchOptions) -> Result<Box<dyn VecEnv>, GameError>;
    fn fill_in(&self, view: &mut Map<String, Value>);
    fn parse_view(&self, json: Value) -> Result<Arc<dyn Shown>, String>;
    #[cfg(feature = "batches")]
    fn read_state(&self, json: Value) -> Result<Box<dyn Truth>, String>;
    fn admits(&self, view: &dyn Any) -> Result<(), Inconsistent>;
    fn check(&self, view: &dyn Any) -> Result<(), Inconsistent>;
    fn redeal(&self, view: &dyn Any, chance: &mut Stream) -> Box<dyn Truth>;
    fn disturb(&self, view: &dyn Any, world: &dyn Any, chance: &mut Stream) -> Box<dyn Truth>;
    fn log_weight(&self, view: &dyn Any, world: &dyn Any, chance: &mut Stream, policy: Policy<'_>) -> Option<f32>;
}

/// The probability of an action in a view.
pub(super) type Policy<'a> = &'a mut dyn FnMut(Arc<dyn Shown>, Action) -> f32;

impl<G: Game> Rules for G {
    fn spec(&self) -> &Spec {
        Game::spec(self)
    }

    fn side(&self, seat: Seat) -> usize {
        Game::side(self, seat)
    }

    fn uneven(&self) -> Option<&'static str> {
        Game::uneven(self)
    }

    fn sequel(&self, over: &dyn Any) -> Option<Sequel> {
        Game::sequel(self, over.downcast_ref()?)
    }

    fn family(&self) -> &'static str {
        G::FAMILY
    }

    fn start(&self, stream: Option<Stream>) -> Box<dyn Seated> {
        Box::new(Driver::new(self.clone(), stream))
    }

    fn take_up(&self, record: &Record) -> Result<Box<dyn Seated>, ReplayError> {
        Ok(Box::new(Driver::from_record(self.clone(), record)?))
    }

    fn read_view(&self, json: Value) -> Result<Arc<dyn Shown>, ViewError> {
        Ok(Arc::new(read_view(self, json)?))
    }

    fn vary(&self, variation: &Variation) -> Result<Vec<AnyGame>, GameError> {
        Ok(vary(self, variation)?.into_iter().map(AnyGame::of).collect())
    }

    fn variable(&self) -> &'static [&'static str] {
        Game::variable(self)
    }

    fn bets(&self) -> bool {
        Game::bets(self)
    }

    fn overlaid(&self, overrides: &Overrides) -> Result<AnyGame, OptionError> {
        let game = self.with(overlay(self.options(), &without_episode(self.options(), overrides))?)?;
        Ok(AnyGame::made_by(game, overrides.clone()))
    }

    fn begin(&self) -> Box<dyn Truth> {
        Box::new(Game::start(self))
    }

    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        Game::lay_out(self, open)
    }

    #[cfg(feature = "batches")]
    fn batch(&self, variation: &Variation, options: BatchOptions) -> Result<Box<dyn VecEnv>, GameError> {
        Ok(Box::new(Batch::mixed(vary(self, variation)?, options)))
    }

    fn fill_in(&self, view: &mut Map<String, Value>) {
        Game::fill_in(self, view);
    }

    fn parse_view(&self, json: Value) -> Result<Arc<dyn Shown>, String> {
        Ok(Arc::new(Game::parse_view(self, json)?))
    }

    #[cfg(feature = "batches")]
    fn read_state(&self, json: Value) -> Result<Box<dyn Truth>, String> {
        Ok(Box::new(read_value::<G::State>(json)?))
    }

    fn admits(&self, view: &dyn Any) -> Result<(), Inconsistent> {
        Game::admits(self, own::<G>(view))
    }

    fn check(&self, view: &dyn Any) -> Result<(), Inconsistent> {
        own::<G>(view).check()
    }

    fn redeal(&self, view: &dyn Any, chance: &mut Stream) -> Box<dyn Truth> {
        Box::new(own::<G>(view).redeal(chance))
    }

    fn disturb(&self, view: &dyn Any, world: &dyn Any, chance: &mut Stream) -> Box<dyn Truth> {
        Box::new(own::<G>(view).disturb(truth::<G>(world), chance))
    }

    fn log_weight(&self, view: &dyn Any, world: &dyn Any, chance: &mut Stream, policy: Policy<'_>) -> Option<f32> {
        let mut policy = |seen: &ViewOf<G>, action| policy(Arc::new(seen.clone()), action);
        own::<G>(view).log_weight(truth::<G>(world), chance, &mut policy)
    }
}

/// The view of a game without its type: whoever holds both has them from this game.
fn own<G: Game>(view: &dyn Any) -> &ViewOf<G> {
    view.downcast_ref().expect("the view is of this game")
}

/// The truth of a position without its type.
fn truth<G: Game>(world: &dyn Any) -> &G::State {
    world.downcast_ref().expect("the position is of this game")
}
