//! Points, how a match stands, and what it pays.

use super::rules::{Format, Payoff, Rules};
use crate::cards::CardSet;
use crate::format::{ahead, lowest, winner_takes};
use crate::games::kinds::{Kinds, points};
use crate::rules::Seat;

/// What an unlaid joker costs, in the hand or dropped (D22).
const JOKER: i16 = 5;
/// What a seat scores in a round with so many points laid and these cards left in the hand and dropped.
#[inline]
pub fn scored(laid: u8, held: CardSet, dropped: CardSet) -> i16 {
    let jokers = ((held | dropped) & CardSet::JOKERS).len() as i16;
    i16::from(laid) - i16::from(points(held)) - 2 * i16::from(points(dropped)) - JOKER * jokers
}

/// How a match stands before the round being played, for each seat; all 0 in a single round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Score {
    /// The points.
    pub totals: [i16; Rules::HANDS],
    /// The points laid.
    pub laid: [u16; Rules::HANDS],
    /// The rounds that are over.
    pub rounds: u8,
    /// Who has left, by number: the first to leave is 1; 0 still plays.
    pub gone: [u8; Rules::HANDS],
    /// The kinds that each seat has laid in the match, the round being played included (Gem Rum).
    pub charts: [Kinds; Rules::HANDS],
    /// The kinds that each seat has laid in the round being played (Gem Rum).
    pub fresh: [Kinds; Rules::HANDS],
}

impl Score {
    /// The number of seats that have left.
    #[inline]
    pub fn gone_count(&self) -> usize {
        self.gone.iter().filter(|&&gone| gone > 0).count()
    }

    /// Books a round, and under elimination takes out the lowest when it is time (D24).
    pub(super) fn book(&mut self, rules: &Rules, points: &[i16; Rules::HANDS], laid: &[u16; Rules::HANDS]) {
        let seats = usize::from(rules.seats);
        for seat in 0..seats {
            self.totals[seat] += points[seat];
            self.laid[seat] += laid[seat];
        }
        self.rounds += 1;
        if rules.format == Format::Elimination && self.rounds.is_multiple_of(rules.every) {
            let staying = (0..seats).filter(|&seat| self.gone[seat] == 0);
            if let Some(seat) = lowest(staying, |seat| (self.totals[seat], self.laid[seat])) {
                self.gone[seat] = self.gone_count() as u8 + 1;
            }
        }
    }

    /// The seat whose chart is full and that has strictly the most points (D25).
    pub(super) fn gem_winner(&self, rules: &Rules) -> Option<Seat> {
        let totals = self.totals[..usize::from(rules.seats)].iter().map(|&total| i32::from(total));
        ahead(totals, i32::MIN).filter(|&seat| self.charts[seat] == Kinds::ALL)
    }

    /// Says whether the match is over after a round.
    pub(super) fn over(&self, rules: &Rules) -> bool {
        match rules.format {
            Format::Rounds => self.rounds >= rules.rounds,
            Format::Elimination => self.gone_count() + 1 >= rules.seats.into(),
            Format::Gems => self.gem_winner(rules).is_some() || self.rounds >= rules.rounds,
        }
    }

    /// What the places of a match that is over go by, more being better: who has more, or who left later.
    pub fn standing(&self, rules: &Rules, seat: Seat) -> i16 {
        match self.gone[seat] {
            _ if rules.format != Format::Elimination => self.totals[seat],
            0 => i16::MAX,
            gone => gone.into(),
        }
    }

    /// What a match that is over pays a seat; equal seats share what their places pay.
    pub(super) fn pays(&self, rules: &Rules, seat: Seat) -> f32 {
        let (seats, own) = (usize::from(rules.seats), self.standing(rules, seat));
        let better = (0..seats).filter(|&other| self.standing(rules, other) > own).count();
        let equal = (0..seats).filter(|&other| self.standing(rules, other) == own).count();
        if rules.payoff == Payoff::Win {
            return winner_takes(better, equal, seats);
        }
        let place = |place: usize| match (place, seats - 1 - place) {
            (0, _) => 1.0,
            (_, 0) => -1.0,
            (1, last) if last > 1 => 0.5,
            (first, 1) if first > 1 => -0.5,
            _ => 0.0,
        };
        (better..better + equal).map(place).sum::<f32>() / equal as f32
    }
}
