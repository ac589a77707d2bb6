//! What the places of a match go by, also where only the winner is paid.

use elderhand_env::skirmish::{Rules, Skirmish};
use elderhand_env::{Episode, Game, State, Stream, Turn};

/// Plays a match at random; gives the state it ends in.
fn play(id: &'static str, rules: Rules, seed: u64) -> <Skirmish as Game>::State {
    let game = Skirmish::new(id, rules).unwrap();
    let (mut state, mut stream) = (game.start(), Stream::new(seed));
    loop {
        state.settle(&mut stream);
        match state.turn() {
            Turn::Over { .. } => return state,
            _ => state.apply(stream.pick(&state.legal())),
        }
    }
}

/// A number that the view has of each seat.
fn shown(state: &<Skirmish as Game>::State, name: &str) -> Vec<i64> {
    let view = serde_json::to_value(state.view(0)).unwrap();
    view["table"]["players"].as_array().unwrap().iter().map(|player| player[name].as_i64().unwrap()).collect()
}

fn standings(state: &<Skirmish as Game>::State, seats: usize) -> Vec<f32> {
    (0..seats).map(|seat| state.standing(seat)).collect()
}

#[test]
fn totals_place_the_players_of_a_match() {
    for seed in 0..20 {
        let state = play("skirmish", Rules { episode: Episode::Match, rounds: 2, ..Rules::skirmish() }, seed);
        let totals: Vec<f32> = shown(&state, "total").iter().map(|&total| total as f32).collect();
        assert_eq!(standings(&state, 4), totals);
        let best = totals.iter().copied().fold(f32::MIN, f32::max);
        (0..4).for_each(|seat| assert_eq!(state.returns(seat) > 0.0, totals[seat] == best));
    }
}

#[test]
fn who_left_later_stands_higher() {
    for seed in 0..20 {
        let state = play("skirmish-elimination", Rules { seats: 4, every: 1, ..Rules::elimination() }, seed);
        let gone = shown(&state, "gone");
        let mut order: Vec<usize> = (0..4).collect();
        order.sort_by(|&a, &b| state.standing(a).total_cmp(&state.standing(b)));
        assert_eq!(order.iter().map(|&seat| gone[seat]).collect::<Vec<_>>(), [1, 2, 3, 0]);
    }
}

#[test]
fn a_single_round_is_placed_by_its_returns() {
    for seed in 0..20 {
        let state = play("skirmish", Rules::skirmish(), seed);
        (0..4).for_each(|seat| assert_eq!(state.standing(seat), state.returns(seat)));
    }
}
