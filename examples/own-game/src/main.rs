//! Trains a player of a game that Elderhand does not know, bundles it, measures it and plays with it.
//!
//! `cargo run --release -p own-game [KEY=VALUE ...]`, where the settings are those of a config, such as
//! `budget.minutes=0.1`.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use elderhand_agents::bundle::{Draft, Training};
use elderhand_agents::{
    Agent, AgentError, Bot, Bundle, Choice, Effort, Entrant, Plan, TabularPolicy, Verdict, duel, nash_conv,
};
use elderhand_env::{Action, Game, Overrides, Seat, Stream, Table, game};
use elderhand_train::{Config, Provenance, Trainer, default_run_dir};
use own_game::{DRAW, HighCard, HighCardView, ID, KEEP, Options};

/// Keeps whatever is above the middle.
struct Middle;

impl Agent<HighCardView> for Middle {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &HighCardView) -> Result<Action, AgentError> {
        let above = view.card.is_some_and(|card| 2 * card.rank() > view.options.ranks + 1);
        Ok(if above { KEEP } else { DRAW })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    own_game::known()?;
    let settings: Vec<String> = std::env::args().skip(1).collect();

    // Train, as for any variant: the config names the game by its id.
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("high-card.toml");
    let config = Config::load(&path, &settings)?;
    let dir = default_run_dir(&path);
    let mut trainer = Trainer::new(&config, &dir, &Provenance::default())?;
    println!("training {ID} in {}", dir.display());
    let outcome = trainer.run(&mut (), &mut (), &AtomicBool::new(false))?;
    println!("{} decisions", outcome.decisions);

    // Bundle.
    let model = trainer.model();
    let draft = Draft {
        game: ID.into(),
        options: config.options.clone(),
        variable: config.self_play.vary.clone(),
        network: model.network()?,
        value_scale: config.value_scale,
        decision: Choice::Argmax,
        training: Training {
            run: dir.display().to_string(),
            date: None,
            revision: None,
            seed: config.seed,
            steps: model.info.optimiser_steps,
            decisions: model.info.decisions,
            config: config.to_toml(),
            notes: Default::default(),
        },
        evaluations: Vec::new(),
        card: None,
    };
    let file = dir.join("bot.elderhand");
    let bundle = draft.write(&file)?;
    println!("{}: {} golden positions hold", bundle.name(), bundle.verify()?.positions);

    measure(&bundle)?;
    play(&file)
}

/// Meets two others in the arena, and perfect opponents.
fn measure(bundle: &Bundle) -> Result<(), Box<dyn std::error::Error>> {
    let game = HighCard::new(ID, Options { ranks: 13 })?;
    let trained = || bundle.agent(&game).map(|agent| Box::new(agent) as Box<dyn Agent<_>>);
    let bot = Entrant::new("trained", trained);
    let plan = Plan::new(5_000, 1).threads(2);
    let random = Bot::open("random")?;
    let others = [
        Entrant::new("random", || random.agent(&game)),
        Entrant::new("middle", || Ok::<Box<dyn Agent<_>>, Infallible>(Box::new(Middle))),
    ];
    for other in others {
        let tally = duel(&game, &bot, &other, &plan, |_| ControlFlow::Continue(()))?;
        let ((low, high), verdict) = (tally.points_ci, Verdict::of(tally.points_ci));
        println!("against {}: {:+.3} points a round ({low:+.3} to {high:+.3}), {verdict}", other.name(), tally.points);
    }
    let policy = TabularPolicy::stated("trained", trained()?);
    let measured = nash_conv(&game, policy, &Effort { positions: 1_000_000, threads: 2 }, |_| ())?;
    println!("against perfect opponents it loses {:.4} points a round, both seats together", measured.nash_conv);
    Ok(())
}

/// Plays one game of the bundle against itself, found by its path as any bot is.
fn play(file: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let bot = Bot::open(&file.display().to_string())?;
    let mut table: Table = game(ID, &Overrides::new())?.table(Stream::new(11));
    let mut players = [bot.player(table.game())?, bot.player(table.game())?];
    for (seat, player) in players.iter_mut().enumerate() {
        player.begin(seat, 7)?;
    }
    while let Some(seat) = table.seat() {
        let view = table.view(seat)?;
        let decision = players[seat].decide(&view)?;
        let name = table.game().spec().name(decision.action).to_owned();
        println!("seat {seat} holds {} and would {name}", view.json()["card"]);
        table.play(decision.action)?;
    }
    println!("returns {:?}", table.returns());
    Ok(())
}
