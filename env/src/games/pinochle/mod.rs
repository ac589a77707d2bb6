//! Pinochle for two: tricks and melds with a doubled pack, as a hand or as a match.

mod actions;
mod building;
mod check;
mod encode;
mod laid;
mod meld;
mod pack;
mod plausible;
mod redeal;
mod rules;
mod score;
mod state;
mod trick;
mod view;

pub use actions::{Move, Source};
pub use building::Building;
pub use laid::Laid;
pub use meld::{Meld, Service};
pub use pack::{Suit, strength, value};
pub use rules::Rules;
pub use score::{Count, Score, rounded};
pub use state::PinochleState;
pub use trick::beating;
pub use view::{Phase, PinochleView, Public};

use crate::rules::{Episode, Game, OptionError, Spec, ViewOf};

/// Pinochle under some options.
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

    fn new(id: &'static str, rules: Rules) -> Result<Pinochle, OptionError> {
        rules.check()?;
        // Twelve tricks of two cards, after each of which come a meld, at most four choices of its cards (a ten serves but
        // once, in a flush), and a draw; the nines of trumps, each once; twelve more tricks.
        let hand = 12 * (2 + 1 + 4 + 1) + 2 + 12 * 2;
        let (most, max_length) = match rules.episode {
            Episode::Round => (f32::from(Rules::MOST_POINTS), hand),
            Episode::Match => (1.0, hand * usize::from(rules.rounds)),
        };
        let spec = Spec {
            id,
            seats: 2,
            actions: actions::table(),
            planes: encode::planes(&rules),
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
