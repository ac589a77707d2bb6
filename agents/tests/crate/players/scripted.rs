//! The rule-based player of every variant keeps to the rules and beats random play.

use std::ops::ControlFlow;

use elderhand_agents::bots::load;
use elderhand_agents::{Entrant, Plan, duel};
use elderhand_env::{Driver, Game, Overrides, Stream, VARIANTS, View, Visitor, visit};

/// Lets `simple` answer in positions of its own play and of random play.
struct Answers;

impl Visitor for Answers {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let Ok(mut bot) = load(&game, "simple") else { return };
        let mut chance = Stream::new(1);
        let mut answers = 0;
        for seed in 0.. {
            let mut table = Driver::new(game.clone(), Stream::new(seed));
            while let Some(seat) = table.seat() {
                let view = table.view(seat);
                let answer = bot.act(&view).unwrap();
                let legal = view.legal();
                assert!(legal.contains(answer), "{}: {view:?}", game.spec().id);
                table.play(if chance.below(4) == 0 { chance.pick(&legal) } else { answer }).unwrap();
                answers += 1;
            }
            if answers > 3_000 {
                return;
            }
        }
    }
}

/// The least that `simple` wins from `random` in a round or a match, by the interval; nothing if there is no such player.
struct Least;

impl Visitor for Least {
    type Output = Option<f64>;
    fn visit<G: Game>(self, game: G) -> Option<f64> {
        load(&game, "simple").ok()?;
        let [simple, random] = ["simple", "random"].map(|name| Entrant::new(name, || load(&game, name)));
        let deals = if game.spec().returns.1 > 1.0 { 200 } else { 12 };
        let plan = Plan::new(deals, 1);
        let tally = duel(&game, &simple, &random, &plan, |_| ControlFlow::Continue(())).unwrap();
        Some(tally.points_ci.0)
    }
}

#[test]
fn it_answers_every_position_with_a_legal_action() {
    for variant in VARIANTS {
        visit(variant.id, &Overrides::new(), Answers).unwrap();
    }
}

#[test]
fn it_beats_random_play() {
    let mut played = 0;
    for variant in VARIANTS {
        let Some(least) = visit(variant.id, &Overrides::new(), Least).unwrap() else { continue };
        assert!(least > 0.0, "{}: {least}", variant.id);
        played += 1;
    }
    assert!(played + 2 >= VARIANTS.len(), "only the yardsticks have no rule-based player");
}
