//! Loads a bundle and asks it about the positions of one game.
//!
//! `cargo run --example ask_a_bundle [BUNDLE]`, by default the released player of Kuhn poker.

use std::path::Path;

use elderhand_agents::{Bundle, Player};
use elderhand_env::{Stream, game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_else(|| "checkpoints/kuhn.elderhand".into());
    // On a web page it would be `Bundle::from_bytes`; everything is checked either way.
    let bundle = Bundle::open(Path::new(&path))?;
    let contract = &bundle.manifest().contract;
    println!("{path}: plays {}, {} weights", contract.game, bundle.network().parameters());

    // A game without its type; the player is seated at it with the bundle's own options.
    let game = game(&contract.game, &contract.options)?;
    let bot = elderhand_agents::Bot::open(&path)?;
    let mut players: Vec<Player> = (0..game.spec().seats).map(|_| bot.player(&game)).collect::<Result<_, _>>()?;
    let mut table = game.table(Stream::new(7));
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(seat, 7)?;
    }
    while let Some(seat) = table.seat().filter(|_| table.length() < 10) {
        let decision = players[seat].decide(&table.view(seat)?)?;
        let name = |action| game.spec().name(action).to_owned();
        let weighed = decision.probabilities.iter().take(3);
        let weighed: Vec<String> = weighed.map(|&(action, p)| format!("{} {:.0} %", name(action), 100.0 * p)).collect();
        let value = decision.value.map_or_else(String::new, |value| format!(", expects {value:+.2}"));
        println!("seat {seat}: {} ({}{value})", name(decision.action), weighed.join(", "));
        table.play(decision.action)?;
    }
    Ok(())
}
