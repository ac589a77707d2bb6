//! Snap, for two to ten players.

mod check;
mod encode;
mod packets;
mod redeal;
mod rounds;
mod rules;
mod state;
mod table;
mod view;

pub use packets::Packets;
pub use rules::{End, Penalty, Rules};
pub use state::SnapState;
pub use table::{Phase, Public};
pub use view::SnapView;

use crate::rules::{Action, Game, OptionError, Spec, ViewOf};

/// Something for each seat of a table of Snap.
pub type PerSeat<T> = crate::rules::PerSeat<T, { Rules::SEATS }>;

/// Snaps at the card just laid.
pub const SNAP: Action = Action(0);
/// Lets it pass.
pub const WAIT: Action = Action(1);

/// Snap.
#[derive(Clone, Debug)]
pub struct Snap {
    rules: Rules,
    spec: Spec,
}

impl Game for Snap {
    type State = SnapState;
    type Round = Snap;
    type Options = Rules;

    const FAMILY: &'static str = "snap";
    const VIEWS: &'static str = include_str!("views.md");
    const VARIABLE: &'static [&'static str] = &["seats"];

    fn new(id: &'static str, rules: Rules) -> Result<Snap, OptionError> {
        rules.check()?;
        let seats = usize::from(rules.seats);
        let spec = Spec {
            id,
            seats,
            actions: vec!["snap".into(), "wait".into()],
            planes: encode::planes(),
            hints: Vec::new(),
            // The winner gets 1, from a single other at most.
            returns: (-1.0, 1.0),
            // At each card that is laid every seat decides.
            max_length: seats * usize::from(rules.cap),
            zero_sum: true,
        };
        Ok(Snap { rules, spec })
    }

    fn options(&self) -> &Rules {
        &self.rules
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    #[inline]
    fn start(&self) -> SnapState {
        SnapState::new(self.rules)
    }

    fn round(&self) -> &Snap {
        self
    }

    fn round_view(view: &ViewOf<Snap>) -> Option<&ViewOf<Snap>> {
        Some(view)
    }

    fn uneven(&self) -> Option<&'static str> {
        let seats = &self.rules.skill[..usize::from(self.rules.seats)];
        seats.iter().any(|skill| *skill != seats[0]).then_some("skill")
    }
}
