use super::super::round::Act;
use super::super::rules::Betting;
use super::*;
use crate::oracle::card::cards;

/// Nine Card for so many seats, with 300 chips each.
fn rules(seats: usize) -> Rules {
    Rules {
        up: 0,
        split: false,
        seats,
        stack: 300,
        antes: None,
        betting: Betting::NoLimit,
        rounds: None,
        ranks: 13,
        jokers: 2,
        cycles: 4,
    }
}

/// A match.
fn long(seats: usize) -> Rules {
    Rules { rounds: Some(500), ..rules(seats) }
}

/// A match in which the seats have these chips and the next round begins.
fn with(chips: &[i64]) -> Referee {
    let stack = chips.iter().sum::<i64>() / chips.len() as i64;
    let rules = Rules { stack, ..long(chips.len()) };
    let mut referee = Referee::new(&rules);
    referee.round = Round::new(&rules, chips, 0, true);
    referee
}

/// Deals while cards are due: the first of these that is not dealt yet, or else the first of the deck.
fn deal(referee: &mut Referee, cards: &[Card]) {
    while matches!(referee.phase, Phase::Round | Phase::Counted) && referee.mover().is_none() {
        let deck = referee.deck();
        referee.deal(*cards.iter().find(|card| deck.contains(card)).unwrap_or(&deck[0]));
    }
}

/// Lets seats act, a text such as `"0 check, 1 bet least"`; deals before each what is due, and at the end.
fn play(referee: &mut Referee, text: &str) {
    play_with(referee, "", text);
}

/// As [`play`], to the end of the round, which is held as it was counted.
fn play_round(referee: &mut Referee, text: &str) {
    let (before, last) = text.rsplit_once(", ").unwrap();
    play(referee, before);
    let (seat, name) = last.split_once(' ').unwrap();
    assert_eq!(referee.mover(), Some(seat.parse().unwrap()), "{last} of {text}");
    referee.act(name);
    while matches!(referee.phase, Phase::Round) && referee.mover().is_none() {
        let card = referee.deck()[0];
        referee.deal(card);
    }
}

/// Plays with cards that are dealt in this order.
fn play_with(referee: &mut Referee, dealt: &str, text: &str) {
    for step in text.split(", ") {
        let (seat, name) = step.split_once(' ').unwrap();
        deal(referee, &cards(dealt));
        assert_eq!(referee.mover(), Some(seat.parse().unwrap()), "{step} of {text}");
        assert!(referee.legal().contains(name), "{step} of {text}, not {:?}", referee.legal());
        referee.act(name);
    }
    deal(referee, &cards(dealt));
}

/// The legal actions, in the order of their names.
fn legal(referee: &Referee) -> Vec<String> {
    referee.legal().into_iter().collect()
}

#[test]
fn the_ante_is_a_twentieth_of_all_chips() {
    let antes = |rules: Rules| [7, 6, 5, 4, 3, 2].map(|left| rules.ante(left));
    assert_eq!(antes(rules(7)), [15, 17, 21, 26, 35, 52]);
    assert_eq!(antes(Rules { antes: Some([50, 35, 26, 22, 17, 15]), ..rules(7) }), [15, 17, 22, 26, 35, 50]);
    assert_eq!(antes(Rules { stack: 10, ..rules(7) })[0], 1);
}

#[test]
fn cards_are_dealt_one_at_a_time() {
    let mut referee = Referee::new(&Rules { up: 2, ..long(3) });
    referee.round = Round::new(&Rules { up: 2, ..long(3) }, &[400, 0, 500], 2, false);
    let mut order = Vec::new();
    while referee.mover().is_none() {
        order.push(referee.round.next());
        let card = referee.deck()[0];
        referee.deal(card);
    }
    let own = [Next::Hole(2), Next::Hole(0), Next::Hole(2), Next::Hole(0), Next::Up(2), Next::Up(0), Next::Up(2)];
    assert_eq!(order[..7], own);
    assert_eq!(order[7..], [Next::Up(0), Next::Board, Next::Board, Next::Board]);
    assert_eq!(referee.round.hole[2], cards("AC 3C"));
    assert_eq!(referee.round.up[0], cards("6C 8C"));
}

