//! Who deals next, when a match ends, and what changes hands.

use super::showdown::Outcome;

/// Who is elder hand after a hand that was not dead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// The loser of the hand; without a loser nothing changes.
    Loser,
    /// The seat that was younger hand.
    Alternate,
    /// The seat that was younger hand, if anyone scored; else nothing changes.
    AlternateIfScored,
}

/// The elder hand of the next hand; `hand` is indexed by seat, and `None` is a dead hand.
pub fn next_elder(deal: Deal, elder: usize, hand: Option<Outcome>) -> usize {
    let Some(hand) = hand else { return elder };
    match deal {
        Deal::Loser => hand.winner.map_or(elder, |winner| 1 - winner),
        Deal::Alternate => 1 - elder,
        Deal::AlternateIfScored if hand.points == [0, 0] => elder,
        Deal::AlternateIfScored => 1 - elder,
    }
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The running total of each seat.
    pub totals: [i64; 2],
    /// The hands each seat has won.
    pub hands_won: [i64; 2],
    /// The hands played, dead ones included.
    pub hands: usize,
    /// The winner, once there is one.
    pub winner: Option<usize>,
}

/// Adds up hands (indexed by seat, `None` for a dead one) until a seat has the target and more than the other.
pub fn run_match(target: i64, hands: &[Option<Outcome>]) -> Standing {
    let mut standing = Standing::default();
    for hand in hands {
        standing.hands += 1;
        if let Some(hand) = hand {
            for seat in 0..2 {
                standing.totals[seat] += hand.points[seat];
                if hand.winner == Some(seat) {
                    standing.hands_won[seat] += 1;
                }
            }
        }
        for seat in 0..2 {
            let (own, other) = (standing.totals[seat], standing.totals[1 - seat]);
            if own >= target && own > other {
                standing.winner = Some(seat);
                return standing;
            }
        }
    }
    standing
}

/// What each seat receives (below zero: pays) under `settlement = "gambling"`; `None` while nobody has won.
pub fn gambling(standing: &Standing) -> Option<[i64; 2]> {
    let winner = standing.winner?;
    let mut scores = standing.totals;
    scores[winner] += if standing.totals[1 - winner] == 0 { 200 } else { 100 };
    for (score, won) in scores.iter_mut().zip(standing.hands_won) {
        *score += 20 * won;
    }
    let difference = scores[0] - scores[1];
    Some([difference, -difference])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(seat: usize, points: i64) -> Option<Outcome> {
        let mut hand = Outcome { deadwood: [0, 0], points: [0, 0], winner: Some(seat) };
        hand.points[seat] = points;
        Some(hand)
    }

    #[test]
    fn a_match_ends_at_the_target() {
        let hands = [won(0, 60), won(1, 30), None, won(0, 40), won(1, 99)];
        let standing = run_match(100, &hands);
        assert_eq!(standing.totals, [100, 30]);
        assert_eq!(standing.hands_won, [2, 1]);
        assert_eq!((standing.hands, standing.winner), (4, Some(0)));
        // 100 + 100 + 40 against 30 + 20.
        assert_eq!(gambling(&standing), Some([190, -190]));
    }

    #[test]
    fn a_loser_without_a_point_pays_double_the_bonus() {
        let standing = run_match(100, &[won(1, 45), won(1, 57)]);
        // 102 + 200 + 40 against nothing.
        assert_eq!(gambling(&standing), Some([-342, 342]));
        assert_eq!(gambling(&run_match(100, &[won(1, 45)])), None);
    }

    #[test]
    fn both_past_the_target_goes_to_the_higher_total() {
        let mut last = won(0, 20).unwrap();
        last.points = [20, 12];
        let hands = [won(0, 90), won(1, 95), Some(last), won(0, 1)];
        assert_eq!(run_match(100, &hands).winner, Some(0));
        last.points = [17, 12];
        let hands = [won(0, 90), won(1, 95), Some(last), won(1, 1)];
        let standing = run_match(100, &hands);
        assert_eq!((standing.hands, standing.winner), (4, Some(1)));
    }

    #[test]
    fn the_deal_follows_d5() {
        let tied = Outcome { winner: None, ..won(0, 0).unwrap() };
        for elder in 0..2 {
            assert_eq!(next_elder(Deal::Loser, elder, won(0, 5)), 1);
            assert_eq!(next_elder(Deal::Loser, elder, Some(tied)), elder);
            assert_eq!(next_elder(Deal::Alternate, elder, won(0, 5)), 1 - elder);
            assert_eq!(next_elder(Deal::Alternate, elder, Some(tied)), 1 - elder);
            assert_eq!(next_elder(Deal::AlternateIfScored, elder, Some(tied)), elder);
            for deal in [Deal::Loser, Deal::Alternate, Deal::AlternateIfScored] {
                assert_eq!(next_elder(deal, elder, None), elder);
            }
        }
    }
}
