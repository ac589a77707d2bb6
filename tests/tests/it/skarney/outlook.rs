//! The hints: what cards are worth to the melds of a hand, by taking them away and adding others.

use elderhand_env::skarney::{Phase, Rules, Skarney, SkarneyView};
use elderhand_env::{Card, CardSet, Game, State, Turn};
use elderhand_tests::play::play;
use elderhand_tests::told::Told;

/// No thermometer of outs tells more.
const OUTS: usize = 16;

/// The most melds of three side by side, up to so many, from how many cards there are of each rank.
fn most(counts: [u8; 14], corner: bool, up_to: usize) -> usize {
    if up_to == 0 {
        return 0;
    }
    let rank = |low: usize, on: usize| (low - 1 + on) % 13 + 1;
    let mut best = 0;
    for low in 1..=13 {
        let sequence = [low, rank(low, 1), rank(low, 2)];
        // Only round the corner an ace is in the middle.
        let sequence = (corner || low != 13).then_some(sequence);
        for meld in [Some([low; 3]), sequence].into_iter().flatten() {
            let mut rest = counts;
            let taken = |rest: &mut [u8; 14], rank: usize| {
                let there = rest[rank] > 0;
                rest[rank] -= u8::from(there);
                there
            };
            if meld.iter().all(|&rank| taken(&mut rest, rank)) {
                best = best.max(1 + most(rest, corner, up_to - 1));
            }
        }
    }
    best
}

fn melds(hand: CardSet, corner: bool) -> usize {
    let mut counts = [0; 14];
    hand.iter().for_each(|card| counts[usize::from(card.rank())] += 1);
    most(counts, corner, 3)
}

/// The cards, of some, that would make a meld more.
fn outs(hand: CardSet, of: CardSet, corner: bool) -> CardSet {
    let now = melds(hand, corner);
    let mut found = CardSet::EMPTY;
    for rank in 1..=13 {
        let cards: CardSet = of.iter().filter(|card| card.rank() == rank).collect();
        if let Some(card) = cards.first().filter(|&card| melds(hand.with(card), corner) > now) {
            debug_assert_eq!(card.rank(), rank);
            found |= cards;
        }
    }
    found
}

#[derive(Debug, Default)]
struct Seen {
    needed: usize,
    wanted: usize,
    helping: usize,
    offers: usize,
    makes: usize,
}

impl Seen {
    fn add(&mut self, view: &SkarneyView, told: &Told) {
        let (hand, corner, now) = (view.hand, view.options.corner, melds(view.hand, view.options.corner));
        let needed: CardSet = hand.iter().filter(|&card| melds(hand.without(card), corner) < now).collect();
        assert_eq!(told.cards("needed"), needed, "{view:?}");
        let others = CardSet::PACK - hand;
        let ranks = |cards: CardSet| {
            let mut ranks: Vec<usize> = cards.iter().map(|card| usize::from(card.rank()) - 1).collect();
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        };
        let wanted = outs(hand, others, corner);
        assert_eq!(told.lit("wanted"), ranks(wanted), "{view:?}");
        assert_eq!(told.level("outs"), OUTS.min((wanted & view.unseen()).len()), "{view:?}");
        let fits = view.table.board.fits(1 - view.seat, corner);
        let helping: CardSet = hand.iter().filter(|card| fits >> (card.rank() - 1) & 1 == 1).collect();
        assert_eq!(told.cards("helping"), helping);
        let makes = view.table.offered.is_some_and(|card| wanted.contains(card));
        assert_eq!(told.lit("makes-meld").len(), usize::from(makes), "{view:?}");
        self.needed += usize::from(!needed.is_empty());
        self.wanted += usize::from(!wanted.is_empty());
        self.helping += usize::from(!helping.is_empty());
        self.makes += usize::from(makes);
        self.offers(view, told);
    }

    fn offers(&mut self, view: &SkarneyView, told: &Told) {
        let (hand, corner, unseen) = (view.hand, view.options.corner, view.unseen());
        let offers = if view.table.phase == Phase::Turn { view.allowed_offers() } else { CardSet::EMPTY };
        let after = |card: Card| {
            let rest = hand.without(card);
            (melds(rest, corner), outs(rest, unseen, corner).len())
        };
        let most = offers.iter().map(after).max();
        let best: CardSet = offers.iter().filter(|&card| Some(after(card)) == most).collect();
        assert_eq!(told.cards("offers"), best, "{view:?}");
        assert_eq!(told.level("outs-after"), OUTS.min(most.map_or(0, |(_, outs)| outs)), "{view:?}");
        let spare = told.cards("spare");
        assert_eq!(spare.len(), usize::from(!offers.is_empty()));
        for card in spare {
            assert!(offers.contains(card) && Some(after(card).0) == most.map(|(melds, _)| melds), "{view:?}");
        }
        self.offers += usize::from(best.len() < offers.len());
    }
}

fn compare(id: &'static str, rules: Rules) {
    let game = Skarney::new(id, rules).unwrap();
    let mut seen = Seen::default();
    let check = |state: &<Skarney as Game>::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            seen.add(&view, &Told::of(&game, &view));
            let other = Told::of(&game, &state.view(1 - seat));
            assert!(["needed", "wanted", "offers", "spare"].iter().all(|plane| other.lit(plane).is_empty()));
        }
    };
    play(&game, 1_000, check, |_| ());
    println!("{id}: {seen:?}");
    let Seen { needed, wanted, helping, offers, makes } = seen;
    assert!([needed, wanted, helping, offers, makes].iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn what_cards_are_worth() {
    compare("skarney", Rules::skarney());
}

#[test]
fn what_cards_are_worth_round_the_corner() {
    compare("skarney-corner", Rules::corner());
}
