//! Houses whose tables are kept: what was told is never lost, and what could not be kept has not happened.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use elderhand_agents::Bot;
use elderhand_agents::hosting::{Guests, House, HouseError, Journal, Known, Opening, Position, Saved};
use elderhand_env::options::parse_options;
use elderhand_env::{Stream, VARIANTS};

/// Keeps tables as text, as a file would, while it works.
#[derive(Clone, Default)]
struct Memory {
    kept: Arc<Mutex<HashMap<String, String>>>,
    broken: Arc<AtomicBool>,
}

impl Journal for Memory {
    fn keep(&self, table: &str, saved: &Saved) -> Result<(), String> {
        if self.broken.load(Ordering::Relaxed) {
            return Err("the disk is full".into());
        }
        self.kept.lock().unwrap().insert(table.into(), serde_json::to_string(saved).unwrap());
        Ok(())
    }

    fn forget(&self, table: &str) -> Result<(), String> {
        if self.broken.load(Ordering::Relaxed) {
            return Err("the disk is full".into());
        }
        self.kept.lock().unwrap().remove(table);
        Ok(())
    }
}

impl Memory {
    fn house(&self) -> House {
        House::new(Guests::Any, 100).kept_by(self.clone())
    }

    /// A house as it would be after a crash.
    fn again(&self) -> House {
        let house = self.house();
        for (table, saved) in self.kept.lock().unwrap().iter() {
            house.restore(table, serde_json::from_str(saved).unwrap()).unwrap();
        }
        house
    }

    fn tables(&self) -> usize {
        self.kept.lock().unwrap().len()
    }
}

#[test]
fn what_was_kept_and_altered_is_refused() {
    let memory = Memory::default();
    let house = memory.house();
    let table = house.open(&Opening { game: "kuhn".into(), undo: true, ..Opening::default() }).unwrap().table;
    let tokens = [0, 1].map(|seat| house.join(&table, Some(seat), None).unwrap().token);
    house.play(&tokens[0], "check", Known::default()).unwrap();
    let kept: Saved = serde_json::from_str(&memory.kept.lock().unwrap()[&table]).unwrap();
    assert_eq!(kept.choices, [(0, 0)]);
    for choices in [vec![(0, 999)], vec![(2, 0)], vec![(0, 0), (1, 0)]] {
        let altered = Saved { choices, ..kept.clone() };
        assert!(matches!(house.restore("altered", altered), Err(HouseError::Choices)));
    }
    house.restore("again", kept).unwrap();
    assert_eq!(house.undo(&tokens[0], Known::default()).unwrap().decisions, 0);
}

#[test]
fn where_a_bot_is_missing_its_seat_is_free() {
    let memory = Memory::default();
    let opening = Opening { game: "kuhn".into(), seats: vec![None, Some("random".into())], ..Opening::default() };
    let house = memory.house();
    let table = house.open(&opening).unwrap().table;
    let token = house.join(&table, None, None).unwrap().token;
    let kept: Saved = serde_json::from_str(&memory.kept.lock().unwrap()[&table]).unwrap();

    let other = House::new(Guests::Only(vec![Bot::open("random").unwrap().called("another")]), 10);
    let missing = other.restore(&table, kept).unwrap();
    let missing: Vec<_> = missing.iter().map(|missing| (missing.bot.as_str(), missing.seat)).collect();
    assert_eq!(missing, [("random", 1)]);
    assert_eq!(other.look(&token, None).unwrap().players[1], None);
    let (position, _) = other.invite(&token, "another", None).unwrap();
    assert_eq!(position.players[1].as_deref(), Some("another"));
    assert!(other.play(&token, "bet", Known::default()).unwrap().outcome.is_some());
}

