//! Matches, round by round, beside a book that is kept by hand: totals, who leaves, who chooses, starts and sits where,
//! the charts, and what the match pays.

use std::collections::BTreeSet;

use elderhand_env::options::parse_options;
use elderhand_env::{AnyGame, Game, State, Stream, Turn, game};
use elderhand_tests::oracle::card::{Card, jokers};
use serde_json::{Value, json};

use crate::skirmish::shown;

/// How a match ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// After so many rounds.
    Rounds(usize),
    /// When all but one have left, one after so many rounds.
    Elimination(usize),
    /// When a full chart is alone ahead, or after so many rounds.
    Gems(usize),
}

/// A match as somebody at the table writes it down.
struct Book {
    end: End,
    melee: bool,
    totals: Vec<i64>,
    laid: Vec<i64>,
    gone: Vec<usize>,
    charts: Vec<BTreeSet<String>>,
    rounds: usize,
    starter: usize,
    clockwise: bool,
    /// Who may choose now.
    chooser: Option<usize>,
}

impl Book {
    fn players(&self) -> usize {
        self.totals.len()
    }

    /// The players still in, from one on in the direction of play.
    fn circle(&self, from: usize) -> Vec<usize> {
        let step = if self.clockwise { 1 } else { self.players() - 1 };
        let all = (0..self.players()).map(|places| (from + places * step) % self.players());
        all.filter(|player| !self.gone.contains(player)).collect()
    }

    /// Books a round that all see counted.
    fn book(&mut self, view: &Value) {
        let (table, seats) = (&view["round"]["table"], numbers(&view["match"]["seats"]));
        assert_eq!(seats, self.circle(self.starter).iter().map(|&player| player as i64).collect::<Vec<_>>());
        let hands = table["hands"].as_array().unwrap();
        let mut best: Vec<((i64, i64), usize)> = Vec::new();
        for (seat, &player) in seats.iter().enumerate() {
            let (player, mut points, mut laid) = (player as usize, 0, 0);
            for hand in hands.iter().skip(seat).step_by(seats.len()) {
                let (held, dropped) = (shown::cards(&hand["known"]), shown::cards(&hand["dropped"]));
                let worth = |cards: &[Card]| cards.iter().map(|card| card.points()).sum::<i64>();
                laid += hand["laid"].as_i64().unwrap();
                points -= worth(&held) + 2 * worth(&dropped);
                points -= 5 * (jokers(&held).len() + jokers(&dropped).len()) as i64;
            }
            self.totals[player] += points + laid;
            self.laid[player] += laid;
            best.push(((points + laid, laid), player));
            if let End::Gems(_) = self.end {
                let chart = &table["charts"][seat];
                assert_eq!(names(&chart["laid"]), self.charts[player]);
                self.charts[player].extend(names(&chart["fresh"]));
            }
        }
        self.rounds += 1;
        if let End::Elimination(every) = self.end
            && self.rounds.is_multiple_of(every)
        {
            let merit = |player: usize| (self.totals[player], self.laid[player], self.players() - player);
            self.gone.push(self.circle(0).into_iter().min_by_key(|&player| merit(player)).unwrap());
        }
        best.retain(|(_, player)| !self.gone.contains(player));
        let most = best.iter().max().unwrap().0;
        best.retain(|(merit, _)| *merit == most);
        self.chooser = match &best[..] {
            [(_, player)] if !self.melee && !self.is_over() => Some(*player),
            _ => None,
        };
        self.starter = if self.melee { 1 - self.starter } else { self.circle(self.starter)[0] };
    }

    /// Who is alone ahead with a full chart.
    fn gem_winner(&self) -> Option<usize> {
        let most = self.totals.iter().max()?;
        let ahead: Vec<usize> = (0..self.players()).filter(|&player| self.totals[player] == *most).collect();
        (ahead.len() == 1 && self.charts[ahead[0]].len() == 7).then(|| ahead[0])
    }

    fn is_over(&self) -> bool {
        match self.end {
            End::Rounds(rounds) => self.rounds == rounds,
            End::Elimination(_) => self.gone.len() + 1 == self.players(),
            End::Gems(rounds) => self.rounds == rounds || self.gem_winner().is_some(),
        }
    }

