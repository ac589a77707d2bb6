//! What the other did weighs the worlds that a view leaves open.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use elderhand_env::gin::{Draws, Gin, GinState, GinView, LayoutBy, Move, Rules, best_melds, least_deadwood};
use elderhand_env::matches::{Match, MatchOptions, MatchView, Settings};
use elderhand_env::{Action, Card, Check, Episode, Game, Redeal, Seat, State, Stream, Turn, View, read_view};
use serde_json::{Value, json};

type Policy = fn(&GinView, Action) -> f32;

/// A decision of a seat, with what it saw.
type Decision = (GinView, Action);

/// Plays a hand with a policy in both seats, and shows every decision together with those that led to it.
fn hand(rules: Rules, policy: Policy, stream: &mut Stream, mut each: impl FnMut(&GinState, &[Decision])) {
    let mut state = Gin::new("gin", rules).unwrap().start();
    let mut made: Vec<Decision> = Vec::new();
    loop {
        state.settle(stream);
        each(&state, &made);
        let Turn::Seat(seat) = state.turn() else { break };
        let view = state.view(seat);
        let action = drawn(&view, policy, stream);
        state.apply(action);
        made.push((view, action));
    }
}

/// Draws an action by its probability.
fn drawn(view: &GinView, policy: Policy, stream: &mut Stream) -> Action {
    let mut left = stream.unit();
    let legal = view.legal();
    for action in legal.iter() {
        left -= policy(view, action);
        if left < 0.0 {
            return action;
        }
    }
    stream.pick(&legal)
}

/// Every legal action alike.
fn uniform(view: &GinView, _: Action) -> f32 {
    1.0 / view.legal().len() as f32
}

/// Every action alike but for knocks, so that it says nothing of the cards.
fn plain(view: &GinView, _: Action) -> f32 {
    let counts = |action: &Action| !matches!(Move::of(*action), Some(Move::Knock(_)));
    1.0 / view.legal().iter().filter(counts).count() as f32
}

/// Takes an upcard that makes a meld, nineteen times in twenty; keeps low deadwood.
fn sensible(view: &GinView, action: Action) -> f32 {
    let sets = view.options.sets();
    let weight = |action: Action| match Move::of(action) {
        Some(Move::Take) if takes(view) => 19.0,
        Some(Move::Draw | Move::Pass) if !takes(view) => 19.0,
        Some(Move::Take | Move::Draw | Move::Pass) => 1.0,
        Some(Move::Discard(card) | Move::Knock(card)) => {
            (-0.3 * least_deadwood(view.hand.without(card), sets) as f32).exp()
        }
        _ => 1.0,
    };
    weight(action) / view.legal().iter().map(weight).sum::<f32>()
}

/// Always takes an upcard that makes a meld and no other; discards anything.
fn strict(view: &GinView, action: Action) -> f32 {
    match Move::of(action) {
        Some(Move::Take) => f32::from(takes(view)),
        Some(Move::Draw | Move::Pass) => f32::from(!takes(view)),
        _ => uniform(view, action),
    }
}

/// Something that depends on every field of a view.
fn scrambled(view: &GinView, action: Action) -> f32 {
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one((view, action.0));
    0.1 + 0.9 * (hash % 1_000) as f32 / 1_000.0
}

/// Returns `true` if the upcard would lie in a meld.
fn takes(view: &GinView) -> bool {
    let card = view.table.pile.top().expect("there is an upcard");
    best_melds(view.hand.with(card), view.options.sets()).contains(card)
}

fn json(view: &GinView) -> Value {
    serde_json::to_value(view).unwrap()
}

fn rules() -> [Rules; 6] {
    let chosen = Rules { layout: LayoutBy::Chosen, out_without_discard: true, ..Rules::gin() };
    let returning = Rules { return_taken: true, offer: false, ..Rules::seven() };
    [Rules::gin(), Rules::oklahoma(), Rules::sequence(), Rules::seven(), chosen, returning]
}

/// The decisions of a seat before hands were laid out.
fn of(made: &[Decision], seat: Seat) -> Vec<&Decision> {
    let counts =
        |action| !matches!(Move::of(action), Some(Move::Meld(_) | Move::EndMeld | Move::LayOff(_) | Move::Done));
    made.iter().filter(|(view, action)| view.seat == seat && counts(*action)).collect()
}

