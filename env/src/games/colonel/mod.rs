//! Colonel: rummy for two with melds on the table.

mod actions;
mod board;
mod building;
mod check;
mod count;
mod encode;
mod melds;
mod outlook;
mod redeal;
mod rounds;
mod rules;
mod state;
mod view;

pub use actions::Move;
pub use board::Board;
pub use count::{Count, End};
pub use melds::{Melds, value};
pub use outlook::{spare, wants_upcard};
pub use rules::Rules;
pub use state::ColonelState;
pub use view::{ColonelView, Phase, Public};

use crate::cards::Card;
use crate::rules::{Game, OptionError, Spec, ViewOf};

/// The discard pile of two seats.
pub type Pile = crate::games::rummy::Pile<2>;

/// Colonel under some options.
#[derive(Clone, Debug)]
pub struct Colonel {
    rules: Rules,
    spec: Spec,
}

impl Game for Colonel {
    type State = ColonelState;
    type Round = Colonel;
    type Options = Rules;

    const FAMILY: &'static str = "colonel";
    const VIEWS: &'static str = include_str!("views.md");

    fn new(id: &'static str, rules: Rules) -> Result<Colonel, OptionError> {
        // A draw and a discard a turn, a challenge and its answer; each card is laid once, three at least in a meld.
        let turn = if rules.challenge { 4 } else { 2 };
        let cards = usize::from(Card::COUNT);
        let max_length = turn * usize::from(Rules::TURN_CAP) + cards + cards / 3;
        let most = f32::from(Rules::MOST_POINTS);
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::table(&rules),
            planes: encode::planes(&rules),
            hints: encode::hints(),
            returns: (-most, most),
            max_length,
            zero_sum: true,
        };
        Ok(Colonel { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> ColonelState {
        ColonelState::new(self.rules)
    }

    fn round(&self) -> &Colonel {
        self
    }

    fn round_view(view: &ViewOf<Colonel>) -> Option<&ViewOf<Colonel>> {
        Some(view)
    }
}
