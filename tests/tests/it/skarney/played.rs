//! Random games that like to lay, or to hand aces round, and are dealt cards that fit.

use elderhand_env::{Action, Card, Cards, Stream};
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::skarney::referee::Skarney;

use crate::skarney::mood::Mood;
use crate::skarney::setting::Setting;
use crate::skarney::tally::Tally;

/// Plays every hand in another mood.
struct Moods {
    stream: Stream,
    mood: Mood,
    tally: Tally,
}

impl Driver<Skarney> for Moods {
    fn deal(&mut self, deck: Cards, _: &Skarney) -> Card {
        if deck.len() == 52 {
            self.mood = Mood::new(&mut self.stream);
        }
        self.mood.deal(deck, &mut self.stream)
    }

    fn choose(&mut self, legal: &[(Action, &str)], referee: &Skarney) -> Action {
        let ace = referee.hand.offered.is_some_and(|card| card.rank == 1);
        self.mood.choose(legal, ace, &mut self.stream)
    }

    fn done(&mut self, name: &str, before: &Skarney, after: &Skarney) {
        self.tally.acted(name, before, after);
    }
}

#[test]
fn played_games_agree() {
    let mut stream = Stream::new(17);
    let mut moods = Moods { mood: Mood::new(&mut stream), stream, tally: Tally::default() };
    let mut number = 0;
    while moods.tally.0.of("hands") < 2_200 {
        let setting = Setting::new(number, &mut moods.stream);
        follow(setting.id, &setting.overrides, Skarney::new(setting.rules), &mut moods);
        number += 1;
    }
    println!("{number} games: {:#?}", moods.tally);
    moods.tally.0.assert(28, 5);
}
