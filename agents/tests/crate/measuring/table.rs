//! The arena at tables of more than two: fair, repeatable, and plain about who is better than whom.

mod keep;

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use elderhand_agents::sequential::Answer;
use elderhand_agents::{
    Agent, AgentError, ArenaError, ArenaResult, DuelResult, Entrant, Measure, Plan, Question, Random, Stop, Verdict,
    duel, table, table_until,
};
use elderhand_env::{Action, Card, Seat, View};
use keep::{KEEP, Keep, KeepView, THROW};

fn entrant(name: &str, make: impl Fn() -> Box<dyn Agent<KeepView>> + Send + Sync + 'static) -> Entrant<'_, KeepView> {
    Entrant::new(name, move || Ok::<_, Infallible>(make()))
}

fn random(name: &str) -> Entrant<'_, KeepView> {
    entrant(name, || Box::new(Random::default()))
}

/// Plays the same action always, so that a round depends on the cards alone.
struct Fixed(Action);

impl Agent<KeepView> for Fixed {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, _: &KeepView) -> Result<Action, AgentError> {
        Ok(self.0)
    }
}

fn fixed(name: &str, action: Action) -> Entrant<'_, KeepView> {
    entrant(name, move || Box::new(Fixed(action)))
}

fn go_on(_: usize) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn play(seats: usize, entrants: &[Entrant<'_, KeepView>], deals: usize, seed: u64, threads: usize) -> ArenaResult {
    let plan = Plan::new(deals, seed).threads(threads);
    let mut result = table(&Keep::seats(seats), entrants, &plan, go_on).expect("all play by the rules");
    result.seconds = 0.0;
    result
}

fn holds((low, high): (f64, f64), value: f64) -> bool {
    low <= value && value <= high
}

/// What every seat was dealt, with the player who held it, in the order of play.
type Log = Arc<Mutex<Vec<(&'static str, Seat, Card)>>>;

/// Keeps every card and writes down where it sat and what it held.
struct Scribe(&'static str, Log);

impl Agent<KeepView> for Scribe {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &KeepView) -> Result<Action, AgentError> {
        self.1.lock().unwrap().push((self.0, view.seat(), view.card.expect("all cards are dealt")));
        Ok(KEEP)
    }
}

#[test]
fn everyone_holds_every_seat_of_a_deal_with_the_same_cards() {
    let log = Log::default();
    let scribes = ["a", "b", "c", "d"].map(|name| {
        let log = Arc::clone(&log);
        entrant(name, move || Box::new(Scribe(name, Arc::clone(&log))))
    });
    play(4, &scribes, 30, 1, 1);
    let log = log.lock().unwrap();
    assert_eq!(log.len(), 30 * 4 * 4);
    let mut neighbours = HashSet::new();
    for deal in log.chunks(4 * 4) {
        let seats = |name| deal.iter().filter(|sat| sat.0 == name).map(|sat| (sat.1, sat.2)).collect::<HashSet<_>>();
        assert_eq!(seats("a").len(), 4);
        assert!(["b", "c", "d"].iter().all(|name| seats(name) == seats("a")), "{deal:?}");
        neighbours.extend(deal.chunks(4).flat_map(|round| (0..4).map(|i| (round[i].0, round[(i + 1) % 4].0))));
    }
    // Over the deals everyone has followed everyone.
    assert_eq!(neighbours.len(), 12, "{neighbours:?}");
}

#[test]
fn among_copies_of_itself_a_player_is_average() {
    let names = ["a", "b", "c", "d", "e"];
    let (tables, mut points, mut places, mut apart) = (400, 0, 0, 0);
    for seed in 0..tables {
        let result = play(5, &names.map(random), 40, seed, 1);
        let (first, second) = (&result.bots[0], &result.bots[1]);
        points += u32::from(holds(first.points_ci, 0.0));
        places += u32::from(holds(first.place_ci, 3.0));
        apart += u32::from(second.against[3].verdict == Verdict::Open);
        let sums = result.bots.iter().fold((0.0, 0.0, 0.0), |s, b| (s.0 + b.points, s.1 + b.place, s.2 + b.win_rate));
        assert!(sums.0.abs() < 1e-9 && (sums.1 - 15.0).abs() < 1e-9 && (sums.2 - 1.0).abs() < 1e-9, "{sums:?}");
    }
    // 380 of 400 are expected; the standard error is 4.4.
    for covered in [points, places] {
        assert!((366..=394).contains(&covered), "points {points}, places {places}");
    }
    // One of 10 pairs that share the rate of errors: 398 of 400 are expected.
    assert!(apart >= 393, "differences {apart}");
    // Without luck of their own, copies differ in nothing; and yet nothing is certain.
    for bot in play(5, &names.map(|name| fixed(name, KEEP)), 40, 1, 1).bots {
        assert!(
            bot.points.abs() < 1e-9 && (bot.place - 3.0).abs() < 1e-9 && (bot.win_rate - 0.2).abs() < 1e-9,
            "{bot:?}"
        );
        assert!(bot.points_ci.0 < 0.0 && bot.points_ci.1 > 0.0 && bot.place_ci.0 < 3.0 && bot.win_rate_ci.1 > 0.2);
        assert!(bot.against.iter().all(|against| against.verdict == Verdict::Open), "{bot:?}");
    }
}

#[test]
fn ties_share_their_places_and_what_they_win() {
    // Who keeps is first; two who throw share the places 2 and 3.
    let one = play(3, &[fixed("keeps", KEEP), fixed("throws", THROW), fixed("too", THROW)], 50, 1, 1);
    let figures = |result: &ArenaResult, i: usize| (result.bots[i].place, result.bots[i].win_rate);
    for (i, place, share) in [(0, 1.0, 1.0), (1, 2.5, 0.0), (2, 2.5, 0.0)] {
        let found = figures(&one, i);
        assert!((found.0 - place).abs() < 1e-9 && (found.1 - share).abs() < 1e-9, "{i}: {found:?}");
    }
    // Where all throw, all share all places, and each has won a third.
    let none = play(3, &["a", "b", "c"].map(|name| fixed(name, THROW)), 50, 1, 1);
    assert!((figures(&none, 1).0 - 2.0).abs() < 1e-9 && (figures(&none, 1).1 - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn it_says_who_is_better_than_whom() {
    let bots = [fixed("keeps", KEEP), random("halves"), random("as well"), fixed("throws", THROW)];
    let result = play(4, &bots, 500, 3, 1);
    let verdicts: Vec<Vec<Verdict>> =
        result.bots.iter().map(|bot| bot.against.iter().map(|against| against.verdict).collect()).collect();
    use Verdict::{Better, Open, Worse};
    let expected = [[Better, Better, Better], [Worse, Open, Better], [Worse, Open, Better], [Worse, Worse, Worse]];
    assert_eq!(verdicts, expected, "{result:?}");
    for (i, bot) in result.bots.iter().enumerate() {
        let others: Vec<_> = result.bots.iter().filter(|other| other.bot != bot.bot).collect();
        for (against, other) in bot.against.iter().zip(&others) {
            assert_eq!(against.bot, other.bot);
            assert!((against.points - (bot.points - other.points)).abs() < 1e-9, "{i}: {against:?}");
            let back = other.against.iter().find(|back| back.bot == bot.bot).expect("each against each");
            assert_eq!((back.points, back.points_ci), (-against.points, (-against.points_ci.1, -against.points_ci.0)));
        }
    }
    assert_eq!(result.length, 4.0);
}

#[test]
fn all_pairs_of_a_table_share_the_rate_of_errors() {
    let (tables, mut apart) = (400, 0);
    for seed in 0..tables {
        let result = play(4, &["a", "b", "c", "d"].map(random), 40, seed, 1);
        apart += u32::from(result.bots.iter().any(|bot| bot.against.iter().any(|it| it.verdict != Verdict::Open)));
    }
    // Of 6 pairs none is taken for unequal in 380 of 400 tables; the standard error is 4.4.
    assert!(apart <= 20 + 13, "{apart}");
}

#[test]
fn a_table_stops_when_all_its_pairs_are_decided() {
    let question = Question { by: Measure::Points, stop: Stop::Decided, alpha: 0.05 };
    let bots = || [fixed("keeps", KEEP), random("halves"), fixed("throws", THROW)];
    let ask = |bots: &[Entrant<'_, KeepView>], deals, threads| {
        let plan = Plan::new(deals, 1).threads(threads);
        let mut result =
            table_until(&Keep::seats(3), bots, &plan, &question, None, go_on).expect("all play by the rules");
        result.seconds = 0.0;
        result
    };
    let result = ask(&bots(), 5_000, 1);
    let decided = |bot: usize| result.bots[bot].against.iter().map(|it| it.ruling.unwrap()).collect::<Vec<_>>();
    assert_eq!(decided(0).iter().map(|it| it.answer).collect::<Vec<_>>(), [Answer::Above; 2]);
    assert_eq!(decided(1).iter().map(|it| it.answer).collect::<Vec<_>>(), [Answer::Below, Answer::Above]);
    let last = (0..3).flat_map(decided).map(|it| it.deals.unwrap()).max();
    assert_eq!(last, Some(result.deals));
    assert!(result.deals < 500, "{result:?}");
    // Each pair has a third of the rate.
    assert!((decided(0)[0].needed.0 - (3.0f64 * 2.0 / 0.05).ln()).abs() < 1e-9);
    assert_eq!(result, ask(&bots(), 5_000, 4));
    let equal = ask(&["a", "b", "c"].map(random), 50, 1);
    assert_eq!((equal.deals, equal.bots[0].against[0].ruling.unwrap().answer), (50, Answer::Open));
}

#[test]
fn fewer_players_than_seats_are_dealt_round_again() {
    // Seats 0, 2 and 4 keep: each of them shares the places 1 to 3 on average, and together they win every round.
    let result = play(5, &[fixed("keeps", KEEP), fixed("throws", THROW)], 100, 1, 1);
    let (keeps, throws) = (&result.bots[0], &result.bots[1]);
    assert_eq!((keeps.seats, throws.seats), (3, 2));
    assert!((keeps.place - 2.0).abs() < 1e-9 && (keeps.win_rate - 1.0 / 3.0).abs() < 1e-9, "{keeps:?}");
    assert!((throws.place - 4.5).abs() < 1e-9 && throws.win_rate == 0.0, "{throws:?}");
    assert_eq!((result.deals, result.rounds), (100, 500));
    assert!((3.0 * keeps.points + 2.0 * throws.points).abs() < 1e-9, "{result:?}");
}

#[test]
fn too_many_players_and_too_few_are_refused() {
    let plan = Plan::new(10, 1);
    for names in [&["a", "b", "c", "d"][..], &["a"]] {
        let entrants: Vec<_> = names.iter().map(|name| random(name)).collect();
        let error = table(&Keep::seats(3), &entrants, &plan, go_on).expect_err("a table of three takes two or three");
        assert!(matches!(error, ArenaError::Entrants { seats: 3, .. }), "{error:?}");
        assert!(error.to_string().contains("expected 2 to 3"), "{error}");
    }
}

#[test]
fn results_do_not_depend_on_the_threads() {
    let bots = || [random("a"), fixed("b", KEEP), random("c")];
    let one = play(3, &bots(), 300, 9, 1);
    assert_eq!(one, play(3, &bots(), 300, 9, 4));
    assert_ne!(one, play(3, &bots(), 300, 10, 1));
}

#[test]
fn it_stops_when_told_and_counts_what_it_has() {
    let plan = Plan::new(1_000, 1);
    let stop = |done| if done == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let bots = || ["a", "b", "c"].map(random);
    let result = table(&Keep::seats(3), &bots(), &plan, stop).expect("all play by the rules");
    assert_eq!((result.deals, result.rounds), (10, 30));
    assert_eq!(result.bots, play(3, &bots(), 10, 1, 1).bots);
}

/// Keeps every card until its hundredth decision, and then plays what no table has.
struct Cheat(u32);

impl Agent<KeepView> for Cheat {
    fn begin(&mut self, _: Seat, _: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, _: &KeepView) -> Result<Action, AgentError> {
        self.0 += 1;
        Ok(if self.0 == 100 { Action(77) } else { KEEP })
    }
}

#[test]
fn a_player_that_misbehaves_is_named_and_the_rest_is_told() {
    let cheat = || entrant("cheat", || Box::new(Cheat(0)));
    let plan = Plan::new(1_000, 1);
    let error = table(&Keep::seats(3), &[random("a"), random("b"), cheat()], &plan, go_on).expect_err("77 is none");
    let text = error.to_string();
    assert!(text.contains("deal 33: cheat: it played action 77") && text.contains("one of keep, throw"), "{text}");
    let ArenaError::Bot { deal, finished, .. } = error else { panic!("{error:?}") };
    assert_eq!((deal, finished.deals, finished.bots.len()), (33, 33, 3));
}

#[test]
fn a_duel_at_a_table_gives_the_second_player_all_other_seats() {
    let plan = Plan::new(100, 1);
    let DuelResult { points, win_rate, rounds, deals, .. } =
        duel(&Keep::seats(4), &fixed("throws", THROW), &fixed("keeps", KEEP), &plan, go_on).expect("both may");
    assert_eq!((win_rate, rounds, deals), (0.0, 400, 100));
    // Kept cards are worth 7 on average: who throws is 5.25 below the mean of itself and three others.
    assert!((points + 5.25).abs() < 0.5, "{points}");
}
