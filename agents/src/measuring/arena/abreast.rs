//! Deals played side by side, so that a player can be asked about many of them at once.

use elderhand_env::{Game, Seat, State, Stream, Turn, ViewOf};

use super::deal::{Deal, Order, Round, Seating};
use crate::measuring::playout::Players;
use crate::players::agent::AgentError;

/// Where deals that are played side by side come from and go to.
pub(super) struct Flow<'a> {
    /// Gives the number of the next deal, if there is one.
    pub next: &'a mut dyn FnMut() -> Option<usize>,
    /// Takes a deal that is over.
    pub done: &'a mut dyn FnMut(Deal),
    /// Returns `true` as long as deals are to be played.
    pub go_on: &'a dyn Fn() -> bool,
}

/// A table at which a deal is played, round after round.
struct Table<G: Game> {
    players: Players<G>,
    deal: Deal,
    order: Order,
    /// The rounds that are over.
    rounds: usize,
    chance: Stream,
    state: G::State,
    decisions: usize,
}

impl<G: Game> Seating<'_, G> {
    /// The number of deals to be played side by side: as many as the player that is asked about most may be asked about.
    pub fn abreast(&self) -> usize {
        self.entrants.iter().map(|entrant| entrant.abreast).max().unwrap_or(1)
    }

    /// Plays deals at as many tables as there are sets of players, each as [`Seating::play`] does, until there are no more or
    /// it is not to go on; what is being played then is left.
    ///
    /// Fails with the number of the deal in which a player misbehaves.
    pub fn play_abreast(
        &self,
        seed: u64,
        sets: Vec<Players<G>>,
        Flow { next, done, go_on }: Flow<'_>,
    ) -> Result<(), (usize, AgentError)> {
        let mut tables = Vec::new();
        for players in sets {
            let Some(number) = next() else { break };
            tables.push(self.sit_down(seed, number, players)?);
        }
        while !tables.is_empty() {
            let mut place = 0;
            while let Some(table) = tables.get_mut(place) {
                if !go_on() {
                    return Ok(());
                }
                let number = table.deal.number;
                if self.advance(seed, table).map_err(|why| (number, why))? {
                    place += 1;
                    continue;
                }
                let Table { players, deal, .. } = tables.swap_remove(place);
                done(deal);
                if let Some(number) = next() {
                    tables.push(self.sit_down(seed, number, players)?);
                }
            }
            for entrant in 0..self.entrants.len() {
                self.ask_about_all(&mut tables, entrant)?;
            }
        }
        Ok(())
    }

    fn sit_down(&self, seed: u64, number: usize, players: Players<G>) -> Result<Table<G>, (usize, AgentError)> {
        let mut table = Table {
            players,
            deal: self.blank(number),
            order: self.order(seed, number),
            rounds: 0,
            chance: Stream::new(0),
            state: self.game.start(),
            decisions: 0,
        };
        self.begin(seed, &mut table).map_err(|why| (number, why))?;
        Ok(table)
    }

    /// Begins the next round.
    fn begin(&self, seed: u64, table: &mut Table<G>) -> Result<(), AgentError> {
        let Table { players, order, .. } = table;
        table.state = self.at(&order.circle, |playout| playout.begin(players, &mut order.seeds))?;
        table.chance = Self::cards(seed, table.deal.number);
        table.decisions = 0;
        Ok(())
    }

    /// Plays on until somebody is to move who is asked about many; `false` if the deal is over before.
    fn advance(&self, seed: u64, table: &mut Table<G>) -> Result<bool, AgentError> {
        loop {
            let Table { players, order, chance, state, decisions, .. } = table;
            state.settle(chance);
            match state.turn() {
                Turn::Seat(seat) if self.entrant(order.circle[seat]).abreast > 1 => return Ok(true),
                Turn::Seat(seat) => {
                    self.at(&order.circle, |playout| playout.ask(players, state, seat))?;
                    *decisions += 1;
                }
                Turn::Over { truncated } => {
                    self.at(&order.circle, |playout| playout.end(players, state))?;
                    let round = Round::of::<G>(state, order.circle.len(), *decisions, truncated);
                    self.add(&mut table.deal, &order.circle, &round);
                    order.circle.rotate_right(1);
                    table.rounds += 1;
                    if table.rounds == table.order.circle.len() {
                        return Ok(false);
                    }
                    self.begin(seed, table)?;
                }
                Turn::Chance | Turn::Lot => unreachable!("chance was settled"),
            }
        }
    }

    /// Asks an entrant about every table at which it is to move, if it may be asked so.
    fn ask_about_all(&self, tables: &mut [Table<G>], entrant: usize) -> Result<(), (usize, AgentError)> {
        if self.entrants[entrant].abreast == 1 {
            return Ok(());
        }
        let waits = |(place, table): (usize, &Table<G>)| match table.state.turn() {
            Turn::Seat(seat) if self.chairs[table.order.circle[seat]] == entrant => Some((place, seat)),
            _ => None,
        };
        let waiting: Vec<(usize, Seat)> = tables.iter().enumerate().filter_map(waits).collect();
        let Some(&(first, seat)) = waiting.first() else { return Ok(()) };
        let views: Vec<ViewOf<G>> = waiting.iter().map(|&(place, seat)| tables[place].state.view(seat)).collect();
        // It keeps nothing of a game, so the one at any table answers for all.
        let Table { players, order, deal, .. } = &mut tables[first];
        let number = deal.number;
        let actions = players[order.circle[seat]].act_many(&views).map_err(|why| (number, why))?;
        if actions.len() != views.len() {
            let problem = format!("it gave {} actions for {} views", actions.len(), views.len());
            return Err((number, AgentError { bot: self.entrants[entrant].name().into(), problem }));
        }
        for (&(place, seat), action) in waiting.iter().zip(actions) {
            let Table { order, state, decisions, deal, .. } = &mut tables[place];
            let played = self.at(&order.circle, |playout| playout.apply(state, seat, action));
            played.map_err(|why| (deal.number, why))?;
            *decisions += 1;
        }
        Ok(())
    }
}
