//! The hints: what discards and draws promise, by trying every draw and every discard after it.

use elderhand_env::gin::{Gin, GinView, Phase, Rules, least_deadwood};
use elderhand_env::{Card, CardSet, Game, State, Turn};
use elderhand_tests::play::play;
use elderhand_tests::told::Told;

const DEADWOOD: usize = 60;
const NEAR: [f64; 4] = [0.0, 0.5, 1.0, 2.0];
const DANGERS: [f64; 4] = [0.05, 0.1, 0.2, 0.4];
const CARDS: usize = 52;

/// The least deadwood after drawing a card and discarding another.
fn after(view: &GinView, hand: CardSet, card: Card) -> f64 {
    let with = hand.with(card);
    let left = hand.iter().map(|other| least_deadwood(with.without(other), view.options.sets()));
    f64::from(left.min().unwrap())
}

/// The mean over the cards that may be drawn, any of which may be discarded again.
fn expected(view: &GinView, hand: CardSet) -> f64 {
    let now = f64::from(least_deadwood(hand, view.options.sets()));
    let unseen = view.unseen();
    unseen.iter().map(|card| after(view, hand, card).min(now)).sum::<f64>() / unseen.len() as f64
}

/// The sum over the melds of three of a card and two others of the chances that both are the opponent's.
fn danger(view: &GinView, card: Card) -> f64 {
    let (known, unseen) = (view.table.known[1 - view.seat], view.unseen());
    let hidden = (usize::from(view.options.hand) - known.len()) as f64 / unseen.len() as f64;
    let chance = |other: Card| match (known.contains(other), unseen.contains(other)) {
        (true, _) => 1.0,
        (_, true) => hidden,
        _ => 0.0,
    };
    let mut sum = 0.0;
    for one in Card::all() {
        for two in Card::all().filter(|&two| two > one) {
            let meld = CardSet::of(card).with(one).with(two);
            if meld.len() == 3 && least_deadwood(meld, view.options.sets()) == 0 {
                sum += chance(one) * chance(two);
            }
        }
    }
    f64::min(sum, 1.0)
}

/// Says whether a thermometer stands where a number of points, rounded up, has it; rounding may go either way.
fn shows(level: usize, points: f64) -> bool {
    let steps = |points: f64| DEADWOOD.min(points.ceil() as usize);
    (steps(points - 1e-3)..=steps(points + 1e-3)).contains(&level)
}

#[derive(Debug, Default)]
struct Seen {
    discards: usize,
    parted: usize,
    dangerous: usize,
    draws: usize,
    pays: usize,
}

impl Seen {
    fn discards(&mut self, view: &GinView, told: &Told) {
        let allowed = view.allowed_discards();
        let promised: Vec<(Card, f64, f64)> =
            allowed.iter().map(|card| (card, expected(view, view.hand.without(card)), danger(view, card))).collect();
        let least = promised.iter().map(|&(_, expected, _)| expected).fold(f64::INFINITY, f64::min);
        assert!(shows(told.level("promised"), least), "{view:?}");
        let planes = |plane: &str, at: usize| -> CardSet {
            let lit = told.lit(plane).into_iter().filter(|bit| bit / CARDS == at);
            lit.filter_map(|bit| Card::from_index((bit % CARDS) as u8)).collect()
        };
        for (at, (near, least_danger)) in NEAR.into_iter().zip(DANGERS).enumerate() {
            let (promising, dangerous) = (planes("promising", at), planes("dangerous", at));
            assert!(allowed.contains_all(promising | dangerous));
            for &(card, expected, danger) in &promised {
                let close = (expected - least - near).abs() < 1e-3 && at > 0;
                assert!(close || promising.contains(card) == (expected < least + near + 1e-3), "{card}: {view:?}");
                let close = (danger - least_danger).abs() < 1e-5;
                assert!(close || dangerous.contains(card) == (danger >= least_danger), "{card}: {view:?}");
            }
            self.parted += usize::from(promising != allowed);
            self.dangerous += usize::from(!dangerous.is_empty());
        }
        let cost = |card: Card| {
            let &(_, expected, danger) = promised.iter().find(|&&(known, ..)| known == card).unwrap();
            let left = f64::from(least_deadwood(view.hand.without(card), view.options.sets()));
            left + 1.5 * (expected - left) + 2.0 * danger
        };
        let cheapest = told.cards("cheapest");
        assert!(cheapest.len() == 1 && allowed.contains_all(cheapest));
        let cheapest = cost(cheapest.first().unwrap());
        assert!(allowed.iter().all(|card| cost(card) > cheapest - 1e-3), "{view:?}");
        self.discards += 1;
    }

    fn draws(&mut self, view: &GinView, told: &Told) {
        let drawn = expected(view, view.hand);
        assert!(shows(told.level("drawn-deadwood"), drawn), "{view:?}");
        let taken = view.table.pile.top().map(|card| after(view, view.hand, card));
        assert_eq!(told.level("upcard-deadwood"), taken.map_or(0, |taken| DEADWOOD.min(taken as usize)), "{view:?}");
        let pays = !told.lit("upcard-pays").is_empty();
        let limit = f64::from(view.table.knock_limit);
        let now = f64::from(least_deadwood(view.hand, view.options.sets()));
        let may = taken.is_some_and(|taken| taken <= limit || taken < now && taken <= drawn + 1e-3);
        assert!((may || !pays) && (pays || taken.is_none_or(|taken| taken > limit)), "{view:?}");
        assert!(told.cards("cheapest").is_empty() && told.lit("promising").is_empty());
        self.draws += 1;
        self.pays += usize::from(pays);
    }
}

fn compare(id: &'static str, rules: Rules) {
    let game = Gin::new(id, rules).unwrap();
    let mut seen = Seen::default();
    let check = |state: &<Gin as Game>::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            let told = Told::of(&game, &view);
            match view.table.phase {
                Phase::Discard => seen.discards(&view, &told),
                Phase::Offer | Phase::Draw => seen.draws(&view, &told),
                _ => assert!(told.lit("drawn-deadwood").is_empty() && told.lit("promising").is_empty()),
            }
            let other = Told::of(&game, &state.view(1 - seat));
            assert!(other.lit("drawn-deadwood").is_empty() && other.lit("promising").is_empty());
        }
    };
    play(&game, 400, check, |_| ());
    println!("{id}: {seen:?}");
    let Seen { discards, parted, dangerous, draws, pays } = seen;
    assert!([discards, parted, dangerous, draws, pays].iter().all(|&count| count > 10), "{seen:?}");
}

#[test]
fn what_discards_and_draws_promise() {
    compare("gin", Rules::gin());
}

#[test]
fn what_they_promise_without_sets() {
    compare("gin-sequence", Rules::sequence());
}
