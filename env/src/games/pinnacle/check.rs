//! Whether some position shows a view: its JSON says enough to play it again.

use super::rules::Rules;
use super::view::PinnacleView;
use super::wire::View;
use crate::rules::{Check, Inconsistent, require};

impl Check for PinnacleView {
    fn check(&self) -> Result<(), Inconsistent> {
        // The JSON says what hands count, and there is no counting more cards than a seat is dealt.
        let hole = self.table.shown.iter().chain([&self.hole]).all(|cards| cards.len() <= Rules::HOLE_CARDS);
        let open = self.table.open.iter().all(|cards| cards.len() <= self.options.open_cards.into());
        let board = self.table.community().len() <= Rules::COMMUNITY.into_iter().sum();
        require(hole && open && board, "`hole`, `table`: there are more cards than are dealt")?;
        match PinnacleView::try_from(View::from(self.clone())) {
            Ok(view) if view == *self => Ok(()),
            Ok(_) => Err(Inconsistent("`table` holds something that its acts do not lead to".into())),
            Err(error) => Err(Inconsistent(error)),
        }
    }
}
