//! What a seat gets is certain before the end of a round, once it has folded and nothing can be handed back to it.

use elderhand_env::{AnyGame, Chance, Game, Seat, State, Stream, Turn, game};
use elderhand_tests::play::weighed;

use crate::pinnacle::setting::Setting;

/// How often seats have folded, or left, while the game went on, and how often they knew before its end what they get.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    folds: usize,
    settled: usize,
}

/// Plays a game in which people fold and go all in, and holds what is said on the way against the end.
fn play(game: &AnyGame, stream: &mut Stream, known: &mut Known) {
    let seats = game.spec().seats;
    let (mut state, mut said, mut folded) = (game.start(), vec![None; seats], vec![false; seats]);
    let weight = |name: &str| match name {
        "fold" => 6,
        "bet all in" => 3,
        _ => 10,
    };
    loop {
        let over = matches!(state.turn(), Turn::Over { .. });
        for (seat, said) in said.iter_mut().enumerate() {
            let settled = state.settled(seat);
            assert!(said.is_none() || settled == *said, "seat {seat}: {said:?}, then {settled:?}");
            assert!(!over || settled == Some(state.returns(seat)), "seat {seat}: {settled:?} at the end");
            known.settled += usize::from(!over && said.is_none() && settled.is_some());
            *said = settled;
        }
        match state.turn() {
            Turn::Seat(seat) => {
                let legal = state.legal();
                let named: Vec<_> = legal.iter().map(|action| (action, game.spec().name(action))).collect();
                let action = weighed(&named, weight, stream);
                state.apply(action);
                if game.spec().name(action) == "fold" && !matches!(state.turn(), Turn::Over { .. }) {
                    mark(&mut folded, seat, known);
                }
            }
            Turn::Chance => {
                let card = stream.deal(state.deck());
                state.deal(card);
            }
            Turn::Lot => unreachable!("no lots are drawn"),
            Turn::Over { .. } => break,
        }
    }
}

/// Counts a seat that has folded.
fn mark(folded: &mut [bool], seat: Seat, known: &mut Known) {
    known.folds += usize::from(!folded[seat]);
    folded[seat] = true;
}

#[test]
fn who_has_folded_is_told_early_what_it_lost_and_nothing_changes_that() {
    let mut stream = Stream::new(5);
    let [mut rounds, mut matches] = [Known::default(); 2];
    for number in 0..4_000 {
        let setting = Setting::new(number, &mut stream);
        let known = if setting.rules.rounds.is_none() { &mut rounds } else { &mut matches };
        play(&game(setting.id, &setting.overrides).unwrap(), &mut stream, known);
    }
    println!("{rounds:?} {matches:?}");
    assert!(rounds.folds > 1_000 && rounds.settled * 10 > rounds.folds * 9, "{rounds:?}");
    // In a match those who have left know.
    assert!(matches.settled > 100, "{matches:?}");
}