#[test]
fn a_seat_bets_raises_or_checks_once_a_cycle() {
    let mut referee = Referee::new(&rules(4));
    play(&mut referee, "0 check, 1 bet least, 2 call, 3 bet least");
    assert_eq!(referee.round.bets, [0, 15, 15, 30]);
    // Who has checked or bet may not raise; who has called may.
    assert_eq!(legal(&referee), ["call", "fold"]);
    play(&mut referee, "0 call");
    assert_eq!(legal(&referee), ["call", "fold"]);
    play(&mut referee, "1 call");
    assert!(referee.legal().contains("bet least"));
    play(&mut referee, "2 bet least, 3 call, 0 fold, 1 call");
    // The one who raised last has the button and acts first.
    assert_eq!((referee.round.button, referee.mover()), (2, Some(2)));
    assert_eq!(referee.round.bets, [0; 4]);
    play(&mut referee, "2 check, 3 check, 1 check");
    assert_eq!((referee.round.button, referee.round.cycle()), (2, 2));
    play(&mut referee, "2 fold");
    assert_eq!(referee.mover(), Some(3));
    play(&mut referee, "3 check, 1 check");
    assert_eq!((referee.round.button, referee.mover()), (2, Some(3)));
}

#[test]
fn sizes_go_by_the_pot_after_a_call() {
    let mut referee = Referee::new(&rules(2));
    deal(&mut referee, &[]);
    // The half pot of 30 is the least bet.
    let bet = |name, to| (name, Act::Bet(to));
    let (fold, check, call) = (("fold", Act::Fold), ("check", Act::Check), ("call", Act::Call));
    let all = bet("bet all in", 285);
    let open = [fold, check, bet("bet least", 15), bet("bet pot", 30), bet("bet two pots", 60), all];
    assert_eq!(referee.round.acts(0), open);
    play(&mut referee, "0 bet pot");
    // After a call the pot is 90, and a raise lifts the bet by 30 at least.
    let sizes = [("bet least", 60), ("bet half pot", 75), ("bet pot", 120), ("bet two pots", 210)];
    assert_eq!(referee.round.acts(1), [&[fold, call][..], &sizes.map(|(name, to)| bet(name, to)), &[all]].concat());
    play(&mut referee, "1 bet pot, 0 call, 1 check");
    // The pot is 270; more than that is all in.
    assert_eq!(legal(&referee), ["bet all in", "bet half pot", "bet least", "check", "fold"]);
    assert_eq!(referee.round.acts(0)[3], bet("bet half pot", 135));
}

#[test]
fn limits_are_fixed() {
    let mut referee = with(&[300, 60, 540]);
    referee.round.rules.betting = Betting::Limit;
    play(&mut referee, "0 bet least, 1 call, 2 bet least, 0 call");
    assert_eq!(referee.round.bets, [30, 15, 30]);
    // Seat 1 has 45 after the ante; 15 are in, 30 left, and a raise would cost 30.
    assert_eq!(legal(&referee), ["bet all in", "call", "fold"]);
    play(&mut referee, "1 call, 2 check, 0 check, 1 check, 2 bet least");
    assert_eq!(referee.round.bets, [0, 0, 30]);
    assert_eq!(legal(&referee), ["bet least", "call", "fold"]);
    play(&mut referee, "0 bet least");
    assert_eq!(referee.round.bets, [60, 0, 30]);
    // Seat 1 has 15, which are no call.
    assert_eq!(legal(&referee), ["call", "fold"]);
}

#[test]
fn who_is_all_in_lowers_the_bets_above_his_own() {
    let mut referee = with(&[400, 300, 100, 400]);
    play(&mut referee, "0 bet least, 1 bet pot, 2 call");
    assert_eq!(referee.round.ante, 15);
    // Lifted by a pot of 60 + 15 + 15, and cut back to the 85 of seat 2.
    assert_eq!((referee.round.bets.clone(), referee.round.pot), (vec![15, 85, 85, 0], 60 + 185));
    assert_eq!(referee.round.chips, [370, 200, 0, 385]);
    assert_eq!(legal(&referee), ["call", "fold"]);
    play_round(&mut referee, "3 call, 0 call");
    // Nothing more is bet: the cards are dealt and the pot won.
    assert_eq!((referee.rounds, referee.round.board.concat().len()), (1, 7));
    assert_eq!(referee.won.iter().sum::<i64>(), 400);
}

