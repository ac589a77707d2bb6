//! A cycle of betting: who may do what, and what comes of it.

use super::round::{Act, Round};
use super::rules::Betting;

impl Round {
    /// What the seat to move may do, with the names of the actions; amounts that are put together are not among them.
    pub fn acts(&self, seat: usize) -> Vec<(&'static str, Act)> {
        let acts = &self.acts[self.cycle()];
        let mut found = vec![("fold", Act::Fold)];
        if !acts.iter().any(|act| matches!(act.1, Act::Bet(_))) {
            found.push(("check", Act::Check));
        }
        if self.bets[seat] < self.highest() {
            found.push(("call", Act::Call));
        }
        if self.may_bet(seat) {
            found.extend(self.sizes(seat).into_iter().map(|(name, to)| (name, Act::Bet(to))));
        }
        found
    }

    /// Returns `true` if a seat may bet or raise: only once in a cycle, not after a check, and not after an all-in.
    fn may_bet(&self, seat: usize) -> bool {
        let acts = &self.acts[self.cycle()];
        !self.all_in && !acts.iter().any(|act| act.0 == seat && matches!(act.1, Act::Bet(_) | Act::Check))
    }

    /// The least by which a bet must lift the highest one, unless it is all in.
    fn least(&self) -> i64 {
        let (cycle, mut least, mut highest) = (self.cycle(), self.ante, 0);
        if self.rules.betting == Betting::Limit {
            return if cycle < 2 { self.ante } else { 2 * self.ante };
        }
        for act in &self.acts[cycle] {
            if let (_, Act::Bet(to)) = *act {
                least = least.max(to - highest);
                highest = to;
            }
        }
        least
    }

    /// The named bets of a seat, each with the bet of the cycle that it makes.
    fn sizes(&self, seat: usize) -> Vec<(&'static str, i64)> {
        let (highest, all, least) = (self.highest(), self.bets[seat] + self.chips[seat], self.least());
        let pot = self.pot + highest - self.bets[seat];
        let named = [("bet least", least), ("bet half pot", pot / 2), ("bet pot", pot), ("bet two pots", 2 * pot)];
        let mut sizes: Vec<(&'static str, i64)> = Vec::new();
        for (name, lift) in named {
            let to = highest + lift;
            let allowed = name == "bet least" || self.rules.betting != Betting::Limit;
            if allowed && lift >= least && to < all && !sizes.iter().any(|size| size.1 == to) {
                sizes.push((name, to));
            }
        }
        // In a limit game only who cannot bet more may put all chips in.
        if all > highest && (self.rules.betting != Betting::Limit || all <= highest + least) {
            sizes.push(("bet all in", all));
        }
        sizes
    }

    /// The bets that the seat to move may put together.
    pub fn amounts(&self, seat: usize) -> Vec<i64> {
        let all = self.bets[seat] + self.chips[seat];
        if self.rules.betting != Betting::AnyAmount || !self.may_bet(seat) {
            return Vec::new();
        }
        let allowed = |to: &i64| *to >= self.highest() + self.least() || *to == all;
        (self.highest() + 1..=all).filter(allowed).collect()
    }

    /// Does something, and ends the cycle if that was the last of it.
    pub fn act(&mut self, seat: usize, act: Act) {
        let cycle = self.cycle();
        match act {
            Act::Fold | Act::Check => {}
            Act::Call => self.pay(seat, self.highest().min(self.bets[seat] + self.chips[seat])),
            Act::Bet(to) => self.pay(seat, to),
        }
        self.acts[cycle].push((seat, act));
        if self.to_act().is_none() {
            // The last one to bet or raise bet most.
            let bettor = self.acts[cycle].iter().rfind(|act| matches!(act.1, Act::Bet(_)));
            self.button = bettor.map_or(self.button, |act| act.0);
            self.bets = vec![0; self.rules.seats];
        }
    }

    /// Makes the bet of a seat so high; if that takes its last chip, lowers all that are higher.
    fn pay(&mut self, seat: usize, to: i64) {
        self.move_chips(seat, to);
        if self.chips[seat] == 0 {
            self.all_in = true;
            for other in 0..self.rules.seats {
                if self.bets[other] > to {
                    self.move_chips(other, to);
                }
            }
        }
    }

    /// Puts chips in the middle or takes them back, so that the bet of a seat becomes this.
    fn move_chips(&mut self, seat: usize, to: i64) {
        let more = to - self.bets[seat];
        self.chips[seat] -= more;
        self.pot += more;
        self.bets[seat] = to;
    }
}
