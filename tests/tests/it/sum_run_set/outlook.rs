//! The hints: what cards are worth to who plays them, against every hand that the next player may hold.

use elderhand_env::sum_run_set::{HONOURS, Phase, Rules, SumRunSet, SumRunSetView};
use elderhand_env::{Card, CardSet, Game, State, Turn};
use elderhand_tests::oracle::C;
use elderhand_tests::oracle::sum_run_set::capture::{Kind, captures};
use elderhand_tests::play::play;
use elderhand_tests::told::Told;

const WORTH: usize = 16;

fn known(card: Card) -> C {
    card.to_string().parse().unwrap()
}

/// The captures of a card, by kind, with the most that one of each is worth and the cards that it takes.
fn best(pond: CardSet, left: Option<Card>, played: Card) -> [Option<(f64, CardSet)>; 3] {
    let cards: Vec<C> = pond.iter().map(known).collect();
    let mut best = [None; 3];
    for capture in captures(known(played), &cards) {
        let taken: CardSet = pond.iter().filter(|&card| capture.cards.contains(&known(card))).collect();
        let fall = left.is_some_and(|left| taken.contains(left));
        let points =
            capture.kind.points(known(played), &capture.cards) + 2 * i64::from(fall) + 2 * i64::from(taken == pond);
        let all = taken.with(played);
        // A card is worth a tenth of a point, a Five, Ten or King 0.8 more.
        let worth = points as f64 + 0.1 * all.len() as f64 + 0.8 * (all & HONOURS).len() as f64;
        let kind = match capture.kind {
            Kind::Sum => 0,
            Kind::Run => 1,
            Kind::Set => 2,
        };
        if best[kind].is_none_or(|(known, _)| worth > known + 1e-9) {
            best[kind] = Some((worth, taken));
        }
    }
    best
}

/// The mean of the best that so many of some cards can do, over all sets of them.
fn mean_of_best(worths: &[f64], held: usize) -> f64 {
    fn each(worths: &[f64], held: usize, best: f64, sum: &mut (f64, f64)) {
        if held == 0 {
            *sum = (sum.0 + best, sum.1 + 1.0);
        } else {
            (0..worths.len()).for_each(|at| each(&worths[at + 1..], held - 1, best.max(worths[at]), sum));
        }
    }
    let mut sum = (0.0, 0.0);
    each(worths, held.min(worths.len()), 0.0, &mut sum);
    sum.0 / f64::max(sum.1, 1.0)
}

/// What the next player may be expected to capture.
fn threat(view: &SumRunSetView, pond: CardSet, left: Option<Card>) -> f64 {
    let (table, rules) = (&view.table, &view.options);
    let next = (view.seat + 1) % usize::from(rules.seats);
    let held = match table.holds(rules, next) {
        0 if table.pack > 0 => {
            if rules.seats == 5 {
                3
            } else {
                4
            }
        }
        held => held,
    };
    let most = |card: Card| best(pond, left, card).iter().flatten().map(|&(worth, _)| worth).fold(0.0, f64::max);
    let worths: Vec<f64> = view.unseen().iter().map(most).collect();
    let sides = if rules.partners { 2 } else { usize::from(rules.seats) };
    mean_of_best(&worths, held) / (sides - 1) as f64
}

/// What it is worth to leave a card, and the range of what the best captures by each kind may be.
fn uses(view: &SumRunSetView, card: Card) -> [Option<f64>; 4] {
    let pond = view.table.pond;
    let captures = best(pond, view.table.left, card).map(|best| {
        let (worth, taken) = best?;
        Some(worth - threat(view, pond - taken, None))
    });
    let leave = -threat(view, pond.with(card), Some(card));
    [Some(leave), captures[0], captures[1], captures[2]]
}

/// Returns `true` if a thermometer of steps of a point from −4 stands at a worth; rounding may go either way.
fn shows(level: usize, worth: f64) -> bool {
    let steps = |worth: f64| WORTH.min((worth + 4.0).max(0.0) as usize);
    (steps(worth - 1e-3)..=steps(worth + 1e-3)).contains(&level)
}

#[derive(Debug, Default)]
struct Seen {
    plays: usize,
    uses: usize,
    captured: usize,
    off: usize,
}

impl Seen {
    fn add(&mut self, view: &SumRunSetView, told: &Told) {
        let level = |plane: &str, at: usize| {
            let lit: Vec<usize> = told.lit(plane).into_iter().filter(|bit| bit / WORTH == at).collect();
            assert!(lit.iter().enumerate().all(|(place, &bit)| bit == at * WORTH + place), "{plane} is no thermometer");
            lit.len()
        };
        let most = |card: Card| uses(view, card).into_iter().flatten().fold(f64::NEG_INFINITY, f64::max);
        match (view.table.phase, view.table.played) {
            (Phase::Play, _) => {
                self.plays += 1;
                for rank in 1..=13 {
                    let cards = view.hand.iter().filter(|card| card.rank() == rank);
                    let worth = cards.map(most).fold(-100.0, f64::max);
                    // Of equal captures another may be meant, which leaves another pond.
                    self.off += usize::from(!shows(level("worth-by-rank", usize::from(rank) - 1), worth));
                }
                let best = told.cards("best-play");
                assert!(best.len() == 1 && view.hand.contains_all(best));
                let most_of_all = view.hand.iter().map(most).fold(f64::NEG_INFINITY, f64::max);
                self.off += usize::from(most(best.first().unwrap()) < most_of_all - 1e-3);
                assert!(told.lit("best-use").is_empty());
            }
            (Phase::Choose, Some(played)) => {
                self.uses += 1;
                let worths = uses(view, played);
                for (at, worth) in worths.into_iter().enumerate() {
                    self.off += usize::from(!shows(level("worth-by-use", at), worth.unwrap_or(-100.0)));
                }
                let [best] = told.lit("best-use")[..] else { panic!("one use is best: {view:?}") };
                let worth = worths[best].expect("it can be done");
                self.off += usize::from(worth < most(played) - 1e-3);
                self.captured += usize::from(best > 0);
                assert!(told.cards("best-play").is_empty());
            }
            _ => assert!(told.lit("worth-by-use").is_empty() && told.cards("best-play").is_empty()),
        }
    }
}

fn compare(id: &'static str, rules: Rules) {
    let game = SumRunSet::new(id, rules).unwrap();
    let (mut seen, mut count) = (Seen::default(), 0);
    let check = |state: &<SumRunSet as Game>::State| {
        if let Turn::Seat(seat) = state.turn() {
            let view = state.view(seat);
            count += 1;
            // Of four cards of thirty there are many hands.
            if view.unseen().len() <= 24 || count % 20 == 0 {
                seen.add(&view, &Told::of(&game, &view));
            }
            let other = Told::of(&game, &state.view((seat + 1) % usize::from(rules.seats)));
            assert!(other.lit("worth-by-rank").is_empty() && other.lit("worth-by-use").is_empty());
        }
    };
    play(&game, 600, check, |_| ());
    println!("{id} {rules:?}: {seen:?}");
    assert!(seen.plays > 20 && seen.uses > 20 && seen.captured > 5, "{seen:?}");
    assert!(seen.off * 20 < seen.plays + seen.uses, "{seen:?}");
}

#[test]
fn what_cards_are_worth() {
    for seats in [2, 3, 5] {
        compare("sum-run-set", Rules { seats, partners: false });
    }
}

#[test]
fn what_cards_are_worth_to_partners() {
    compare("sum-run-set-partners", Rules { seats: 4, partners: true });
}
