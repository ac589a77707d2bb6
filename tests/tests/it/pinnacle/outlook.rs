//! The hints: what a seat's cards may come to, against ways to the end that are drawn naively.

use elderhand_env::pinnacle::{Pinnacle, PinnacleView, Rules, best_count};
use elderhand_env::{Card, CardSet, Driver, Encode, Game, Row, Stream, View};
use elderhand_tests::told::Told;

/// The numbers of hands against which a chance is told, and the steps of each.
const HANDS: [usize; 3] = [1, 2, 4];
const STEPS: usize = 24;
/// The ways that the naive estimate draws.
const DRAWN: usize = 400;

/// What the hints say: the chances, 0 to 1, and the count.
fn told(game: &Pinnacle, view: &PinnacleView) -> ([f64; 3], usize) {
    let told = Told::of(game, view);
    let lit = told.lit("chances");
    let chance = |place: usize| lit.iter().filter(|&&bit| bit / STEPS == place).count() as f64 / STEPS as f64;
    ([0, 1, 2].map(chance), told.level("outlook"))
}

/// The same from many ways; the hands of the other seats have their own open cards.
fn estimated(view: &PinnacleView, chance: &mut Stream) -> ([f64; 3], f64) {
    let (rules, table) = (&view.options, &view.table);
    let live = table.betting.live();
    let seats = usize::from(rules.seats);
    let rivals: Vec<usize> =
        (1..seats).map(|on| (view.seat + on) % seats).filter(|&seat| live.contains(seat)).collect();
    let (mut won, mut counts) = ([0.0; 3], 0.0);
    for _ in 0..DRAWN {
        let mut stock: Vec<Card> = view.unseen().into_iter().collect();
        for i in (1..stock.len()).rev() {
            stock.swap(i, chance.below(i + 1));
        }
        let mut draw = |count: usize| -> CardSet { stock.split_off(stock.len() - count).into_iter().collect() };
        let all: usize = Rules::COMMUNITY[..usize::from(rules.cycles)].iter().sum();
        let community = table.community() | draw(all - table.community().len());
        let own = best_count(rules, view.hole, table.open[view.seat], community).points;
        counts += f64::from(own) / DRAWN as f64;
        let others: Vec<u8> = (0..4)
            .map(|hand| best_count(rules, draw(2), table.open[rivals[hand % rivals.len()]], community).points)
            .collect();
        for (won, hands) in won.iter_mut().zip(HANDS) {
            let best = *others[..hands].iter().max().unwrap();
            *won += (f64::from(u8::from(own > best)) + f64::from(u8::from(own >= best))) / 2.0 / DRAWN as f64;
        }
    }
    (won, counts)
}

fn compare(id: &'static str, rules: Rules) {
    let game = Pinnacle::new(id, rules).unwrap();
    let (mut chance, mut seen) = (Stream::new(1), 0);
    let (mut bias, mut squares) = ([0.0; 4], [0.0; 4]);
    for seed in 0..40 {
        let mut table = Driver::new(game.clone(), Stream::new(seed));
        while let Some(seat) = table.seat() {
            let view = table.view(seat);
            let (chances, count) = told(&game, &view);
            assert!(chances.is_sorted_by(|a, b| a >= b), "more hands are not beaten more often: {chances:?}");
            let community = view.table.community();
            if community.len() == 7 {
                assert_eq!(count, usize::from(view.count().points), "there is nothing to come");
            }
            if seed % 2 == 0 {
                let (won, counts) = estimated(&view, &mut chance);
                // The count is rounded down.
                let differences = [chances[0] - won[0], chances[1] - won[1], chances[2] - won[2]];
                for (place, difference) in
                    differences.into_iter().chain([(count as f64 + 0.5 - counts) / 26.0]).enumerate()
                {
                    bias[place] += difference;
                    squares[place] += difference * difference;
                }
                seen += 1;
            }
            table.play(chance.pick(&view.legal())).unwrap();
        }
    }
    let seen = f64::from(seen);
    for (bias, squares) in bias.into_iter().zip(squares) {
        let (bias, error) = (bias / seen, (squares / seen).sqrt());
        // Twelve ways err by 0.15 at most on average, and in no direction.
        assert!(error < 0.16 && bias.abs() < 4.0 * error / seen.sqrt() + 0.02, "{id}: {bias} ± {error} over {seen}");
    }
}

#[test]
fn nine_cards() {
    compare("pinnacle-nine", Rules { seats: 4, ..Rules::nine() });
}

#[test]
fn eleven_cards_with_open_ones() {
    compare("pinnacle-eleven", Rules { seats: 3, ..Rules::eleven() });
}

#[test]
fn who_is_not_to_move_has_no_hint() {
    let game = Pinnacle::new("pinnacle-nine", Rules::nine()).unwrap();
    let table = Driver::new(game.clone(), Stream::new(1));
    let other = (0..game.spec().seats).find(|&seat| Some(seat) != table.seat()).unwrap();
    let mut words = vec![0; game.spec().with_hints().words()];
    table.view(other).hint(&mut Row::new(&mut words));
    assert!(words.iter().all(|&word| word == 0));
}