    /// What places go by.
    fn merit(&self, player: usize) -> i64 {
        match self.end {
            End::Elimination(_) => self.gone.iter().position(|&gone| gone == player).unwrap_or(100) as i64,
            _ => self.totals[player],
        }
    }

    /// What a player gets: of what the places pay the mean of those that the equal ones share.
    fn pays(&self, player: usize, ladder: bool) -> f64 {
        let players = self.players();
        let pay = |place: usize| match (place, ladder) {
            (0, _) => 1.0,
            (_, false) => -1.0 / (players - 1) as f64,
            (place, true) if place == players - 1 => -1.0,
            (1, true) if players > 3 => 0.5,
            (place, true) if place == players - 2 && players > 3 => -0.5,
            _ => 0.0,
        };
        let mut merits: Vec<i64> = (0..players).map(|player| -self.merit(player)).collect();
        merits.sort_unstable();
        let shared: Vec<f64> = (0..players).filter(|&place| merits[place] == -self.merit(player)).map(pay).collect();
        shared.iter().sum::<f64>() / shared.len() as f64
    }

    fn compare(&self, view: &Value) {
        let standing = &view["match"];
        assert_eq!(standing["points"], json!(self.totals));
        assert_eq!(standing["rounds"], json!(self.rounds));
        assert_eq!(standing["playing"], json!(self.players() - self.gone.len()));
        let left = numbers(&standing["order"]).split_off(self.players() - self.gone.len());
        assert_eq!(left, self.gone.iter().rev().map(|&player| player as i64).collect::<Vec<_>>());
        if let End::Elimination(_) = self.end
            && self.laid.iter().any(|&laid| laid > 0)
        {
            assert_eq!(standing["tiebreak"], json!(self.laid));
        }
        if self.charts.iter().any(|chart| !chart.is_empty()) {
            let shown: Vec<_> = standing["carried"].as_array().unwrap().iter().map(names).collect();
            assert_eq!(shown, self.charts);
        }
    }
}

fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().expect("a list").iter().map(|number| number.as_i64().expect("a number")).collect()
}

fn names(list: &Value) -> BTreeSet<String> {
    list.as_array().expect("a list").iter().map(|name| name.as_str().expect("a name").into()).collect()
}

/// Plays matches at random and compares them with the book. Returns the rounds after which somebody chose, after which
/// nobody did, and the matches in which somebody had a full chart.
fn play(game: &AnyGame, end: End, matches: u64) -> [usize; 3] {
    let (spec, mut counts) = (game.spec(), [0; 3]);
    for seed in 0..matches {
        let (mut state, mut stream) = (game.start(), Stream::new(seed));
        let options = json!(state.view(0))["options"].clone();
        let mut book = Book {
            end,
            melee: options["open_hands"] == true,
            totals: vec![0; spec.seats],
            laid: vec![0; spec.seats],
            gone: Vec::new(),
            charts: vec![BTreeSet::new(); spec.seats],
            rounds: 0,
            starter: 0,
            clockwise: true,
            chooser: None,
        };
        while !matches!(state.turn(), Turn::Over { .. }) {
            if state.turn() == Turn::Chance {
                let view = json!(state.view(book.starter));
                assert_eq!(view["match"]["elder"], json!(book.starter));
                assert_eq!(view["match"]["clockwise"], json!(book.clockwise));
                state.settle(&mut stream);
                continue;
            }
            let action = choose(game, &state, &mut stream);
            let (watcher, name) = (book.circle(book.starter)[0], spec.name(action));
            if let Some(player) = book.chooser {
                assert_eq!(state.turn(), Turn::Seat(player));
                match name.strip_prefix("start +") {
                    None => book.clockwise = name == "clockwise",
                    Some(places) => {
                        let (places, players) = (places.parse::<usize>().unwrap(), spec.seats);
                        let step = if book.clockwise { places } else { players - places };
                        (book.starter, book.chooser) = ((player + step) % players, None);
                    }
                }
            }
            state.apply(action);
            let view = json!(state.view(watcher));
            if view["match"]["rounds"] != json!(book.rounds) {
                book.book(&view);
                assert_eq!(view["match"]["choosing"], json!(book.chooser.map(|_| "direction")));
                counts[usize::from(book.chooser.is_none())] += usize::from(!book.is_over());
            }
            book.compare(&view);
            assert_eq!(matches!(state.turn(), Turn::Over { .. }), book.is_over());
        }
        counts[2] += usize::from(book.charts.iter().any(|chart| chart.len() == 7));
        let Turn::Over { truncated } = state.turn() else { unreachable!("the loop has ended") };
        assert_eq!(truncated, matches!(end, End::Gems(_)) && book.gem_winner().is_none());
        for player in 0..spec.seats {
            let wanted = book.pays(player, options["settlement"] == "ladder");
            assert!((f64::from(state.returns(player)) - wanted).abs() < 1e-6, "{wanted}: {state:?}");
            let (better, own) = (0..spec.seats).fold((0, 0), |(better, own), other| {
                let merit = book.merit(other).cmp(&book.merit(player));
                (better + usize::from(merit.is_gt()), own + usize::from(merit.is_eq()))
            });
            assert_eq!(state.points(player), i32::from(better == 0 && own == 1));
            let level = (0..spec.seats).filter(|&other| state.standing(other) == state.standing(player)).count();
            let above = (0..spec.seats).filter(|&other| state.standing(other) > state.standing(player)).count();
            assert_eq!((above, level), (better, own));
        }
    }
    counts
}

