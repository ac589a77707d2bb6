//! Random games that like to lay, or to hand aces round, and are dealt cards that fit.

use elderhand_env::{Game, Redeal, State, Stream, Turn, Visitor, visit};

use crate::compare::Comparison;
use crate::mood::Mood;
use crate::setting::Setting;
use crate::tally::Tally;

/// Plays a game to its end, and compares it at every step.
struct Play<'a>(&'a Setting, &'a mut Stream, &'a mut Tally);

impl Visitor for Play<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G)
    where
        <G::State as State>::View: Redeal,
    {
        let Play(setting, stream, tally) = self;
        let (mut comparison, mut mood) = (Comparison::new(&game, setting), Mood::new(stream));
        loop {
            comparison.compare();
            match comparison.state.turn() {
                Turn::Chance => {
                    if comparison.referee.hand.turn == 0 && comparison.referee.hand.stock.len() == 52 {
                        mood = Mood::new(stream);
                    }
                    let card = mood.deal(comparison.state.deck(), stream);
                    comparison.deal(card);
                }
                Turn::Seat(_) => {
                    let ace = comparison.referee.hand.offered.is_some_and(|card| card.rank == 1);
                    let action = mood.choose(&comparison.names(), ace, stream);
                    let before = comparison.referee.clone();
                    comparison.act(action);
                    tally.acted(game.spec().name(action), &before, &comparison.referee);
                }
                Turn::Over { .. } => break,
            }
        }
    }
}

#[test]
fn played_games_agree() {
    let (mut stream, mut tally) = (Stream::new(17), Tally::default());
    let mut number = 0;
    while tally.count("hands") < 2_500 {
        let setting = Setting::new(number, &mut stream);
        visit(setting.id, &setting.overrides, Play(&setting, &mut stream, &mut tally))
            .unwrap_or_else(|problem| panic!("{setting:?}: {problem}"));
        number += 1;
    }
    println!("{number} games: {tally:#?}");
    tally.assert_all(5);
}
