//! A small solver for two-seat zero-sum games: counterfactual regret minimisation, in the form CFR+ (Tammelin 2014).

use std::collections::HashMap;
use std::hash::Hash;

use elderhand_env::{Action, Seat};

use crate::tree::{Node, Tree};

/// A number for every action of every information set, in the order of the tree.
type Numbers = Vec<Vec<f64>>;

/// Solves a game in a number of rounds and gives the average policy, which comes near an equilibrium.
pub fn solve<V: Clone + Eq + Hash>(tree: &Tree<V>, rounds: usize) -> HashMap<V, Vec<(Action, f64)>> {
    let all = |number: fn(usize) -> f64| -> Numbers {
        tree.sets.iter().map(|set| vec![number(set.actions.len()); set.actions.len()]).collect()
    };
    let zero = || all(|_| 0.0);
    let (mut regrets, mut sums, mut policy) = (zero(), zero(), all(|actions| 1.0 / actions as f64));
    for round in 1..=rounds {
        for seat in 0..2 {
            let mut pass = Pass { tree, policy: &policy, seat, weight: round as f64, gains: zero(), sums: &mut sums };
            pass.value(tree.root(), 1.0, 1.0);
            let gains = pass.gains;
            for (regret, gain) in regrets.iter_mut().flatten().zip(gains.iter().flatten()) {
                *regret = f64::max(*regret + gain, 0.0);
            }
            for (row, regrets) in policy.iter_mut().zip(&regrets) {
                normalise(regrets, row);
            }
        }
    }
    for (row, sums) in policy.iter_mut().zip(&sums) {
        normalise(sums, row);
    }
    let named = tree.sets.iter().zip(policy);
    named.map(|(set, row)| (set.view.clone(), set.actions.iter().copied().zip(row).collect())).collect()
}

/// Makes probabilities of weights; equal ones if every weight is 0.
fn normalise(weights: &[f64], row: &mut [f64]) {
    let total: f64 = weights.iter().sum();
    for (p, weight) in row.iter_mut().zip(weights) {
        *p = if total > 0.0 { weight / total } else { 1.0 / weights.len() as f64 };
    }
}

/// One walk through the tree in the interest of one seat.
struct Pass<'a, V> {
    tree: &'a Tree<V>,
    policy: &'a Numbers,
    seat: Seat,
    weight: f64,
    gains: Numbers,
    sums: &'a mut Numbers,
}

impl<V> Pass<'_, V> {
    /// The value of a position to the seat; `own` and `others` are the probabilities that it and the rest play there.
    fn value(&mut self, node: usize, own: f64, others: f64) -> f64 {
        let (tree, policy) = (self.tree, self.policy);
        match &tree.nodes[node] {
            Node::End(returns) => returns[self.seat],
            Node::Chance(children) => children.iter().map(|&(p, child)| p * self.value(child, own, others * p)).sum(),
            Node::Decision(set, children) if tree.sets[*set].seat != self.seat => {
                let parts = children.iter().zip(&policy[*set]);
                parts.map(|(&child, p)| p * self.value(child, own, others * p)).sum()
            }
            Node::Decision(set, children) => {
                let row = &policy[*set];
                let values: Vec<f64> =
                    children.iter().zip(row).map(|(&child, p)| self.value(child, own * p, others)).collect();
                let mean: f64 = values.iter().zip(row).map(|(value, p)| value * p).sum();
                for (choice, value) in values.iter().enumerate() {
                    self.gains[*set][choice] += others * (value - mean);
                    self.sums[*set][choice] += self.weight * own * row[choice];
                }
                mean
            }
        }
    }
}
