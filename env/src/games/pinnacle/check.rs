//! Whether some position shows a view: its JSON says enough to play it again.

use super::view::PinnacleView;
use super::wire::View;
use crate::rules::{Check, Inconsistent};

impl Check for PinnacleView {
    fn check(&self) -> Result<(), Inconsistent> {
        match PinnacleView::try_from(View::from(self.clone())) {
            Ok(view) if view == *self => Ok(()),
            Ok(_) => Err(Inconsistent("`table` holds something that its acts do not lead to".into())),
            Err(error) => Err(Inconsistent(error)),
        }
    }
}