#[test]
fn every_game_goes_on_where_it_was_interrupted() {
    let mut stream = Stream::new(3);
    for variant in VARIANTS {
        let memory = Memory::default();
        let mut house = memory.house();
        let opening = Opening {
            game: variant.id.into(),
            seats: vec![None, Some("random".into())],
            undo: true,
            ..Opening::default()
        };
        let table = house.open(&opening).unwrap().table;
        let mut tokens = HashMap::new();
        while let Ok(seated) = house.join(&table, None, Some("Ann")) {
            tokens.insert(seated.position.seat, seated.token);
        }
        for _ in 0..12 {
            // Everybody finds what was told last, also who did not move.
            let seen: Vec<_> = tokens.values().map(|token| house.look(token, Some(0)).unwrap()).collect();
            house = memory.again();
            let again: Vec<_> = tokens.values().map(|token| house.look(token, Some(0)).unwrap()).collect();
            assert_eq!(again, seen, "{}", variant.id);
            let Some(turn) = seen[0].turn else { break };
            let token = &tokens[&turn];
            if stream.bits().is_multiple_of(4) && house.undo(token, Known::default()).is_ok() {
                continue;
            }
            let legal = house.look(token, None).unwrap().legal;
            house.play(token, &legal[(stream.bits() % legal.len() as u64) as usize], Known::default()).unwrap();
        }
    }
}

#[test]
fn what_was_taken_back_is_dealt_again_after_an_interruption() {
    let memory = Memory::default();
    let house = memory.house();
    let opening = Opening { game: "gin".into(), undo: true, seed: Some(2), ..Opening::default() };
    let table = house.open(&opening).unwrap().table;
    let tokens = [0, 1].map(|seat| house.join(&table, Some(seat), None).unwrap().token);
    let mut stream = Stream::new(6);
    let mut again = 0;
    for _ in 0..30 {
        let Some(turn) = house.look(&tokens[0], None).unwrap().turn else { break };
        let token = &tokens[turn];
        let legal = house.look(token, None).unwrap().legal;
        let action = &legal[stream.below(legal.len())];
        let seen = house.play(token, action, Known::default()).unwrap();
        if house.undo(token, Known::default()).is_ok() {
            let seen = Position { undone: seen.undone + 1, ..seen };
            assert_eq!(memory.again().play(token, action, Known::default()).unwrap(), seen, "after {action}");
            assert_eq!(house.play(token, action, Known::default()).unwrap(), seen);
            again += 1;
        }
    }
    assert!(again > 10, "{again}");
}

/// What somebody knows of a table who sees this.
fn known(seen: &Position) -> Known {
    Known { decisions: Some(seen.decisions), undone: Some(seen.undone) }
}

#[test]
fn nobody_answers_a_course_that_was_taken_back() {
    let house = House::new(Guests::Any, 1);
    let opening = Opening { game: "gin".into(), undo: true, seed: Some(1), ..Opening::default() };
    let table = house.open(&opening).unwrap().table;
    let [first, second] = ["simple", "Bob"].map(|name| house.join(&table, None, Some(name)).unwrap().token);
    let choose = |from: &str, place: usize| {
        let seen = house.look(from, None).unwrap();
        house.play(from, &seen.legal[place], known(&seen)).unwrap()
    };
    // The one takes the upcard, discards, and thinks better of it: as many decisions, of another course.
    choose(&first, 0);
    choose(&first, 0);
    let before = house.look(&second, None).unwrap();
    assert!(before.undo && before.undone == 0 && before.people == [0, 1], "{before:?}");
    house.undo(&first, Known::default()).unwrap();
    choose(&first, 1);
    let error = house.play(&second, &before.legal[0], known(&before)).unwrap_err();
    assert!(matches!(error, HouseError::TakenBack { known: 0, undone: 1 }), "{error}");
    let after = house.look(&second, None).unwrap();
    assert!(after.decisions == before.decisions && after.undone == 1 && after.view != before.view, "{after:?}");
    house.play(&second, &after.legal[0], known(&after)).unwrap();
}

#[test]
fn what_cannot_be_kept_has_not_happened() {
    let memory = Memory::default();
    let house = memory.house();
    let opening = || Opening {
        game: "gin".into(),
        seats: vec![None, Some("simple".into())],
        undo: true,
        seed: Some(1),
        ..Opening::default()
    };
    let table = house.open(&opening()).unwrap().table;
    memory.broken.store(true, Ordering::Relaxed);
    assert!(matches!(house.open(&opening()), Err(HouseError::NotKept(_))));
    assert!(matches!(house.join(&table, None, None), Err(HouseError::NotKept(_))));
    memory.broken.store(false, Ordering::Relaxed);
    // The seat is still free.
    let token = house.join(&table, None, None).unwrap().token;
    let mut stream = Stream::new(4);
    for round in 0..60 {
        let before = house.look(&token, Some(0)).unwrap();
        if before.turn.is_none() {
            break;
        }
        let action = &before.legal[(stream.bits() % before.legal.len() as u64) as usize];
        memory.broken.store(true, Ordering::Relaxed);
        let error = house.play(&token, action, known(&before)).unwrap_err();
        assert_eq!(error.to_string(), "the table could not be kept: the disk is full");
        if round > 0 {
            assert!(matches!(house.undo(&token, Known::default()), Err(HouseError::NotKept(_))));
        }
        memory.broken.store(false, Ordering::Relaxed);
        assert_eq!(house.look(&token, Some(0)).unwrap(), before);
        house.play(&token, action, known(&before)).unwrap();
    }
    assert_eq!(memory.tables(), 1);
}

