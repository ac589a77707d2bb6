//! One way in which the cards that a seat has not seen may lie.

use elderhand_env::pinnacle::{PinnacleView, Rules, best_count};
use elderhand_env::{CardSet, Chance, Seat, Stream};

/// The most hands of which somebody is thought to hold the best.
pub(super) const MOST_HANDS: usize = 4;

/// What everybody counts if the round is dealt to its end so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Showdown {
    /// The count of the seat to act.
    pub own: u8,
    /// The best count of each other seat's first hand, first two hands, and so on; once it is above `own` it stays as
    /// it is.
    best: [[u8; Rules::SEATS]; MOST_HANDS],
    /// For each seat a random number of [0, 1), by which it stays or folds: the same for all bets, so that they can be
    /// compared on a few showdowns.
    nerve: [f32; Rules::SEATS],
    /// For each seat a random number of [0, 1), which rounds the number of its hands.
    rounding: [f32; Rules::SEATS],
}

impl Showdown {
    /// Deals the community's cards that lack and so many hands to each other seat, none to those who have folded.
    ///
    /// The first hands of all share no card, nor do the second ones, and so on.
    pub fn deal(view: &PinnacleView, hands: &[usize; Rules::SEATS], chance: &mut Stream) -> Showdown {
        let (rules, table) = (&view.options, &view.table);
        let (mut stock, mut community) = (view.unseen(), table.community());
        let all: usize = Rules::COMMUNITY[..usize::from(rules.cycles)].iter().sum();
        chance.fill(&mut community, all, &mut stock);
        let own = best_count(rules, view.hole, table.open[view.seat], community).points;
        let (mut best, mut tops) = ([[0; Rules::SEATS]; MOST_HANDS], [0; Rules::SEATS]);
        for (hand, best) in best.iter_mut().enumerate() {
            let mut left = stock;
            for (seat, top) in tops.iter_mut().enumerate() {
                // Who counts more already cannot do better.
                if hand < hands[seat] && *top <= own {
                    let mut hole = CardSet::EMPTY;
                    chance.fill(&mut hole, Rules::HOLE_CARDS, &mut left);
                    *top = best_count(rules, hole, table.open[seat], community).points.max(*top);
                }
            }
            *best = tops;
        }
        let mut units = || [(); Rules::SEATS].map(|()| chance.unit());
        Showdown { own, best, nerve: units(), rounding: units() }
    }

    /// Returns `true` if a seat that stays in with this chance does so.
    pub fn stays(&self, seat: Seat, chance: f32) -> bool {
        self.nerve[seat] < chance
    }

    /// The best count of so many hands of a seat; a fraction counts as often as it says.
    pub fn best(&self, seat: Seat, hands: f32) -> u8 {
        let hands = (hands + self.rounding[seat]) as usize;
        self.best[hands.clamp(1, MOST_HANDS) - 1][seat]
    }
}