#[test]
fn disturbing_comes_to_every_world_as_often() {
    let mut stream = Stream::new(2);
    let mut seen = None;
    hand(Rules::gin(), uniform, &mut stream, |state, made| {
        if made.len() == 6 && seen.is_none() {
            seen = Some((state.view(0), state.clone()));
        }
    });
    let (view, mut world) = seen.expect("six decisions were made");
    let (unseen, moves) = (view.unseen(), 60_000);
    let mut held: HashMap<Card, i32> = unseen.iter().map(|card| (card, 0)).collect();
    for _ in 0..moves {
        world = view.disturb(&world, &mut stream);
        let hand = world.view(1).hand;
        held.iter_mut().for_each(|(card, count)| *count += i32::from(hand.contains(*card)));
    }
    let hidden = world.view(1).hand.len() - view.table.known[1].len();
    let expected = f64::from(moves) * hidden as f64 / unseen.len() as f64;
    // A card stays for some ten moves, so that the counts spread by about 3 % of this.
    assert!(held.values().all(|&count| (f64::from(count) / expected - 1.0).abs() < 0.15), "{held:?}, not {expected}");
}

#[test]
fn the_true_world_shows_the_other_what_it_saw() {
    let (mut stream, mut met, mut known) = (Stream::new(1), 0, 0);
    for (number, rules) in rules().into_iter().cycle().take(24).enumerate() {
        let policy = if number % 2 == 0 { uniform } else { sensible };
        let mut chance = Stream::new(number as u64);
        hand(rules, policy, &mut stream, |state, made| {
            for seat in 0..2 {
                let (view, true_decisions) = (state.view(seat), of(made, 1 - seat));
                let right: f32 = true_decisions.iter().map(|(seen, action)| scrambled(seen, *action).ln()).sum();
                for _ in 0..5 {
                    let mut asked: Vec<Decision> = Vec::new();
                    let weight = view.log_weight(state, &mut chance, &mut |seen, action| {
                        asked.push((seen.clone(), action));
                        scrambled(seen, action)
                    });
                    let Some(weight) = weight else {
                        assert!(view.table.draws.are_unknown());
                        assert!(made.len() > 2 * Draws::TAKEN);
                        continue;
                    };
                    known += 1;
                    // A knock that is not legal with other cards ends what is asked.
                    assert!(weight == f32::NEG_INFINITY || asked.len() == true_decisions.len());
                    let mut same = asked.len() == true_decisions.len();
                    for (asked, seen) in asked.iter().zip(&true_decisions) {
                        assert_eq!(asked.0.check(), Ok(()));
                        assert_eq!(asked.1, seen.1);
                        let patched = GinView { hand: seen.0.hand, ..asked.0.clone() };
                        assert_eq!(json(&patched), json(&seen.0));
                        same &= asked.0 == seen.0;
                    }
                    assert!(!same || (weight - right).abs() < 1e-3, "{weight}, not {right}");
                    met += usize::from(same && true_decisions.len() > 2);
                }
            }
        });
    }
    assert!(known > 2_000 && met > 40, "{met} of {known} ways were those that it was");
}

#[test]
fn to_a_policy_without_preferences_all_worlds_weigh_what_the_truth_does() {
    let (mut stream, mut chance, mut compared) = (Stream::new(2), Stream::new(2), 0);
    for _ in 0..40 {
        hand(Rules::gin(), uniform, &mut stream, |state, made| {
            for seat in 0..2 {
                let view = state.view(seat);
                let right: f32 = of(made, 1 - seat).iter().map(|(seen, action)| plain(seen, *action).ln()).sum();
                for world in [state.clone(), view.redeal(&mut chance)] {
                    let weight = view.log_weight(&world, &mut chance, &mut |seen, action| plain(seen, action));
                    let Some(weight) = weight else { continue };
                    assert!((weight - right).abs() < 1e-3, "{weight}, not {right}");
                    compared += 1;
                }
                // The same from the other side of the table.
                let turned = turned(&view);
                let world = turned.redeal(&mut chance);
                let weight = turned.log_weight(&world, &mut chance, &mut |seen, action| plain(seen, action));
                assert!(weight.is_none_or(|weight| (weight - right).abs() < 1e-3), "{weight:?}, not {right}");
            }
        });
    }
    assert!(compared > 2_000, "{compared}");
}

/// The view with the seats numbered the other way round.
fn turned(view: &GinView) -> GinView {
    let mut json = json(view);
    let turn = |seat: &mut Value| *seat = json!(1 - seat.as_u64().unwrap());
    turn(&mut json["seat"]);
    let table = &mut json["table"];
    turn(&mut table["to_move"]);
    turn(&mut table["elder"]);
    table["known"].as_array_mut().unwrap().reverse();
    for discarded in table["pile"].as_array_mut().unwrap() {
        discarded.get_mut("by").map(turn).unwrap_or_default();
    }
    let showdown = &mut json["showdown"];
    if !showdown.is_null() {
        turn(&mut showdown["knocker"]);
        showdown["layouts"].as_array_mut().unwrap().reverse();
        showdown["points"].as_array_mut().unwrap().reverse();
        showdown.get_mut("winner").filter(|winner| !winner.is_null()).map(turn).unwrap_or_default();
    }
    read_view(&Gin::new("gin", view.options).unwrap(), json).unwrap()
}

