//! The rule-based player of every variant keeps to the rules and beats random play.

use elderhand_agents::Bot;
use elderhand_env::{Overrides, Stream, VARIANTS, game};

use crate::common::won_from_random;

#[test]
fn it_answers_every_position_with_a_legal_action() {
    let mut played = 0;
    for variant in VARIANTS {
        let game = game(variant.id, &Overrides::new()).unwrap();
        // In positions of its own play and of random play.
        let Ok(mut bot) = Bot::open("simple").unwrap().player(&game) else { continue };
        let (mut chance, mut answers) = (Stream::new(1), 0);
        for seed in 0.. {
            let mut table = game.table(Stream::new(seed));
            while let Some(seat) = table.seat() {
                let view = table.view(seat).unwrap();
                let (answer, legal) = (bot.act(&view).unwrap(), view.legal());
                assert!(legal.contains(answer), "{}: {view:?}", variant.id);
                table.play(if chance.below(4) == 0 { chance.pick(&legal) } else { answer }).unwrap();
                answers += 1;
            }
            if answers > 3_000 {
                break;
            }
        }
        played += 1;
    }
    assert!(played + 2 >= VARIANTS.len(), "only the yardsticks have no rule-based player");
}

#[test]
fn it_beats_random_play() {
    let mut played = 0;
    for variant in VARIANTS {
        if Bot::playing(variant.id).all(|bot| bot != "simple") {
            continue;
        }
        let game = game(variant.id, &Overrides::new()).unwrap();
        let least = won_from_random(&game, if game.spec().returns.1 > 1.0 { 200 } else { 12 });
        assert!(least > 0.0, "{}: {least}", variant.id);
        played += 1;
    }
    assert!(played + 2 >= VARIANTS.len(), "only the yardsticks have no rule-based player");
}
