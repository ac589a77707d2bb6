//! The game of the example, found by its id wherever a variant is.

use std::sync::atomic::AtomicBool;

use elderhand_agents::bundle::{Draft, Training};
use elderhand_agents::{Bot, Choice};
use elderhand_env::{Buffers, GameError, Overrides, Redeal, Stream, game, register, variant, variants, vec_env};
use elderhand_train::{Config, Provenance, Trainer};
use own_game::{HighCard, HighCardView, ID, Options};

#[test]
fn it_is_listed_found_and_stepped() {
    own_game::known().unwrap();
    own_game::known().unwrap();
    assert!(variants().iter().any(|variant| variant.id == ID));
    assert_eq!(variant(ID).unwrap().title, "High Card");
    let again = register::<HighCard>(ID, "High Card", "", Options { ranks: 13 });
    assert!(matches!(again, Err(GameError::Taken { id: ID })));
    let taken = register::<HighCard>("gin", "High Card", "", Options { ranks: 13 });
    assert!(matches!(taken, Err(GameError::Taken { id: "gin" })));
    let few = Overrides::from_iter([("ranks".into(), 3.into())]);
    assert!(matches!(game(ID, &few), Err(GameError::Option { game: ID, .. })));

    let mut env = vec_env(ID, &Overrides::from_iter([("ranks".into(), 9.into())]), 64).unwrap();
    let mut buffers = Buffers::new(env.spec(), 64);
    env.reset(1, &mut buffers.slices()).unwrap();
    let mut chance = Stream::new(2);
    for _ in 0..100 {
        let actions: Vec<_> = buffers.legal_sets().map(|legal| chance.pick(&legal)).collect();
        env.step(&actions, &mut buffers.slices()).unwrap();
    }
}

#[test]
fn its_views_are_read_back_and_dealt_again() {
    own_game::known().unwrap();
    let game = game(ID, &Overrides::new()).unwrap();
    let mut chance = Stream::new(3);
    for seed in 0..200 {
        let mut table = game.table(Stream::new(seed));
        loop {
            for seat in 0..2 {
                let view = table.view(seat).unwrap();
                let typed = *view.downcast_ref::<HighCardView>().unwrap();
                assert_eq!(game.read_view(view.json()).unwrap(), view);
                assert_eq!(elderhand_env::State::view(&typed.redeal(&mut chance), seat), typed);
            }
            let Some(_) = table.seat() else { break };
            table.play(chance.pick(&table.legal())).unwrap();
        }
        assert_eq!(table.returns().iter().sum::<f32>(), 0.0);
    }
}

#[test]
fn it_is_trained_bundled_and_played() {
    own_game::known().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/high-card.toml");
    let settings = ["budget.minutes=0.0", "budget.decisions=20000", "threads=1"].map(String::from);
    let config = Config::load(config.as_ref(), &settings).unwrap();
    let mut trainer = Trainer::new(&config, &folder.path().join("run"), &Provenance::default()).unwrap();
    assert!(trainer.run(&mut (), &mut (), &AtomicBool::new(false)).unwrap().finished);
    let model = trainer.model();
    let draft = Draft {
        game: ID.into(),
        options: config.options.clone(),
        variable: config.self_play.vary.clone(),
        network: model.network().unwrap(),
        value_scale: config.value_scale,
        decision: Choice::Argmax,
        training: Training {
            run: "test".into(),
            date: None,
            revision: None,
            seed: 1,
            steps: 0,
            decisions: 0,
            config: String::new(),
            notes: Default::default(),
        },
        evaluations: Vec::new(),
        card: None,
    };
    let path = folder.path().join("bot.elderhand");
    let bundle = draft.write(&path).unwrap();
    assert!(bundle.verify().unwrap().positions > 0);
    assert!(bundle.card().contains("A player of High Card"));

    let bot = Bot::open(&path.display().to_string()).unwrap();
    assert_eq!(bot.games(), [ID]);
    let mut table = game(ID, &Overrides::new()).unwrap().table(Stream::new(1));
    let mut player = bot.player(table.game()).unwrap();
    player.begin(0, 1).unwrap();
    while let Some(seat) = table.seat() {
        table.play(player.act(&table.view(seat).unwrap()).unwrap()).unwrap();
    }
    assert_eq!(elderhand_env::Table::from_record(&table.record()).unwrap().returns(), table.returns());
}
