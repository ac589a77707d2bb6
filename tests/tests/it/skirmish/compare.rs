//! One position: what the game allows, and what the oracle does.

use std::collections::BTreeSet;

use elderhand_env::{Game, State, Turn};
use elderhand_tests::oracle::skirmish::combination::Kind;
use elderhand_tests::oracle::skirmish::form::Forms;
use elderhand_tests::oracle::skirmish::turn::{Chart, Function, Position};
use serde_json::Value;

use crate::skirmish::steps::Steps;
use crate::skirmish::tally::Tally;
use crate::skirmish::{shown, walk};

/// The largest hand of which every set of cards is tried.
const LARGEST: usize = 10;

/// Compares positions of one game.
pub struct Comparison<'a, G> {
    game: &'a G,
    forms: Forms,
    /// The turn that is followed.
    pub steps: Steps,
    /// What was compared so far.
    pub tally: Tally,
}

impl<'a, G: Game> Comparison<'a, G> {
    /// Begins with nothing compared.
    pub fn new(game: &'a G) -> Self {
        Comparison { game, forms: Forms::default(), steps: Steps::default(), tally: Tally::default() }
    }

    /// Compares one state, if a hand is between two actions of its turn.
    ///
    /// # Panics
    ///
    /// Panics, with the view, if the game and the oracle disagree.
    pub fn add(&mut self, state: &G::State) {
        let Turn::Seat(seat) = state.turn() else { return };
        let view = serde_json::to_value(state.view(seat)).expect("a view is JSON");
        let Some(position) = shown::position(&view) else { return };
        let game: BTreeSet<String> = state.legal().iter().map(|action| self.game.spec().name(action).into()).collect();
        let oracle = position.legal(&self.forms);
        agree(game, oracle.clone(), &view);
        self.count(&position, &oracle);
        self.steps.arrive(&position);
        if position.may_play() {
            self.add_play(state, &position, &view);
        }
    }

    /// Compares everything that may be laid.
    fn add_play(&mut self, state: &G::State, position: &Position, view: &Value) {
        let (game, oracle) = (walk::additions(self.game, state), position.additions());
        oracle.iter().for_each(|addition| self.tally.grow(addition));
        agree(game, oracle, view);
        if position.hand.len() <= LARGEST {
            let (game, oracle) = (walk::lays(self.game, state), position.lays());
            oracle.iter().for_each(|laid| self.tally.lay(laid));
            agree(game, oracle, view);
            self.tally.positions += 1;
        }
    }

    /// Counts what the oracle allows of the pick-up and under its obligation.
    fn count(&mut self, position: &Position, legal: &BTreeSet<String>) {
        let tally = &mut self.tally;
        if ![Function::PickUp, Function::Play].iter().any(|function| position.used.contains(function)) {
            for card in &position.discards {
                tally.takes[usize::from(!legal.contains(&format!("take {card}")))] += 1;
            }
        }
        if position.must.is_some() && !position.used.contains(&Function::Discard) {
            for card in &position.hand {
                tally.kept[usize::from(!legal.contains(&format!("discard {card}")))] += 1;
            }
        }
        tally.closed += usize::from(!Kind::ALL.iter().all(|&kind| position.is_open(kind)));
        let full = |chart: &Chart| chart.laid.len() == Kind::ALL.len();
        tally.full += usize::from(position.chart.as_ref().is_some_and(full));
    }
}

/// Checks that two sets are equal, and shows what is only in one of them.
fn agree<T: Ord + std::fmt::Debug>(game: BTreeSet<T>, oracle: BTreeSet<T>, view: &Value) {
    let more: Vec<_> = game.difference(&oracle).collect();
    let fewer: Vec<_> = oracle.difference(&game).collect();
    assert!(more.is_empty() && fewer.is_empty(), "only the game has {more:?}, only the oracle has {fewer:?}: {view}");
}
