//! Random games in which some like to knock at once and some take each other's discards for ever.

use elderhand_env::{Action, Card, Cards, Chance, Stream};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::contest::Format;
use elderhand_tests::oracle::knock_rummy::hand::End;
use elderhand_tests::oracle::knock_rummy::referee::KnockRummy;
use elderhand_tests::play::weighed;

use crate::knock_rummy::setting::{overrides, rules};

/// Plays every hand in another mood.
struct Moods {
    stream: Stream,
    /// The ranks that are dealt first.
    ranks: u8,
    knock: usize,
    take: usize,
    counts: Counts,
}

impl Driver<KnockRummy> for Moods {
    fn deal(&mut self, deck: Cards, referee: &KnockRummy) -> Card {
        if deck.len() == 52 {
            let mut pick = |values: &[usize]| values[self.stream.below(values.len())];
            // Ten ranks are enough for six seats.
            (self.ranks, self.knock) = (pick(&[10, 11, 13]) as u8, pick(&[0, 0, 1, 4]));
            self.take = if self.knock == 0 && referee.rules.seats < 4 { pick(&[1, 100_000]) } else { 1 };
        }
        let liked: Cards = deck.iter().filter(|card| card.rank() <= self.ranks).collect();
        self.stream.deal(if liked.is_empty() { deck } else { liked })
    }

    fn choose(&mut self, legal: &[(Action, &str)], _: &KnockRummy) -> Action {
        let weight = |name: &str| match name.split(' ').next() {
            Some("take") => self.take,
            Some("knock") => self.knock,
            _ => 1,
        };
        weighed(legal, weight, &mut self.stream)
    }

    fn done(&mut self, name: &str, before: &KnockRummy, after: &KnockRummy) {
        let counts = &mut self.counts;
        counts.add("takes", name == "take");
        let thrown = before.hand.taken.is_some_and(|card| name.ends_with(&card.to_string()));
        counts.add("cards taken and thrown back", thrown);
        let mut hand = before.hand.clone();
        hand.act(name);
        let Some(end) = hand.end else { return };
        counts.add("hands", true);
        counts.add(format!("hands of {}", hand.cards.len()), true);
        counts.add("dead hands", end == End::Dead);
        counts.add("capped hands", end == End::Capped);
        if let End::Knock(knocker) = end {
            let won = hand.payments();
            let winners = won.iter().filter(|&&won| won > 0).count();
            counts.add("knocks that win", won[knocker] > 0);
            counts.add("knocks that are beaten", won[knocker] < 0);
            counts.add("several winners", winners > 1);
        }
        if after.over {
            counts.add(format!("games of {}", kind(after.rules.format)), true);
            counts.add("truncated rounds", after.rules.format.is_none() && after.is_truncated());
            counts.add("truncated matches", after.rules.format.is_some() && after.is_truncated());
            let returns = after.returns();
            let firsts = returns.iter().filter(|&&paid| returns.iter().all(|&other| other <= paid)).count();
            counts.add("shared matches", after.rules.format.is_some() && !after.is_truncated() && firsts > 1);
        }
    }
}

fn kind(format: Option<Format>) -> &'static str {
    match format {
        None => "one round",
        Some(Format::Series(..)) => "a series",
        Some(Format::Rounds(_)) => "rounds",
        Some(Format::Elimination(_)) => "elimination",
    }
}

#[test]
fn played_games_agree() {
    let mut moods = Moods { stream: Stream::new(19), ranks: 13, knock: 1, take: 1, counts: Counts::default() };
    let mut number = 0;
    while moods.counts.of("hands") < 4_000 {
        let rules = rules(number, &mut moods.stream);
        follow("knock-rummy", &overrides(rules), KnockRummy::new(rules), &mut moods);
        number += 1;
    }
    println!("{number} games: {:#?}", moods.counts);
    moods.counts.assert(20, 5);
}
