//! The end of a round: who wins the pot, and what follows.

use super::count::{Count, best_count};
use super::rules::Rules;
use super::seats::Seats;
use super::table::{Phase, Public};
use crate::format::winner_takes;
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

/// Pays the pot of a round whose betting is over and whose hands lie open, then goes on with the match or ends the episode.
pub(super) fn settle(rules: &Rules, table: &mut Public) {
    let winners = table.winners(rules);
    let betting = &mut table.betting;
    let (pot, share) = (betting.pot(), betting.pot() / winners.len() as u32);
    let mut odd = pot % winners.len() as u32;
    for places in 0..rules.seats.into() {
        let seat = betting.on(rules, betting.button.into(), places);
        if winners.contains(seat) {
            betting.chips[seat] += (share + odd.min(1)) as u16;
            odd = odd.saturating_sub(1);
        }
    }
    table.rounds += 1;
    for seat in betting.playing.iter().filter(|&seat| betting.chips[seat] == 0) {
        table.gone[seat] = table.rounds;
    }
    let rich: Seats = (0..rules.seats.into()).filter(|&seat| betting.chips[seat] > 0).collect();
    if !rules.is_match() || rich.len() == 1 || table.rounds >= rules.rounds {
        table.phase = Phase::Over;
    } else {
        // The winner takes the button; after a shared pot it stays, or goes on from a seat that is out.
        let (among, phase) = if winners.len() == 1 { (winners, Phase::Direction) } else { (rich, Phase::GoOn) };
        let holder = betting.first_of(rules, among, betting.button.into());
        betting.button = holder.map_or(betting.button, |seat| seat as u8);
        (betting.to_move, table.phase) = (betting.button, phase);
    }
}

/// Says whether the cap ended the match.
pub(super) fn truncated(rules: &Rules, table: &Public) -> bool {
    rules.is_match() && table.betting.chips.iter().filter(|&&chips| chips > 0).count() > 1
}

/// What the places of a match that is over go by: the chips, or who went out later.
pub(super) fn standing(table: &Public, seat: Seat) -> u16 {
    match table.betting.chips[seat] {
        0 => table.gone[seat],
        // More than any round.
        chips => Rules::MOST_ROUNDS + chips,
    }
}

/// What an episode that is over pays a seat.
pub(super) fn pays(rules: &Rules, table: &Public, seat: Seat) -> f32 {
    let betting = &table.betting;
    if !rules.is_match() {
        return f32::from(betting.chips[seat]) - f32::from(betting.before[seat]);
    }
    let chips = &betting.chips[..usize::from(rules.seats)];
    let better = chips.iter().filter(|&&other| other > chips[seat]).count();
    let equal = chips.iter().filter(|&&other| other == chips[seat]).count();
    winner_takes(better, equal, chips.len())
}
