//! Pinochle for two: tricks and melds with a doubled pack.

mod actions;
mod building;
mod check;
mod count;
mod encode;
mod ending;
mod laid;
mod meld;
mod outlook;
mod pack;
mod plausible;
mod redeal;
mod rounds;
mod rules;
mod state;
mod trick;
mod view;

pub use actions::{Move, Source};
pub use building::Building;
pub use count::{Count, rounded};
pub use ending::Ending;
pub use laid::Laid;
pub use meld::{Meld, Service};
pub use outlook::Outlook;
pub use pack::{Suit, strength, value};
pub use rules::{LastCard, Rules};
pub use state::PinochleState;
pub use trick::beating;
pub use view::{Phase, PinochleView, Public};

use crate::rules::{Game, OptionError, Spec, ViewOf};

/// Pinochle.
#[derive(Clone, Debug)]
pub struct Pinochle {
    rules: Rules,
    spec: Spec,
}

impl Game for Pinochle {
    type State = PinochleState;
    type Round = Pinochle;
    type Options = Rules;

    const FAMILY: &'static str = "pinochle";
    const VIEWS: &'static str = include_str!("views.md");

    fn new(id: &'static str, rules: Rules) -> Result<Pinochle, OptionError> {
        // Twelve tricks of two cards, after each of which come a meld, at most four choices of its cards (a ten serves but
        // once, in a flush), and a draw; the nines of trumps, each once; twelve more tricks.
        let max_length = 12 * (2 + 1 + 4 + 1) + 2 + 12 * 2;
        let most = f32::from(Rules::MOST_POINTS);
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::table(),
            planes: encode::planes(),
            hints: encode::hints(),
            returns: (-most, most),
            max_length,
            zero_sum: true,
        };
        Ok(Pinochle { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> PinochleState {
        PinochleState::new(self.rules)
    }

    fn round(&self) -> &Pinochle {
        self
    }

    fn round_view(view: &ViewOf<Pinochle>) -> Option<&ViewOf<Pinochle>> {
        Some(view)
    }
}
