//! Tournaments through the library: what is refused, what a stop leaves, who is elder hand, and what partners win.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use elderhand_agents::{Asked, Bot, Contestant, Event, Outcome, Place, TableResult, TournamentError, tournament};
use elderhand_env::format::{Contest, Format};
use elderhand_env::{AnyGame, Game, Overrides, Table, Turn, game};

const CLOCKWISE: Contest =
    Contest { format: Format::Clockwise, players: 4, seats: 2, target: None, rounds: 6, every: 1, partners: false };

fn kuhn() -> AnyGame {
    game("kuhn", &Overrides::new()).expect("it is registered")
}

fn random(name: &str) -> Contestant<'_> {
    let bot = Bot::open("random").expect("it is built in");
    Contestant::new(name, move |game| bot.player(game))
}

fn play(contest: Contest, names: &[&str], threads: usize, stop_after: usize) -> Result<Outcome, TournamentError> {
    let contestants: Vec<_> = names.iter().map(|name| random(name)).collect();
    let played = AtomicUsize::new(0);
    tournament(&kuhn(), &contestants, &Event { contest, gambling: false, seed: 1, threads }, |_, _| {
        if played.fetch_add(1, Ordering::Relaxed) + 1 < stop_after {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
}

#[test]
fn what_does_not_fit_is_refused() {
    let names = ["ann", "ben", "cid", "dot"];
    let refused = |contest, names: &[&str]| play(contest, names, 1, 99).expect_err("it does not fit");
    assert!(matches!(refused(Contest { rounds: 0, ..CLOCKWISE }, &names), TournamentError::Format(_)));
    let entered = refused(CLOCKWISE, &names[..3]);
    assert_eq!(entered.to_string(), "the contest is for 4 players, and 3 have entered");
    let seats = Contest { format: Format::Hotfoot, seats: 4, ..CLOCKWISE };
    assert!(matches!(refused(seats, &names), TournamentError::Seats { expected: 4, found: 2 }));
    let freeze_out = Contest { format: Format::FreezeOut, players: 2, ..CLOCKWISE };
    assert!(matches!(refused(freeze_out, &names[..2]), TournamentError::OfMatches(Format::FreezeOut)));
}

/// A game by its name and options.
fn at(id: &str, options: &str) -> AnyGame {
    game(id, &serde_json::from_str(options).expect("they are JSON")).expect("it is registered")
}

#[test]
fn what_is_not_said_is_settled() {
    let (two, four) = (at("kuhn", "{}"), at("skirmish", r#"{"seats": 4}"#));
    let cases = [
        (Format::Series, &four, 4, (Some(100), 1000, 1)),
        (Format::WinnerStaysOn, &two, 5, (Some(100), 1000, 0)),
        (Format::LoserStaysOn, &two, 5, (Some(100), 1000, 0)),
        (Format::Captains, &two, 3, (Some(100), 1000, 0)),
        (Format::Rounds, &four, 4, (None, 6, 1)),
        (Format::Elimination, &four, 4, (None, 1000, 1)),
        (Format::Elimination, &two, 7, (None, 1000, 0)),
        (Format::Clockwise, &two, 6, (None, 10, 0)),
        (Format::SeatSwap, &two, 4, (None, 6, 0)),
        (Format::Outsider, &four, 5, (None, 10, 1)),
        (Format::Hotfoot, &four, 4, (None, 6, 1)),
        (Format::RotatingTeam, &two, 8, (None, 8, 0)),
    ];
    for (format, game, players, settled) in cases {
        let asked = Asked { format, target: None, rounds: None, every: None };
        let contest = asked.contest(game, players).expect("it fits");
        assert_eq!((contest.target, contest.rounds, contest.every), settled, "{format:?}");
        assert_eq!((contest.players, contest.seats), (players, game.spec().seats), "{format:?}");
        // What is said is as it is said, and takes the place of what is not.
        let rounds = Asked { rounds: Some(3), ..asked }.contest(game, players).expect("it fits");
        assert_eq!((rounds.target, rounds.rounds), (None, 3), "{format:?}");
        if !format.counts_rounds() {
            let target = Asked { target: Some(7), ..asked }.contest(game, players).expect("it fits");
            assert_eq!((target.target, target.rounds), (Some(7), 1000), "{format:?}");
        }
    }
}

#[test]
fn how_often_the_lowest_leaves_is_said_where_one_does() {
    let (two, three) = (at("kuhn", "{}"), at("skirmish", r#"{"seats": 3}"#));
    let every = |format, game, players| {
        let asked = Asked { format, target: None, rounds: None, every: Some(2) };
        asked.contest(game, players).map(|contest| contest.every)
    };
    assert_eq!(every(Format::Elimination, &three, 3).expect("it fits"), 2);
    assert_eq!(every(Format::Elimination, &two, 2).expect("it fits"), 2);
    for (format, game, players) in
        [(Format::Elimination, &two, 3), (Format::Elimination, &three, 2), (Format::Series, &three, 3)]
    {
        assert!(matches!(every(format, game, players), Err(TournamentError::Every)), "{format:?} of {players}");
    }
}

#[test]
fn seats_of_a_tournament_are_equal() {
    let check = |options: &str| {
        let snap = at("snap", options);
        let asked = Asked { format: Format::Rounds, target: None, rounds: None, every: None };
        let contest = asked.contest(&snap, 2).expect("it fits");
        Event { contest, gambling: false, seed: 1, threads: 1 }.check(&snap)
    };
    let uneven = check(r#"{"seats": 2, "skill": [1, 9, 1, 1, 1, 1, 1, 1, 1, 1]}"#);
    assert!(matches!(uneven, Err(TournamentError::Uneven("skill"))), "{uneven:?}");
    assert!(check(r#"{"seats": 2, "skill": [9, 9, 1, 1, 1, 1, 1, 1, 1, 1]}"#).is_ok());
}

#[test]
fn a_player_that_cannot_be_had_is_named() {
    let contestants = [random("ann"), Contestant::new("ben", |_| Err("ben is ill"))];
    let contest = Contest { format: Format::Series, players: 2, ..CLOCKWISE };
    let error = tournament(&kuhn(), &contestants, &Event { contest, gambling: false, seed: 1, threads: 1 }, |_, _| {
        ControlFlow::Continue(())
    });
    assert!(matches!(error, Err(TournamentError::Load { bot, .. }) if bot == "ben"));
}

#[test]
fn a_round_that_is_not_whole_is_left_out() {
    let names = ["ann", "ben", "cid", "dot"];
    let stopped = play(CLOCKWISE, &names, 1, 3).expect("all play by the rules");
    assert_eq!((stopped.tally.rounds(), stopped.results.len(), stopped.over, stopped.truncated), (1, 2, false, false));
    assert!(stopped.standings.iter().all(|place| place.rounds == 1));
    let whole = play(CLOCKWISE, &names, 1, 4).expect("all play by the rules");
    assert_eq!((whole.tally.rounds(), whole.over), (2, false));
    let at_the_end = play(CLOCKWISE, &names, 1, 12).expect("all play by the rules");
    assert_eq!((at_the_end.tally.rounds(), at_the_end.over), (6, true));
}

#[test]
fn threads_change_nothing() {
    let names = ["ann", "ben", "cid", "dot", "eve", "fay"];
    let contest = Contest { players: 6, rounds: 50, ..CLOCKWISE };
    let [one, three] = [1, 3].map(|threads| play(contest, &names, threads, 1000).expect("all play by the rules"));
    assert_eq!((one.standings, one.results, one.tally), (three.standings, three.results, three.tally));
}

#[test]
fn who_leave_a_knock_out_in_the_same_round_share_a_place() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let contest = Contest { format: Format::Elimination, players: 8, rounds: 1000, every: 0, ..CLOCKWISE };
    let outcome = play(contest, &names, 2, 1000).expect("all play by the rules");
    // Nobody ties in a round of Kuhn poker.
    let places: Vec<usize> = outcome.standings.iter().map(|place| place.place).collect();
    assert_eq!((places, outcome.over), (vec![1, 2, 3, 3, 5, 5, 5, 5], true));
}

#[test]
fn the_game_is_made_anew_for_those_who_are_left_and_its_records_replay() {
    let four = Overrides::from_iter([("seats".to_owned(), 4.into())]);
    let game = game("skirmish", &four).expect("a game of four");
    let contest = Contest { format: Format::Elimination, players: 4, seats: 4, ..CLOCKWISE };
    let players = ["ann", "ben", "cid", "dot"].map(random);
    let outcome =
        tournament(&game, &players, &Event { contest, gambling: false, seed: 3, threads: 1 }, |result, record| {
            let table = Table::from_record(record).expect("the rules allow it");
            assert_eq!((record.seats, record.actions.len()), (result.players.len(), result.decisions));
            assert_eq!((table.points(), table.turn()), (result.points.clone(), Turn::Over { truncated: false }));
            ControlFlow::Continue(())
        });
    let outcome = outcome.expect("all play by the rules");
    let seated: Vec<usize> = outcome.results.iter().map(|result| result.players.len()).collect();
    assert_eq!(seated, [4, 3, 2]);
}

#[test]
fn the_tables_of_a_round_have_cards_of_their_own() {
    let names = ["ann", "ben", "cid", "dot"];
    let players = names.map(random);
    let contest = Contest { rounds: 20, ..CLOCKWISE };
    let decks = Mutex::new(Vec::new());
    let outcome =
        tournament(&kuhn(), &players, &Event { contest, gambling: false, seed: 1, threads: 1 }, |_, record| {
            decks.lock().expect("nobody failed").push(record.deck.clone());
            ControlFlow::Continue(())
        });
    assert_eq!(outcome.expect("all play by the rules").results.len(), 40);
    let decks = decks.into_inner().expect("nobody failed");
    let alike = decks.chunks_exact(2).filter(|tables| tables[0] == tables[1]).count();
    // Of six deals of Kuhn poker two are alike by chance once in six rounds.
    assert!(decks.iter().all(|deck| deck.len() >= 2) && alike < 12, "{alike} of 20 rounds");
}

/// Plays with random players at any game, under these options.
fn play_at(id: &str, options: &str, contest: Contest, gambling: bool) -> Outcome {
    let overrides: Overrides = serde_json::from_str(options).expect("options");
    let game = game(id, &overrides).expect("a game");
    let contest = Contest { seats: game.spec().seats, partners: game.has_partners(), ..contest };
    let names: Vec<String> = (0..contest.players).map(|player| player.to_string()).collect();
    let contestants: Vec<_> = names.iter().map(|name| random(name)).collect();
    let event = Event { contest, gambling, seed: 5, threads: 1 };
    tournament(&game, &contestants, &event, |_, _| ControlFlow::Continue(())).expect("all play by the rules")
}

#[test]
fn partners_win_a_series_together() {
    // First to two match points, and the two pairs to 91 points each.
    let series = Contest { format: Format::Series, players: 4, target: Some(2), rounds: 50, ..CLOCKWISE };
    for (id, options, target) in [
        ("sum-run-set-partners", r#"{"episode": "match"}"#, 2),
        ("sum-run-set-partners", "{}", 91),
        ("skarney-partners", "{}", 2),
    ] {
        let outcome = play_at(id, options, Contest { target: Some(target), ..series }, false);
        let places = &outcome.standings;
        assert!(outcome.over && !outcome.truncated, "{id}: nobody won in {} rounds", outcome.tally.rounds());
        let place: Vec<_> = places.iter().map(|place| (place.place, place.side == places[0].side)).collect();
        assert_eq!(place, [(1, true), (1, true), (2, false), (2, false)], "{id}");
        assert_eq!(places[0].player % 2, places[1].player % 2);
        assert!(places[0].score >= i32::from(target) && places[0].score > places[2].score, "{places:?}");
        assert!(places[0].won > 0 && places[0].won == places[1].won && places[0].won == places[2].lost, "{places:?}");
        let ties = outcome.results.iter().filter(|result| result.winner.is_none()).count();
        assert_eq!(places[0].tied, ties, "{id}");
    }
}

#[test]
fn who_sits_with_changing_partners_wins_with_them() {
    let outsider = Contest { format: Format::Outsider, players: 5, rounds: 10, ..CLOCKWISE };
    let outcome = play_at("sum-run-set-partners", "{}", outsider, false);
    let [won, tied, lost] = [|place: &Place| place.won, |place: &Place| place.tied, |place: &Place| place.lost]
        .map(|count| outcome.standings.iter().map(count).sum::<usize>());
    let ties = outcome.results.iter().filter(|result| result.winner.is_none()).count();
    assert_eq!((won, lost, tied), (2 * (10 - ties), 2 * (10 - ties), 4 * ties));
    assert!(outcome.standings.iter().all(|place| place.rounds == 8));
}

#[test]
fn gambling_pays_the_differences_once_the_target_is_reached() {
    let series = Contest { format: Format::Series, players: 2, target: Some(100), rounds: 1000, ..CLOCKWISE };
    let outcome = play_at("gin", "{}", series, true);
    let [first, second] = &outcome.standings[..] else { panic!("there are two") };
    let wins = |place: &Place| {
        let won = |result: &&TableResult| result.winner.is_some_and(|seat| result.players[seat] == place.player);
        outcome.results.iter().filter(won).count() as i32
    };
    assert!(first.score >= 100);
    let bonus = if second.score == 0 { 200 } else { 100 };
    let paid = first.score + 20 * wins(first) + bonus - second.score - 20 * wins(second);
    assert_eq!((first.paid, second.paid), (Some(paid as f32), Some(-paid as f32)));
    // Three settle with the winner alone.
    let loser_stays = Contest { format: Format::LoserStaysOn, players: 3, ..series };
    let outcome = play_at("gin", "{}", loser_stays, true);
    let paid: Vec<f32> = outcome.standings.iter().filter_map(|place| place.paid).collect();
    assert!(paid.len() == 3 && paid[0] > 0.0 && paid[0] == -paid[1] - paid[2], "{paid:?}");
    // Partners who change are sides by themselves: each has won what the pair won.
    let hotfoot = Contest { format: Format::Hotfoot, players: 4, ..series };
    let places = play_at("sum-run-set-partners", "{}", hotfoot, true).standings;
    let settled = |place: &Place| place.score + 20 * place.won as i32;
    for place in &places[1..] {
        assert_eq!(place.paid, Some((settled(place) - settled(&places[0]) - 100) as f32), "{places:?}");
    }
    assert_eq!(places.iter().filter_map(|place| place.paid).sum::<f32>(), 0.0);
    let capped = play_at("gin", "{}", Contest { rounds: 1, ..series }, true);
    assert!(capped.truncated && capped.standings.iter().all(|place| place.paid == Some(0.0)));
    let rounds = Contest { target: None, ..series };
    let error = play(rounds, &["ann", "ben"], 1, 9).map(|outcome| outcome.standings[0].paid);
    assert_eq!(error.expect("nothing is gambled for"), None);
    let event = Event { contest: rounds, gambling: true, seed: 1, threads: 1 };
    let refused = tournament(&kuhn(), &["a", "b"].map(random), &event, |_, _| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(TournamentError::Gambling(Format::Series))));
}

#[test]
fn a_tournament_of_matches_writes_down_what_they_pay() {
    let rounds = Contest { format: Format::Rounds, players: 2, rounds: 3, ..CLOCKWISE };
    let outcome = play_at("gin", r#"{"episode": "match", "settlement": "gambling"}"#, rounds, false);
    for result in &outcome.results {
        assert_eq!(result.points.iter().map(|&points| points as f32).collect::<Vec<_>>(), result.paid);
        assert!(result.paid[0] == -result.paid[1] && result.paid[0].abs() >= 100.0, "{result:?}");
    }
    assert!(outcome.standings.iter().all(|place| place.paid == Some(place.score as f32)));
}

/// In each round whoever has lost his last pitch is elder hand.
fn check_elders(outcome: &Outcome) {
    let mut lost: Vec<Option<bool>> = vec![None; 16];
    for result in &outcome.results {
        let [elder, other] = result.players[..] else { panic!("a table of two") };
        match (lost[elder], lost[other]) {
            (Some(false), None) | (Some(false), Some(true)) | (None, Some(true)) => panic!("{result:?}"),
            _ => (),
        }
        match result.winner {
            Some(seat) => {
                lost[result.players[seat]] = Some(false);
                lost[result.players[1 - seat]] = Some(true);
            }
            // Whoever was elder hand stays it.
            None => (lost[elder], lost[other]) = (Some(true), Some(false)),
        }
    }
}

#[test]
fn who_has_lost_the_last_pitch_is_elder_hand() {
    for (format, players) in
        [(Format::Series, 2), (Format::WinnerStaysOn, 3), (Format::LoserStaysOn, 4), (Format::Outsider, 3)]
    {
        let contest = Contest { format, players, rounds: 40, ..CLOCKWISE };
        check_elders(&play_at("gin", r#"{"knock_limit": 10}"#, contest, false));
    }
    // Without a rule of the game the seats move on by one.
    let contest = Contest { format: Format::Series, players: 2, rounds: 6, ..CLOCKWISE };
    let skarney = play_at("skarney", "{}", contest, false);
    assert!(skarney.results.iter().enumerate().all(|(round, result)| result.players[0] == round % 2));
}

#[test]
fn the_best_of_a_round_begins_the_next() {
    let contest = Contest { format: Format::Rounds, players: 3, rounds: 12, ..CLOCKWISE };
    let outcome = play_at("pinnacle-nine", r#"{"seats": 3}"#, contest, false);
    let mut begun = 0;
    for pair in outcome.results.windows(2) {
        if let Some(seat) = pair[0].winner {
            assert_eq!(pair[1].players[0], pair[0].players[seat]);
            begun += 1;
        }
        let circle = |players: &[usize]| (players[1] + 3 - players[0]) % 3;
        assert_eq!(circle(&pair[0].players), circle(&pair[1].players), "nobody changes places in the circle");
    }
    assert!(begun > 3);
}

#[test]
fn the_captains_part_goes_round() {
    let contest = Contest { format: Format::Rounds, players: 3, rounds: 6, ..CLOCKWISE };
    let outcome = play_at("skarney-captains", "{}", contest, false);
    let captains: Vec<usize> = outcome.results.iter().map(|result| result.players[0]).collect();
    assert_eq!(captains, [0, 1, 2, 0, 1, 2]);
    // Of the captain's opponents neither beats the other.
    assert!(outcome.standings.iter().all(|place| place.tied == 0 && place.won + place.lost == 6));
}