#[test]
fn each_way_that_the_cards_may_have_come_is_as_likely() {
    // The offer is refused; elder hand draws, discards, and draws again.
    let (mut stream, mut state) = (Stream::new(3), Gin::new("gin", Rules::gin()).unwrap().start());
    state.settle(&mut stream);
    for action in [Move::Pass, Move::Pass] {
        state.play(action.action()).unwrap();
    }
    for _ in 0..2 {
        state.settle(&mut stream);
        let discard = Move::Discard(state.view(state.view(0).table.to_move).hand.first().unwrap());
        state.play(discard.action()).unwrap();
        state.play(Move::Draw.action()).unwrap();
    }
    state.settle(&mut stream);
    let (view, mut ways) = (state.view(1), HashMap::<Vec<u64>, u32>::new());
    for _ in 0..110_000 {
        let mut hands = Vec::new();
        let weight = view.log_weight(&state, &mut stream, &mut |seen, _| {
            hands.push(seen.hand.bits());
            1.0
        });
        assert_eq!(weight, Some(0.0));
        *ways.entry(hands).or_default() += 1;
    }
    // Twelve cards came to it, of which the one discarded was not the last: 11 × 11 ways of which card came when.
    assert_eq!(ways.len(), 11 * 11);
    let mean = 110_000.0 / 121.0;
    let squares: f64 = ways.values().map(|&times| (f64::from(times) - mean).powi(2) / mean).sum();
    assert!(squares < 180.0, "chi-square {squares} of 120 degrees of freedom");
}

#[test]
fn the_truth_weighs_more_than_other_worlds() {
    const WORLDS: usize = 9;
    let [mut stream, mut chance, mut deals] = [4, 5, 6].map(Stream::new);
    let (mut ahead, mut share, mut positions) = (0.0, 0.0, 0.0);
    for _ in 0..150 {
        hand(Rules::gin(), sensible, &mut stream, |state, made| {
            let Turn::Seat(seat) = state.turn() else { return };
            let view = state.view(seat);
            if made.len() < 12 || view.table.draws.are_unknown() {
                return;
            }
            let mut weigh = |world: &GinState| {
                // The mean over some ways, as a searching player may take it.
                let mut one =
                    |_| view.log_weight(world, &mut chance, &mut |seen, action| sensible(seen, action)).unwrap();
                (0..8).map(|way| f64::from(one(way)).exp()).sum::<f64>() / 8.0
            };
            let truth = weigh(state);
            let others: Vec<f64> = (0..WORLDS).map(|_| weigh(&view.redeal(&mut deals))).collect();
            ahead += truth.ln() - others.iter().map(|weight| weight.ln()).sum::<f64>() / WORLDS as f64;
            share += truth / (truth + others.iter().sum::<f64>());
            positions += 1.0;
        });
    }
    assert!(positions > 500.0, "{positions}");
    let (ahead, share) = (ahead / positions, share / positions);
    assert!(ahead > 1.0 && share > 0.2, "the truth is {ahead} ahead and has a share of {share}, by chance {}", 0.1);
}

#[test]
fn what_the_other_would_have_taken_it_does_not_hold() {
    let [mut stream, mut chance, mut deals] = [5, 6, 7].map(Stream::new);
    let mut possible = [0, 0];
    for _ in 0..150 {
        hand(Rules::gin(), strict, &mut stream, |state, made| {
            // Elder hand has refused the upcard: nothing is open but its cards.
            if made.len() != 1 || Move::of(made[0].1) != Some(Move::Pass) {
                return;
            }
            let view = state.view(1);
            let upcard = view.table.pile.top().unwrap();
            let mut weigh = |world: &GinState| {
                view.log_weight(world, &mut chance, &mut |seen, action| strict(seen, action)).unwrap()
            };
            assert_eq!(weigh(state), 0.0);
            for _ in 0..100 {
                let world = view.redeal(&mut deals);
                let taken = best_melds(world.view(0).hand.with(upcard), true).contains(upcard);
                assert_eq!(weigh(&world), if taken { f32::NEG_INFINITY } else { 0.0 });
                possible[usize::from(taken)] += 1;
            }
        });
    }
    assert!(possible.iter().all(|&count| count > 500), "{possible:?}");
}

