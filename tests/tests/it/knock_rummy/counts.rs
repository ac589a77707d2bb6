//! The payments after a knock in the first turn, for random hands that are rich in melds.

use elderhand_env::{AnyGame, Audience, Audit, State, Stream, Turn, game};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::Followed;
use elderhand_tests::oracle::gin::deadwood::least_deadwood;
use elderhand_tests::oracle::gin::deal::{clustered_deck, shuffled};
use elderhand_tests::oracle::knock_rummy::referee::{KnockRummy, Rules};
use elderhand_tests::oracle::{C, without};

use crate::knock_rummy::setting::overrides;

/// Plays so many first turns.
fn knock(game: &AnyGame, rules: Rules, hands: usize, counts: &mut Counts) {
    let mut stream = Stream::new(29);
    for number in 0..hands {
        let below = |n| stream.below(n);
        let pack = if number % 4 == 0 { shuffled(below) } else { clustered_deck(below) };
        // In every other hand the knocker is dealt the cards that fit, else all share them.
        let (mut own, mut others) = (pack[..11].iter().copied(), pack[11..].iter().copied());
        let mut all = pack.iter().copied();
        let mut followed = Followed::new(game, KnockRummy::new(rules));
        loop {
            match followed.state.turn() {
                Turn::Chance => {
                    let cards: &mut dyn Iterator<Item = C> = match followed.state.audience() {
                        _ if number % 2 == 0 => &mut all,
                        Audience::Seat(0) => &mut own,
                        _ => &mut others,
                    };
                    followed.deal(cards.next().expect("a card"));
                }
                Turn::Seat(seat) if followed.referee.hand.cards[seat].len() == followed.referee.hand.size() => {
                    followed.play(["draw", "take"][stream.below(2)]);
                }
                Turn::Seat(seat) => {
                    let held = &followed.referee.hand.cards[seat];
                    let knocks: Vec<_> =
                        held.iter().filter(|&&card| Some(card) != followed.referee.hand.taken).copied().collect();
                    // Half of the knocks leave least deadwood.
                    let best = knocks.iter().min_by_key(|&&card| least_deadwood(&without(held, &[card]), true));
                    let any = knocks[stream.below(knocks.len())];
                    let card = if stream.below(2) == 0 { any } else { *best.expect("a card") };
                    followed.play(&format!("knock {card}"));
                }
                Turn::Lot => unreachable!("no lots are drawn"),
                Turn::Over { .. } => break,
            }
        }
        followed.compare();
        let won = &followed.referee.won;
        let winners = won.iter().filter(|&&won| won > 0).count();
        counts.add("the knocker wins", won[0] > 0);
        counts.add("the knocker is beaten", won[0] < 0);
        counts.add("several winners", winners > 1 || rules.seats == 2);
        counts.add("no deadwood", least_deadwood(&followed.referee.hand.cards[0], true) == 0);
    }
}

#[test]
fn payments_agree() {
    for seats in 2..=6 {
        let rules = Rules { seats, return_taken: false, format: None };
        let mut counts = Counts::default();
        knock(&game("knock-rummy", &overrides(rules)).unwrap(), rules, 2_400, &mut counts);
        println!("{seats} seats: {counts:?}");
        counts.assert(4, 5);
    }
}
