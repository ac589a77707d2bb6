//! Random games that seldom fold, and bet and raise what they can.

use elderhand_env::{Action, AnyGame, Chance, State, Stream, Turn, game};
use elderhand_tests::play::weighed;

use crate::pinnacle::compare::Comparison;
use crate::pinnacle::setting::Setting;
use crate::pinnacle::tally::Tally;

/// How a game is played.
#[derive(Clone, Copy, Debug)]
struct Mood {
    fold: usize,
    all_in: usize,
    raise: usize,
}

impl Mood {
    fn new(stream: &mut Stream) -> Mood {
        let mut pick = |values: &[usize]| values[stream.below(values.len())];
        Mood { fold: pick(&[1, 2, 10]), all_in: pick(&[0, 1, 10]), raise: pick(&[4, 10, 40]) }
    }

    /// Chooses an action by its weight.
    fn choose(self, legal: &[(Action, &str)], stream: &mut Stream) -> Action {
        let weight = |name: &str| match name {
            "fold" => self.fold,
            "bet all in" => self.all_in,
            "bet two pots" => self.raise / 4,
            "bet pot" | "bet half pot" => self.raise / 2,
            "bet least" | "bet amount" => self.raise,
            "done" => 2,
            _ => 20,
        };
        weighed(legal, weight, stream)
    }
}

/// Plays a game to its end, and compares it at every step.
fn play(game: &AnyGame, setting: &Setting, stream: &mut Stream, tally: &mut Tally) {
    let (mut comparison, mood) = (Comparison::new(game, setting), Mood::new(stream));
    loop {
        comparison.compare();
        let state = &comparison.state;
        match state.turn() {
            Turn::Chance => {
                let card = stream.deal(state.deck());
                comparison.deal(card, tally);
            }
            Turn::Seat(_) => {
                let legal = state.legal();
                let names: Vec<_> = legal.iter().map(|action| (action, game.spec().name(action))).collect();
                let action = mood.choose(&names, stream);
                comparison.act(action, tally);
            }
            Turn::Lot => unreachable!("no lots are drawn"),
            Turn::Over { .. } => break,
        }
    }
}

#[test]
fn played_games_agree() {
    let (mut stream, mut tally) = (Stream::new(11), Tally::default());
    let mut number = 0;
    while tally.count("rounds") < 3_000 {
        let setting = Setting::new(number, &mut stream);
        let game = game(setting.id, &setting.overrides).unwrap_or_else(|problem| panic!("{setting:?}: {problem}"));
        play(&game, &setting, &mut stream, &mut tally);
        number += 1;
    }
    println!("{number} games: {tally:#?}");
    tally.assert_all(5);
}
