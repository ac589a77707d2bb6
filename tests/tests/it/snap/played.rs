//! Random games at tables of every size, in moods from sleepy to wild. Some end early, or are stopped.

use elderhand_env::{Action, Card, Cards, Chance, Lots, Overrides, Seat, Stream};
use elderhand_tests::counts::Counts;
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::snap::{Next, Rules, Snap};
use serde_json::json;

/// Plays every game in another mood.
struct Moods {
    stream: Stream,
    /// How often a rank is dealt on its like, and how often seats snap rightly and wrongly, of ten times.
    mood: [usize; 3],
    counts: Counts,
}

impl Driver<Snap> for Moods {
    fn deal(&mut self, deck: Cards, referee: &Snap) -> Card {
        if deck.len() == 52 {
            self.mood = [[1, 8], [2, 9], [0, 3]].map(|values| values[self.stream.below(2)]);
        }
        let top = referee.pile.last();
        let alike: Cards = deck.iter().filter(|card| top.is_some_and(|top| top.rank == card.rank())).collect();
        let alike = if self.stream.below(10) < self.mood[0] { alike } else { Cards::EMPTY };
        let payer = if let Next::Pay(payers) = &referee.next { payers.len() } else { 0 };
        self.counts.add("unseen cards paid", payer > 0);
        self.stream.deal(if alike.is_empty() { deck } else { alike })
    }

    fn draw(&mut self, lots: Lots, _: &Snap) -> Seat {
        self.counts.add("lots", true);
        self.counts.add("lots among three or more", lots.seats().count() > 2);
        self.stream.draw(lots)
    }

    fn choose(&mut self, legal: &[(Action, &str)], referee: &Snap) -> Action {
        let eager = if referee.is_match() { self.mood[1] } else { self.mood[2] };
        legal[usize::from(self.stream.below(10) >= eager)].0
    }

    fn done(&mut self, name: &str, before: &Snap, after: &Snap) {
        let (counts, seats) = (&mut self.counts, before.known.len());
        if before.next != Next::Ask(seats - 1) {
            return;
        }
        let snapped: Vec<bool> = before.snaps.iter().copied().chain([name == "snap"]).collect();
        let snappers = before.snappers(&snapped);
        let (sizes, right, penalty) = (before.sizes(), before.is_match(), before.rules.penalty);
        counts.add("matches that nobody sees", right && snappers.is_empty());
        counts.add("piles taken alone", right && snappers.len() == 1);
        counts.add("piles taken without cards", right && snappers.len() == 1 && sizes[snappers[0]] == 0);
        counts.add("free wrong snaps", !right && !penalty && !snappers.is_empty());
        let pays = |wanted: &dyn Fn(usize) -> bool| !right && penalty && snappers.iter().any(|&seat| wanted(seat));
        counts.add("known cards paid", pays(&|seat| before.unseen[seat] == 0 && sizes[seat] > 0));
        counts.add("nothing to pay", pays(&|seat| sizes[seat] == 0));
        counts.add("players passed over", !right && after.layer != (before.layer + 1) % seats);
        counts.add("known cards laid", after.laid > before.laid && after.stock.len() == before.stock.len());
        let over = after.next == Next::Over;
        if over || after.contest.hands > before.contest.hands {
            counts.add(format!("games of {seats}"), true);
            counts.add("games of a match", !over);
        }
        let Some(winner) = over.then(|| after.winner()) else { return };
        if after.rules.series.is_some() {
            counts.add("matches won", !after.is_truncated());
            counts.add("matches stopped", after.is_truncated());
            return;
        }
        counts.add("games won with all cards", winner.is_some() && after.sizes().contains(&52));
        counts.add("games without a winner", winner.is_none());
        counts.add("games that end when one is out", after.out);
        counts.add("games stopped", after.is_truncated());
    }
}

/// Options of one of a series of games that takes turns in seats; all else is drawn.
fn rules(number: usize, stream: &mut Stream) -> Rules {
    let mut below = |n| stream.below(n);
    let series = [None, None, Some((1 + below(2) as i64, 1 + below(4)))][below(3)];
    let skill = (0..2 + number % 9).map(|_| [1, 2, 100][below(3)]).collect();
    let cap = [1000, 1000, 1 + below(80)][below(3)];
    Rules { skill, penalty: below(2) == 0, first_out: below(3) == 0, cap, series }
}

/// The names and values of the options.
fn overrides(rules: &Rules) -> Overrides {
    let mut skill = rules.skill.clone();
    skill.resize(10, 1);
    let penalty = if rules.penalty { "card" } else { "none" };
    let mut overrides = json!({"seats": rules.skill.len(), "skill": skill, "penalty": penalty, "cap": rules.cap});
    if rules.first_out {
        overrides["end"] = json!("first-out");
    }
    if let Some((target, rounds)) = rules.series {
        overrides["episode"] = json!("match");
        overrides["target"] = json!(target);
        overrides["rounds"] = json!(rounds);
    }
    serde_json::from_value(overrides).expect("options")
}

#[test]
fn played_games_agree() {
    let mut moods = Moods { stream: Stream::new(23), mood: [0; 3], counts: Counts::default() };
    for number in 0..400 {
        let rules = rules(number, &mut moods.stream);
        follow("snap", &overrides(&rules), Snap::new(rules), &mut moods);
    }
    println!("{:#?}", moods.counts);
    moods.counts.assert(27, 5);
}
