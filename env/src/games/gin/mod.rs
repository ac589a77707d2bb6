//! The gin family: gin, Oklahoma gin, Sequence gin and seven-card gin.

mod actions;
mod check;
mod draws;
mod encode;
mod laying;
mod line;
mod outlook;
mod redeal;
mod rounds;
mod rules;
mod showdown;
mod state;
mod view;

pub use actions::Move;
pub use draws::Draws;
pub use laying::Laying;
pub use outlook::{drawing, promise, upcard_melds};
pub use rules::{KnockerScores, LayoutBy, Melds, Rules, Tie};
pub use showdown::Showdown;
pub use state::GinState;
pub use view::{GinView, Phase, Public};

/// The discard pile of two seats.
pub type Pile = super::rummy::Pile<2>;

pub use super::rummy::{
    Defence, Discards, Drawing, Layout, Promise, best_melds, expected, in_runs, in_sets, least_deadwood, value,
};

use serde_json::{Value, json};

use crate::cards::CardSet;
use crate::games::rummy::Outlook;
use crate::matches::Rounds;
use crate::rules::{Game, LayOutError, OpenHands, OptionError, Sequel, Spec, ViewOf, as_table};

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
    const VIEWS: &'static str = include_str!("views.md");

    fn new(id: &'static str, rules: Rules) -> Result<Gin, OptionError> {
        rules.check()?;
        let most = f32::from(rules.most_points());
        // Two offers, a draw and a discard a turn; laid out by hand, each card, each end of a meld, and each end of a part.
        let max_length = 2 + 2 * usize::from(Rules::TURN_CAP) + if rules.layout == LayoutBy::Chosen { 40 } else { 0 };
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::table(rules.layout),
            planes: encode::planes(&rules),
            hints: Outlook::planes(),
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

    fn sequel(&self, over: &GinState) -> Option<Sequel> {
        Some(over.outcome().sequel(self.spec.seats))
    }

    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        if self.rules.layout == LayoutBy::Chosen {
            return Err(LayOutError::ByPlayers(self.spec.id));
        }
        open.check(self.spec.seats, self.rules.hand.into(), !self.rules.out_without_discard)?;
        Ok(match open.hands[..] {
            [elder, other] => as_table(&Showdown::best(&self.rules, open.knocker, [elder, other], open.pile)).into(),
            _ => {
                let hand = open.hands[0];
                json!({ "layouts": [Layout::best(hand, CardSet::PACK - hand - open.pile, self.rules.sets())] })
            }
        })
    }
}
