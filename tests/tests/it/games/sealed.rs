//! Where all decide at once, no view tells what another seat has decided.
//!
//! Wherever decisions are known to their makers alone, those of all seats but one are made anew, and that one must be shown
//! the same as before.

use elderhand_env::{Audit, Game, State, Stream};
use elderhand_tests::every_game;
use elderhand_tests::play::{Event, play};
use elderhand_tests::setting::Setting;

use crate::games::leak::{Leaky, look_alike};

every_game!(no_view_shows_what_others_decide_at_once, no_leak);
every_game!(a_view_that_peeks_at_a_decision_is_caught, leak_is_caught);

/// Makes sealed decisions anew; gives the number of positions that were compared with another, and of those that were sealed.
fn compare<G: Game>(game: &G, decisions: usize) -> Result<(usize, usize), String> {
    let mut stream = Stream::new(6);
    let (mut compared, mut sealed, mut problem) = (0, 0, None);
    let end = |events: &[Event]| {
        let mut positions = vec![game.start()];
        for (place, event) in events.iter().enumerate() {
            let mut truth = positions[place].clone();
            event.happen(&mut truth);
            let (begin, seat) = (place + 1 - truth.sealed(), stream.below(game.spec().seats));
            let mut other = positions[begin.min(place)].clone();
            for event in &events[begin..=place] {
                let &Event::Played(by, action) = event else { panic!("{event:?} is no decision") };
                other.apply(if by == seat { action } else { stream.pick(&other.legal()) });
            }
            if begin <= place {
                sealed += 1;
                compared += usize::from(other != truth);
                problem = problem.take().or(look_alike(game, &truth, &other, seat).err());
            }
            positions.push(truth);
        }
    };
    play(game, decisions, |_| (), end);
    problem.map_or(Ok((compared, sealed)), Err)
}

fn no_leak<G: Game>(game: &G, setting: &Setting) {
    let (compared, sealed) = compare(game, 4_000).unwrap_or_else(|problem| panic!("{setting}: {problem}"));
    // Of two seats the one looks at its own decision as often as at the other's, which is made as before every other time.
    assert!(compared * 5 > sealed || sealed == 0, "{compared} of {sealed}");
    assert!(sealed > 0 || setting.id != "snap", "in Snap all decide at once");
}

fn leak_is_caught<G: Game>(game: &G, _: &Setting) {
    assert!(matches!(compare(&Leaky(game.clone()), 1_000), Err(_) | Ok((0, 0))));
}
