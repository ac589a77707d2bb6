//! Formats: who plays whom in a round, and when a match is over.

/// How rounds are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The same two again and again.
    Series,
    /// The loser sits out and comes back last.
    WinnerStaysOn,
    /// Player 0 against the others, of whom one comes after another when he has lost.
    Captains,
    /// 0 and 2 against 1 and 3, at two tables.
    RotatingTeam,
}

/// A match.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How rounds are joined.
    pub format: Format,
    /// The players in the order in which they come to the table.
    pub queue: Vec<usize>,
    /// The points of each side.
    pub totals: Vec<i64>,
    /// The rounds that have been played.
    pub rounds: usize,
}

impl Contest {
    /// A match before its first round.
    pub fn new(format: Format, players: usize) -> Contest {
        let sides = if matches!(format, Format::Captains | Format::RotatingTeam) { 2 } else { players };
        Contest { format, queue: (0..players).collect(), totals: vec![0; sides], rounds: 0 }
    }

    /// The pairs of the next round, elder hand first.
    ///
    /// Who was elder hand in a round is not in the next, and not in the first again of those in which the same pairs meet.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let (mut pairs, moved) = match self.format {
            Format::RotatingTeam if self.rounds.is_multiple_of(2) => (vec![[0, 1], [2, 3]], self.rounds / 2),
            Format::RotatingTeam => (vec![[0, 3], [2, 1]], self.rounds / 2 + 1),
            _ => (vec![[self.queue[0], self.queue[1]]], self.rounds),
        };
        if moved % 2 == 1 {
            pairs.iter_mut().for_each(|pair| pair.reverse());
        }
        pairs
    }

    /// The side of a player.
    pub fn side(&self, player: usize) -> usize {
        match self.format {
            Format::Series | Format::WinnerStaysOn => player,
            Format::Captains => usize::from(player > 0),
            Format::RotatingTeam => player % 2,
        }
    }

    /// Books a round in which each player scored so.
    pub fn book(&mut self, scored: &[i64]) {
        let mut gained = vec![0; self.totals.len()];
        for (player, points) in scored.iter().enumerate() {
            gained[self.side(player)] += points;
        }
        if self.format == Format::RotatingTeam {
            gained = vec![(gained[0] - gained[1]).max(0), (gained[1] - gained[0]).max(0)];
        }
        self.totals.iter_mut().zip(gained).for_each(|(total, points)| *total += points);
        let loses = |place: usize| scored[self.queue[place]] < scored[self.queue[1 - place]];
        let leaves = match self.format {
            Format::WinnerStaysOn => (0..2).find(|&place| loses(place)),
            Format::Captains => Some(1).filter(|&place| loses(place)),
            _ => None,
        };
        if let Some(place) = leaves {
            let player = self.queue.remove(place);
            self.queue.push(player);
        }
        self.rounds += 1;
    }

    /// The side that has reached the target and is alone ahead.
    pub fn winner(&self, target: i64) -> Option<usize> {
        let ahead = |side: &usize| {
            let mut others = (0..self.totals.len()).filter(|other| other != side);
            self.totals[*side] >= target && others.all(|other| self.totals[other] < self.totals[*side])
        };
        (0..self.totals.len()).find(ahead)
    }

    /// What a player gets when a side has won: in all 1, in equal parts; of four, 1 each.
    pub fn pay(&self, winner: usize, player: usize) -> f64 {
        let wins = self.side(player) == winner;
        let alike = (0..self.queue.len()).filter(|&other| (self.side(other) == winner) == wins).count();
        let all = if self.format == Format::RotatingTeam { 2.0 } else { 1.0 };
        if wins { all / alike as f64 } else { -all / alike as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_sits_out() {
        let mut contest = Contest::new(Format::WinnerStaysOn, 3);
        assert_eq!(contest.pairs(), [[0, 1]]);
        contest.book(&[0, 70, 0]);
        assert_eq!((contest.pairs(), contest.totals.clone()), (vec![[2, 1]], vec![0, 70, 0]));
        contest.book(&[0, 0, 0]);
        assert_eq!(contest.pairs(), [[1, 2]]);
        contest.book(&[0, 0, 150]);
        assert_eq!((contest.pairs(), contest.winner(150)), (vec![[0, 2]], Some(2)));
        assert_eq!([0, 1, 2].map(|player| contest.pay(2, player)), [-0.5, -0.5, 1.0]);
    }

    #[test]
    fn the_captain_stays_and_the_others_relieve_each_other() {
        let mut contest = Contest::new(Format::Captains, 3);
        contest.book(&[0, 70, 0]);
        assert_eq!(contest.pairs(), [[1, 0]]);
        contest.book(&[30, 0, 0]);
        assert_eq!(contest.pairs(), [[0, 2]]);
        contest.book(&[0, 0, 5]);
        assert_eq!(contest.totals, [30, 75]);
        assert_eq!([0, 1, 2].map(|player| contest.pay(1, player)), [-1.0, 0.5, 0.5]);
        assert_eq!([0, 1, 2].map(|player| contest.pay(0, player)), [1.0, -0.5, -0.5]);
    }

    #[test]
    fn partners_write_down_the_difference() {
        let mut contest = Contest::new(Format::RotatingTeam, 4);
        contest.book(&[68, 0, 0, 20]);
        assert_eq!((contest.totals.clone(), contest.pairs()), (vec![48, 0], vec![[3, 0], [1, 2]]));
        contest.book(&[0, 10, 0, 38]);
        assert_eq!((contest.totals.clone(), contest.winner(40)), (vec![48, 48], None));
        assert_eq!(contest.pairs(), [[1, 0], [3, 2]]);
        assert_eq!([0, 1, 2, 3].map(|player| contest.pay(0, player)), [1.0, -1.0, 1.0, -1.0]);
    }
}
