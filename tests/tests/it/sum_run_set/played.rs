//! Random games whose players leave, or capture, or take what they can.

use elderhand_env::{Action, Card, Cards, Chance, Overrides, Stream};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::referee::{Due, Referee};
use elderhand_tests::oracle::sum_run_set::referee::{Rules, SumRunSet};
use elderhand_tests::play::weighed;
use serde_json::json;

/// Plays every pitch in another mood.
struct Moods {
    stream: Stream,
    /// The ranks that are dealt first, from the lowest up.
    ranks: (u8, u8),
    leave: usize,
    end: usize,
    counts: Counts,
}

impl Driver<SumRunSet> for Moods {
    fn deal(&mut self, deck: Cards, _: &SumRunSet) -> Card {
        if deck.len() == 52 {
            let mut pick = |values: &[usize]| values[self.stream.below(values.len())];
            self.ranks = (pick(&[1, 4, 9, 11]) as u8, pick(&[4, 6, 13]) as u8);
            (self.leave, self.end) = (pick(&[0, 0, 1, 8]), pick(&[1, 8]));
        }
        let (low, width) = self.ranks;
        let liked: Cards = deck.iter().filter(|card| (card.rank() + 13 - low) % 13 < width).collect();
        let stray = self.stream.below(8) == 0;
        self.stream.deal(if liked.is_empty() || stray { deck } else { liked })
    }

    fn choose(&mut self, legal: &[(Action, &str)], _: &SumRunSet) -> Action {
        let weight = |name: &str| match name {
            "leave" => self.leave,
            "end" => self.end,
            _ => 2,
        };
        weighed(legal, weight, &mut self.stream)
    }

    fn done(&mut self, name: &str, before: &SumRunSet, after: &SumRunSet) {
        self.captured(name, before);
        let Due::Over { truncated, .. } = after.due() else { return };
        let Some((target, _)) = after.rules.length else {
            self.counts.add(format!("rounds of {:?}", (after.rules.seats, after.rules.partners)), true);
            return;
        };
        let partners = after.rules.partners;
        self.counts.add("truncated matches", truncated);
        self.counts.add("matches won", !truncated && !partners);
        self.counts.add("matches won by partners", !truncated && partners);
        self.counts.add("matches won in mid-pitch", !truncated && !after.pitch.over);
        self.counts.add("players lurched", !truncated && !partners && after.lurched() > 0);
        self.counts.add("some lurched, some not", !truncated && (1..after.totals.len() - 1).contains(&after.lurched()));
        self.counts.add("pairs lurched", !truncated && partners && after.lurched() > 0);
        self.counts.add("short of the lurch by a point", !truncated && after.totals.contains(&(target - 31)));
        self.counts.add("no lurch by a point", !truncated && after.totals.contains(&(target - 30)));
    }
}

impl Moods {
    /// Counts what an action brings about in a pitch.
    fn captured(&mut self, name: &str, before: &SumRunSet) {
        let mut pitch = before.pitch.clone();
        pitch.act(name);
        let captured = pitch.piles.iter().flatten().count() > before.pitch.piles.iter().flatten().count();
        let left = before.pitch.left;
        let falls = captured && left.is_some_and(|card| !pitch.pond.contains(&card));
        let dealt = before.pitch.hands.iter().all(|hand| hand.len() == before.pitch.hands[0].len() || hand.len() > 2);
        self.counts.add("captures", captured);
        self.counts.add("captures ended by choice", captured && name == "end");
        self.counts.add("falls", falls);
        self.counts.add("falls across a deal", falls && dealt && before.pitch.mover == before.pitch.elder);
        self.counts.add("sweeps", captured && pitch.pond.is_empty());
        self.counts.add("falls with a sweep", falls && pitch.pond.is_empty());
        self.counts.add("cards left unasked", name.starts_with("play") && pitch.left != left && pitch.played.is_none());
        self.counts.add("cards left by choice", name == "leave");
        if pitch.over {
            let most = pitch.scored.iter().skip(usize::from(captured));
            let points: Vec<i64> = most.map(|scored| scored.1).collect();
            self.counts.add("pitches", true);
            self.counts.add("cards and honours", points == [3, 5]);
            self.counts.add("cards alone", points == [3]);
            self.counts.add("honours alone", points == [5]);
            self.counts.add("neither", points.is_empty());
            self.counts.add("a capture by the last card", captured);
        }
    }
}

/// Options, and as the game is told them.
fn setting(stream: &mut Stream) -> (&'static str, Rules, Overrides) {
    let mut pick = |values: &[usize]| values[stream.below(values.len())];
    let seats = pick(&[2, 3, 4, 5]);
    let partners = seats == 4 && pick(&[0, 1, 1]) == 1;
    let length = match pick(&[0, 1]) {
        0 => None,
        _ => Some((pick(&[1, 15, 31, 40, 91]) as i64, pick(&[1, 2, 50]))),
    };
    let mut overrides = json!({"episode": if length.is_some() { "match" } else { "round" }});
    if let Some((target, rounds)) = length {
        overrides["target"] = json!(target);
        overrides["rounds"] = json!(rounds);
    }
    let id = if partners { "sum-run-set-partners" } else { "sum-run-set" };
    if !partners {
        overrides["seats"] = json!(seats);
    }
    (id, Rules { seats, partners, length }, serde_json::from_value(overrides).expect("options"))
}

#[test]
fn played_games_agree() {
    let mut moods = Moods { stream: Stream::new(73), ranks: (1, 13), leave: 1, end: 1, counts: Counts::default() };
    let mut number = 0;
    while moods.counts.of("pitches") < 1_500 {
        let (id, rules, overrides) = setting(&mut moods.stream);
        follow(id, &overrides, SumRunSet::new(rules), &mut moods);
        number += 1;
    }
    println!("{number} games: {:#?}", moods.counts);
    moods.counts.assert(28, 5);
}
