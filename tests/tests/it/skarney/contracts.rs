//! Contracts of random hands that are rich in them, laid card by card.

use std::collections::BTreeSet;

use elderhand_env::{AnyGame, Audience, Audit, Game, State, Stream, Turn, game};
use elderhand_tests::oracle::skarney::contract::{continued, contracts};
use elderhand_tests::oracle::skarney::hand::Next;
use elderhand_tests::oracle::skarney::referee::{Rules, Skarney};
use elderhand_tests::oracle::{C, deck};

use crate::skarney::setting::Setting;
use elderhand_tests::follow::Followed;

/// Which cards a draw prefers: so many neighbouring ranks, which go round, and so many suits.
const PREFERENCES: [(u8, u8); 6] = [(13, 4), (3, 4), (4, 4), (5, 4), (7, 3), (9, 2)];

/// Shuffles a pack so that cards come first that a preference likes, but for a stray one in ten.
fn pack((width, suits): (u8, u8), stream: &mut Stream) -> Vec<C> {
    let (low, mut pack) = (stream.below(13) as u8, deck());
    stream.shuffle(&mut pack);
    pack.sort_by_cached_key(|card| {
        let liked = (card.rank + 12 - low) % 13 < width && card.suit < suits;
        !liked && stream.below(10) > 0
    });
    pack
}

/// Counts of hands that have a contract, of those that have none, and of cards that were laid by choice.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    some: usize,
    none: usize,
    choices: usize,
}

/// Lays contracts from so many hands, card by card, and compares at each card what may be laid.
fn lay(game: &AnyGame, rules: Rules, hands: usize) -> Found {
    let (mut stream, mut found) = (Stream::new(23), Found::default());
    for number in 0..hands {
        let pack = pack(PREFERENCES[number / 4 % 6], &mut stream);
        let hand = &pack[..11 + number % 4];
        let mut followed = Followed::new(game, Skarney::new(rules));
        hold(&mut followed, hand, &pack[hand.len()..]);
        let mut left: Vec<_> = contracts(hand, rules.corner).collect();
        let wanted = !left.is_empty();
        while followed.referee.hand.contract[1].is_none() {
            followed.compare();
            let begun = &followed.referee.hand.begun;
            let cards: BTreeSet<C> = left.iter().flat_map(|contract| continued(contract, begun)).collect();
            let mut melds = followed.names();
            melds.retain(|(_, name)| name.starts_with("meld"));
            let names: BTreeSet<String> = melds.iter().map(|(_, name)| (*name).into()).collect();
            assert_eq!(names, cards.iter().map(|card| format!("meld {card}")).collect());
            if melds.is_empty() {
                break;
            }
            found.choices += usize::from(melds.len() > 1);
            followed.act(melds[stream.below(melds.len())].0);
            let begun = &followed.referee.hand.begun;
            left.retain(|contract| !continued(contract, begun).is_empty());
        }
        followed.compare();
        assert_eq!(followed.referee.hand.contract[1].is_some(), wanted, "{hand:?}");
        found.some += usize::from(wanted);
        found.none += usize::from(!wanted);
    }
    found
}

/// Plays until the younger hand is to act with these cards: those that are not drawn are taken from the elder hand.
fn hold<G: Game>(followed: &mut Followed<G, Skarney>, hand: &[C], rest: &[C]) {
    // Who takes an ace does not draw.
    let (mut own, aces): (Vec<C>, Vec<C>) = hand.iter().partition(|card| card.rank != 1);
    let mut gifts = own.split_off(own.len() - [0, 1, 1, 2][hand.len() - 11]);
    own.extend(aces);
    let mut others = [&gifts[..], rest].concat().into_iter();
    let mut own = own.into_iter();
    loop {
        match (followed.state.turn(), followed.referee.hand.next()) {
            (Turn::Chance, _) => {
                let cards = if followed.state.audience() == Audience::Seat(1) { &mut own } else { &mut others };
                let card = cards.next().expect("a card");
                followed.deal(card);
            }
            (Turn::Seat(1), Next::Act(_)) if followed.referee.hand.cards[1].len() == hand.len() => return,
            (Turn::Seat(0), Next::Act(_)) => {
                let offered = gifts.pop().or_else(|| followed.referee.hand.cards[0].last().copied());
                followed.play(&format!("offer {}", offered.expect("a card")));
            }
            (Turn::Seat(1), Next::Act(_)) => {
                let card = followed.referee.hand.cards[1][0];
                followed.play(&format!("offer {card}"));
            }
            (Turn::Seat(seat), _) => {
                let takes = seat == 1 && followed.referee.hand.offered.is_some_and(|card| hand.contains(&card));
                followed.play(if takes { "take" } else { "refuse" });
            }
            (Turn::Lot | Turn::Over { .. }, _) => panic!("nobody is to move: {:?}", followed.referee),
        }
    }
}

fn compare(id: &'static str, hands: usize) {
    let setting = Setting::round(id);
    let found = lay(&game(id, &setting.overrides).unwrap(), setting.rules, hands);
    println!("{id}: {found:?}");
    assert!(found.some > hands / 3 && found.none > hands / 8 && found.choices > hands, "{found:?}");
}

#[test]
fn contracts_agree() {
    compare("skarney", 7_000);
}

#[test]
fn contracts_round_the_corner_agree() {
    compare("skarney-corner", 4_000);
}