#[test]
fn tables_that_all_have_left_are_cleared_away() {
    let memory = Memory::default();
    let house = memory.house();
    let opening = Opening { game: "kuhn".into(), ..Opening::default() };
    let [first, second] = [0, 1].map(|_| house.open(&opening).unwrap().table);
    let [left, stays] = [&first, &second].map(|table| house.join(table, None, None).unwrap().token);
    for _ in 0..3 {
        assert_eq!(house.clear_idle(3), 0);
        house.look(&stays, None).unwrap();
    }
    assert_eq!(house.clear_idle(3), 1);
    assert!(matches!(house.look(&left, None), Err(HouseError::NoToken)));
    assert!(matches!(house.join(&first, None, None), Err(HouseError::NoTable(_))));
    assert!(house.look(&stays, None).is_ok());
    assert_eq!((house.tables(), memory.tables()), (1, 1));
    house.leave(&stays).unwrap();
    assert_eq!((house.tables(), memory.tables()), (0, 0));
}

#[test]
fn a_seat_that_cannot_be_given_up_is_held() {
    let memory = Memory::default();
    let house = memory.house();
    let table = house.open(&Opening { game: "kuhn".into(), ..Opening::default() }).unwrap().table;
    let [first, last] = [0, 1].map(|_| house.join(&table, None, None).unwrap().token);
    memory.broken.store(true, Ordering::Relaxed);
    for token in [&first, &last] {
        assert!(matches!(house.leave(token), Err(HouseError::NotKept(_))));
        house.look(token, None).unwrap();
    }
    memory.broken.store(false, Ordering::Relaxed);
    house.leave(&first).unwrap();
    assert!(matches!(house.leave(&first), Err(HouseError::NoToken)));
    memory.broken.store(true, Ordering::Relaxed);
    // Nobody would be left: the table would be there again after a crash, and so would the seat.
    assert!(matches!(house.leave(&last), Err(HouseError::NotKept(_))));
    house.look(&last, None).unwrap();
    assert_eq!([house.clear_idle(0), house.clear_idle(0)], [0, 0]);
    house.look(&last, None).unwrap();
    memory.broken.store(false, Ordering::Relaxed);
    assert_eq!(house.clear_idle(0), 1);
    assert!(matches!(house.look(&last, None), Err(HouseError::NoToken)));
    assert_eq!((house.tables(), memory.tables()), (0, 0));
}

#[test]
fn a_table_does_not_grow_by_what_is_taken_back() {
    let memory = Memory::default();
    let house = memory.house();
    let table = house.open(&Opening { game: "kuhn".into(), undo: true, ..Opening::default() }).unwrap().table;
    let [first, second] = [0, 1].map(|_| house.join(&table, None, None).unwrap().token);
    house.play(&first, "check", Known::default()).unwrap();
    let mut refused = None;
    for _ in 0..1_001 {
        house.play(&second, "check", Known::default()).unwrap();
        if let Err(error) = house.undo(&second, Known::default()) {
            refused = Some(error);
            break;
        }
    }
    let refused = refused.expect("it may be taken back for ever");
    assert!(refused.to_string().contains("a thousand"), "{refused}");
    let kept: usize = memory.kept.lock().unwrap().values().map(String::len).sum();
    assert!(kept < 50_000, "{kept}");
    // The game itself goes on, or is over.
    assert!(house.look(&second, None).unwrap().outcome.is_some());
}

