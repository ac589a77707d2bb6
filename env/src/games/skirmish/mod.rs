//! The Skirmish family: Seven Card Skirmish, Elimination Skirmish, Melee and Gem Rum.

mod actions;
mod board;
mod building;
mod chart;
mod check;
mod combination;
mod encode;
mod holding;
mod laying;
pub mod planning;
mod redeal;
mod round;
mod rounds;
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
pub use chart::{Chart, Charts};
pub use combination::{Combination, End};
pub use laying::{Extending, Laying};
pub use rules::Rules;
pub use score::scored;
pub use stacks::Stacks;
pub use state::SkirmishState;
pub use table::{Function, Phase, Public, Turned};
pub use view::SkirmishView;

pub use super::kinds::{Kind, Kinds, points};
use crate::matches::Rounds;
use crate::rules::{Game, Inconsistent, OptionError, Sequel, Spec, ViewOf, require};

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
    const VIEWS: &'static str = include_str!("views.md");
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<Skirmish, OptionError> {
        rules.check()?;
        let most = (Rules::MOST_LAID + Rules::MOST_COST) as f32;
        let spec = Spec {
            id,
            seats: rules.seats.into(),
            actions: actions::names(actions::END),
            planes: encode::planes(&rules),
            hints: encode::hints(),
            returns: (-most, most),
            // A turn draws, discards, drops, picks up, retrieves and ends. A card is laid with two others at least and
            // two decisions around them, or by three decisions alone.
            max_length: 6 * Rules::TURN_CAP * rules.hands() + 3 * 54,
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
        SkirmishState::new(self.rules, std::iter::empty())
    }

    fn round(&self) -> &Skirmish {
        self
    }

    fn round_view(view: &ViewOf<Skirmish>) -> Option<&ViewOf<Skirmish>> {
        Some(view)
    }

    fn sequel(&self, over: &SkirmishState) -> Option<Sequel> {
        Some(over.outcome().sequel(self.spec.seats))
    }

    fn admits(&self, view: &ViewOf<Skirmish>) -> Result<(), Inconsistent> {
        let first = view.table.charts.as_slice().iter().all(|chart| chart.laid == Kinds::NONE);
        require(first, "`table.charts`: in a single round nobody has laid anything before")
    }
}
