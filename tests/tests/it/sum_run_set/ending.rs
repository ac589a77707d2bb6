//! The last hands of two against every way to play them.

use std::time::{Duration, Instant};

use elderhand_agents::Bot;
use elderhand_env::options::parse_options;
use elderhand_env::sum_run_set::{Ending, SumRunSetView};
use elderhand_env::{Action, ActionSet, Overrides, Stream, Table, View};

/// What the first seat makes more than the other if both play on as well as can be.
fn most(table: &mut Table) -> f32 {
    let Some(seat) = table.seat() else { return table.returns()[0] };
    let ends = every(table).into_iter().map(|(_, end)| end);
    if seat == 0 { ends.reduce(f32::max) } else { ends.reduce(f32::min) }.expect("there is something to do")
}

/// Each action with what comes of it.
fn every(table: &mut Table) -> Vec<(Action, f32)> {
    let made = table.length();
    let actions: Vec<_> = table.legal().iter().collect();
    let ends = actions.into_iter().map(|action| {
        table.play(action).unwrap();
        let end = most(table);
        table.undo_to(made).unwrap();
        (action, end)
    });
    ends.collect()
}

fn ending(table: &Table) -> Option<Ending> {
    let view = table.view(table.seat()?).unwrap();
    Ending::of(view.downcast_ref::<SumRunSetView>().unwrap())
}

#[test]
fn the_last_cards_of_two_are_played_as_well_as_can_be() {
    for seed in 0..40 {
        let mut table = Table::new("sum-run-set", &Overrides::new(), Stream::new(seed)).unwrap();
        let mut stream = Stream::new(!seed);
        let few = |table: &Table| {
            let view = table.view(table.seat().unwrap()).unwrap();
            let view: &SumRunSetView = view.downcast_ref().unwrap();
            view.hand.len() + view.unseen().len() <= 5
        };
        while ending(&table).is_none() || !few(&table) {
            table.play(stream.pick(&table.legal())).unwrap();
        }
        while let Some(seat) = table.seat() {
            let told = ending(&table).expect("nothing is hidden");
            let ends = every(&mut table);
            let own = |end: f32| if seat == 0 { end } else { -end };
            let best = ends.iter().map(|&(_, end)| own(end)).reduce(f32::max).unwrap();
            assert_eq!(told.points as f32, best, "seed {seed}");
            let mut actions = ActionSet::EMPTY;
            ends.iter().filter(|&&(_, end)| own(end) == best).for_each(|&(action, _)| actions.insert(action));
            assert_eq!(told.best, actions, "seed {seed}");
            table.play(stream.pick(&table.legal())).unwrap();
        }
    }
}

#[test]
fn a_pond_in_which_all_was_left_is_not_reckoned() {
    let mut table = Table::new("sum-run-set", &Overrides::new(), Stream::new(1)).unwrap();
    let leaves = |table: &Table, action: &Action| {
        let name = &table.game().spec().actions[usize::from(action.0)];
        name.starts_with("play") || name == "leave"
    };
    let pond = loop {
        let view = table.view(table.seat().unwrap()).unwrap();
        let view: &SumRunSetView = view.downcast_ref().unwrap();
        if view.table.pack == 0 {
            break view.table.pond.len();
        }
        let action = table.legal().iter().find(|action| leaves(&table, action)).expect("a card may be left");
        table.play(action).unwrap();
    };
    let begun = Instant::now();
    assert!(pond > 40 && ending(&table).is_none());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn trained_players_and_those_that_search_make_what_was_foretold_when_the_last_hands_were_dealt() {
    for (bot, seeds) in [("checkpoint:sum-run-set", 20), ("search:simple,rollouts=16", 4)] {
        makes_what_was_foretold(&Bot::open(bot).unwrap(), seeds);
    }
}

fn makes_what_was_foretold(bot: &Bot, seeds: u64) {
    for seed in 0..seeds {
        let mut table = Table::new("sum-run-set", &Overrides::new(), Stream::new(seed)).unwrap();
        let mut players = [0, 1].map(|_| bot.player(table.game()).unwrap());
        (0..2).for_each(|seat| players[seat].begin(seat, seed).unwrap());
        let mut foretold = None;
        while let Some(seat) = table.seat() {
            foretold = foretold.or_else(|| Some((seat, ending(&table)?.points)));
            table.play(players[seat].act(&table.view(seat).unwrap()).unwrap()).unwrap();
        }
        let (seat, points) = foretold.expect("hands are dealt to the end");
        assert_eq!(table.returns()[seat], points as f32, "seed {seed}");
    }
}

#[test]
fn a_match_is_won_rather_than_a_pitch_by_more() {
    let mut seen = 0;
    for seed in 0..400 {
        let options = parse_options(&["episode=match"]).unwrap();
        let mut table = Table::new("sum-run-set", &options, Stream::new(seed)).unwrap();
        let bot = Bot::open("simple").unwrap();
        let mut players = [0, 1].map(|_| bot.player(table.game()).unwrap());
        (0..2).for_each(|seat| players[seat].begin(seat, seed).unwrap());
        while let Some(seat) = table.seat() {
            let view = table.view(seat).unwrap();
            let reckoned = view.reckoned();
            let made = table.length();
            let wins = reckoned.is_some()
                && table.legal().iter().any(|action| {
                    table.play(action).unwrap();
                    let won = table.seat().is_none() && table.returns()[seat] > 0.0;
                    table.undo_to(made).unwrap();
                    won
                });
            if wins {
                // Who could win at once wins, if not at once.
                let mut end = table.clone();
                while let Some(next) = end.seat() {
                    let best = end.view(next).unwrap().reckoned().expect("nothing is hidden");
                    end.play(best.iter().next().unwrap()).unwrap();
                }
                assert!(end.returns()[seat] > 0.0, "seed {seed}");
                seen += 1;
            }
            table.play(players[seat].act(&view).unwrap()).unwrap();
        }
        if seen > 3 {
            return;
        }
    }
    panic!("no match was about to be won");
}
