//! A game in progress without its type: it is what the generic driver is, goes back, and is taken up from records.

use elderhand_env::{
    Action, AnyGame, AnyView, DealError, DrawError, Driver, Encode, Game, NoSeat, Overrides, PlayError, Record,
    RecordError, ReplayError, Row, RowError, State, Stream, Table, Turn, UndoError, game,
};
use elderhand_tests::setting::Setting;
use elderhand_tests::twins::Twins;
use elderhand_tests::{every_game, every_type};
use serde_json::Value;

every_type!(a_table_is_what_the_driver_is, equals);
every_game!(going_back_deals_the_same_again, goes_back);
every_game!(another_line_goes_on_lawfully, changes);
every_game!(a_record_is_taken_up_at_any_time, taken_up);
every_game!(a_game_is_dealt_by_hand, by_hand);

const fn is_send<T: Send + 'static>() {}
const _: () = (is_send::<Table>(), is_send::<AnyGame>(), is_send::<AnyView>()).0;

/// What every seat sees.
fn views(table: &Table) -> Vec<Value> {
    (0..table.game().spec().seats).map(|seat| table.view(seat).unwrap().json()).collect()
}

/// Plays at random until so many decisions are made, or to the end.
fn play(table: &mut Table, until: usize, choice: &mut Stream) {
    while table.length() < until && table.seat().is_some() {
        table.play(choice.pick(&table.legal())).unwrap();
    }
}

fn equals<G: Game>(typed: &G, setting: &Setting) {
    // `Twins` is not registered.
    let game = game(setting.id, &setting.overrides).unwrap_or_else(|_| AnyGame::of(typed.clone()));
    assert_eq!((game.spec(), game.family()), (typed.spec(), G::FAMILY));
    let seats = game.spec().seats;
    for seed in 0..2 {
        let (mut table, mut driver) = (game.table(Stream::new(seed)), Driver::new(typed.clone(), Stream::new(seed)));
        let mut choice = Stream::new(100 + seed);
        loop {
            assert_eq!((table.turn(), table.legal()), (driver.turn(), driver.legal()));
            assert_eq!((table.seat(), table.truncated(), table.sealed()), {
                (driver.seat(), driver.truncated(), driver.sealed())
            });
            // Matches are long, and all their rounds alike.
            for seat in (0..seats).filter(|_| table.length() < 60 || table.seat().is_none()) {
                let (shown, view) = (table.view(seat).unwrap(), driver.view(seat));
                assert_eq!(shown.downcast_ref(), Some(&view));
                assert_eq!(shown.json(), serde_json::to_value(&view).unwrap());
                assert_eq!((shown.seat(), shown.legal()), (seat, elderhand_env::View::legal(&view)));
                let mut rows = [vec![0; game.spec().words()], vec![0; game.spec().words()]];
                let legal = shown.observe(&mut rows[0]).unwrap();
                let mut row = Row::new(&mut rows[1]);
                assert_eq!(legal, view.observe(&mut row));
                row.finish();
                assert_eq!(rows[0], rows[1]);
                assert_eq!(game.read_view(shown.json()).unwrap().downcast_ref(), Some(&view));
                assert_eq!(table.returns()[seat], driver.returns(seat));
                assert_eq!(table.settled()[seat], driver.state().settled(seat));
                assert_eq!(table.points()[seat], driver.state().points(seat));
            }
            let Some(_) = table.seat() else { break };
            let action = choice.pick(&table.legal());
            // By name and by number in turn.
            match table.length() % 2 {
                0 => table.play_named(game.spec().name(action)).unwrap(),
                _ => table.play(action).unwrap(),
            }
            driver.play(action).unwrap();
        }
        assert_eq!(table.actions(), driver.actions());
        let options = if setting.id == game.spec().id && elderhand_env::VARIANTS.iter().any(|v| v.id == setting.id) {
            &setting.overrides
        } else {
            game.options()
        };
        assert_eq!(table.record(), driver.record(options));
    }
}

fn goes_back(game: &AnyGame, _: &Setting) {
    let (mut table, mut choice) = (game.table(Stream::new(1)), Stream::new(2));
    let mut seen = vec![views(&table)];
    while table.seat().is_some() && table.length() < 60 {
        table.play(choice.pick(&table.legal())).unwrap();
        seen.push(views(&table));
    }
    let (actions, record) = (table.actions().to_vec(), table.record());
    for _ in 0..4 {
        let to = choice.below(actions.len() + 1);
        table.undo_to(to).unwrap();
        assert_eq!((views(&table), table.actions()), (seen[to].clone(), &actions[..to]));
        let shorter = table.record();
        assert!(record.deck.starts_with(&shorter.deck) && record.lots.starts_with(&shorter.lots));
        for (i, &action) in actions.iter().enumerate().skip(to) {
            table.play(action).unwrap();
            assert_eq!(views(&table), seen[i + 1]);
        }
        assert_eq!(table.record(), record);
    }
}

