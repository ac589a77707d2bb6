//! What a first place pays, what is gambled for, and what places go by.

use elderhand_agents::Bot;
use elderhand_env::format::{Contest, Format, winner_takes};
use elderhand_env::options::parse_options;
use elderhand_env::{Game, Overrides, State, Stream, Table, Turn, game};
use serde_json::json;

use crate::formats::contest;

#[test]
fn the_winner_takes_one_from_all_others() {
    assert_eq!([winner_takes(0, 1, 3), winner_takes(1, 2, 3)], [1.0, -0.5]);
    // Two share the first place.
    assert_eq!([winner_takes(0, 2, 3), winner_takes(2, 1, 3)], [0.25, -0.5]);
    assert_eq!([winner_takes(0, 3, 3), winner_takes(0, 10, 10)], [0.0, 0.0]);
    assert_eq!(winner_takes(0, 1, 4), 1.0);
}

#[test]
fn who_stays_longer_in_an_elimination_stands_higher() {
    let contest = contest(Format::Elimination, 3, 3);
    let mut tally = contest.start();
    contest.book(&mut tally, &[9, 8, 0]);
    let merit = [0, 1, 2].map(|player| contest.merit(&tally, player));
    assert!(merit[0] == merit[1] && merit[1] > merit[2], "{merit:?}");
    contest.book(&mut tally, &[0, 5, 0]);
    let merit = [0, 1, 2].map(|player| contest.merit(&tally, player));
    assert!(merit[1] > merit[0] && merit[0] > merit[2], "{merit:?}");
}

#[test]
fn who_gambles_pays_the_winner_the_difference() {
    let gambled = |contest: &Contest, points: &[i32], won: &[u16], winner: usize| {
        let mut tally = contest.start();
        contest.book(&mut tally, points);
        (0..contest.players).map(|player| contest.gambled(&tally, won, winner, player)).collect::<Vec<f32>>()
    };
    let two = contest(Format::Series, 2, 2);
    // 104 + 100 + 3 × 20 against 80 + 2 × 20.
    assert_eq!(gambled(&two, &[104, 80], &[3, 2], 0), [144.0, -144.0]);
    assert_eq!(gambled(&two, &[0, 101], &[0, 2], 1), [-341.0, 341.0]);
    // Of more than two nobody is shut out.
    let three = contest(Format::LoserStaysOn, 3, 2);
    assert_eq!(gambled(&three, &[100, 0, 40], &[4, 0, 1], 0), [280.0 + 220.0, -280.0, -220.0]);
    // A captain stakes as much as the others together; of pairs each pays one.
    let captains = contest(Format::Captains, 3, 2);
    assert_eq!(gambled(&captains, &[0, 60, 40], &[0, 3], 1), [-360.0, 180.0, 180.0]);
    let pairs = Contest { partners: true, ..contest(Format::Series, 4, 4) };
    assert_eq!(gambled(&pairs, &[91, 61, 91, 61], &[4, 3], 0), [150.0, -150.0, 150.0, -150.0]);
}

#[test]
fn both_of_a_pair_have_won_a_round_also_where_pairs_part() {
    let won = |contest: Contest, players: [usize; 4], winner: usize| {
        let mut won = vec![0; contest.sides()];
        contest.credit(&mut won, players.into_iter().take(contest.seats), winner);
        won
    };
    assert_eq!(won(contest(Format::Hotfoot, 4, 4), [0, 2, 3, 1], 1), [0, 1, 1, 0]);
    let outsider = contest(Format::Outsider, 5, 4);
    assert_eq!(won(outsider, [4, 1, 2, 0], 2), [0, 0, 1, 0, 0]);
    assert_eq!(won(Contest { partners: true, ..outsider }, [4, 1, 2, 0], 2), [0, 0, 1, 0, 1]);
    // Partners who stay together are one side, and so is a team.
    assert_eq!(won(Contest { partners: true, ..contest(Format::Series, 4, 4) }, [0, 1, 2, 3], 3), [0, 1]);
    assert_eq!(won(contest(Format::RotatingTeam, 4, 2), [2, 3, 0, 0], 0), [1, 0]);
    assert_eq!(won(contest(Format::Captains, 4, 2), [0, 3, 0, 0], 1), [0, 1]);
}

#[test]
fn a_captain_wins_as_much_as_the_others_lose_also_by_a_lurch() {
    let options = json!({"episode": "match", "format": "captains", "players": 3, "seats": 2, "settlement": "lurch"});
    let options: Overrides = serde_json::from_value(options).expect("options");
    let game = game("sum-run-set", &options).expect("a game");
    let mut paid = Vec::new();
    for seed in 0..30 {
        let (mut state, mut chance) = (game.start(), Stream::new(seed));
        state.settle(&mut chance);
        while matches!(state.turn(), Turn::Seat(_)) {
            state.apply(chance.pick(&state.legal()));
            state.settle(&mut chance);
        }
        let returns = [0, 1, 2].map(|seat| state.returns(seat));
        assert!(returns[1] == returns[2] && returns.iter().sum::<f32>() == 0.0, "{returns:?}");
        // What is written down is what the side has won.
        let written = [0, 1, 2].map(|seat| state.points(seat));
        let won = returns[0] as i32;
        assert_eq!(written, [won.max(0), (-won).max(0), (-won).max(0)]);
        paid.push(returns[0].abs());
    }
    paid.sort_by(f32::total_cmp);
    paid.dedup();
    assert_eq!(paid, [1.0, 2.0]);
}

/// Plays a match of pinochle between one who knows how and one who does not.
fn one_sided(options: &[&str], mut seen: impl FnMut(&Table)) -> Table {
    let mut table = Table::new("pinochle", &parse_options(options).unwrap(), Stream::new(3)).unwrap();
    let bots = ["simple", "random"].map(|name| Bot::open(name).unwrap());
    let mut players = bots.map(|bot| bot.player(table.game()).unwrap());
    (0..2).for_each(|seat| players[seat].begin(seat, 7).unwrap());
    while let Some(seat) = table.seat() {
        table.play(players[seat].act(&table.view(seat).unwrap()).unwrap()).unwrap();
        seen(&table);
    }
    table
}

#[test]
fn no_target_grows_where_none_is_played_for() {
    let table = one_sided(&["episode=match", "format=rounds", "rounds=4", "settlement=lurch"], |table| {
        assert_eq!(table.view(0).unwrap().json()["match"]["target"], 0);
    });
    // Nobody is lurched who lacks nothing.
    assert_eq!(table.returns(), [1.0, -1.0]);
}

#[test]
fn what_is_gambled_for_stays_within_its_bounds_while_a_target_grows() {
    let settings = ["settlement=gambling", "target=1", "growth=1", "rounds=30", "cap_pays=true", "episode=match"];
    let table = one_sided(&settings, |_| ());
    let (least, most) = table.game().spec().returns;
    let returns = table.returns();
    assert!(returns.iter().all(|paid| (least..=most).contains(paid)), "{returns:?} beyond {least} and {most}");
    // More than both targets and the last hand could bring.
    assert!(returns[0] > 30.0 + 1210.0 + 200.0 + 600.0, "{returns:?}");
}
