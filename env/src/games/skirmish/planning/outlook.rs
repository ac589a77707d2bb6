//! What a seat to move may best do with its hand.

use super::plan::{Plan, Search};
use super::worth;
use crate::cards::{Card, CardSet};
use crate::games::kinds::Kinds;
use crate::games::skirmish::actions::Move;
use crate::games::skirmish::table::Function;
use crate::games::skirmish::view::SkirmishView;
use crate::rules::View;

/// What a seat to move may best do with its hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook {
    /// What it had best lay from its hand.
    pub plan: Plan,
    /// The card from which it had best pick up, and what to lay then; `None` if nothing can be picked up.
    pub pick_up: Option<(Card, Plan)>,
}

impl Outlook {
    /// Finds what the seat may best do; what it is putting down counts as still in its hand.
    pub fn of(view: &SkirmishView) -> Outlook {
        let (table, own, search) = (&view.table, view.cards_of(view.acting()), Search::of(view));
        if !table.turn.may_play() {
            return Outlook { plan: Plan { first: None, rest: own, worth: 0.0 }, pick_up: None };
        }
        let mut outlook = Outlook { plan: search.plan(own, &table.board, table.turn.must), pick_up: None };
        if view.laying.is_none() {
            let legal = view.legal();
            for card in table.stacks.discards().iter().filter(|&card| legal.contains(Move::Take(card).action())) {
                let plan = search.plan(own | table.stacks.from(card), &table.board, Some(card));
                if plan.first.is_some() && outlook.pick_up.is_none_or(|(_, best)| plan.worth > best.worth) {
                    outlook.pick_up = Some((card, plan));
                }
            }
        }
        outlook
    }

    /// The pick-up and the plan that are worth most; without a pick-up unless it is worth more.
    pub fn best(&self) -> (Option<Card>, Plan) {
        match self.pick_up {
            Some((card, plan)) if plan.worth > self.plan.worth => (Some(card), plan),
            _ => (None, self.plan),
        }
    }
}

/// The cards of a hand with which one had best part: what is left without one of them is worth most.
pub fn parting(hand: CardSet, view: &SkirmishView) -> CardSet {
    let (kinds, taken) = (view.table.open_kinds(), view.table.board.taken());
    let left = |card: Card| worth::held(hand.without(card), kinds, &taken);
    let most = hand.iter().map(left).fold(f32::NEG_INFINITY, f32::max);
    // What is worth the same is so but for rounding.
    hand.iter().filter(|&card| left(card) > most - 1e-3).collect()
}

/// The cards that a hand can still part with in this turn without laying them: one by discarding, one by dropping.
pub fn sheddable(view: &SkirmishView) -> usize {
    [Function::Discard, Function::Drop].into_iter().filter(|&function| !view.table.turn.has(function)).count()
}

impl Search {
    /// The search for what the hand to move can lay.
    fn of(view: &SkirmishView) -> Search {
        let (table, rules) = (&view.table, &view.options);
        let wanted = if rules.charts { Kinds::ALL.without(table.charts[table.to_move].all()) } else { Kinds::NONE };
        Search { kinds: table.open_kinds(), wanted, sheddable: sheddable(view) }
    }
}
