//! Who sits where in a round, and how that changes after it.

use super::{Contest, Format, Player, Tally};

impl Contest {
    /// The number of tables of the next round.
    #[inline]
    pub fn tables(&self, tally: &Tally) -> usize {
        match self.format {
            Format::Elimination if self.shrinks() => 1,
            Format::Elimination => tally.playing() / 2,
            Format::WinnerStaysOn | Format::LoserStaysOn | Format::Captains => 1,
            _ => self.players / self.seats,
        }
    }

    /// The number of seats at a table of the next round.
    #[inline]
    pub fn seated(&self, tally: &Tally) -> usize {
        if self.shrinks() { tally.playing() } else { self.seats }
    }

    /// The player in a seat of a table in the next round; seat 0 is elder hand.
    ///
    /// From round to round the seats move on by one, and by one more when the same tables come again, so that who meet
    /// again by a fixed schedule have changed seats.
    #[inline]
    pub fn at(&self, tally: &Tally, table: usize, seat: usize) -> Player {
        let (cycle, round) = (self.cycle(), tally.rounds());
        let moved = match self.format {
            // Who sits out in turn comes to every place in turn, and so to every seat.
            Format::Outsider => round / cycle,
            // After three exchanges the second table is turned round already.
            Format::SeatSwap if table == 1 => round % cycle,
            _ => round % cycle + round / cycle,
        };
        self.placed(tally, table, (seat + moved) % self.seated(tally))
    }

    /// The rounds after which the same players meet again.
    pub fn cycle(&self) -> usize {
        match self.format {
            Format::Clockwise => self.players - 1,
            Format::SeatSwap | Format::Hotfoot => 3,
            Format::Outsider => self.players,
            Format::RotatingTeam => self.players / 2,
            _ => 1,
        }
    }

    /// Returns `true` if the order of the players changes.
    pub(crate) fn reorders(&self) -> bool {
        !matches!(self.format, Format::Series | Format::Rounds | Format::RotatingTeam)
    }

    /// The player in a place of a table, before the seats are moved on.
    #[inline]
    fn placed(&self, tally: &Tally, table: usize, place: usize) -> Player {
        let order = |place: usize| usize::from(tally.order[place]);
        let players = self.players;
        match self.format {
            // The others stand in a circle, of which the first faces the fixed one and each the one across.
            Format::Clockwise if table == 0 => order(place),
            Format::Clockwise => order(if place == 0 { 1 + table } else { players - table }),
            // The first of the circle sits out, the others face the one across; of four, those are partners.
            Format::Outsider if self.seats == 2 => order(if place == 0 { 1 + table } else { players - 1 - table }),
            Format::Outsider if self.seats == 4 => order([1, 2, 4, 3][place]),
            Format::Outsider => order(1 + place),
            Format::RotatingTeam => match place {
                0 => 2 * table,
                _ => 2 * ((table + tally.rounds()) % (players / 2)) + 1,
            },
            _ => order(self.seats * table + place),
        }
    }

    /// Moves the players on after a round in which they scored so.
    pub(super) fn reseat(&self, tally: &mut Tally, scored: &[i32]) {
        let playing = tally.playing();
        let score = |tally: &Tally, place: usize| scored.get(usize::from(tally.order[place])).copied().unwrap_or(0);
        match self.format {
            Format::Series | Format::Rounds | Format::FreezeOut | Format::RotatingTeam => (),
            Format::Elimination if self.shrinks() => (),
            Format::Elimination => self.losers_leave(tally, scored),
            Format::WinnerStaysOn | Format::LoserStaysOn => {
                let (first, second) = (score(tally, 0), score(tally, 1));
                let first_stays = (first > second) == (self.format == Format::WinnerStaysOn);
                if first != second {
                    // Who stays comes first, who goes comes last.
                    tally.order[usize::from(first_stays)..playing].rotate_left(1);
                }
            }
            Format::Captains if score(tally, 1) < score(tally, 0) => tally.order[1..playing].rotate_left(1),
            Format::Captains => (),
            Format::SeatSwap => tally.order.swap(1, if tally.rounds.is_multiple_of(2) { 2 } else { 3 }),
            Format::Outsider => tally.order[..playing].rotate_left(1),
            Format::Clockwise | Format::Hotfoot => tally.order[1..playing].rotate_left(1),
        }
    }

    /// Returns `true` if the players can come in this order after so many rounds, as far as that shows.
    pub(super) fn orders(&self, tally: &Tally) -> bool {
        let order = &tally.order[..self.players];
        match self.format {
            _ if self.shrinks() => order[..tally.playing()].is_sorted(),
            Format::Elimination | Format::WinnerStaysOn | Format::LoserStaysOn => true,
            Format::Captains => {
                let next = |player: u8| player % (self.players as u8 - 1) + 1;
                order[0] == 0 && order[1..].windows(2).all(|pair| pair[1] == next(pair[0]))
            }
            // The schedule alone moves them, and everyone is back after two cycles.
            _ => {
                let mut due = self.start();
                for _ in 0..tally.rounds() % (2 * self.cycle()) {
                    self.reseat(&mut due, &[]);
                    due.rounds += 1;
                }
                order == &due.order[..self.players]
            }
        }
    }

    /// In pairs the losers leave; after a tie both stay. Who sat out comes first in the next round.
    fn losers_leave(&self, tally: &mut Tally, scored: &[i32]) {
        let (before, playing) = (*tally, tally.playing());
        let (mut stay, mut leave) = ([0_u8; Tally::MOST], [0_u8; Tally::MOST]);
        let (mut staying, mut leaving) = (0, 0);
        let mut put = |stays: bool, player: u8| {
            let (list, count) = if stays { (&mut stay, &mut staying) } else { (&mut leave, &mut leaving) };
            list[*count] = player;
            *count += 1;
        };
        if playing % 2 == 1 {
            put(true, before.order[playing - 1]);
        }
        for pair in before.order[..playing - playing % 2].chunks(2) {
            let score = |player: u8| scored.get(usize::from(player)).copied().unwrap_or(0);
            put(score(pair[0]) >= score(pair[1]), pair[0]);
            put(score(pair[1]) >= score(pair[0]), pair[1]);
        }
        tally.order[..staying].copy_from_slice(&stay[..staying]);
        tally.order[staying..playing].copy_from_slice(&leave[..leaving]);
        tally.playing = staying as u8;
    }
}
