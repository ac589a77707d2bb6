//! Random games that like to lay, to challenge, or to take each other's discards for ever.

use elderhand_env::{Action, Card, Cards, Chance, Overrides, Stream};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::colonel::hand::{End, Hand};
use elderhand_tests::oracle::colonel::meld::{is_run, is_set};
use elderhand_tests::oracle::colonel::referee::{Colonel, Rules};
use elderhand_tests::oracle::contest::Format;
use elderhand_tests::play::weighed;
use serde_json::json;

/// Plays every hand in another mood.
struct Moods {
    stream: Stream,
    /// The ranks that are dealt first, from the lowest up.
    ranks: (u8, u8),
    meld: usize,
    lay_off: usize,
    take: usize,
    challenge: usize,
    counts: Counts,
}

impl Driver<Colonel> for Moods {
    fn deal(&mut self, deck: Cards, _: &Colonel) -> Card {
        if deck.len() == 52 {
            let mut pick = |values: &[usize]| values[self.stream.below(values.len())];
            self.ranks = (pick(&[1, 4, 9, 12]) as u8, pick(&[6, 8, 13]) as u8);
            (self.meld, self.lay_off) = (pick(&[0, 1, 20]), pick(&[0, 5, 20]));
            self.take = pick(&[1, 1, 1, 1, 3, 3, 3, 100_000]);
            self.challenge = pick(&[0, 0, 0, 1]);
        }
        let (low, width) = self.ranks;
        let liked: Cards = deck.iter().filter(|card| (card.rank() + 13 - low) % 13 < width).collect();
        let stray = self.stream.below(8) == 0;
        self.stream.deal(if liked.is_empty() || stray { deck } else { liked })
    }

    fn choose(&mut self, legal: &[(Action, &str)], _: &Colonel) -> Action {
        let must = legal.iter().all(|(_, name)| name.starts_with("meld"));
        let weight = |name: &str| match name.split(' ').next() {
            Some("meld") if !must => self.meld,
            Some("lay" | "add") => self.lay_off,
            Some("take") => self.take,
            Some("challenge") => self.challenge,
            _ => 1,
        };
        weighed(legal, weight, &mut self.stream)
    }

    fn done(&mut self, name: &str, before: &Colonel, after: &Colonel) {
        let mut hand = before.hand.clone();
        hand.act(name);
        let mover = before.hand.mover();
        for word in ["meld", "end meld", "lay off", "add", "take", "challenge", "accept", "refuse"] {
            self.counts.add(word, name.starts_with(word));
        }
        let thrown =
            name.starts_with("discard") && before.hand.taken.is_some_and(|card| name.ends_with(&card.to_string()));
        self.counts.add("the card taken is thrown back", thrown && hand.end.is_none());
        self.counts
            .add("the card taken is the last", thrown && hand.end == Some(End::Out(mover)) && !hand.return_taken);
        self.counts.add("a run or a set for a card", both(&hand));
        let Some(end) = hand.end else { return };
        self.counts.add("hands", true);
        self.counts.add("outs by a discard", end == End::Out(mover) && name.starts_with("discard"));
        self.counts
            .add("outs by laying off", end == End::Out(mover) && (name.starts_with("lay") || name.starts_with("add")));
        self.counts.add("outs by a meld", end == End::Out(mover) && name == "end meld");
        self.counts.add("exhausted stocks", end == End::Exhausted);
        self.counts.add("capped hands", end == End::Capped);
        self.counts.add("equal counts", end != End::Out(mover) && hand.points() == [0, 0]);
        if !after.contest.is_over() {
            return;
        }
        let truncated = after.contest.is_truncated();
        self.counts.add("rounds", after.rules.format.is_none());
        self.counts.add("truncated matches", truncated);
        self.counts.add("series won", matches!(after.rules.format, Some(Format::Series(..))) && !truncated);
        self.counts.add("matches of rounds", matches!(after.rules.format, Some(Format::Rounds(_))));
    }
}

/// Some card of whoever has the turn fits a run and a set.
fn both(hand: &Hand) -> bool {
    let fits = |&card| hand.place(card, is_run).is_some() && hand.place(card, is_set).is_some();
    hand.cards[hand.mover()].iter().any(fits)
}

/// Options, and as the game is told them.
fn setting(stream: &mut Stream) -> (Rules, Overrides) {
    let mut pick = |values: &[usize]| values[stream.below(values.len())];
    let format = match pick(&[0, 1, 2]) {
        0 => None,
        1 => Some(Format::Series(pick(&[1, 30, 100]) as i64, pick(&[1, 3, 200]))),
        _ => Some(Format::Rounds(pick(&[1, 2, 7]))),
    };
    let rules = Rules { challenge: pick(&[0, 1]) == 1, return_taken: pick(&[0, 0, 1]) == 1, format };
    let mut overrides = json!({"challenge": rules.challenge, "return_taken": rules.return_taken});
    overrides["episode"] = json!(if format.is_some() { "match" } else { "round" });
    if let Some(Format::Series(target, rounds)) = format {
        overrides["target"] = json!(target);
        overrides["rounds"] = json!(rounds);
    }
    if let Some(Format::Rounds(rounds)) = format {
        overrides["format"] = json!("rounds");
        overrides["rounds"] = json!(rounds);
    }
    (rules, serde_json::from_value(overrides).expect("options"))
}

#[test]
fn played_games_agree() {
    let stream = Stream::new(37);
    let counts = Counts::default();
    let mut moods = Moods { stream, ranks: (1, 13), meld: 1, lay_off: 1, take: 1, challenge: 1, counts };
    let mut number = 0;
    while moods.counts.of("hands") < 3_000 {
        let (rules, overrides) = setting(&mut moods.stream);
        follow("colonel", &overrides, Colonel::new(rules), &mut moods);
        number += 1;
    }
    println!("{number} games: {:#?}", moods.counts);
    moods.counts.assert(22, 5);
}
