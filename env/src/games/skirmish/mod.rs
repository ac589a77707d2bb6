//! The Skirmish family: Seven Card Skirmish, Elimination Skirmish, Melee and Gem Rum.

mod actions;
mod board;
mod building;
mod check;
mod combination;
mod encode;
mod holding;
mod laying;
mod redeal;
mod round;
mod rules;
mod score;
mod stacks;
mod state;
mod table;
mod view;
mod wire;

pub use actions::Move;
pub use board::{Board, Taken};
pub use building::Building;
pub use combination::{Combination, End};
pub use holding::layable;
pub use laying::{Extending, Laying};
pub use rules::{Format, Payoff, Rules};
pub use score::{Score, scored};
pub use stacks::Stacks;
pub use state::SkirmishState;
pub use table::{Function, Phase, Public, Turned};
pub use view::SkirmishView;

pub use super::kinds::{Kind, Kinds, points};
use crate::rules::{Game, OptionError, Spec, ViewOf};

/// A variant of Skirmish.
#[derive(Clone, Debug)]
pub struct Skirmish {
    rules: Rules,
    spec: Spec,
}

impl Game for Skirmish {
    type State = SkirmishState;
    type Round = Skirmish;
    type Options = Rules;

    const FAMILY: &'static str = "skirmish";
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<Skirmish, OptionError> {
        rules.check()?;
        // A turn draws, discards, drops, picks up, retrieves and ends. A card is laid with two others at least and
        // two decisions around them, or by three decisions alone. After a round comes who starts, and in which direction.
        let round = 6 * Rules::TURN_CAP * rules.hands() + 3 * 54 + 2;
        // All cards laid make 76 points; all dropped with both jokers cost 162.
        let most = if rules.is_match() { 1.0 } else { 76.0 + 162.0 };
        let spec = Spec {
            id,
            seats: rules.seats.into(),
            actions: actions::table(),
            planes: encode::planes(&rules),
            returns: (-most, most),
            max_length: round * rules.most_rounds(),
            zero_sum: true,
        };
        Ok(Skirmish { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> SkirmishState {
        SkirmishState::new(self.rules)
    }

    fn round(&self) -> &Skirmish {
        self
    }

    fn round_view(view: &ViewOf<Skirmish>) -> Option<&ViewOf<Skirmish>> {
        Some(view)
    }
}
