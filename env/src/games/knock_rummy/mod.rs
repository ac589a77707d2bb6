//! Knock Rummy, for two to six players, as a hand or as a match.

mod actions;
mod check;
mod encode;
mod redeal;
mod rules;
mod showdown;
mod state;
mod table;
mod view;

pub use actions::Move;
pub use rules::Rules;
pub use showdown::Showdown;
pub use state::KnockState;
pub use table::{Phase, Public};
pub use view::KnockView;

pub use super::rummy::{Discards, Layout, least_deadwood};

use crate::rules::{Episode, Game, OptionError, Spec, ViewOf};

/// Something for each seat of a table of Knock Rummy.
pub type PerSeat<T> = crate::rules::PerSeat<T, { Rules::SEATS }>;

/// The discard pile of a table of Knock Rummy.
pub type Pile = super::rummy::Pile<{ Rules::SEATS }>;

/// Knock Rummy.
#[derive(Clone, Debug)]
pub struct KnockRummy {
    rules: Rules,
    spec: Spec,
}

impl Game for KnockRummy {
    type State = KnockState;
    type Round = KnockRummy;
    type Options = Rules;

    const FAMILY: &'static str = "knock-rummy";
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<KnockRummy, OptionError> {
        rules.check()?;
        // Each turn draws and discards.
        let round = 2 * usize::from(Rules::TURN_CAP);
        let (most, max_length) = match rules.episode {
            Episode::Round => (rules.most_points() as f32, round),
            Episode::Match => (1.0, round * usize::from(rules.contest().rounds)),
        };
        let spec = Spec {
            id,
            seats: rules.seats.into(),
            actions: actions::table(),
            planes: encode::planes(&rules),
            returns: (-most, most),
            max_length,
            zero_sum: true,
        };
        Ok(KnockRummy { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> KnockState {
        KnockState::new(self.rules)
    }

    fn round(&self) -> &KnockRummy {
        self
    }

    fn round_view(view: &ViewOf<KnockRummy>) -> Option<&ViewOf<KnockRummy>> {
        Some(view)
    }
}
