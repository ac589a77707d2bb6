//! Ratings from results of players whose strengths are known.

use elderhand_agents::rating::{Aim, Batch, Circle, Conflict, Contest, Next, Ratings, Results, Schedule};
use elderhand_agents::{Agent, Arena, Bot, Entrant, Measure, Met, Plan, Random, duel, meet};
use elderhand_env::kuhn::{self, Kuhn};
use elderhand_env::{Game, Overrides, Stream, game};

fn contest(game: &str) -> Contest {
    Contest { game: game.into(), options: Overrides::new() }
}

fn batch(game: &str, [a, b]: [&str; 2], seed: u64, deal: u64, won: &[f64]) -> Batch {
    let points = won.iter().map(|won| 2.0 * won - 1.0).collect();
    Batch { contest: contest(game), a: a.into(), b: b.into(), seed, deal, won: won.to_vec(), points }
}

/// A world in which the part that a player wins of another is known.
struct World {
    names: &'static [&'static str],
    /// What the first wins of the second on average.
    wins: fn(usize, usize) -> f64,
}

impl World {
    /// What the first wins in a deal: two rounds, the same whenever and by whomever it is played.
    fn deal(&self, (a, b): (usize, usize), seed: u64, deal: u64) -> f64 {
        let mut stream = Stream::keyed([seed, deal, (a * 100 + b) as u64]);
        let p = (self.wins)(a, b);
        (0..2).filter(|_| f64::from(stream.unit()) < p).count() as f64 / 2.0
    }

    fn play(&self, next: &Next, deals: std::ops::Range<u64>, seed: u64) -> Batch {
        let (a, b) = next.pair;
        let won: Vec<f64> = deals.clone().map(|deal| self.deal((a, b), seed, deal)).collect();
        batch("kuhn", [self.names[a], self.names[b]], seed, deals.start, &won)
    }

    fn results(&self) -> Results {
        let mut results = Results::default();
        results.contest(&contest("kuhn"));
        self.names.iter().for_each(|name| _ = results.bot(name));
        results
    }

    fn schedule(&self, aim: Aim, seed: u64) -> Schedule {
        Schedule::new(vec![0], &(0..self.names.len()).collect::<Vec<_>>(), aim, Measure::Won, seed, 20)
    }

    /// Plays until so many deals have been asked for, those that are missing, and returns how many these were.
    fn run(&self, results: &mut Results, aim: Aim, seed: u64, deals: u64) -> usize {
        let (mut schedule, mut left, mut played) = (self.schedule(aim, seed), deals, 0);
        while left > 0 {
            let next = schedule.next(results, left).expect("somebody can meet");
            for missing in results.missing(&next, seed) {
                played += results.add(&self.play(&next, missing, seed)).expect("no deal ends in two ways");
            }
            left -= next.deals;
        }
        played
    }
}

/// Strengths of 0, 100, 200, 300 and 500 points.
const LADDER: World = World {
    names: &["a", "b", "c", "d", "e"],
    wins: |a, b| {
        let strength = |bot: usize| [0.0, 100.0, 200.0, 300.0, 500.0][bot];
        1.0 / (1.0 + 10.0_f64.powf((strength(b) - strength(a)) / 400.0))
    },
};

/// Each of three wins 70 % of the next; a fourth loses to all.
const ROCKS: World = World {
    names: &["rock", "scissors", "paper", "sand"],
    wins: |a, b| match (a, b) {
        (_, 3) => 0.9,
        (0, 1) | (1, 2) => 0.7,
        _ => 0.3,
    },
};

/// Rates by what is won.
fn rated(results: &Results, contests: &[usize], anchor: Option<usize>) -> Ratings {
    Ratings::of(results, contests, Measure::Won, anchor).expect("that needs to know no game")
}

fn rating(ratings: &Ratings, name: &str) -> (f64, (f64, f64)) {
    let rated = ratings.ratings.iter().find(|rated| rated.bot == name).expect("it has played");
    (rated.rating, rated.rating_ci)
}

