//! How a match stands.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::choice::Choosing;
use crate::format::{Contest, Player, Tally};
use crate::rules::{Inconsistent, Seat, require};

/// How a match stands, as all see it, in the round being played or, once that is counted, before the next one.
///
/// Its JSON is an object with the fields of [`Tally`] and of this, of which lists have an entry a player, or a side for
/// `points` and `won`; `carried` is left out where nobody has anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standing<C> {
    /// Who plays, the points of each side, and the rounds that are over.
    pub tally: Tally,
    /// The rounds that each side has won, where the settlement counts them; 0 elsewhere.
    pub won: [u16; Tally::MOST],
    /// What decides between equal totals, for each player, where a game has a second measure and players leave.
    pub tiebreak: [i32; Tally::MOST],
    /// The points that win now; 0 if none do.
    pub target: u32,
    /// The player who is elder hand.
    pub elder: u8,
    /// Play goes clockwise.
    pub clockwise: bool,
    /// The number of the table of this round that is being played, from 0.
    pub table: u8,
    /// The round has been counted: it lies as it ended until the next card is dealt, and `elder` is that of the next one.
    pub counted: bool,
    /// What is being chosen between two rounds, by `elder`.
    pub choosing: Option<Choosing>,
    /// What each player has: chips, a chart.
    pub carried: [C; Tally::MOST],
    pub(super) seated: u8,
    pub(super) seats: [u8; Tally::MOST],
}

impl<C> Standing<C> {
    /// Returns the players at the table of the round being played, or just counted, in the order of its seats.
    #[inline]
    pub fn seats(&self) -> impl ExactSizeIterator<Item = Player> + use<C> {
        self.seats.into_iter().take(self.seated.into()).map(usize::from)
    }

    /// Returns the seat of a player in the round; `None` if the player sits out.
    #[inline]
    pub fn seat(&self, player: Player) -> Option<Seat> {
        self.seats[..usize::from(self.seated)].iter().position(|&other| usize::from(other) == player)
    }

    /// Returns the player in a seat of the round.
    #[inline]
    pub fn player(&self, seat: Seat) -> Player {
        self.seats[seat].into()
    }

    /// Checks that different players sit at the table, as many as can, and that elder hand is a player.
    pub(super) fn check_players(&self, contest: &Contest) -> Result<(), Inconsistent> {
        let known = self.seats().all(|player| player < contest.players);
        let distinct = self.seats().enumerate().all(|(seat, player)| self.seat(player) == Some(seat));
        require(known && distinct, "`match.seats` must name different players")?;
        let seated = self.seats().len();
        let many = if contest.shrinks() { (2..=contest.seats).contains(&seated) } else { seated == contest.seats };
        require(many, "`match.seats` are not as many as sit at a table")?;
        require(usize::from(self.elder) < contest.players, "`match.elder` is not one of the players")
    }

    /// Returns the number of players, those who have left included.
    #[inline]
    pub fn players(&self) -> usize {
        self.tally.order().len()
    }

    /// Returns the player so many places on from another in the direction of play, whether still in or not.
    #[inline]
    pub(super) fn on(&self, player: Player, places: usize) -> Player {
        let players = self.players();
        if self.clockwise { (player + places) % players } else { (player + players - places % players) % players }
    }

    /// Returns the first player still in from one on in the direction of play, that one included.
    #[inline]
    pub(super) fn still_in(&self, player: Player) -> Player {
        let circle = (0..self.players()).map(|places| self.on(player, places));
        circle.into_iter().find(|&player| self.tally.plays(player)).unwrap_or(player)
    }
}

/// The JSON of a standing.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire<C> {
    rounds: u16,
    points: Vec<i32>,
    won: Vec<u16>,
    order: Vec<u8>,
    playing: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tiebreak: Vec<i32>,
    target: u32,
    elder: u8,
    #[serde(default = "clockwise")]
    clockwise: bool,
    #[serde(default)]
    table: u8,
    seats: Vec<u8>,
    #[serde(default)]
    counted: bool,
    #[serde(default)]
    choosing: Option<Choosing>,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    carried: Vec<C>,
}

fn clockwise() -> bool {
    true
}

impl<C: Copy + Default + PartialEq + Serialize> Serialize for Standing<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (players, sides) = (self.players(), self.tally.points().len());
        let some = |list: &[i32]| if list.iter().any(|&n| n != 0) { list.to_vec() } else { Vec::new() };
        Wire {
            rounds: self.tally.rounds() as u16,
            points: self.tally.points().to_vec(),
            won: self.won[..sides].to_vec(),
            order: self.tally.order().map(|player| player as u8).collect(),
            playing: self.tally.playing() as u8,
            tiebreak: some(&self.tiebreak[..players]),
            target: self.target,
            elder: self.elder,
            clockwise: self.clockwise,
            table: self.table,
            seats: self.seats[..usize::from(self.seated)].to_vec(),
            counted: self.counted,
            choosing: self.choosing,
            carried: if self.carried.iter().all(|carried| *carried == C::default()) {
                Vec::new()
            } else {
                self.carried[..players].to_vec()
            },
        }
        .serialize(serializer)
    }
}

impl<'de, C: Copy + Default + DeserializeOwned> Deserialize<'de> for Standing<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Standing<C>, D::Error> {
        let wire = Wire::<C>::deserialize(deserializer)?;
        let lengths = [wire.order.len(), wire.points.len(), wire.won.len(), wire.tiebreak.len(), wire.seats.len()];
        if lengths.iter().chain([&wire.carried.len()]).any(|&length| length > Tally::MOST) {
            return Err(de::Error::custom(format_args!("lists of a match have {} entries at most", Tally::MOST)));
        }
        let (players, sides) = (wire.order.len(), wire.points.len());
        let each = |length: usize| length == 0 || length == players;
        if wire.won.len() != sides || !each(wire.tiebreak.len()) || !each(wire.carried.len()) {
            let text = "`won` has an entry for each of `points`, `tiebreak` and `carried` for each of `order`, or none";
            return Err(de::Error::custom(text));
        }
        let tally = Tally::new(&wire.order, wire.playing, &wire.points, wire.rounds);
        let mut standing = Standing {
            tally,
            won: [0; Tally::MOST],
            tiebreak: [0; Tally::MOST],
            target: wire.target,
            elder: wire.elder,
            clockwise: wire.clockwise,
            table: wire.table,
            counted: wire.counted,
            choosing: wire.choosing,
            carried: [C::default(); Tally::MOST],
            seated: wire.seats.len() as u8,
            seats: [0; Tally::MOST],
        };
        standing.won[..wire.won.len()].copy_from_slice(&wire.won);
        standing.tiebreak[..wire.tiebreak.len()].copy_from_slice(&wire.tiebreak);
        standing.carried[..wire.carried.len()].copy_from_slice(&wire.carried);
        standing.seats[..wire.seats.len()].copy_from_slice(&wire.seats);
        Ok(standing)
    }
}
