//! Games that last until they are stopped, which random ones hardly ever do.

use elderhand_env::options::parse_options;
use elderhand_env::{Action, Card, Cards};
use elderhand_tests::follow::{Driver, follow};
use elderhand_tests::oracle::snap::{Next, Rules, Snap};

/// Deals the cards of a golden game in their order, and lets the seats in turn snap at a card.
struct InTurn {
    cards: Vec<Card>,
    dealt: usize,
    over: bool,
}

impl InTurn {
    fn new(golden: &str) -> InTurn {
        let lines = golden.lines().filter_map(|line| line.strip_prefix("deal all:"));
        let cards = lines.flat_map(str::split_whitespace).map(|word| word.parse().expect("a card"));
        InTurn { cards: cards.collect(), dealt: 0, over: false }
    }
}

impl Driver<Snap> for InTurn {
    fn deal(&mut self, _: Cards, _: &Snap) -> Card {
        self.dealt += 1;
        self.cards[self.dealt - 1]
    }

    fn choose(&mut self, legal: &[(Action, &str)], referee: &Snap) -> Action {
        let snaps = (referee.laid - 1) % referee.known.len() == referee.snaps.len();
        legal[usize::from(!snaps)].0
    }

    fn done(&mut self, _: &str, _: &Snap, after: &Snap) {
        self.over = after.next == Next::Over && after.laid == 1000 && after.is_truncated();
    }
}

#[test]
fn games_that_are_stopped_agree() {
    let decks = [include_str!("../../../golden/snap/cap.txt"), include_str!("../../../golden/snap/cap-level.txt")];
    for (deck, seats) in decks.into_iter().zip(2..) {
        let mut driver = InTurn::new(deck);
        let rules = Rules { skill: vec![1; seats], penalty: false, first_out: false, cap: 1000, series: None };
        follow("snap", &parse_options(&[format!("seats={seats}")]).unwrap(), Snap::new(rules), &mut driver);
        assert!(driver.over && driver.dealt == 52);
    }
}