#[test]
fn a_token_is_of_no_use_once_somebody_else_has_the_seat() {
    let house = Memory::default().house();
    let table = house.open(&Opening { game: "kuhn".into(), ..Opening::default() }).unwrap().table;
    let [stays, left] = [0, 1].map(|_| house.join(&table, None, None).unwrap().token);
    house.leave(&left).unwrap();
    let now = house.join(&table, Some(1), None).unwrap().token;
    assert_ne!(now, left);
    assert!(matches!(house.look(&left, None), Err(HouseError::NoToken)));
    assert!(matches!(house.leave(&left), Err(HouseError::NoToken)));
    house.look(&now, None).unwrap();
    house.look(&stays, None).unwrap();
    // Nor is a part of it, or more than it.
    for wrong in [&now[..31], &format!("{now}0"), ""] {
        assert!(matches!(house.look(wrong, None), Err(HouseError::NoToken)));
    }
}

#[test]
fn everybody_sees_the_end_of_a_round_from_their_own_seat() {
    let house = Memory::default().house();
    let options = parse_options(&["seats=2", "episode=match"]).unwrap();
    let opening = Opening { game: "knock-rummy".into(), options, seed: Some(5), ..Opening::default() };
    let table = house.open(&opening).unwrap().table;
    let tokens = [0, 1].map(|seat| house.join(&table, Some(seat), None).unwrap().token);
    let mut stream = Stream::new(5);
    for _ in 0..200 {
        let Some(turn) = house.look(&tokens[0], None).unwrap().turn else { break };
        let legal = house.look(&tokens[turn], None).unwrap().legal;
        house.play(&tokens[turn], &legal[stream.below(legal.len())], Known::default()).unwrap();
    }
    for (seat, token) in tokens.iter().enumerate() {
        let steps = house.look(token, Some(0)).unwrap().steps.unwrap();
        let rounds: Vec<_> = steps.iter().flat_map(|step| &step.ended).collect();
        assert!(rounds.len() > 2, "{} rounds", rounds.len());
        assert!(steps.iter().map(|step| &step.view).chain(rounds).all(|view| view["seat"] == seat));
    }
}

#[test]
fn bots_go_on_by_themselves_for_a_while_and_then_when_somebody_looks() {
    let memory = Memory::default();
    let house = memory.house().patient(Duration::ZERO);
    let seats = [None, Some("random"), Some("random"), Some("random")].map(|bot| bot.map(String::from)).into();
    let options = parse_options(&["seats=4"]).unwrap();
    let opening = Opening { game: "skirmish".into(), options, seats, ..Opening::default() };
    let table = house.open(&opening).unwrap().table;
    let token = house.join(&table, None, None).unwrap().token;
    let (mut seen, mut waited) = (house.look(&token, None).unwrap(), 0);
    while let Some(turn) = seen.turn {
        let next = if turn == seen.seat {
            house.play(&token, &seen.legal[0], known(&seen)).unwrap()
        } else {
            waited += 1;
            let next = house.look(&token, Some(seen.decisions)).unwrap();
            assert_eq!((next.decisions, next.steps.as_ref().map(Vec::len)), (seen.decisions + 1, Some(1)));
            // What was told is there again after a crash.
            assert_eq!(memory.again().tables(), 1);
            next
        };
        // One's own decision, and one of a bot at most.
        assert!((1..=2).contains(&(next.decisions - seen.decisions)), "{next:?}");
        seen = next;
    }
    assert!(waited > 3, "bots were to move three times in a row");
}

#[test]
fn who_heard_no_answer_takes_the_same_seat() {
    let house = Memory::default().house();
    let [table, other] =
        [0, 1].map(|_| house.open(&Opening { game: "kuhn".into(), ..Opening::default() }).unwrap().table);
    let own = "a-token_that-nobody-guesses";
    let join = |table: &str, token: &str| house.join_by(table, None, Some("Ann"), Some(token));
    let first = join(&table, own).unwrap();
    assert_eq!((first.token.as_str(), join(&table, own).unwrap()), (own, first.clone()));
    assert_eq!(house.look(own, None).unwrap().people, [first.position.seat]);
    for (table, wrong) in [(&table, "short"), (&table, "a token with spaces in between"), (&other, own)] {
        assert!(matches!(join(table, wrong), Err(HouseError::Token)), "{wrong}");
    }
    house.leave(own).unwrap();
    assert!(matches!(house.look(own, None), Err(HouseError::NoToken)));
}