#[test]
fn known_strengths_are_found_within_the_errors_that_are_stated() {
    let (mut inside, runs) = (0, 40);
    for seed in 0..runs {
        let mut results = LADDER.results();
        LADDER.run(&mut results, Aim::All, seed, 2_000);
        let ratings = rated(&results, &[0], None);
        let order: Vec<&str> = ratings.ratings.iter().map(|rated| rated.bot.as_str()).collect();
        assert_eq!(order, ["e", "d", "c", "b", "a"]);
        for (name, true_rating) in [("a", -220.0), ("b", -120.0), ("c", -20.0), ("d", 80.0), ("e", 280.0)] {
            let (found, (low, high)) = rating(&ratings, name);
            assert!((found - true_rating).abs() < 60.0, "{name}: {found}, not {true_rating}");
            inside += u32::from(low <= true_rating && true_rating <= high);
        }
        assert_eq!((ratings.groups, ratings.circles.len()), (1, 0));
    }
    // 190 of 200 are expected, with a standard error of 3 and more, since ratings of a pool hang together.
    assert!((178..=199).contains(&inside), "{inside}");
}

/// The part of 100 intervals of the first of two that hold its rating where it makes as much as is drawn, in so many deals.
fn held(by: Measure, deals: u64, truth: f64, draw: impl Fn(&mut Stream) -> (f64, f64)) -> f64 {
    let holds = |seed: u64| {
        let mut stream = Stream::keyed([seed, deals, 9]);
        let (won, points) = (0..deals).map(|_| draw(&mut stream)).unzip();
        let mut results = Results::default();
        results.add(&Batch { won, points, ..batch("leduc", ["a", "b"], seed, 0, &[]) }).expect("it is new");
        let (_, (low, high)) = rating(&Ratings::of(&results, &[0], by, None).expect("it is known"), "a");
        low <= truth && truth <= high
    };
    (0..100).filter(|seed| holds(*seed)).count() as f64 / 100.0
}

#[test]
fn intervals_hold_what_they_say_after_few_deals_and_where_one_nearly_always_wins() {
    for deals in [1, 2, 4, 10, 40] {
        for p in [0.5, 0.9, 0.98] {
            let win = |stream: &mut Stream| f64::from(stream.unit()) < p;
            let draw = |stream: &mut Stream| (f64::from(u8::from(win(stream)) + u8::from(win(stream))) / 2.0, 0.0);
            let held = held(Measure::Won, deals, 200.0 * f64::log10(p / (1.0 - p)), draw);
            assert!(held >= 0.88, "{held} of {deals} deals at {p}");
        }
        let normal = |stream: &mut Stream| (0..12).map(|_| f64::from(stream.unit())).sum::<f64>() - 6.0;
        let draw = |stream: &mut Stream| (0.5, 2.0 * (0.2 + normal(stream)));
        let held = held(Measure::Points, deals, 0.1, draw);
        assert!(held >= 0.88, "{held} of {deals} deals for points");
    }
}

#[test]
fn an_anchor_has_the_rating_0_and_the_rest_keeps_its_distance() {
    let mut results = LADDER.results();
    LADDER.run(&mut results, Aim::All, 1, 1_000);
    let (free, anchored) = (rated(&results, &[0], None), rated(&results, &[0], Some(1)));
    assert_eq!(rating(&anchored, "b"), (0.0, (0.0, 0.0)));
    let apart = |ratings: &Ratings| rating(ratings, "e").0 - rating(ratings, "a").0;
    assert!((apart(&free) - apart(&anchored)).abs() < 1e-6);
}

