//! What discards and draws of a rummy hand promise, by trying every draw and every discard after it.

use elderhand_env::gin::least_deadwood;
use elderhand_env::{Card, CardSet};

use crate::told::Told;

const DEADWOOD: usize = 60;
const NEAR: [f64; 4] = [0.0, 0.5, 1.0, 2.0];
const DANGERS: [f64; 4] = [0.05, 0.1, 0.2, 0.4];
const CARDS: usize = 52;

/// What bears on a hand.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The hand.
    pub hand: CardSet,
    /// The cards that may be anywhere.
    pub unseen: CardSet,
    /// The cards that the next player is known to hold.
    pub known: CardSet,
    /// The cards in his hand.
    pub others: usize,
    /// Whether sets are melds.
    pub sets: bool,
}

/// How often the hints said something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    discards: usize,
    parted: usize,
    dangerous: usize,
    draws: usize,
    pays: usize,
}

/// Returns `true` if a thermometer stands where a number of points, rounded up, has it; rounding may go either way.
fn shows(level: usize, points: f64) -> bool {
    let steps = |points: f64| DEADWOOD.min(points.ceil() as usize);
    (steps(points - 1e-3)..=steps(points + 1e-3)).contains(&level)
}

impl Sight {
    /// The least deadwood after drawing a card and discarding another.
    fn after(&self, hand: CardSet, card: Card) -> f64 {
        let with = hand.with(card);
        let left = hand.iter().map(|other| least_deadwood(with.without(other), self.sets));
        f64::from(left.min().unwrap())
    }

    /// The mean over the cards that may be drawn, any of which may be discarded again.
    fn expected(&self, hand: CardSet) -> f64 {
        let now = f64::from(least_deadwood(hand, self.sets));
        self.unseen.iter().map(|card| self.after(hand, card).min(now)).sum::<f64>() / self.unseen.len() as f64
    }

    /// The sum over the melds of three of a card and two others of the chances that both are the next player's.
    fn danger(&self, card: Card) -> f64 {
        let hidden = (self.others - self.known.len()) as f64 / self.unseen.len() as f64;
        let chance = |other: Card| match (self.known.contains(other), self.unseen.contains(other)) {
            (true, _) => 1.0,
            (_, true) => hidden,
            _ => 0.0,
        };
        let mut sum = 0.0;
        for one in Card::all() {
            for two in Card::all().filter(|&two| two > one) {
                let meld = CardSet::of(card).with(one).with(two);
                if meld.len() == 3 && least_deadwood(meld, self.sets) == 0 {
                    sum += chance(one) * chance(two);
                }
            }
        }
        f64::min(sum, 1.0)
    }

    /// Compares what the hints say of the discards that are allowed.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub fn discards(&self, allowed: CardSet, told: &Told, seen: &mut Seen) {
        let promised: Vec<(Card, f64, f64)> =
            allowed.iter().map(|card| (card, self.expected(self.hand.without(card)), self.danger(card))).collect();
        let least = promised.iter().map(|&(_, expected, _)| expected).fold(f64::INFINITY, f64::min);
        assert!(shows(told.level("promised"), least), "{self:?}");
        let planes = |plane: &str, at: usize| -> CardSet {
            let lit = told.lit(plane).into_iter().filter(|bit| bit / CARDS == at);
            lit.filter_map(|bit| Card::from_index((bit % CARDS) as u8)).collect()
        };
        for (at, (near, least_danger)) in NEAR.into_iter().zip(DANGERS).enumerate() {
            let (promising, dangerous) = (planes("promising", at), planes("dangerous", at));
            assert!(allowed.contains_all(promising | dangerous));
            for &(card, expected, danger) in &promised {
                let close = (expected - least - near).abs() < 1e-3 && at > 0;
                assert!(close || promising.contains(card) == (expected < least + near + 1e-3), "{card}: {self:?}");
                let close = (danger - least_danger).abs() < 1e-5;
                assert!(close || dangerous.contains(card) == (danger >= least_danger), "{card}: {self:?}");
            }
            seen.parted += usize::from(promising != allowed);
            seen.dangerous += usize::from(!dangerous.is_empty());
        }
        let cost = |card: Card| {
            let &(_, expected, danger) = promised.iter().find(|&&(known, ..)| known == card).unwrap();
            let left = f64::from(least_deadwood(self.hand.without(card), self.sets));
            left + 1.5 * (expected - left) + 2.0 * danger
        };
        let cheapest = told.cards("cheapest");
        assert!(cheapest.len() == 1 && allowed.contains_all(cheapest));
        let cheapest = cost(cheapest.first().unwrap());
        assert!(allowed.iter().all(|card| cost(card) > cheapest - 1e-3), "{self:?}");
        seen.discards += 1;
    }

    /// Compares what the hints say of drawing. `may` and `must` say, given the deadwood with the upcard and after a draw,
    /// whether the upcard may pay and whether it must.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub fn draws(
        &self,
        upcard: Option<Card>,
        may: impl Fn(f64, f64) -> bool,
        must: impl Fn(f64, f64) -> bool,
        told: &Told,
        seen: &mut Seen,
    ) {
        let drawn = self.expected(self.hand);
        assert!(shows(told.level("drawn-deadwood"), drawn), "{self:?}");
        let taken = upcard.map(|card| self.after(self.hand, card));
        assert_eq!(told.level("upcard-deadwood"), taken.map_or(0, |taken| DEADWOOD.min(taken as usize)), "{self:?}");
        let pays = !told.lit("upcard-pays").is_empty();
        let (may, must) = taken.map_or((false, false), |taken| (may(taken, drawn), must(taken, drawn)));
        assert!((may || !pays) && (pays || !must), "{self:?}");
        assert!(told.cards("cheapest").is_empty() && told.lit("promising").is_empty());
        seen.draws += 1;
        seen.pays += usize::from(pays);
    }
}

/// Checks that nothing is told.
///
/// # Panics
///
/// If something is.
pub fn silent(told: &Told) {
    assert!(told.lit("drawn-deadwood").is_empty() && told.lit("promising").is_empty());
}

impl Seen {
    /// Checks that everything was seen more than a few times.
    ///
    /// # Panics
    ///
    /// If something was not.
    pub fn enough(&self) {
        let &Seen { discards, parted, dangerous, draws, pays } = self;
        assert!([discards, parted, dangerous, draws, pays].iter().all(|&count| count > 10), "{self:?}");
    }
}
