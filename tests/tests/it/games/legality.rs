//! There is a legal action wherever the game is not over; every other one is refused and changes nothing.

use elderhand_env::{Action, ActionSet, Batch, Buffers, Game, State, StepError, Stream, Turn, VecEnv, View};
use elderhand_tests::play::{Event, play};
use elderhand_tests::setting::Setting;
use elderhand_tests::variable::tables;
use elderhand_tests::{every_game, every_type};

every_game!(only_legal_actions_are_taken, refuses_others);
every_type!(random_play_reaches_most_actions, reaches);
every_game!(play_ends_within_its_bound, ends);
every_game!(a_batch_refuses_without_changing_a_lane, batch_refuses);

fn refuses_others<G: Game>(game: &G, _: &Setting) {
    let spec = game.spec();
    let table: ActionSet = (0..spec.actions.len()).map(|id| Action(id as u16)).collect();
    let check = |state: &G::State| {
        let legal = state.legal();
        match state.turn() {
            Turn::Seat(seat) => {
                assert!(seat < spec.seats && !legal.is_empty());
                assert_eq!(state.view(seat).legal(), legal);
                let folly = state.view(seat).folly();
                assert!(folly.iter().all(|action| legal.contains(action)) && folly.len() < legal.len());
            }
            _ => assert!(legal.is_empty()),
        }
        assert!(legal.iter().all(|action| table.contains(action)));
        if !matches!(state.turn(), Turn::Chance | Turn::Lot) {
            let idle = (0..spec.seats).filter(|&seat| state.turn() != Turn::Seat(seat));
            idle.for_each(|seat| assert!(state.view(seat).legal().is_empty()));
        }
        let mut tried = state.clone();
        let others = (0..ActionSet::CAPACITY as u16 + 1).chain([u16::MAX]).map(Action);
        for action in others.filter(|&action| !legal.contains(action)) {
            assert!(tried.play(action).is_err(), "{} is taken but not legal", action.0);
        }
        assert_eq!(serde_json::to_string(&tried).unwrap(), serde_json::to_string(state).unwrap());
    };
    play(game, 1_000, check, |_| ());
}

fn reaches<G: Game>(game: &G, _: &Setting) {
    // An action may belong to a larger table than this one.
    let tables = tables(game);
    let reached = |decisions: usize| {
        let mut played = ActionSet::EMPTY;
        let mut end = |events: &[Event]| {
            for event in events {
                if let Event::Played(_, action) = event {
                    played.insert(*action);
                }
            }
        };
        tables.iter().for_each(|table| play(table, decisions / tables.len(), |_| (), &mut end));
        played
    };
    // Where it takes several rare cards at once, random play needs longer.
    let most = |played: &ActionSet| played.len() * 4 >= game.spec().actions.len() * 3;
    let played = Some(reached(40_000)).filter(most).unwrap_or_else(|| reached(400_000));
    let table = game.spec().actions.len();
    assert!(most(&played), "{} of {table} actions: {:?}", played.len(), game.spec().names(played));
}

fn ends<G: Game>(game: &G, _: &Setting) {
    let mut longest = 0;
    let end = |events: &[Event]| {
        let length = events.iter().filter(|event| matches!(event, Event::Played(..))).count();
        longest = longest.max(length);
    };
    play(game, 20_000, |_| (), end);
    assert!(longest > 0 && longest <= game.spec().max_length, "{longest}");
}

fn batch_refuses<G: Game>(game: &G, _: &Setting) {
    let mut batch = Batch::new(game.clone(), 3);
    let mut buffers = Buffers::new(game.spec(), 3);
    assert_eq!(batch.step(&[Action(0); 3], &mut buffers.slices()), Err(StepError::NotReset));
    batch.reset(1, &mut buffers.slices()).unwrap();
    let mut stream = Stream::new(2);
    for _ in 0..50 {
        let mut actions: Vec<Action> = buffers.legal_sets().map(|legal| stream.pick(&legal)).collect();
        let (before, shown) = (batch.save(), buffers.clone());
        let legal = buffers.legal(2);
        let illegal = (0..).map(Action).find(|&action| !legal.contains(action)).unwrap();
        let good = std::mem::replace(&mut actions[2], illegal);
        assert_eq!(batch.step(&actions, &mut buffers.slices()), Err(StepError::Illegal { lane: 2, action: illegal }));
        assert_eq!(batch.step(&actions[..2], &mut buffers.slices()), Err(StepError::Count { found: 2, lanes: 3 }));
        assert!(batch.save() == before && buffers == shown);
        actions[2] = good;
        batch.step(&actions, &mut buffers.slices()).unwrap();
    }
}