fn changes(game: &AnyGame, _: &Setting) {
    let (mut table, mut choice) = (game.table(Stream::new(3)), Stream::new(4));
    for _ in 0..3 {
        play(&mut table, usize::MAX, &mut choice);
        assert!(matches!(table.turn(), Turn::Over { .. }));
        let record = table.record();
        let state = record.replay(game, |_, _| ()).unwrap();
        assert_eq!((0..game.spec().seats).map(|seat| state.returns(seat)).collect::<Vec<_>>(), table.returns());
        table.undo_to(choice.below(table.length() + 1)).unwrap();
    }
}

fn taken_up(game: &AnyGame, _: &Setting) {
    let (mut table, mut choice) = (game.table(Stream::new(5)), Stream::new(6));
    for _ in 0..2 {
        play(&mut table, usize::MAX, &mut choice);
        table.undo_to(choice.below(table.length() + 1)).unwrap();
        let mut record = table.record();
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        let again = game.take_up(&record).unwrap();
        assert_eq!((views(&again), again.turn(), again.record()), (views(&table), table.turn(), record.clone()));
        record.seed = Some(7);
        let mut on = game.take_up(&record).unwrap();
        assert_eq!(views(&on), views(&table));
        play(&mut on, usize::MAX, &mut choice);
        assert!(matches!(on.turn(), Turn::Over { .. }));
        on.undo_to(table.length()).unwrap();
        assert_eq!(views(&on), views(&table));
    }
}

fn by_hand(game: &AnyGame, _: &Setting) {
    let (mut table, mut choice) = (game.table(Stream::new(8)), Stream::new(9));
    play(&mut table, 40, &mut choice);
    let record = table.record();
    let mut hand = game.table(None);
    let (mut cards, mut lots) = (record.deck.iter(), record.lots.iter());
    let mut actions = table.actions().iter();
    loop {
        match hand.turn() {
            Turn::Chance => {
                let Some(&card) = cards.next() else { break };
                assert_eq!(hand.play(Action(0)), Err(PlayError::Chance));
                assert_eq!(hand.draw(0), Err(DrawError::Turn));
                assert!(hand.deck().contains(card));
                hand.deal(card).unwrap();
            }
            Turn::Lot => {
                let Some(&seat) = lots.next() else { break };
                assert_eq!(hand.draw(99), Err(DrawError::Seat { seat: 99 }));
                assert!(hand.lots().weight(seat) > 0);
                hand.draw(seat).unwrap();
            }
            Turn::Seat(_) => match actions.next() {
                Some(&action) => hand.play(action).unwrap(),
                None => break,
            },
            Turn::Over { .. } => break,
        }
        // Also where chance has its turn all can be asked.
        let asked = (views(&hand), hand.returns(), hand.settled(), hand.points());
        if choice.below(8) == 0 {
            let again = game.take_up(&hand.record()).unwrap();
            assert_eq!((views(&again), again.returns(), again.settled(), again.points()), asked);
            assert_eq!(again.turn(), hand.turn());
        }
    }
    assert_eq!((views(&hand), hand.record()), (views(&table), record));
    hand.undo_to(0).unwrap();
    table.actions().iter().for_each(|&action| hand.play(action).unwrap());
    assert_eq!(views(&hand), views(&table));
}

fn kuhn(stream: impl Into<Option<Stream>>) -> Table {
    Table::new("kuhn", &Overrides::new(), stream).unwrap()
}

fn leduc(record: &str) -> Table {
    Table::from_record(&serde_json::from_str(record).unwrap()).unwrap()
}

