//! What hands score, what they can score at most, and how long they can be.

use elderhand_env::gin::{Gin, LayoutBy, Move, Rules, Showdown};
use elderhand_env::{Action, CardSet, Game, Redeal, State, Stream, Turn};
use elderhand_tests::play::play;

/// Compares the points of finished hands with their returns, and counts those that each seat won.
fn compare(rules: Rules) {
    let game = Gin::new("gin", rules).unwrap();
    let mut won = [0; 2];
    let check = |state: &<Gin as Game>::State| {
        let points = [0, 1].map(|seat| state.points(seat));
        let Turn::Over { .. } = state.turn() else { return assert_eq!(points, [0, 0]) };
        let showdown = state.view(0).showdown;
        assert_eq!(showdown.map_or([0; 2], |showdown| showdown.points.map(i32::from)), points);
        for seat in 0..2 {
            assert_eq!((points[seat] - points[1 - seat]) as f32, state.returns(seat));
        }
        if let Some(winner) = showdown.and_then(|showdown| showdown.winner) {
            assert!(points[winner] > 0, "{points:?}");
            assert!(rules.sequence_bonus || points[1 - winner] == 0, "{points:?}");
            won[winner] += 1;
        }
    };
    play(&game, 20_000, check, |_| ());
    assert!(won.iter().all(|&times| times > 20), "{won:?}");
}

#[test]
fn returns_are_the_points_less_the_others() {
    for rules in [Rules::gin(), Rules::oklahoma(), Rules::sequence(), Rules::seven()] {
        compare(rules);
    }
}

#[test]
fn a_hand_has_two_answers_and_two_decisions_a_turn() {
    let length = |rules: Rules| Gin::new("gin", rules).unwrap().spec().max_length;
    for rules in [Rules::gin(), Rules::oklahoma(), Rules::sequence(), Rules::seven()] {
        assert_eq!(length(rules), 402);
        // Laid out by hand, more is to be done after the last turn.
        assert_eq!(length(Rules { layout: LayoutBy::Chosen, ..rules }), 442);
    }
}

#[test]
fn returns_are_bounded_by_the_richest_hand() {
    let most = |rules: Rules| Gin::new("gin", rules).unwrap().spec().returns;
    assert_eq!(most(Rules::gin()), (-120.0, 120.0));
    assert_eq!(most(Rules::oklahoma()), (-120.0, 120.0));
    assert_eq!(most(Rules::seven()), (-90.0, 90.0));
    assert_eq!(most(Rules { undercut_bonus: 25, ..Rules::gin() }), (-125.0, 125.0));
    assert_eq!(most(Rules { gin_bonus: 25, ..Rules::oklahoma() }), (-125.0, 125.0));
    assert_eq!(most(Rules::sequence()), (-142.0, 142.0));
}

#[test]
fn a_sequence_of_eleven_cards_keeps_the_bounds() {
    let cards = |text: &str| -> CardSet { text.parse().unwrap() };
    let rules = Rules::sequence();
    let knocker = cards("3S 4S 5S 6S 7S 8S 9S TS JS QS KS");
    let defender = cards("9C TC QC KC TD QD KD TH QH KH");
    let showdown = Showdown::best(&rules, 0, [knocker, defender], cards("AS"));
    assert!(showdown.gin);
    // 20 for gin, the deadwood, eleven for the run and three for its court cards.
    assert_eq!(showdown.points, [20 + 99 + 11 + 3, 0]);
    let most = Gin::new("gin", rules).unwrap().spec().returns.1;
    assert!(f32::from(showdown.points[0]) <= most);
}

#[test]
fn a_hand_that_the_cap_ended_stays_cut_off_when_it_is_dealt_again() {
    let (mut state, mut stream) = (Gin::new("gin", Rules::gin()).unwrap().start(), Stream::new(1));
    state.settle(&mut stream);
    while let Turn::Seat(_) = state.turn() {
        // Nobody draws from the stock, so the cap comes before it is out; nobody knocks.
        let wanted = |action: &Action| matches!(Move::of(*action), Some(Move::Take | Move::Discard(_)));
        let action = state.legal().iter().find(wanted).unwrap();
        state.play(action).unwrap();
        state.settle(&mut stream);
    }
    assert_eq!(state.turn(), Turn::Over { truncated: true });
    for seat in 0..2 {
        assert_eq!(state.view(seat).redeal(&mut stream).turn(), state.turn());
    }
}
