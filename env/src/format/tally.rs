//! How a match or an event stands.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Player;

/// How a match or an event stands between two rounds.
///
/// Its JSON is `{"order": [0, 2, 1], "playing": 3, "points": [35, 0, 120], "rounds": 7}`; `points` has an entry a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Tally {
    pub(super) order: [u8; Tally::MOST],
    pub(super) players: u8,
    pub(super) playing: u8,
    pub(super) points: [i32; Tally::MOST],
    pub(super) sides: u8,
    pub(super) rounds: u16,
}

impl Tally {
    /// No contest has more players.
    pub const MOST: usize = 16;
    /// The points of a side stay below this, above 0 and below.
    pub const BOUND: u32 = 1 << 17;

    /// Makes a tally of parts that fit; what it says need not be possible.
    pub(crate) fn new(order: &[u8], playing: u8, points: &[i32], rounds: u16) -> Tally {
        let mut tally =
            Tally { players: order.len() as u8, playing, sides: points.len() as u8, rounds, ..Tally::default() };
        tally.order[..order.len()].copy_from_slice(order);
        tally.points[..points.len()].copy_from_slice(points);
        tally
    }

    /// The players in the order by which they sit down, and behind them those who have left, the last to leave first.
    pub fn order(&self) -> impl ExactSizeIterator<Item = Player> + DoubleEndedIterator + use<> {
        self.order.into_iter().take(self.players.into()).map(usize::from)
    }

    /// Returns `true` if a player has not left.
    pub fn plays(&self, player: Player) -> bool {
        self.order().take(self.playing()).any(|other| other == player)
    }

    /// The number of players who have not left.
    #[inline]
    pub fn playing(&self) -> usize {
        self.playing.into()
    }

    /// The points of each side.
    pub fn points(&self) -> &[i32] {
        &self.points[..usize::from(self.sides)]
    }

    /// The rounds that have been played.
    #[inline]
    pub fn rounds(&self) -> usize {
        self.rounds.into()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    order: Vec<u8>,
    playing: u8,
    points: Vec<i32>,
    rounds: u16,
}

impl Serialize for Tally {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let order = self.order[..usize::from(self.players)].to_vec();
        let points = self.points().to_vec();
        Wire { order, playing: self.playing, points, rounds: self.rounds }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Tally {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tally, D::Error> {
        let Wire { order, playing, points, rounds } = Wire::deserialize(deserializer)?;
        if order.len() > Tally::MOST || points.len() > Tally::MOST {
            return Err(de::Error::custom(format!("`order` and `points` have {} entries at most", Tally::MOST)));
        }
        Ok(Tally::new(&order, playing, &points, rounds))
    }
}
