//! Sum-Run-Set, a fishing game for two to five players or two pairs.

mod actions;
mod best;
mod bonuses;
mod capture;
mod check;
mod encode;
mod ending;
mod outlook;
mod prospects;
mod ranks;
mod reach;
mod redeal;
mod rounds;
mod rules;
mod state;
mod table;
mod view;

pub use actions::Move;
pub use best::{Capture, Pond};
pub use bonuses::HONOURS;
pub use capture::Kind;
pub use ending::Ending;
pub use outlook::{Outlook, Uses};
pub use rules::Rules;
pub use state::SumRunSetState;
pub use table::{Phase, Public};
pub use view::SumRunSetView;

use crate::cards::Card;
use crate::matches::Rounds;
use crate::rules::{Game, Inconsistent, OptionError, Seat, Sequel, Spec, ViewOf, require};

/// Something for each seat of a table of Sum-Run-Set.
pub type PerSeat<T> = crate::rules::PerSeat<T, { Rules::SEATS }>;

/// Sum-Run-Set.
#[derive(Clone, Debug)]
pub struct SumRunSet {
    rules: Rules,
    spec: Spec,
}

impl Game for SumRunSet {
    type State = SumRunSetState;
    type Round = SumRunSet;
    type Options = Rules;

    const FAMILY: &'static str = "sum-run-set";
    const VIEWS: &'static str = include_str!("views.md");
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<SumRunSet, OptionError> {
        rules.check()?;
        let most = f32::from(Rules::MOST_POINTS);
        let spec = Spec {
            id,
            seats: rules.seats.into(),
            actions: actions::names(actions::END),
            planes: encode::planes(&rules),
            hints: encode::hints(),
            returns: (-most, most),
            // Each card is played, used in one way and once taken at most; a capture is closed once.
            max_length: 4 * usize::from(Card::COUNT),
            zero_sum: true,
        };
        Ok(SumRunSet { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> SumRunSetState {
        SumRunSetState::new(self.rules, None)
    }

    fn round(&self) -> &SumRunSet {
        self
    }

    fn round_view(view: &ViewOf<SumRunSet>) -> Option<&ViewOf<SumRunSet>> {
        Some(view)
    }

    fn sequel(&self, over: &SumRunSetState) -> Option<Sequel> {
        Some(over.outcome().sequel(self.spec.seats))
    }

    fn side(&self, seat: Seat) -> usize {
        self.rules.side(seat)
    }

    fn admits(&self, view: &ViewOf<SumRunSet>) -> Result<(), Inconsistent> {
        require(view.table.lacks.is_none(), "`table.lacks` is of a pitch that is part of a match: leave it out")
    }
}
