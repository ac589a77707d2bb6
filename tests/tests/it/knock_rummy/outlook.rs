//! The hints, by trying every draw and every discard after it.

use elderhand_env::knock_rummy::{KnockRummy, Phase, Rules};
use elderhand_env::{Game, State, Turn};
use elderhand_tests::play::play;
use elderhand_tests::promises::{Seen, Sight, silent};
use elderhand_tests::told::Told;

#[test]
fn what_discards_and_draws_promise() {
    for seats in 2..=6 {
        let game = KnockRummy::new("knock-rummy", Rules { seats, ..Rules::knock_rummy() }).unwrap();
        let mut seen = Seen::default();
        let check = |state: &<KnockRummy as Game>::State| {
            if let Turn::Seat(seat) = state.turn() {
                let view = state.view(seat);
                let told = Told::of(&game, &view);
                let next = (seat + 1) % usize::from(seats);
                let sight = Sight {
                    hand: view.hand,
                    unseen: view.unseen(),
                    known: view.table.known[next],
                    others: Rules::dealt(seats.into()),
                    sets: true,
                };
                match view.table.phase {
                    Phase::Discard => sight.discards(view.allowed_discards(), &told, &mut seen),
                    _ => {
                        let pays = |more: f64| move |taken: f64, drawn: f64| taken <= drawn + more;
                        sight.draws(view.table.pile.top(), pays(1e-3), pays(-1e-3), &told, &mut seen);
                    }
                }
                silent(&Told::of(&game, &state.view(next)));
            }
        };
        play(&game, 400, check, |_| ());
        println!("{seats}: {seen:?}");
        seen.enough();
    }
}
