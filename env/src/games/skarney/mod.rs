//! Skarney: melds that stay on the table, a contract, and offers instead of a discard pile.

mod actions;
mod board;
mod check;
mod counts;
mod encode;
mod laying;
mod outlook;
mod redeal;
mod rounds;
mod rules;
mod state;
mod table;
mod view;

pub use actions::Move;
pub use board::{Board, Meld};
pub use laying::Laying;
pub use outlook::{makes_meld, spare};
pub use rules::Rules;
pub use state::SkarneyState;
pub use table::{Phase, Public, count};
pub use view::SkarneyView;

use crate::rules::{Game, OptionError, Spec, ViewOf};

/// A variant of Skarney.
#[derive(Clone, Debug)]
pub struct Skarney {
    rules: Rules,
    spec: Spec,
}

impl Game for Skarney {
    type State = SkarneyState;
    type Round = Skarney;
    type Options = Rules;

    const FAMILY: &'static str = "skarney";
    const VIEWS: &'static str = include_str!("views.md");

    fn new(id: &'static str, rules: Rules) -> Result<Skarney, OptionError> {
        let most = f32::from(Rules::MOST_POINTS);
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::names(actions::END),
            planes: encode::planes(),
            hints: encode::hints(),
            returns: (-most, most),
            // Each turn an offer and its answer, or the end of the turn; each card is laid once, with at most one decision
            // more (on which meld, or that the meld is whole).
            max_length: 2 * usize::from(Rules::TURN_CAP) + 2 * 52,
            zero_sum: true,
        };
        Ok(Skarney { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> SkarneyState {
        SkarneyState::new(self.rules)
    }

    fn round(&self) -> &Skarney {
        self
    }

    fn round_view(view: &ViewOf<Skarney>) -> Option<&ViewOf<Skarney>> {
        Some(view)
    }
}
