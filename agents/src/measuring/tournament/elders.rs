//! Who is elder hand, where the game has a rule for it.

use elderhand_env::Seat;
use elderhand_env::format::Player;

/// What the last round of each player made of the deal.
pub(super) struct Elders {
    /// How many places on from the next elder hand a player sat; `None` before its first round.
    places: Vec<Option<usize>>,
}

impl Elders {
    pub fn new(players: usize) -> Elders {
        Elders { places: vec![None; players] }
    }

    /// Books a table at which a seat is elder hand in the next round.
    pub fn book(&mut self, players: &[Player], elder: Seat) {
        for (seat, &player) in players.iter().enumerate() {
            self.places[player] = Some((seat + players.len() - elder) % players.len());
        }
    }

    /// Turns the players of a table, who come in the order of play, so that elder hand comes first.
    ///
    /// A newcomer comes after who is due, and before whoever else stays. Of several who are alike in this the first is elder
    /// hand, as where no round has been booked.
    pub fn seat(&self, players: &mut [Player]) {
        let due = |&player: &Player| self.places[player].map_or(1, |places| 2 * places);
        let elder = (0..players.len()).min_by_key(|&place| due(&players[place]));
        players.rotate_left(elder.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seated<const N: usize>(elders: &Elders, mut players: [Player; N]) -> [Player; N] {
        elders.seat(&mut players);
        players
    }

    #[test]
    fn who_stays_keeps_or_loses_the_deal() {
        let mut elders = Elders::new(4);
        assert_eq!(seated(&elders, [1, 0]), [1, 0]);
        // 1 is due, whoever comes; 0 is not.
        elders.book(&[0, 1], 1);
        assert_eq!((seated(&elders, [2, 1]), seated(&elders, [0, 2])), ([1, 2], [2, 0]));
        assert_eq!(seated(&elders, [0, 1]), [1, 0]);
        // Both were due at their tables.
        elders.book(&[2, 3], 0);
        assert_eq!((seated(&elders, [1, 2]), seated(&elders, [2, 1])), ([1, 2], [2, 1]));
    }

    #[test]
    fn the_next_in_order_follows_one_who_has_left() {
        let mut elders = Elders::new(4);
        elders.book(&[0, 1, 2, 3], 2);
        assert_eq!(seated(&elders, [1, 2, 3, 0]), [2, 3, 0, 1]);
        assert_eq!(seated(&elders, [0, 1, 3]), [3, 0, 1]);
    }
}
