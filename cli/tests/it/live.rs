//! A bot in a process of its own plays exactly as it does at home.

use elderhand_agents::Bot;
use elderhand_env::gin::{Gin, Rules};
use elderhand_env::{Driver, Game, Stream, View};

#[test]
fn a_bot_over_the_protocol_is_the_bot_at_home() {
    let game = Gin::new("gin", Rules::gin()).unwrap();
    for name in ["random", "simple", "greedy"] {
        let bot = Bot::open(&format!("cmd:'{}' bot {name}", env!("CARGO_BIN_EXE_elderhand"))).unwrap();
        let mut away = bot.agent(&game).unwrap();
        let mut home = Bot::open(name).unwrap().agent(&game).unwrap();
        for seed in 0..10 {
            let its_seat = seed as usize % 2;
            let mut table = Driver::new(game.clone(), Stream::new(seed));
            for agent in [&mut away, &mut home] {
                agent.begin(its_seat, seed).unwrap();
            }
            while let Some(seat) = table.seat() {
                let view = table.view(seat);
                let action = if seat == its_seat {
                    let (away, home) = (away.decide(&view).unwrap(), home.decide(&view).unwrap());
                    assert_eq!(away, home, "{name}, seed {seed}: {view:?}");
                    away.action
                } else {
                    Stream::new(!seed).pick(&view.legal())
                };
                table.play(action).unwrap();
            }
            away.end(&[table.returns(0), table.returns(1)]).unwrap();
        }
    }
}