#[test]
fn nothing_is_taken_back_once_one_of_several_has_read_every_card() {
    for people in [1, 2] {
        let memory = Memory::default();
        let house = memory.house();
        let seats = vec![None, (people == 1).then(|| "random".into())];
        let opening = Opening { game: "kuhn".into(), seats, undo: true, ..Opening::default() };
        let table = house.open(&opening).unwrap().table;
        let tokens: Vec<String> = (0..people).map(|_| house.join(&table, None, None).unwrap().token).collect();
        let mut seen = house.look(&tokens[0], None).unwrap();
        let mut last = 0;
        while let Some(turn) = seen.turn {
            (last, seen) = (turn, house.look(&tokens[turn], None).unwrap());
            seen = house.play(&tokens[turn], &seen.legal[0], known(&seen)).unwrap();
        }
        memory.broken.store(true, Ordering::Relaxed);
        assert_eq!(matches!(house.record(&tokens[0]), Err(HouseError::NotKept(_))), people > 1);
        memory.broken.store(false, Ordering::Relaxed);
        house.record(&tokens[0]).unwrap();
        for house in [&house, &memory.again()] {
            let undone = house.undo(&tokens[last], Known::default());
            assert_eq!(undone.is_err(), people > 1, "{undone:?}");
        }
    }
}

#[test]
fn a_record_names_few_cards_that_come_next() {
    let house = Memory::default().house();
    let opened = |lots: usize| {
        let record = serde_json::json!({"game": "kuhn", "seats": 2, "actions": [], "lots": vec![0; lots]});
        house.open(&Opening { record: Some(serde_json::from_value(record).unwrap()), ..Opening::default() })
    };
    assert!(opened(1_000).is_ok());
    assert!(matches!(opened(1_001), Err(HouseError::Ahead { ahead: 1_001, most: 1_000 })));
}

#[test]
fn who_waits_for_others_at_a_table_has_no_place_of_work() {
    /// Keeps a table only when it is told to.
    struct Slow(Mutex<Receiver<()>>);

    impl Journal for Slow {
        fn keep(&self, _: &str, saved: &Saved) -> Result<(), String> {
            if !saved.record.actions.is_empty() {
                self.0.lock().unwrap().recv_timeout(Duration::from_secs(20)).map_err(|error| error.to_string())?;
            }
            Ok(())
        }

        fn forget(&self, _: &str) -> Result<(), String> {
            Ok(())
        }
    }

    let (go, slow) = channel();
    let house = &House::new(Guests::Any, 10).working(2).kept_by(Slow(Mutex::new(slow)));
    let [table, other] =
        [0, 1].map(|_| house.open(&Opening { game: "kuhn".into(), ..Opening::default() }).unwrap().table);
    let [first, second] = [0, 1].map(|_| house.join(&table, None, None).unwrap().token);
    let elsewhere = house.join(&other, None, None).unwrap().token;
    thread::scope(|scope| {
        let played = scope.spawn(|| house.play(&first, "check", Known::default()).unwrap());
        thread::sleep(Duration::from_millis(50));
        let waits = [0, 1].map(|_| scope.spawn(|| house.look(&second, None).unwrap().decisions));
        thread::sleep(Duration::from_millis(50));
        let (done, looked) = channel();
        let elsewhere = &elsewhere;
        scope.spawn(move || done.send(house.look(elsewhere, None).map(drop)));
        let looked = looked.recv_timeout(Duration::from_secs(10));
        go.send(()).unwrap();
        looked.expect("those who wait leave no place for others").unwrap();
        assert_eq!(played.join().unwrap().decisions, 1);
        assert_eq!(waits.map(|waits| waits.join().unwrap()), [1, 1]);
    });
}

#[test]
fn a_table_is_idle_as_long_as_it_was_before() {
    let memory = Memory::default();
    let table = memory.house().open(&Opening { game: "kuhn".into(), ..Opening::default() }).unwrap().table;
    let saved: Saved = serde_json::from_str(&memory.kept.lock().unwrap()[&table]).unwrap();
    let house = memory.house();
    house.restore_idle(&table, saved, 2).unwrap();
    assert_eq!([house.clear_idle(3), house.clear_idle(3)], [0, 1]);
}
