//! Knock Rummy, for two to six players.

mod actions;
mod check;
mod encode;
mod outlook;
mod redeal;
mod rounds;
mod rules;
mod showdown;
mod state;
mod table;
mod view;

pub use actions::Move;
pub use outlook::drawing;
pub use rules::Rules;
pub use showdown::Showdown;
pub use state::KnockState;
pub use table::{Phase, Public};
pub use view::KnockView;

pub use super::rummy::{Discards, Drawing, Layout, expected, least_deadwood};

use serde_json::{Value, json};

use showdown::payments;

use crate::cards::CardSet;
use crate::games::rummy::Outlook;
use crate::matches::Rounds;
use crate::rules::{Game, LayOutError, OpenHands, OptionError, Sequel, Spec, ViewOf, as_table};

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
    const VIEWS: &'static str = include_str!("views.md");
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<KnockRummy, OptionError> {
        rules.check()?;
        let most = rules.most_points() as f32;
        let spec = Spec {
            id,
            seats: rules.seats.into(),
            actions: actions::names(actions::END),
            planes: encode::planes(),
            hints: Outlook::planes(),
            returns: (-most, most),
            // Each turn draws and discards.
            max_length: 2 * usize::from(Rules::TURN_CAP),
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

    fn sequel(&self, over: &KnockState) -> Option<Sequel> {
        Some(over.outcome().sequel(self.spec.seats))
    }

    fn lay_out(&self, open: &OpenHands) -> Result<Value, LayOutError> {
        open.check(self.spec.seats, Rules::dealt(self.spec.seats), true)?;
        if let [hand] = open.hands[..] {
            return Ok(json!({ "layouts": [Layout::best(hand, CardSet::EMPTY, true)] }));
        }
        let mut hands = PerSeat::new(self.rules.seats);
        for (seat, &hand) in open.hands.iter().enumerate() {
            hands[seat] = hand;
        }
        let paid = payments(&self.rules, open.knocker, &hands);
        Ok(as_table(&Showdown::new(open.knocker, &hands, paid, &self.rules)).into())
    }
}
