//! A redealt or disturbed state shows the same seat the same view, hides other cards if any are hidden, and can be
//! played on.

use elderhand_env::{AnyGame, Audit, Check, Game, Redeal, State, Stream, Turn, ViewOf};
use elderhand_tests::play::play;
use elderhand_tests::setting::Setting;
use elderhand_tests::{every_type, together};
use serde_json::json;

every_type!(a_redeal_keeps_the_view_and_varies_the_rest, redeals);

fn redeals<G: Game>(game: &G, _: &Setting) {
    let mut stream = Stream::new(3);
    let (mut redealt, mut varied, mut hides) = (0, 0, false);
    let check = |state: &G::State| {
        let Turn::Seat(mover) = state.turn() else { return };
        if stream.below(5) > 0 {
            return;
        }
        let seat = stream.below(game.spec().seats);
        let view = state.view(seat);
        if has_missed_the_count::<G>(&view) {
            return;
        }
        let redealt_once = view.redeal(&mut stream);
        are_alike_without_type(game, &view, stream.bits());
        for disturbed in [false, true] {
            let mut other = if disturbed { view.disturb(&redealt_once, &mut stream) } else { redealt_once.clone() };
            assert_eq!(other.view(seat), view);
            // Who sits out of a match does not see whose turn it is.
            if G::round_view(&view).is_some() {
                assert_eq!(other.turn(), Turn::Seat(mover));
            }
            // What the others know must fit their new cards as well.
            (0..game.spec().seats).for_each(|seat| assert_eq!(other.view(seat).check(), Ok(())));
            redealt += 1;
            varied += usize::from(other.zones() != state.zones());
            play_out(game, &mut other, &mut stream);
        }
    };
    play(game, 3_000, check, |events| hides |= events.iter().any(|event| event.is_hidden()));
    let right = if hides { varied * 4 > redealt } else { varied == 0 };
    assert!(right, "{varied} of {redealt} redeals differ from the truth, and hidden cards are dealt: {hides}");
}

/// A view without its type deals, disturbs and weighs as the view itself.
fn are_alike_without_type<G: Game>(game: &G, view: &ViewOf<G>, seed: u64) {
    let read = AnyGame::of(game.clone()).read_view(json!(view)).expect("a view");
    let chance = || Stream::new(seed);
    let (world, other) = (view.redeal(&mut chance()), read.redeal(&mut chance()));
    assert_eq!(other.downcast_ref(), Some(&world));
    let disturbed = view.disturb(&world, &mut chance());
    assert_eq!(read.disturb(&other, &mut chance()).downcast_ref(), Some(&disturbed));
    let (mut asked, mut asked_without) = (Vec::new(), Vec::new());
    let expected = view.log_weight(&world, &mut chance(), &mut |seen, action| {
        asked.push((json!(seen), action));
        0.5
    });
    let found = read.log_weight(&other, &mut chance(), &mut |seen, action| {
        asked_without.push((seen.json(), action));
        0.5
    });
    assert_eq!((found, asked_without), (expected, asked));
}

/// Returns `true` if a seat sat out a round that has been counted, while another chooses how the next one begins: what
/// the round was cannot be made up from the scores after it.
fn has_missed_the_count<G: Game>(view: &ViewOf<G>) -> bool {
    let text = || serde_json::to_value(view).expect("a view is plain data");
    G::round_view(view).is_none() && text()["match"]["counted"] == true
}

/// Plays on at random for a while; the cards must stay together.
fn play_out<G: Game>(game: &G, state: &mut G::State, stream: &mut Stream) {
    let pack = together(&game.start());
    for _ in 0..40 {
        assert_eq!(together(state), pack);
        state.settle(stream);
        if matches!(state.turn(), Turn::Over { .. }) {
            return;
        }
        state.apply(stream.pick(&state.legal()));
    }
}
