//! The gin family: gin, Oklahoma gin, Sequence gin and seven-card gin, as a hand or as a match.

mod actions;
mod check;
mod encode;
mod laying;
mod redeal;
mod rules;
mod showdown;
mod state;
mod view;

pub use actions::Move;
pub use laying::Laying;
pub use rules::{Deal, KnockerScores, LayoutBy, Melds, Rules, Settlement, Tie};
pub use showdown::Showdown;
pub use state::GinState;
pub use view::{GinView, Phase, Public, Score};

/// The discard pile of two seats.
pub type Pile = super::rummy::Pile<2>;

pub use super::rummy::{Defence, Discards, Layout, best_melds, in_runs, in_sets, least_deadwood, value};

use crate::rules::{Episode, Game, OptionError, Spec, ViewOf};

/// A variant of gin.
#[derive(Clone, Debug)]
pub struct Gin {
    rules: Rules,
    spec: Spec,
}

impl Game for Gin {
    type State = GinState;
    type Round = Gin;
    type Options = Rules;

    const FAMILY: &'static str = "gin";

    fn new(id: &'static str, rules: Rules) -> Result<Gin, OptionError> {
        rules.check()?;
        let hand = f32::from(rules.most_points());
        // Two offers, a draw and a discard a turn; laid out by hand, each card, each end of a meld, and each end of a part.
        let round = 2 + 2 * usize::from(Rules::TURN_CAP) + if rules.layout == LayoutBy::Chosen { 40 } else { 0 };
        let (most, max_length) = match (rules.episode, rules.settlement) {
            (Episode::Round, _) => (hand, round),
            (Episode::Match, settlement) => {
                let hands = usize::from(rules.hand_cap);
                let gambled = f32::from(rules.target) + hand + 200.0 + 20.0 * hands as f32;
                (if settlement == Settlement::Plain { 1.0 } else { gambled }, round * hands)
            }
        };
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::table(rules.layout),
            planes: encode::planes(&rules),
            returns: (-most, most),
            max_length,
            zero_sum: true,
        };
        Ok(Gin { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> GinState {
        GinState::new(self.rules)
    }

    fn round(&self) -> &Gin {
        self
    }

    fn round_view(view: &ViewOf<Gin>) -> Option<&ViewOf<Gin>> {
        Some(view)
    }
}