#[test]
fn a_view_without_its_history_has_no_weights() {
    let (mut stream, mut seen) = (Stream::new(6), 0);
    for rules in rules() {
        let game = Gin::new("gin", rules).unwrap();
        hand(rules, uniform, &mut stream, |state, _| {
            let view = state.view(stream_seat(seen));
            let mut json = json(&view);
            let history = json["table"].as_object_mut().unwrap().remove("draws");
            assert_eq!(history.is_none(), view.table.draws.are_unknown());
            let without = read_view(&game, json.clone()).unwrap();
            assert!(without.table.draws.are_unknown());
            assert_eq!(serde_json::to_value(&without).unwrap(), json);
            let mut never = |_: &GinView, _| -> f32 { panic!("nothing can be asked") };
            let mut chance = Stream::new(7);
            assert_eq!(without.log_weight(state, &mut chance, &mut never), None);
            // The history is nothing that positions and views are told apart by.
            let hash = |view: &GinView| BuildHasherDefault::<DefaultHasher>::default().hash_one(view);
            assert_eq!(without, view);
            assert_eq!(hash(&without), hash(&view));
            assert_eq!(without.redeal(&mut Stream::new(8)), view.redeal(&mut Stream::new(8)));
            // Nor does it come back.
            let mut later = without.redeal(&mut chance);
            for _ in 0..10 {
                later.settle(&mut chance);
                let Turn::Seat(_) = later.turn() else { break };
                later.apply(chance.pick(&later.legal()));
            }
            assert!(later.view(0).table.draws.are_unknown());
            seen += 1;
        });
    }
    assert!(seen > 200, "{seen}");
}

fn stream_seat(number: usize) -> Seat {
    number / 2 % 2
}

#[test]
fn a_history_that_contradicts_the_table_is_refused() {
    let (mut stream, mut refused) = (Stream::new(9), 0);
    for rules in rules().into_iter().cycle().take(12) {
        let game = Gin::new("gin", rules).unwrap();
        hand(rules, uniform, &mut stream, |state, made| {
            let view = state.view(made.len() / 2 % 2);
            let whole = json(&view);
            let Some(history) = whole["table"].get("draws").and_then(Value::as_array) else { return };
            let mut refuse = |history: Vec<Value>, words: &str| {
                let mut json = whole.clone();
                json["table"]["draws"] = Value::Array(history);
                let error = read_view(&game, json).expect_err("it contradicts the table").to_string();
                assert!(error.contains(words), "{error}");
                refused += 1;
            };
            // A history beyond what is remembered is as good as none.
            let takes = history.iter().filter(|taken| !taken.is_null()).count();
            if history.len() == Draws::TURNS || takes == Draws::TAKEN {
                return;
            }
            let (every, fits) = ("`table.draws` must have an entry for every turn", "`table.");
            refuse([history.as_slice(), &[json!(null)]].concat(), every);
            refuse([history.as_slice(), &[json!("7C")]].concat(), every);
            if history.is_empty() {
                return;
            }
            refuse(history[1..].to_vec(), every);
            let own: Vec<Card> = (view.hand - view.table.known[view.seat] - view.table.returned).iter().collect();
            for turn in 0..history.len() {
                let mut other = history.clone();
                other[turn] = if other[turn].is_null() { json!("7C") } else { json!(null) };
                refuse(other.clone(), fits);
                if let (false, Some(card)) = (history[turn].is_null(), own.first()) {
                    // Whoever took it would hold it before all eyes.
                    other[turn] = json!(card);
                    refuse(other, fits);
                }
            }
        });
    }
    assert!(refused > 2_000, "{refused}");
}

#[test]
fn in_a_match_the_round_is_weighed() {
    let settings = Settings { episode: Episode::Match, ..Settings::series(100, 200) };
    let game = Match::<Gin>::new("gin", MatchOptions { rules: Rules::gin(), settings }).unwrap();
    let (mut stream, mut state) = (Stream::new(10), game.start());
    let mut weighed = 0;
    for _ in 0..2_000 {
        state.settle(&mut stream);
        let Turn::Seat(seat) = state.turn() else { break };
        let view: MatchView<GinState> = state.view(seat);
        let weight = view.log_weight(&state, &mut stream, &mut |seen, action| {
            assert_eq!(seen.seat(), 1 - seat);
            assert_eq!(seen.check(), Ok(()));
            assert!(seen.legal().contains(action));
            0.5
        });
        let known = view.round.as_ref().is_some_and(|round| !round.table.draws.are_unknown());
        assert_eq!(weight.is_some(), known);
        weighed += usize::from(weight.is_some());
        state.apply(stream.pick(&state.legal()));
    }
    assert!(weighed > 300, "{weighed}");
}
