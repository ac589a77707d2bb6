//! The end of a round: who wins the pot.

use super::count::{Count, best_count};
use super::rules::Rules;
use super::seats::Seats;
use super::table::{Phase, Public};
use crate::rules::Seat;

impl Public {
    /// What the shown cards of a seat count; in Split the better of both.
    pub fn counted(&self, rules: &Rules, seat: Seat) -> Count {
        best_count(rules, self.shown[seat], self.open[seat], self.community())
    }

    /// The seats that win or share the pot of a round whose betting is over.
    pub fn winners(&self, rules: &Rules) -> Seats {
        let live = self.betting.live();
        if live.len() == 1 {
            return live;
        }
        let mut counts = [0; Rules::SEATS];
        live.iter().for_each(|seat| counts[seat] = self.counted(rules, seat).points);
        let best = live.iter().map(|seat| counts[seat]).max().unwrap_or_default();
        live.iter().filter(|&seat| counts[seat] == best).collect()
    }
}

/// Pays the pot of a round whose betting is over and whose hands lie open.
pub(super) fn settle(rules: &Rules, table: &mut Public) {
    let winners = table.winners(rules);
    let betting = &mut table.betting;
    let (pot, share) = (betting.pot(), betting.pot() / winners.len() as u32);
    let mut odd = pot % winners.len() as u32;
    for seat in betting.from(betting.button.into()).filter(|&seat| winners.contains(seat)) {
        betting.chips[seat] += (share + odd.min(1)) as u16;
        odd = odd.saturating_sub(1);
    }
    table.phase = Phase::Over;
}
