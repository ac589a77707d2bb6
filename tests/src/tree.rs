//! The whole tree of a small game.

use std::collections::HashMap;

use elderhand_env::{Action, Game, Seat, State, Turn};

/// A position of the tree; positions are named by their place in [`Tree::nodes`].
#[derive(Clone, Debug)]
pub enum Node {
    /// The game is over: the returns of the seats.
    End(Vec<f64>),
    /// Chance brings one of these about, each with its probability.
    Chance(Vec<(f64, usize)>),
    /// A seat decides, knowing the information set of this place in [`Tree::sets`]; one child an action.
    Decision(usize, Vec<usize>),
}

/// All positions that show the seat to move the same view.
#[derive(Clone, Debug)]
pub struct InformationSet<V> {
    /// The seat to move.
    pub seat: Seat,
    /// What it knows.
    pub view: V,
    /// What it may do.
    pub actions: Vec<Action>,
}

/// Every position that a game can reach.
#[derive(Clone, Debug)]
pub struct Tree<V> {
    /// The positions; children come before their parent, and the first position of the game is the last here.
    pub nodes: Vec<Node>,
    /// The information sets.
    pub sets: Vec<InformationSet<V>>,
}

impl<V> Tree<V> {
    /// The position before the first card.
    pub fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The numbers of chance nodes, decisions, ends and information sets.
    pub fn census(&self) -> [usize; 4] {
        let count = |wanted: fn(&Node) -> bool| self.nodes.iter().filter(|node| wanted(node)).count();
        [
            count(|node| matches!(node, Node::Chance(_))),
            count(|node| matches!(node, Node::Decision(..))),
            count(|node| matches!(node, Node::End(_))),
            self.sets.len(),
        ]
    }
}

/// Grows the whole tree of a game, which must be small.
pub fn grow<G: Game>(game: &G) -> Tree<<G::State as State>::View> {
    let mut tree = Tree { nodes: Vec::new(), sets: Vec::new() };
    add(game, &game.start(), &mut tree, &mut HashMap::new());
    tree
}

fn add<G: Game>(
    game: &G,
    state: &G::State,
    tree: &mut Tree<<G::State as State>::View>,
    known: &mut HashMap<<G::State as State>::View, usize>,
) -> usize {
    let node = match state.turn() {
        Turn::Over { .. } => Node::End((0..game.spec().seats).map(|seat| state.returns(seat).into()).collect()),
        Turn::Chance => {
            let (deck, mut children) = (state.deck(), Vec::new());
            for card in deck.kinds() {
                let mut next = state.clone();
                next.deal(card);
                let probability = deck.count(card) as f64 / deck.len() as f64;
                children.push((probability, add(game, &next, tree, known)));
            }
            Node::Chance(children)
        }
        Turn::Lot => {
            let (lots, mut children) = (state.lots(), Vec::new());
            for seat in lots.seats() {
                let mut next = state.clone();
                next.draw(seat);
                let probability = f64::from(lots.weight(seat)) / lots.total() as f64;
                children.push((probability, add(game, &next, tree, known)));
            }
            Node::Chance(children)
        }
        Turn::Seat(seat) => {
            let view = state.view(seat);
            let set = *known.entry(view.clone()).or_insert(tree.sets.len());
            if set == tree.sets.len() {
                tree.sets.push(InformationSet { seat, view, actions: state.legal().iter().collect() });
            }
            let mut children = Vec::new();
            for action in state.legal().iter() {
                let mut next = state.clone();
                next.apply(action);
                children.push(add(game, &next, tree, known));
            }
            Node::Decision(set, children)
        }
    };
    tree.nodes.push(node);
    tree.nodes.len() - 1
}