#[test]
fn a_cut_back_leaves_nothing_to_call() {
    let mut referee = with(&[380, 380, 380, 60]);
    play_round(&mut referee, "0 bet pot, 1 bet least, 2 call, 3 call");
    // Seat 0 had bet 60 and was to answer 120, but 45 are left of both.
    assert_eq!((referee.rounds, referee.round.acts[0].len()), (1, 4));
    assert_eq!(referee.won.iter().sum::<i64>(), 4 * 60);
}

#[test]
fn an_ante_is_lowered_for_all() {
    let mut referee = with(&[593, 300, 7]);
    assert_eq!((referee.round.ante, referee.round.pot), (7, 21));
    deal(&mut referee, &[]);
    assert!(referee.rounds == 1 && referee.round.all_in);
    let poor = with(&[585, 300, 15]);
    assert!(poor.round.ante == 15 && poor.round.all_in);
    assert!(!with(&[584, 300, 16]).round.all_in);
}

#[test]
fn amounts_are_put_together() {
    let mut referee = Referee::new(&Rules { betting: Betting::AnyAmount, ..rules(2) });
    play(&mut referee, "0 bet amount");
    // 15 to 285.
    assert_eq!(legal(&referee), ["+10", "+100"]);
    play(&mut referee, "0 +10");
    assert_eq!(legal(&referee), ["+1", "+10"]);
    play(&mut referee, "0 +1");
    assert_eq!(legal(&referee), ["+1"]);
    play(&mut referee, "0 +1, 0 +1, 0 +1, 0 +1");
    assert_eq!(legal(&referee), ["+1", "done"]);
    play(&mut referee, "0 done, 1 bet amount, 1 +100, 1 +100, 1 +10");
    assert_eq!(legal(&referee), ["+1", "+10", "done"]);
    play(&mut referee, "1 +10, 1 +10, 1 +10, 1 +10, 1 +10, 1 +10, 1 +10");
    assert_eq!(legal(&referee), ["+1", "done"]);
    play(&mut referee, "1 +1, 1 +1, 1 +1, 1 +1, 1 +1");
    assert_eq!(legal(&referee), ["done"]);
    play(&mut referee, "1 done");
    assert!(referee.round.all_in && referee.round.bets == [15, 285]);
}

#[test]
fn odd_chips_go_round_from_the_button() {
    let settled = |button: usize, clockwise: bool| {
        let mut round = with(&[100, 100, 100, 100, 100]).round;
        (round.pot, round.button, round.clockwise) = (23, button, clockwise);
        round.acts[0] = vec![(1, Act::Fold), (4, Act::Fold)];
        // The board counts for all who are left.
        round.board = vec![cards("AC AD AH"), Vec::new(), Vec::new(), Vec::new()];
        round.settle()
    };
    assert_eq!(settled(1, true), [7, 0, 8, 8, 0]);
    assert_eq!(settled(2, true), [7, 0, 8, 8, 0]);
    assert_eq!(settled(3, true), [8, 0, 7, 8, 0]);
    assert_eq!(settled(1, false), [8, 0, 7, 8, 0]);
    assert_eq!(settled(4, false), [7, 0, 8, 8, 0]);
}

#[test]
fn split_counts_one_pair_or_the_other() {
    let [all, split] = [false, true].map(|split| Rules { up: 2, split, ..rules(2) });
    let count = |rules: &Rules, hole, up, board| rules.count(&cards(hole), &cards(up), &cards(board));
    assert_eq!(count(&all, "AC KS", "AD 3H", "AH 5C 9D"), 9);
    assert_eq!(count(&split, "AC KS", "AD 3H", "AH 5C 9D"), 0);
    assert_eq!(count(&all, "5D 5H", "AC AS", "AH 5C 9D"), 12);
    assert_eq!(count(&split, "5D 5H", "AC AS", "AH 5C 9D"), 9);
    assert_eq!(count(&split, "AC AS", "5D 5H", "AH 5C 9D"), 9);
}

