//! The Pinnacle family: Nine, Ten, Eleven Card and Split Pinnacle.

mod actions;
mod amount;
mod betting;
mod check;
mod count;
mod encode;
mod history;
mod outlook;
mod read;
mod redeal;
mod rounds;
mod rules;
mod seats;
mod settle;
mod sizes;
mod state;
mod table;
mod view;
mod wire;

pub use actions::Move;
pub use amount::{UNITS, Unit};
pub use betting::{Betting, Deed, Range};
pub use count::{Count, best_count, count};
pub use history::{Fold, History, Raise};
pub use rules::{Amounts, Ante, Limits, Rules};
pub use seats::Seats;
pub use sizes::Size;
pub use state::PinnacleState;
pub use table::{Phase, Public};
pub use view::PinnacleView;

pub use super::kinds::{Kind, points};
use crate::matches::Rounds;
use crate::rules::{Game, Inconsistent, OptionError, Sequel, Spec, ViewOf, require_or};

/// A variant of Pinnacle.
#[derive(Clone, Debug)]
pub struct Pinnacle {
    rules: Rules,
    spec: Spec,
}

impl Game for Pinnacle {
    type State = PinnacleState;
    type Round = Pinnacle;
    type Options = Rules;

    const FAMILY: &'static str = "pinnacle";
    const VIEWS: &'static str = include_str!("views.md");
    const BETS: bool = true;
    const POINTS: &'static str = "chips";
    const VARIABLE: &'static [&'static str] = &["seats", "betting"];

    fn new(id: &'static str, rules: Rules) -> Result<Pinnacle, OptionError> {
        rules.check()?;
        let (seats, stack) = (usize::from(rules.seats), f32::from(rules.stack));
        // In a cycle each seat bets once at most, and between two bets each seat acts once; an amount takes a beginning,
        // nine chips of each of five kinds and an end.
        let amounts = if rules.amounts == Amounts::Any { 47 * seats } else { 0 };
        let cycle = seats * (seats + 1) + amounts;
        let spec = Spec {
            id,
            seats,
            actions: actions::names(actions::count(&rules)),
            planes: encode::planes(),
            hints: encode::hints(),
            returns: (-stack, stack * (seats - 1) as f32),
            max_length: usize::from(rules.cycles) * cycle,
            zero_sum: true,
        };
        Ok(Pinnacle { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> PinnacleState {
        let mut before = [0; Rules::SEATS];
        before[..self.rules.seats.into()].fill(self.rules.stack);
        PinnacleState::new(self.rules, before)
    }

    fn round(&self) -> &Pinnacle {
        self
    }

    fn round_view(view: &ViewOf<Pinnacle>) -> Option<&ViewOf<Pinnacle>> {
        Some(view)
    }

    fn sequel(&self, over: &PinnacleState) -> Option<Sequel> {
        Some(over.outcome().sequel(self.spec.seats))
    }

    fn admits(&self, view: &PinnacleView) -> Result<(), Inconsistent> {
        let (betting, stack) = (&view.table.betting, self.rules.stack);
        let equal = betting.seats.iter().all(|seat| betting.before[seat] == stack);
        require_or(equal, || format!("`table.seats`: in a single round every seat has {stack} chips `before`"))
    }
}