#[test]
fn a_run_that_was_interrupted_anywhere_comes_to_the_same() {
    let mut whole = ROCKS.results();
    assert_eq!(ROCKS.run(&mut whole, Aim::All, 7, 1_000), 1_000);
    for after in [30, 333, 990] {
        // It stops in the middle of a batch, and later goes on.
        let mut resumed = ROCKS.results();
        ROCKS.run(&mut resumed, Aim::All, 7, after);
        assert_eq!(ROCKS.run(&mut resumed, Aim::All, 7, 1_000), 1_000 - after as usize);
        assert_eq!(rated(&resumed, &[0], None), rated(&whole, &[0], None), "after {after}");
        assert_eq!(ROCKS.run(&mut resumed, Aim::All, 7, 1_000), 0, "nothing is left to play");
    }
}

#[test]
fn deals_go_where_they_tell_most() {
    let mut results = LADDER.results();
    LADDER.run(&mut results, Aim::All, 3, 3_000);
    let ratings = rated(&results, &[0], None);
    let deals = |a: &str, b: &str| {
        let pair =
            ratings.pairs.iter().find(|pair| (pair.a.as_str(), pair.b.as_str()) == (a, b)).expect("they have met");
        pair.deals
    };
    // Who wins 95 of 100 tells less of a difference than who wins 64.
    assert!(deals("e", "a") < deals("b", "a") && deals("e", "a") < deals("e", "d"), "{ratings:?}");
    // Nor does who wins 92 of 100 get as many as those who are near each other.
    assert!(deals("e", "b") < deals("c", "b"), "{ratings:?}");
    assert_eq!(ratings.pairs.iter().map(|pair| pair.deals).sum::<usize>(), 3_000);
}

#[test]
fn in_a_gauntlet_one_meets_all_others() {
    let mut results = LADDER.results();
    LADDER.run(&mut results, Aim::Gauntlet { bot: 2 }, 3, 1_000);
    let ratings = rated(&results, &[0], None);
    assert_eq!(ratings.pairs.len(), 4);
    assert!(ratings.pairs.iter().all(|pair| pair.a == "c" || pair.b == "c"), "{ratings:?}");
    assert!(ratings.ratings.iter().find(|rated| rated.bot == "c").is_some_and(|rated| rated.deals == 1_000));
}