#[test]
fn the_winner_chooses_direction_and_start() {
    let mut referee = with(&[300, 300, 0, 300]);
    play(&mut referee, "0 fold, 1 fold");
    // Nobody sees the cards of seat 3, which wins the three antes.
    assert_eq!((referee.won.clone(), referee.round.chips.clone()), (vec![0, 0, 0, 45], vec![285, 285, 0, 330]));
    assert_eq!(legal(&referee), ["clockwise", "counterclockwise"]);
    play(&mut referee, "3 counterclockwise");
    // One place on, seat 2 is out.
    assert_eq!(legal(&referee), ["start +0", "start +2", "start +3"]);
    play(&mut referee, "3 start +2");
    assert_eq!((referee.round.starter, referee.mover()), (1, Some(1)));
    play(&mut referee, "1 check, 0 check, 3 check");
}

#[test]
fn after_a_shared_pot_the_button_stays_unless_its_seat_is_out() {
    // Seats 0 and 2 have a book of kings each, seat 1 has nothing.
    let dealt = "KH 9D KS 2D 7H 2H KC KD 4S 6H 8D TC 3S";
    let mut referee = with(&[90, 90, 90]);
    play_with(&mut referee, dealt, "0 check, 1 check, 2 check, 0 bet least, 1 call, 2 bet least, 0 call, 1 fold");
    play_with(&mut referee, dealt, "2 check, 0 check, 2 check");
    referee.act("check");
    assert_eq!((referee.phase, referee.won.clone()), (Phase::Counted, vec![16, 0, 16]));
    assert_eq!((referee.mover(), referee.next(), referee.deck().len()), (None, Next::Hole(2), 54));
    play(&mut referee, "2 check");
    assert_eq!((referee.rounds, referee.round.starter), (1, 2));
    for (clockwise, next) in [(true, 2), (false, 0)] {
        let mut referee = with(&[90, 90, 90]);
        (referee.round.clockwise, referee.clockwise) = (clockwise, clockwise);
        // Cards are dealt in the direction of play.
        let dealt = if clockwise { dealt } else { "KH KS 9D 2D 2H 7H KC KD 4S 6H 8D TC 3S" };
        let (other, last) = if clockwise { ("2 call", 0) } else { ("0 call", 2) };
        let first = if clockwise { "0 check, 1 bet all in, " } else { "0 check, 2 check, 1 bet all in, " };
        play_with(&mut referee, dealt, &[first, other].concat());
        assert_eq!(referee.mover(), Some(last));
        referee.act("call");
        while referee.rounds == 0 {
            let deck = referee.deck();
            referee.deal(*cards(dealt).iter().find(|card| deck.contains(card)).unwrap());
        }
        assert_eq!((referee.gone.clone(), referee.elder), (vec![1], next));
        play(&mut referee, &format!("{next} check"));
        assert_eq!((referee.round.starter, referee.round.clockwise), (next, clockwise));
    }
}

#[test]
fn a_match_ends_when_one_has_all_or_at_its_cap() {
    let all_in = "0 bet all in, 1 call";
    let dealt = "AC 2D AD 7H AH KC 4S 6H 8D TC 3S";
    let mut referee = with(&[200, 100]);
    play_with(&mut referee, dealt, all_in);
    assert_eq!((referee.phase, referee.gone), (Phase::Over { truncated: false }, vec![1]));
    let mut referee = with(&[100, 200]);
    referee.round.rules.rounds = Some(1);
    play_with(&mut referee, dealt, all_in);
    assert_eq!((referee.phase, referee.round.chips.clone()), (Phase::Over { truncated: true }, vec![200, 100]));
    let mut referee = Referee::new(&rules(2));
    play(&mut referee, "0 bet pot, 1 fold");
    assert_eq!((referee.phase, referee.returns()), (Phase::Over { truncated: false }, vec![15.0, -15.0]));
}

#[test]
fn a_match_pays_its_winner() {
    let returns = |chips: &[i64]| {
        let mut referee = with(&[1, 1, 1]);
        referee.round.chips = chips.to_vec();
        referee.returns()
    };
    assert_eq!(returns(&[0, 900, 0]), [-0.5, 1.0, -0.5]);
    assert_eq!(returns(&[400, 100, 400]), [0.25, -0.5, 0.25]);
    assert_eq!(returns(&[300, 300, 300]), [0.0, 0.0, 0.0]);
}
