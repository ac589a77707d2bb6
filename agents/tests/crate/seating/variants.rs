//! Every registered variant can be carried by a bundle, and its bots decide without allocating.

use elderhand_agents::{Agent, Bundle};
use elderhand_env::{AnyGame, Driver, Overrides, Stream, VARIANTS, View, game};

use crate::common;

/// Plays a few games with the bot of a bundle and gives the number of decisions.
fn play(bundle: &Bundle, game: &AnyGame) -> usize {
    let mut bot = bundle.agent(game).unwrap();
    let mut decisions = 0;
    for seed in 0..3 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let mut answer = None;
            let memory = allocation_counter::measure(|| answer = Some(bot.act(&view)));
            // Whoever reckons what follows remembers positions for that.
            assert!(memory.count_total == 0 || view.reckoned().is_some(), "{}", game.spec().id);
            table.play(answer.unwrap().unwrap()).unwrap();
            decisions += 1;
        }
    }
    decisions
}

#[test]
fn every_variant_is_written_read_verified_and_played() {
    let folder = tempfile::tempdir().unwrap();
    for variant in VARIANTS {
        let path = folder.path().join(variant.id);
        common::draft(variant.id).write(&path).unwrap();
        let bundle = Bundle::open(&path).unwrap();
        assert!(bundle.verify().unwrap().positions >= 12, "{}", variant.id);
        assert!(bundle.card().contains(variant.title));
        assert!(play(&bundle, &game(variant.id, &Overrides::new()).unwrap()) > 0);
    }
}

#[test]
fn other_options_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gin.elderhand");
    let mut draft = common::draft("gin");
    draft.options.insert("gin_bonus".into(), 25.into());
    draft.options.insert("tie".into(), "undercut".into());
    let bundle = draft.write(&path).unwrap();
    let command = "elderhand play gin --bot gin.elderhand --set gin_bonus=25 --set tie=undercut\n";
    assert!(bundle.card().contains(command), "{}", bundle.card());
    assert_eq!(bundle.manifest().contract.options["gin_bonus"], 25);

    let seat = |id: &str, options: &Overrides| {
        bundle.agent(&game(id, options).unwrap()).map(drop).map_err(|error| error.to_string())
    };
    seat("gin", &bundle.manifest().contract.options).unwrap();
    let error = seat("gin", &Overrides::new()).unwrap_err();
    assert!(error.contains("`options.gin_bonus` is 25 in the bundle, but 20 in the game"), "{error}");
    let error = seat("kuhn", &Overrides::new()).unwrap_err();
    assert!(error.contains("`game` is gin in the bundle, but kuhn in the game"), "{error}");
}
