//! What the compared games held, so that a comparison of nothing is not taken for agreement.

use std::collections::BTreeMap;

use elderhand_tests::oracle::pinnacle::referee::{Phase, Referee};
use elderhand_tests::oracle::pinnacle::round::Act;

/// Counts of what came up.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    counts: BTreeMap<String, usize>,
}

impl Tally {
    /// How often something came up.
    pub fn count(&self, what: &str) -> usize {
        self.counts.get(what).copied().unwrap_or(0)
    }

    /// Checks that each of the 24 actions and of the 17 things that are counted beside them came up so often.
    pub fn assert_all(&self, least: usize) {
        let rare: Vec<_> = self.counts.iter().filter(|(_, count)| **count < least).collect();
        assert!(rare.is_empty() && self.counts.len() == 41, "{rare:?}");
    }

    fn add(&mut self, what: &str, times: usize) {
        *self.counts.entry(what.into()).or_default() += times;
    }

    /// Counts what an action brings about.
    pub fn acted(&mut self, name: &str, before: &Referee, after: &Referee) {
        self.add(name, 1);
        let old = &before.round;
        let Some(mover) = before.mover() else { return };
        if before.phase != Phase::Round {
            return self.began(before, after);
        }
        let acts = &old.acts[old.cycle()];
        let raises = name.starts_with("bet") || name == "done";
        let has_called = acts.contains(&(mover, Act::Call));
        self.add("a raise after a call", usize::from(raises && has_called));
        self.add("a cycle without who has the button", usize::from(acts.is_empty() && mover != old.button));
        if name == "call" && old.chips[mover] < old.highest() - old.bets[mover] {
            let to = old.bets[mover] + old.chips[mover];
            self.add("bets are cut back", 1);
            self.add("bets are cut back again", usize::from(old.all_in));
            // Seats that were to answer the highest bet, and have nothing to answer any more.
            let answers = |seat: &usize| old.bets[*seat] < old.highest() && old.bets[*seat] >= to && *seat != mover;
            self.add("a cut-back leaves nothing to call", old.left().iter().filter(|seat| answers(seat)).count());
        }
    }

    /// Counts what a round begins with, if one has just begun.
    pub fn began(&mut self, before: &Referee, after: &Referee) {
        if before.phase == Phase::Round || after.phase != Phase::Round {
            return;
        }
        let new = &after.round;
        let poor = new.rules.ante(new.left().len()) > new.ante;
        self.add("an ante is lowered", usize::from(poor));
        self.add("an ante takes a last chip", usize::from(new.all_in));
        self.add("seats are out", usize::from(new.left().len() < new.before.len()));
    }

    /// Counts what came of a round, if it has just been settled.
    pub fn settled(&mut self, before: &Referee, after: &Referee) {
        if before.rounds == after.rounds {
            return;
        }
        self.add("rounds", 1);
        let (winners, round) = (after.winners(), &after.round);
        let showdown = round.left().len() > 1;
        self.add(if showdown { "showdowns" } else { "pots won unseen" }, 1);
        if winners.len() > 1 {
            let odd = winners.iter().any(|&seat| after.won[seat] != after.won[winners[0]]);
            self.add("shared pots", 1);
            self.add("odd chips", usize::from(odd));
            self.add("odd chips counterclockwise", usize::from(odd && !round.clockwise));
        }
        match after.phase {
            Phase::Counted => {
                let bets = round.acts.iter().flatten().filter(|(_, act)| matches!(act, Act::Bet(_)));
                let holder = bets.map(|&(seat, _)| seat).next_back().unwrap_or(round.starter);
                self.add("the button leaves who is out", usize::from(round.chips[holder] == 0));
            }
            Phase::Over { truncated: true } => self.add("matches truncated", 1),
            Phase::Over { .. } if round.rules.rounds.is_some() => self.add("matches won", 1),
            _ => {}
        }
    }
}