#[test]
fn a_circle_is_shown_where_the_ratings_are_level() {
    let mut results = ROCKS.results();
    ROCKS.run(&mut results, Aim::All, 5, 2_000);
    let ratings = rated(&results, &[0], None);
    let names = ["rock", "scissors", "paper"].map(String::from);
    assert_eq!(ratings.circles.len(), 1);
    let Circle(found) = &ratings.circles[0];
    let begins = found.iter().position(|name| *name == names[0]).expect("rock is in it");
    assert_eq!((0..3).map(|i| &found[(begins + i) % 3]).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    // The ratings of the three are near each other, so they do not tell who wins.
    let among = ratings.pairs.iter().filter(|pair| pair.a != "sand" && pair.b != "sand");
    assert!(among.clone().all(|pair| (0.4..0.6).contains(&pair.expected)), "{ratings:?}");
    assert!(among.clone().all(|pair| !(pair.ci.0..pair.ci.1).contains(&pair.expected)), "{ratings:?}");
    assert_eq!(among.count(), 3);
}

/// The batches of a run by one machine, at a game.
fn lines(game: &str, seed: u64) -> Vec<Batch> {
    let (mut lines, mut results, mut schedule) = (Vec::new(), ROCKS.results(), ROCKS.schedule(Aim::All, seed));
    while results.deals() < 400 {
        let next = schedule.next(&results, 400).expect("somebody can meet");
        let batch = ROCKS.play(&next, next.first..next.first + next.deals, seed);
        results.add(&batch).expect("it is new");
        lines.push(Batch { contest: contest(game), ..batch });
    }
    lines
}

/// The same deals, told by the other side.
fn turned(batch: &Batch) -> Batch {
    Batch {
        a: batch.b.clone(),
        b: batch.a.clone(),
        won: batch.won.iter().map(|won| 1.0 - won).collect(),
        points: batch.points.iter().map(|points| -points).collect(),
        ..batch.clone()
    }
}

#[test]
fn results_of_several_machines_are_joined_in_any_order_and_a_deal_counts_once() {
    let [first, second, third] = [("kuhn", 11), ("kuhn", 12), ("leduc", 11)].map(|(game, seed)| lines(game, seed));
    let joined = |batches: &mut dyn Iterator<Item = Batch>| {
        let mut results = Results::default();
        for batch in batches {
            assert_eq!(results.add(&batch), Ok(batch.won.len()));
            assert_eq!(results.add(&batch), Ok(0), "it is there already");
            assert_eq!(results.add(&turned(&batch)), Ok(0), "from the other side, too");
        }
        assert_eq!(results.deals(), 1_200);
        results
    };
    let all = || first.iter().chain(&second).chain(&third);
    let one = joined(&mut all().cloned());
    // From the other side, in the other order, and with the players the other way round.
    let other = joined(&mut all().rev().map(turned));
    assert_ne!(one.bots(), other.bots(), "who is entered first has the smaller number");
    for by in [Measure::Won, Measure::Points] {
        let [one, other] = [&one, &other].map(|results| {
            let mut results = results.clone();
            let games = ["kuhn", "leduc"].map(|game| results.contest(&contest(game)));
            Ratings::of(&results, &games, by, None).expect("the games are known")
        });
        // Intervals and who is how surely ahead as well.
        assert_eq!(one, other);
    }
}

#[test]
fn what_contradicts_results_or_is_none_is_refused_and_changes_nothing() {
    let mut results = Results::default();
    results.add(&batch("kuhn", ["a", "b"], 1, 0, &[1.0, 0.5])).unwrap();
    let error = results.add(&batch("kuhn", ["a", "b"], 1, 1, &[0.0, 1.0])).unwrap_err();
    assert!(matches!(error, Conflict::Differs { deal: 1, seed: 1, .. }), "{error:?}");
    assert!(error.to_string().contains("has a player changed?"), "{error}");
    let elsewhere = Batch { points: vec![1.0, 3.0], ..batch("kuhn", ["a", "b"], 1, 0, &[1.0, 0.5]) };
    let error = results.add(&elsewhere).unwrap_err().to_string();
    assert!(error.contains("deal 1 of seed 1") && error.contains("0.5 won, +3 points here"), "{error}");
    let malformed = [
        batch("kuhn", ["a", "a"], 1, 0, &[1.0]),
        batch("kuhn", ["a", "b"], 1, 9, &[1.5]),
        batch("kuhn", ["a", "b"], 1, 9, &[f64::NAN]),
        batch("kuhn", ["a", "b"], 1, u64::MAX, &[1.0]),
        Batch { points: Vec::new(), ..batch("kuhn", ["a", "b"], 1, 9, &[1.0]) },
    ];
    for batch in malformed {
        assert!(matches!(results.add(&batch), Err(Conflict::Malformed(_))), "{batch:?}");
    }
    assert_eq!(results.deals(), 2);
    // The last number that there is, and nothing after it.
    assert_eq!(results.add(&batch("kuhn", ["a", "b"], 1, u64::MAX, &[])), Ok(0));
    assert_eq!(results.add(&batch("kuhn", ["a", "b"], 1, u64::MAX - 1, &[1.0])), Ok(1));
    // Other options are another game, in whatever order they are named.
    let with = |text: &str| Contest { options: serde_json::from_str(text).unwrap(), ..contest("gin") };
    let (one, same) = (results.contest(&with(r#"{"x": 1, "y": 2}"#)), results.contest(&with(r#"{"y": 2, "x": 1}"#)));
    assert!(one == same && results.contest(&with(r#"{"x": 1, "y": 3}"#)) != one);
}

#[test]
fn of_several_games_each_counts_the_same() {
    let mut results = Results::default();
    results.add(&batch("kuhn", ["a", "b"], 1, 0, &[0.0; 1000])).unwrap();
    results.add(&batch("leduc", ["a", "b"], 1, 0, &[1.0; 100])).unwrap();
    let both = rated(&results, &[0, 1], None);
    assert!(both.pairs[0].win_rate == 0.5 && rating(&both, "a").0.abs() < 1e-9, "{both:?}");
    assert_eq!((both.pairs[0].deals, &both.pairs[0].points_by_game), (1100, &vec![Some(-0.5), Some(0.5)]));
    assert_eq!((both.pairs[0].points, both.ratings[0].points), (0.0, 0.0));
    let one = rated(&results, &[1], None);
    assert!(one.ratings[0].bot == "a" && one.ratings[0].rating > 200.0 && one.ratings[0].rating.is_finite(), "{one:?}");
}

/// Who makes most wins seldom: strengths in points of a round.
const CHIPS: [(&str, f64); 4] = [("bold", 0.0), ("calm", 0.3), ("deep", 0.5), ("wary", 1.2)];

/// Plays deals of two points a round in Leduc's bounds: the stronger loses a little often, and wins much seldom.
fn chips(next: &Next, deals: std::ops::Range<u64>, seed: u64) -> Batch {
    let (a, b) = next.pair;
    let mut stream = Stream::keyed([seed, deals.start, (a * 100 + b) as u64]);
    let ahead = CHIPS[b].1 - CHIPS[a].1;
    // The second wins 8 and more with 20 %, and the first 2 and more otherwise.
    let wins: Vec<bool> = deals.clone().map(|_| stream.unit() < 0.2).collect();
    let points = wins.iter().map(|&wins| if wins { -8.0 - 2.0 * ahead } else { 2.0 - 2.0 * ahead }).collect();
    let won = wins.iter().map(|&wins| if wins { 0.0 } else { 1.0 }).collect();
    Batch { won, points, ..batch("leduc", [CHIPS[a].0, CHIPS[b].0], seed, deals.start, &[]) }
}

fn play_for_chips(by: Measure, seed: u64, deals: u64) -> Results {
    let mut results = Results::default();
    results.contest(&contest("leduc"));
    CHIPS.iter().for_each(|(name, _)| _ = results.bot(name));
    let (mut schedule, mut left) = (Schedule::new(vec![0], &[0, 1, 2, 3], Aim::All, by, seed, 20), deals);
    while left > 0 {
        let next = schedule.next(&results, left).expect("somebody can meet");
        results.add(&chips(&next, next.first..next.first + next.deals, seed)).expect("it is new");
        left -= next.deals;
    }
    results
}

#[test]
fn by_points_who_makes_most_is_strongest_however_seldom_it_wins() {
    let (mut inside, runs) = (0, 15);
    for seed in 0..runs {
        let results = play_for_chips(Measure::Points, seed, 3_000);
        let ratings = Ratings::of(&results, &[0], Measure::Points, None).expect("the game is known");
        for (name, strength) in CHIPS {
            let (found, (low, high)) = rating(&ratings, name);
            assert!((found - (strength - 0.5)).abs() < 0.6, "{name}: {found}, not {strength} - 0.5");
            inside += u32::from(low <= strength - 0.5 && strength - 0.5 <= high);
        }
        // The strongest is ahead of the weakest by the ratings as by their deals, and that is sure.
        let pair = ratings.pairs.iter().find(|pair| (&*pair.a, &*pair.b) == ("wary", "bold")).expect("wary is ahead");
        assert!(pair.points > 0.0 && pair.win_rate < 0.3 && (pair.expected - 1.2).abs() < 0.6, "{pair:?}");
        let order = |ratings: &Ratings| ratings.ratings.iter().map(|rated| rated.bot.clone()).collect::<Vec<_>>();
        let (first, last) = (order(&ratings)[0].clone(), order(&rated(&results, &[0], None))[3].clone());
        assert_eq!((&*first, &*last), ("wary", "wary"), "by what is won it is the last");
    }
    // 57 of 60 are expected, and ratings of a pool hang together.
    assert!(inside >= 50, "{inside}");
}

#[test]
fn a_rating_by_points_needs_to_know_what_there_is_to_win() {
    let mut results = Results::default();
    results.add(&batch("nosuch", ["a", "b"], 1, 0, &[1.0, 0.5])).unwrap();
    let error = Ratings::of(&results, &[0], Measure::Points, None).unwrap_err();
    assert!(error.to_string().contains("nosuch"), "{error}");
    assert_eq!(rated(&results, &[0], None).ratings.len(), 2);
}

#[test]
fn who_never_met_is_not_compared() {
    let mut results = Results::default();
    results.add(&batch("kuhn", ["a", "b"], 1, 0, &[1.0, 0.5, 0.5, 1.0])).unwrap();
    results.add(&batch("kuhn", ["c", "d"], 1, 0, &[0.0, 0.5, 0.5, 1.0])).unwrap();
    let apart = rated(&results, &[0], None);
    assert_eq!((apart.groups, apart.ratings.len()), (2, 4));
    assert!(rated(&Results::default(), &[0], None).ratings.is_empty());
}

#[test]
fn players_meet_deal_by_deal_as_in_the_arena() {
    let game = Kuhn::new("kuhn", kuhn::Options {}).unwrap();
    let random =
        |name| Entrant::new(name, || Ok::<Box<dyn Agent<_>>, std::convert::Infallible>(Box::new(Random::default())));
    let (a, b) = (random("a"), random("b"));
    let go_on = |_| std::ops::ControlFlow::Continue(());
    let plan = |deals, threads| Plan::new(deals, 4).threads(threads);
    let all = meet(&game, [&a, &b], 0, &plan(60, 1), go_on).unwrap();
    let later = meet(&game, [&a, &b], 20, &plan(40, 3), go_on).unwrap();
    assert_eq!(all[20..], later);
    assert_eq!(all.iter().map(|met| met.deal).collect::<Vec<_>>(), (0..60).collect::<Vec<_>>());
    let whole = duel(&game, &a, &b, &plan(60, 1), go_on).unwrap();
    let mean = |value: fn(&Met) -> f64| all.iter().map(value).sum::<f64>() / 60.0;
    assert!((mean(|met| met.won) - whole.win_rate).abs() < 1e-12);
    assert!((mean(|met| met.points) - 2.0 * whole.points).abs() < 1e-12);
}

#[test]
fn the_first_of_two_equals_is_no_better_off_at_tables_of_three() {
    let three = game("skirmish", &[("seats".into(), 3.into())].into_iter().collect()).unwrap();
    let random = Bot::open("random").unwrap();
    let arena = Arena::new(&three, Plan::new(1200, 1).threads(2));
    let met = arena.meet([&random, &random], 0, &|_| std::ops::ControlFlow::Continue(())).unwrap();
    let of = |value: &dyn Fn(&Met) -> f64| met.iter().map(value).sum::<f64>() / met.len() as f64;
    let won = of(&|met| met.won);
    let error = (of(&|met| (met.won - won).powi(2)) / met.len() as f64).sqrt();
    // With a seat more in every deal the first would have some 0.56.
    assert!(error < 0.01 && (won - 0.5).abs() < 4.0 * error, "{won} ± {error}");
}

#[test]
fn players_have_no_more_threads_than_the_plan() {
    let game = Kuhn::new("kuhn", kuhn::Options {}).unwrap();
    let counting = |name| {
        let make = move || {
            assert_eq!(rayon::current_num_threads(), 1);
            Ok::<Box<dyn Agent<_>>, std::convert::Infallible>(Box::new(Random::default()))
        };
        Entrant::new(name, make)
    };
    let go_on = |_| std::ops::ControlFlow::Continue(());
    let result = duel(&game, &counting("a"), &counting("b"), &Plan::new(4, 1), go_on).unwrap();
    assert_eq!(result.deals, 4);
}
