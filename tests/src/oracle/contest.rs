//! A match at one table: who plays and is elder hand, when it is over, and what it pays.

/// How hands are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Until a seat has reached so many points and is alone ahead, or so many hands have been played.
    Series(i64, usize),
    /// So many hands.
    Rounds(usize),
    /// After every so many hands the lowest leaves.
    Elimination(usize),
}

/// A match.
#[derive(Clone, Debug)]
pub struct Contest {
    /// How hands are joined.
    pub format: Format,
    /// The points of each seat.
    pub totals: Vec<i64>,
    /// The seats that have left, the first one first.
    pub gone: Vec<usize>,
    /// The hands that have been played.
    pub hands: usize,
}

impl Contest {
    /// A match before its first hand.
    pub fn new(format: Format, seats: usize) -> Contest {
        Contest { format, totals: vec![0; seats], gone: Vec::new(), hands: 0 }
    }

    /// The seats that still play, from elder hand on: of `p` seats, the one in place `h` mod `p` in hand number `h`.
    pub fn players(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.totals.len()).filter(|seat| !self.gone.contains(seat)).collect();
        let place = self.hands % left.len();
        left.rotate_left(place);
        left
    }

    /// Books a hand; the seats that do not play won nothing.
    pub fn book(&mut self, won: &[i64]) {
        self.totals.iter_mut().zip(won).for_each(|(total, points)| *total += points);
        self.hands += 1;
        if let Format::Elimination(every) = self.format
            && self.hands.is_multiple_of(every)
        {
            let rank = |&seat: &usize| (self.totals[seat], won[seat], usize::MAX - seat);
            let lowest = self.players().into_iter().min_by_key(rank).expect("there are players");
            self.gone.push(lowest);
        }
    }

    /// The match is over.
    pub fn is_over(&self) -> bool {
        match self.format {
            Format::Series(_, hands) => self.has_reached() || self.hands == hands,
            Format::Rounds(hands) => self.hands == hands,
            Format::Elimination(_) => self.players().len() == 1,
        }
    }

    /// The number of hands stopped it before anybody had won.
    pub fn is_truncated(&self) -> bool {
        matches!(self.format, Format::Series(..)) && !self.has_reached()
    }

    /// A seat has reached the target and is alone ahead.
    fn has_reached(&self) -> bool {
        let Format::Series(target, _) = self.format else { return false };
        let most = *self.totals.iter().max().expect("there are seats");
        most >= target && self.totals.iter().filter(|&&total| total == most).count() == 1
    }

    /// What a match that is over pays each seat: 1 to the first, by the others in equal parts; who stand level share.
    pub fn pays(&self) -> Vec<f64> {
        let seats = self.totals.len();
        if self.is_truncated() {
            return vec![0.0; seats];
        }
        let firsts: Vec<usize> = match self.format {
            Format::Elimination(_) => self.players(),
            _ => {
                let most = self.totals.iter().max().expect("there are seats");
                (0..seats).filter(|&seat| self.totals[seat] == *most).collect()
            }
        };
        let lost = -1.0 / (seats - 1) as f64;
        let won = (1.0 + (firsts.len() - 1) as f64 * lost) / firsts.len() as f64;
        (0..seats).map(|seat| if firsts.contains(&seat) { won } else { lost }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_series_goes_on_while_two_are_level() {
        let mut contest = Contest::new(Format::Series(100, 3), 3);
        contest.book(&[110, 110, -220]);
        assert!(!contest.is_over());
        assert_eq!(contest.players(), [1, 2, 0]);
        contest.book(&[0, 0, 0]);
        let mut level = contest.clone();
        level.book(&[0, 0, 0]);
        assert!(level.is_over() && level.is_truncated() && level.pays() == [0.0; 3]);
        contest.book(&[-1, 0, 1]);
        assert!(contest.is_over() && !contest.is_truncated());
        assert_eq!(contest.pays(), [-0.5, 1.0, -0.5]);
    }

    #[test]
    fn the_lowest_leaves() {
        let mut contest = Contest::new(Format::Elimination(2), 4);
        contest.book(&[10, -10, 0, 0]);
        // Seats 1 and 2 are level; seat 2 got less in the last hand.
        contest.book(&[0, 5, -5, 0]);
        assert_eq!((contest.gone.clone(), contest.players()), (vec![2], vec![3, 0, 1]));
        contest.book(&[0, 0, 0, -5]);
        assert_eq!(contest.players(), [0, 1, 3]);
        contest.book(&[0, 0, 0, 0]);
        // Nothing tells 1 and 3 apart but their numbers.
        assert_eq!((contest.gone.clone(), contest.players()), (vec![2, 3], vec![0, 1]));
        contest.book(&[-20, 20, 0, 0]);
        contest.book(&[0, 0, 0, 0]);
        assert!(contest.is_over() && contest.pays()[1] == 1.0);
    }

    #[test]
    fn who_stand_level_share() {
        let mut contest = Contest::new(Format::Rounds(1), 3);
        contest.book(&[4, 4, -8]);
        assert!(contest.is_over() && !contest.is_truncated());
        assert_eq!(contest.pays(), [0.25, 0.25, -0.5]);
    }
}
