//! Random games that like to meld, or to draw, or to play from the table.

use elderhand_env::{Action, Audience, Card, Cards, Overrides, Stream};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::pinochle::deal::Next;
use elderhand_tests::oracle::pinochle::referee::Pinochle;
use elderhand_tests::oracle::referee::{Due, Referee};
use serde_json::json;

use crate::pinochle::mood::Mood;

/// Plays every hand in another mood.
struct Moods {
    stream: Stream,
    mood: Mood,
    counts: Counts,
}

impl Driver<Pinochle> for Moods {
    fn deal(&mut self, deck: Cards, referee: &Pinochle) -> Card {
        if deck.len() == 48 {
            self.mood = Mood::new(&mut self.stream);
        }
        let Due::Card(seat) = referee.due() else { panic!("no card is due") };
        self.mood.deal(deck, seat.map_or(Audience::Everyone, Audience::Seat), &mut self.stream)
    }

    fn choose(&mut self, legal: &[(Action, &str)], _: &Pinochle) -> Action {
        self.mood.choose(legal, &mut self.stream)
    }

    fn done(&mut self, name: &str, before: &Pinochle, after: &Pinochle) {
        let deal = &before.deal;
        for word in ["meld", "use ", "use-table", "use-second", "play-table", "play-second", "dix", "exchange"] {
            self.counts.add(word, name.starts_with(word));
        }
        let two = deal.is_phase_two();
        let may = before.legal().len();
        let (Next::Play(player) | Next::Lay(player) | Next::Use(player)) = deal.next() else { return };
        self.counts.add("a last card known", deal.last.is_some());
        self.counts.add("a last card unknown", deal.as_drawn && deal.tricks == 11);
        self.counts.add("a nine turned", deal.turned.is_some_and(|card| card.rank == 9) && deal.laid[1] == 10);
        if two && let Some(led) = deal.led {
            let hand = &deal.hands[player];
            let of = |suit| hand.iter().filter(|card| card.suit == suit).count();
            self.counts.add("must follow", led.suit != deal.trumps && of(led.suit) > 0 && of(led.suit) < hand.len());
            self.counts.add("must trump", led.suit != deal.trumps && of(led.suit) == 0 && of(deal.trumps) > 0);
            self.counts.add("may play what he likes", of(led.suit) == 0 && of(deal.trumps) == 0);
            let all = before.legal().iter().all(|name| name.ends_with(&"CDHS"[usize::from(deal.trumps)..][..1]));
            self.counts.add("must go over a trump", led.suit == deal.trumps && all && may < of(deal.trumps));
        }
        if after.played == before.played {
            return;
        }
        let mut last = deal.clone();
        last.act(name);
        let counts = last.counts();
        self.counts.add("hands", true);
        self.counts.add("counts of six", counts.iter().any(|count| count % 10 == 6));
        self.counts.add("counts of seven", counts.iter().any(|count| count % 10 == 7));
        self.counts.add("rounded to 250", last.points().iter().sum::<i64>() - last.laid.iter().sum::<i64>() == 250);
        self.counts.add("rounded to 240", last.points().iter().sum::<i64>() - last.laid.iter().sum::<i64>() == 240);
        self.counts.add("both past the target", !after.over && after.target > before.target);
        self.counts.add("just at the target", !after.over && after.totals.contains(&before.target));
        let Due::Over { truncated, .. } = after.due() else { return };
        self.counts.add("rounds", after.length.is_none());
        self.counts.add("truncated matches", truncated);
        self.counts.add(
            "truncated past a target that grew",
            truncated && after.totals.iter().all(|&total| total > before.target),
        );
        self.counts.add("matches won by 0", after.length.is_some() && after.winner() == Some(0));
        self.counts.add("matches won by 1", after.length.is_some() && after.winner() == Some(1));
    }
}

/// How long a match is, and as the game is told it.
fn setting(stream: &mut Stream) -> (Option<(i64, usize)>, Overrides) {
    let mut pick = |values: &[usize]| values[stream.below(values.len())];
    let length = match pick(&[0, 1, 1]) {
        0 => None,
        _ => Some((pick(&[1, 100, 150, 200, 250, 400, 1_000]) as i64, pick(&[1, 2, 3, 50]))),
    };
    let mut overrides = json!({"episode": if length.is_some() { "match" } else { "round" }});
    if let Some((target, rounds)) = length {
        overrides["target"] = json!(target);
        overrides["rounds"] = json!(rounds);
    }
    (length, serde_json::from_value(overrides).expect("options"))
}

#[test]
fn played_games_agree() {
    let mut stream = Stream::new(93);
    let mut moods = Moods { mood: Mood::new(&mut stream), stream, counts: Counts::default() };
    let mut number = 0;
    while moods.counts.of("hands") < 2_000 {
        let (length, mut overrides) = setting(&mut moods.stream);
        let as_drawn = moods.stream.below(3) == 0;
        if as_drawn {
            overrides.insert("last_card".into(), "as-drawn".into());
        }
        follow("pinochle", &overrides, Pinochle::new(as_drawn, length), &mut moods);
        number += 1;
    }
    println!("{number} games: {:#?}", moods.counts);
    moods.counts.assert(27, 10);
}
