//! The hints: what a hand comes to when it is laid, by trying every way to lay it.

use elderhand_env::colonel::{Colonel, ColonelView, Phase, Rules};
use elderhand_env::{Card, CardSet, Game, State, Turn};
use elderhand_tests::oracle::C;
use elderhand_tests::oracle::colonel::meld::{grown, is_run, is_set};
use elderhand_tests::play::play;
use elderhand_tests::told::Told;

const POINTS: u32 = 60;
const OUTS: usize = 16;

fn value(cards: CardSet) -> u32 {
    let value = |card: Card| if card.rank() == 1 { 10 } else { u32::from(card.rank()).min(10) };
    cards.iter().map(value).sum()
}

/// Every meld that a hand holds, found from each card upwards.
fn melds(hand: CardSet) -> Vec<CardSet> {
    let mut found = Vec::new();
    for rank in 1..=13 {
        let of: CardSet = hand.iter().filter(|card| card.rank() == rank).collect();
        if of.len() >= 3 {
            found.push(of);
        }
        if of.len() == 4 {
            found.extend(of.iter().map(|card| of.without(card)));
        }
    }
    for low in hand {
        let (mut run, mut rank) = (CardSet::of(low), low.rank());
        // The ace is above the king, and nothing above it.
        while rank != 1 {
            rank = rank % 13 + 1;
            let next = Card::new(rank, low.suit());
            if !hand.contains(next) {
                break;
            }
            run.insert(next);
            if run.len() >= 3 {
                found.push(run);
            }
        }
    }
    found
}

/// The most points that can be melded.
fn most(hand: CardSet) -> u32 {
    melds(hand).into_iter().map(|meld| value(meld) + most(hand - meld)).max().unwrap_or(0)
}

fn known(card: Card) -> C {
    card.to_string().parse().unwrap()
}

/// Returns `true` if a card fits on a meld of the table.
fn fits(view: &ColonelView, card: Card) -> bool {
    let board = &view.table.board;
    let set: Vec<C> = board.sets.iter().filter(|other| other.rank() == card.rank()).map(known).collect();
    let on_set = set.len() == 3 && !board.cards().contains(card);
    let beside = |up: bool| {
        let height = |card: Card| if card.rank() == 1 { 14 } else { card.rank() };
        board.runs.iter().any(|other| {
            let (low, high) = if up { (other, card) } else { (card, other) };
            other.suit() == card.suit() && height(low) + 1 == height(high)
        })
    };
    on_set || !board.cards().contains(card) && (beside(true) || beside(false))
}

/// The points left when the melds that leave the fewest are laid, and what fits on the table is too.
///
/// Of melds that leave the same, either may be laid.
fn left(view: &ColonelView, hand: CardSet) -> Vec<u32> {
    fn lay(hand: CardSet, laid: CardSet, all: &mut Vec<CardSet>) {
        all.push(laid);
        melds(hand).into_iter().for_each(|meld| lay(hand - meld, laid | meld, all));
    }
    let (mut all, most) = (Vec::new(), most(hand));
    lay(hand, CardSet::EMPTY, &mut all);
    let rest = |laid: CardSet| value((hand - laid).iter().filter(|&card| !fits(view, card)).collect());
    all.into_iter().filter(|&laid| value(laid) == most).map(rest).collect()
}

#[derive(Debug, Default)]
struct Seen {
    melded: usize,
    best: usize,
    wanted: usize,
    upcards: usize,
    pays: usize,
    spare: usize,
}

impl Seen {
    fn add(&mut self, view: &ColonelView, told: &Told) {
        let hand = view.hand;
        let melded = most(hand);
        assert_eq!(told.level("meld-points") as u32, POINTS.min(melded.div_ceil(2)), "{view:?}");
        let lies = |card: &Card| {
            let with = hand.with(*card);
            fits(view, *card) || melds(with).iter().any(|meld| meld.contains(*card))
        };
        let wanted: CardSet = view.unseen().iter().filter(lies).collect();
        assert_eq!(told.cards("wanted"), wanted, "{view:?}");
        assert_eq!(told.level("outs"), OUTS.min(wanted.len()));
        self.melded += usize::from(melded > 0);
        self.wanted += usize::from(!wanted.is_empty());
        self.discards(view, told);
        self.upcard(view, told);
    }

