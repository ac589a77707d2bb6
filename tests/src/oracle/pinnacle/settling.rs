//! Who wins the pot.

use super::round::Round;

impl Round {
    /// Pays the pot out; gives what each seat wins of it.
    pub fn settle(&mut self) -> Vec<i64> {
        let (winners, mut won) = (self.winners(), vec![0; self.rules.seats]);
        let mut over = self.pot % winners.len() as i64;
        for seat in self.from(self.button) {
            if winners.contains(&seat) {
                won[seat] = self.pot / winners.len() as i64;
                if over > 0 {
                    won[seat] += 1;
                    over -= 1;
                }
            }
        }
        self.pot = 0;
        for (chips, won) in self.chips.iter_mut().zip(&won) {
            *chips += won;
        }
        won
    }

    /// Who wins the pot: the only one left, or whoever counts most.
    fn winners(&self) -> Vec<usize> {
        let left = self.left();
        if left.len() == 1 {
            return left;
        }
        let board = self.board.concat();
        let count = |&seat: &usize| self.rules.count(&self.hole[seat], &self.up[seat], &board);
        let counts: Vec<i64> = left.iter().map(count).collect();
        let most = counts.iter().max().expect("somebody is left");
        (0..left.len()).filter(|&place| counts[place] == *most).map(|place| left[place]).collect()
    }
}