#[test]
fn the_old_board_comes_again_after_another_line() {
    let mut table = leduc(r#"{"game": "leduc", "seats": 2, "seed": 1, "actions": []}"#);
    let board = |table: &Table| table.record().deck[2..].to_vec();
    for line in [["check", "check"].as_slice(), &["bet", "call"], &["check", "bet", "call"]] {
        table.undo_to(0).unwrap();
        assert_eq!(board(&table), []);
        line.iter().for_each(|name| table.play_named(name).unwrap());
        let first = board(&table);
        assert_eq!(first.len(), 1);
        assert_eq!(first, board(&leduc(r#"{"game": "leduc", "seats": 2, "seed": 1, "actions": ["check", "check"]}"#)));
    }
}

#[test]
fn a_card_that_cannot_be_dealt_any_more_gives_way() {
    let record = r#"{"game": "leduc", "seats": 2, "deck": ["KS", "QS", "KS"], "actions": []}"#;
    let check = |table: &mut Table| (0..2).for_each(|_| table.play_named("check").unwrap());
    let mut table = leduc(record);
    check(&mut table);
    assert_eq!((table.turn(), table.length()), (Turn::Chance, 2));
    assert_eq!(table.deal("KS".parse().unwrap()), Err(DealError::Card { card: "KS".parse().unwrap() }));
    table.deal("KH".parse().unwrap()).unwrap();
    assert_eq!((table.seat(), table.view(0).unwrap().json()["public"].clone()), (Some(0), "KH".into()));
    // What was dealt by hand is dealt again too.
    table.undo_to(1).unwrap();
    table.play_named("check").unwrap();
    assert_eq!(table.record().deck.len(), 3);
    let mut seeded = leduc(&record.replace("\"actions\"", "\"seed\": 5, \"actions\""));
    check(&mut seeded);
    assert_eq!(seeded.seat(), Some(0));
}

#[test]
fn what_is_wrong_is_said_and_changes_nothing() {
    let mut table = kuhn(Stream::new(1));
    let before = table.record();
    let unknown = table.play_named("chek").unwrap_err();
    let told = "there is no action `chek`; seat 0 may: check, bet; did you mean `check`?";
    assert_eq!(unknown.to_string(), told);
    let illegal = PlayError::Illegal { name: "call".into(), seat: 0, legal: "check, bet".into() };
    assert_eq!(table.play_named("CALL"), Err(illegal.clone()));
    assert_eq!(illegal.to_string(), "`call` is not legal here; seat 0 may: check, bet");
    assert_eq!(table.play(table.game().spec().action("call").unwrap()), Err(illegal));
    for number in [4, 255, 256, u16::MAX] {
        let beyond = PlayError::Beyond { action: Action(number), actions: 4 };
        assert_eq!(table.play(Action(number)), Err(beyond));
    }
    assert_eq!(table.deal("KS".parse().unwrap()), Err(DealError::Turn));
    assert_eq!(table.draw(0), Err(DrawError::Turn));
    assert_eq!(table.undo_to(1), Err(UndoError { asked: 1, made: 0 }));
    assert_eq!(table.view(2).unwrap_err(), NoSeat { seat: 2, seats: 2 });
    let view = table.view(0).unwrap();
    let expected = table.game().spec().words();
    for found in [0, expected + 1] {
        assert_eq!(view.observe(&mut vec![0; found]), Err(RowError { found, expected }));
    }
    assert!(view.downcast_ref::<elderhand_env::leduc::LeducView>().is_none());
    assert!(game("leduc", &Overrides::new()).unwrap().read_view(view.json()).is_err());
    assert_eq!(table.record(), before);
    ["bet", "fold"].iter().for_each(|name| table.play_named(name).unwrap());
    assert_eq!(table.play_named("fold"), Err(PlayError::Over));
    assert_eq!(table.play(Action(0)), Err(PlayError::Over));
    let by_hand = kuhn(None).deal("2C".parse().unwrap());
    assert_eq!(by_hand.unwrap_err().to_string(), "2C cannot be dealt here");
}

#[test]
fn records_that_cannot_be_taken_up_name_the_place() {
    let error = |record: &str| Table::from_record(&serde_json::from_str(record).unwrap()).unwrap_err();
    let unknown = error(r#"{"game": "khun", "seats": 2, "actions": []}"#);
    assert!(matches!(unknown, RecordError::Game(_)) && unknown.to_string().contains("did you mean `kuhn`"));
    let exhausted = error(r#"{"game": "kuhn", "seats": 2, "deck": ["KS"], "actions": ["check"]}"#);
    assert_eq!(exhausted, RecordError::Replay(ReplayError::Exhausted { dealt: 1 }));
    let card = error(r#"{"game": "kuhn", "seats": 2, "deck": ["KS", "KS"], "actions": []}"#);
    assert_eq!(card.to_string(), "`deck`, card 2: KS cannot be dealt here");
    let action = error(r#"{"game": "kuhn", "seats": 2, "seed": 1, "actions": ["bet", "raise"]}"#);
    assert!(action.to_string().starts_with("`actions`, action 2: there is no action `raise`"), "{action}");
}

#[test]
fn a_game_that_is_not_registered_has_a_table_too() {
    let (twins, _) = Twins::set_up();
    let mut table = Table::of(twins, Stream::new(1));
    let copy = table.clone();
    play(&mut table, usize::MAX, &mut Stream::new(2));
    assert_eq!((table.record().lots.len(), copy.length()), (2, 0));
    assert!(matches!(Table::from_record(&table.record()), Err(RecordError::Game(_))));
    assert_eq!(views(&table.game().take_up(&table.record()).unwrap()), views(&table));
}