/// Chooses at random, but rather lays than not, and rather ends a turn than drops.
fn choose<G: Game>(game: &G, state: &G::State, stream: &mut Stream) -> elderhand_env::Action {
    let legal = state.legal();
    let lays = legal.iter().filter(|&action| game.spec().name(action).starts_with("lay "));
    let lays: Vec<_> = lays.collect();
    if lays.is_empty() { stream.pick(&legal) } else { lays[stream.below(lays.len())] }
}

fn played(id: &str, options: &[&str], end: End, matches: u64) -> [usize; 3] {
    let options = parse_options(options).unwrap();
    let counts = play(&game(id, &options).unwrap(), end, matches);
    println!("{id}: {counts:?}");
    counts
}

#[test]
fn matches_of_so_many_rounds_are_as_booked() {
    let [chosen, ..] = played("skirmish", &["episode=match"], End::Rounds(6), 20);
    assert!(chosen > 80, "{chosen}");
    played("skirmish", &["episode=match", "seats=5", "rounds=3", "settlement=ladder"], End::Rounds(3), 20);
    let [chosen, passed, _] = played("melee", &["episode=match"], End::Rounds(6), 20);
    assert!(chosen == 0 && passed == 100, "{chosen}, {passed}");
}

#[test]
fn eliminations_are_as_booked() {
    let [chosen, passed, _] = played("skirmish-elimination", &[], End::Elimination(2), 10);
    assert!(chosen > 80 && passed < 20, "{chosen}, {passed}");
    played("skirmish-elimination", &["seats=4", "every=1", "settlement=ladder"], End::Elimination(1), 20);
    played("skirmish-elimination", &["seats=2", "every=3"], End::Elimination(3), 20);
}

#[test]
fn matches_of_gem_rum_are_as_booked() {
    let [chosen, _, full] = played("gem-rum", &["seats=2"], End::Gems(100), 10);
    assert!(chosen > 50 && full > 3, "{chosen}, {full}");
    played("gem-rum", &["seats=5", "rounds=3"], End::Gems(3), 10);
}

#[test]
fn a_single_round_is_placed_by_its_returns() {
    let game = game("skirmish", &parse_options(&["episode=round"]).unwrap()).unwrap();
    for seed in 0..20 {
        let (mut state, mut stream) = (game.start(), Stream::new(seed));
        loop {
            state.settle(&mut stream);
            match state.turn() {
                Turn::Over { .. } => break,
                _ => state.apply(stream.pick(&state.legal())),
            }
        }
        (0..4).for_each(|seat| assert_eq!(state.standing(seat), state.returns(seat)));
    }
}
