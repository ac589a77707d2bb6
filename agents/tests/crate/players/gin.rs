//! Gin's players by rules: who waits for gin knocks with nothing else, and punishes who knocks too readily.

use std::ops::ControlFlow;

use elderhand_agents::bots::load;
use elderhand_agents::{Agent, Entrant, Plan, duel, gin::Patient};
use elderhand_env::gin::{Discards, Gin, GinView, Rules};
use elderhand_env::{Driver, Game, Stream, View};

/// What each discard would leave.
fn discards(view: &GinView) -> Discards {
    Discards::new(view.hand, view.allowed_discards(), view.table.knock_limit.into(), true)
}

#[test]
fn the_patient_knock_with_gin_alone() {
    let game = Gin::new("gin", Rules::gin()).unwrap();
    let (mut waited, mut knocked) = (0, 0);
    for seed in 0..60 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let action = Patient.act(&view).unwrap();
            let may = view.legal().iter().any(|action| game.spec().name(action).starts_with("knock"));
            let does = game.spec().name(action).starts_with("knock");
            assert!(!does || discards(&view).least == 0, "seed {seed}: {view:?}");
            waited += usize::from(may && !does);
            knocked += usize::from(does);
            table.play(action).unwrap();
        }
    }
    assert!(waited > 50 && knocked > 10, "waited {waited} times, knocked {knocked} times");
}

#[test]
fn the_patient_beat_random_play() {
    let game = Gin::new("gin", Rules::gin()).unwrap();
    let [patient, random] = ["patient", "random"].map(|name| Entrant::new(name, || load(&game, name)));
    let plan = Plan::new(100, 1);
    assert!(duel(&game, &patient, &random, &plan, |_| ControlFlow::Continue(())).unwrap().points_ci.0 > 0.0);
}