    fn discards(&mut self, view: &ColonelView, told: &Told) {
        let (hand, best) = (view.hand, told.cards("best-discards"));
        let allowed = if view.table.phase == Phase::Play { view.allowed_discards() } else { CardSet::EMPTY };
        assert!(allowed.contains_all(best) && best.is_empty() == allowed.is_empty(), "{view:?}");
        let after = |card: Card| left(view, hand.without(card));
        let told_left = told.level("points-left") as u32;
        // What a discard may leave, whichever of equal melds are laid.
        let least = |card: Card| after(card).into_iter().min().unwrap();
        let most = |card: Card| after(card).into_iter().max().unwrap();
        for card in allowed {
            assert!(POINTS.min(most(card)) >= told_left, "{card} leaves less: {view:?}");
            if most(card) < best.first().map_or(0, least) {
                panic!("{card} is better: {view:?}");
            }
        }
        assert!(left(view, hand).iter().any(|&points| POINTS.min(points) >= told_left));
        let spare = told.cards("spare");
        assert!(spare.len() == usize::from(!allowed.is_empty()) && allowed.contains_all(spare));
        for card in spare {
            // Nothing that goes with no other is worth more.
            let alone = |card: Card| melds_with_one_more(hand, card) == 0;
            assert!(
                !alone(card) || allowed.iter().all(|other| !alone(other) || value(CardSet::of(other)) <= value(spare))
            );
            self.spare += usize::from(alone(card));
        }
        self.best += usize::from(best != allowed);
    }

    fn upcard(&mut self, view: &ColonelView, told: &Told) {
        let upcard = view.table.pile.top().filter(|_| view.table.phase == Phase::Draw);
        let Some(card) = upcard else {
            assert_eq!((told.level("upcard-meld-points"), told.lit("upcard-pays").len()), (0, 0));
            return;
        };
        let with = view.hand.with(card);
        assert_eq!(told.level("upcard-meld-points") as u32, POINTS.min(most(with).div_ceil(2)), "{view:?}");
        let rests = view.hand.iter().map(|other| with.without(other)).chain([with]);
        let (mut least, mut surely) = (u32::MAX, u32::MAX);
        for rest in rests {
            let left = left(view, rest);
            least = least.min(*left.iter().min().unwrap());
            surely = surely.min(*left.iter().max().unwrap());
        }
        let told_left = told.level("upcard-points-left") as u32;
        assert!((POINTS.min(least)..=POINTS.min(surely)).contains(&told_left), "{view:?}");
        let pays = !told.lit("upcard-pays").is_empty();
        assert!(pays || !fits(view, card), "{view:?}");
        assert!(!pays || fits(view, card) || melds(with).iter().any(|meld| meld.contains(card)), "{view:?}");
        self.upcards += 1;
        self.pays += usize::from(pays);
    }
}

/// How many melds of three a card makes with another of the hand and any third.
fn melds_with_one_more(hand: CardSet, card: Card) -> usize {
    let others = hand.without(card);
    let thirds = || Card::all().filter(|&third| third != card);
    let makes = |other: Card, third: Card| {
        let mut cards = [known(card), known(other), known(third)];
        cards.sort_by_key(|card| (if card.rank == 1 { 14 } else { card.rank }, card.suit));
        other != third && (is_run(&cards) || is_set(&cards) || grown(&cards[..2], cards[2]).is_some())
    };
    others.iter().map(|other| thirds().filter(|&third| makes(other, third)).count()).sum()
}

#[test]
fn what_a_hand_comes_to() {
    let game = Colonel::new("colonel", Rules { challenge: true, ..Rules::colonel() }).unwrap();
    let mut seen = Seen::default();
    let check = |state: &<Colonel as Game>::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            seen.add(&view, &Told::of(&game, &view));
            let other = Told::of(&game, &state.view(1 - seat));
            assert!(["meld-points", "points-left", "wanted"].iter().all(|plane| other.lit(plane).is_empty()));
        }
    };
    play(&game, 2_000, check, |_| ());
    println!("{seen:?}");
    let Seen { melded, best, wanted, upcards, pays, spare } = seen;
    assert!([melded, best, wanted, upcards, pays, spare].iter().all(|&count| count > 20), "{seen:?}");
}
