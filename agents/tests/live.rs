//! A bot in a process of its own plays exactly as it does at home; this program is the test and also that bot.

use std::io;

use elderhand_agents::{Agent, Bot, Random, protocol::serve};
use elderhand_env::kuhn::{Kuhn, KuhnView, Options};
use elderhand_env::{Game, Stream, Table};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if std::env::args().nth(1).is_some_and(|argument| argument == "serve") {
        return Ok(serve(io::stdin().lock(), io::stdout().lock(), &Bot::open("random")?)?);
    }
    let game = Kuhn::new("kuhn", Options {})?;
    let bot = Bot::open(&format!("cmd:'{}' serve", std::env::current_exe()?.display()))?;
    let mut away = bot.agent(&game)?;
    let mut home: Box<dyn Agent<KuhnView>> = Box::new(Random::default());
    for seed in 0..200 {
        let mut table = Table::new(game.clone(), Stream::new(seed));
        for agent in [&mut away, &mut home] {
            agent.begin(seed as usize % 2, seed)?;
        }
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let action = if seat == seed as usize % 2 {
                let (away, home) = (away.decide(&view)?, home.decide(&view)?);
                assert_eq!(away, home, "seed {seed}: {view:?}");
                away.action
            } else {
                Stream::new(!seed).pick(&elderhand_env::View::legal(&view))
            };
            table.play(action)?;
        }
        away.end(&[table.returns(0), table.returns(1)])?;
    }
    println!("200 games with a bot in a process of its own: ok");
    Ok(())
}
