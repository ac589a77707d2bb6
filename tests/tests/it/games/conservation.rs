//! Cards are conserved, and returns stay in their bounds.

use elderhand_env::{Game, State, Turn};
use elderhand_tests::play::play;
use elderhand_tests::setting::Setting;
use elderhand_tests::{every_game, together};

every_game!(the_zones_hold_the_pack_at_every_node, zones);
every_game!(returns_keep_their_bounds, returns);

fn zones<G: Game>(game: &G, _: &Setting) {
    let pack = together(&game.start());
    assert!(!pack.is_empty());
    let check = |state: &G::State| {
        assert_eq!(together(state), pack);
        assert_eq!(state.deck().is_empty(), state.turn() != Turn::Chance);
        assert!(pack.contains_all(state.deck()));
        assert_eq!(state.lots().is_empty(), state.turn() != Turn::Lot);
        assert!(state.lots().seats().all(|seat| seat < game.spec().seats));
    };
    play(game, 10_000, check, |_| ());
}

fn returns<G: Game>(game: &G, _: &Setting) {
    let spec = game.spec();
    let mut ended = 0;
    let check = |state: &G::State| {
        let returns: Vec<f32> = (0..spec.seats).map(|seat| state.returns(seat)).collect();
        if !matches!(state.turn(), Turn::Over { .. }) {
            assert!(returns.iter().all(|&points| points == 0.0));
            return;
        }
        ended += 1;
        assert!(returns.iter().all(|&points| points >= spec.returns.0 && points <= spec.returns.1), "{returns:?}");
        // Thirds and sevenths of a point are not exact.
        assert!(!spec.zero_sum || returns.iter().sum::<f32>().abs() < 1e-3, "{returns:?}");
    };
    play(game, 40_000, check, |_| ());
    assert!(ended > 0);
}
