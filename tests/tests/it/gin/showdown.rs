//! The count after a knock: layouts, layoffs and points.

use elderhand_env::gin::{KnockerScores, Layout, Melds, Rules, Showdown, Tie};
use elderhand_env::{CardSet, Stream};
use elderhand_tests::oracle::gin::deadwood::{self, is_run};
use elderhand_tests::oracle::gin::rules::{self as naive, Rules as NaiveRules};
use elderhand_tests::oracle::gin::showdown::{Outcome, showdown};
use elderhand_tests::oracle::without;

use crate::gin::hands::{cards, pack, set};

/// The oracle's rules for the game's.
pub fn rules(rules: &Rules) -> NaiveRules {
    NaiveRules {
        sets: rules.melds == Melds::SetsAndRuns,
        gin_bonus: rules.gin_bonus.into(),
        undercut_bonus: rules.undercut_bonus.into(),
        tie: match rules.tie {
            Tie::Nobody => naive::Tie::Nobody,
            Tie::Undercut => naive::Tie::Undercut,
        },
        knocker_scores: match rules.knocker_scores {
            KnockerScores::Difference => naive::KnockerScores::Difference,
            KnockerScores::Deadwood => naive::KnockerScores::OpponentDeadwood,
        },
        sequence_bonus: rules.sequence_bonus,
        out_without_discard: rules.out_without_discard,
    }
}

/// The game's layout for the oracle's, whose touching runs are two.
fn laid_out(layout: &deadwood::Layout) -> Layout {
    let (runs, sets): (Vec<_>, Vec<_>) = layout.melds.iter().cloned().partition(|meld| is_run(meld));
    Layout { sets: set(&sets.concat()), runs: set(&runs.concat()), deadwood: set(&layout.deadwood) }
}

/// Compares the counts of random hands that seat 0 ends.
fn compare(game: Rules, hands: usize) {
    let rules = rules(&game);
    let mut stream = Stream::new(game.hand.into());
    let (size, mut choices) = (usize::from(game.hand), 0);
    for number in 0..hands {
        let pack = pack(number, &mut stream);
        // Where one may go out without a discard, the knocker has a card more now and then.
        let kept = usize::from(game.out_without_discard && stream.below(3) == 0);
        let (knocker, rest) = pack.split_at(size + kept);
        let (defender, rest) = rest.split_at(size);
        let pile = &rest[..1 + stream.below(20)];
        let seen = [knocker, pile].concat();
        let wanted = showdown(&rules, knocker, defender, &without(&pack, &seen));
        let found = Showdown::best(&game, 0, [set(knocker), set(defender)], set(pile));
        let context = format!("{knocker:?} knocks, {defender:?} defends, {pile:?} lies");
        assert_eq!(found.gin, wanted.gin, "{context}");
        assert!(wanted.layouts.iter().any(|layout| laid_out(layout) == found.layouts[0]), "{context}: {found:?}");
        let outcome = Outcome {
            deadwood: found.layouts.map(|layout| layout.count()),
            points: found.points.map(i64::from),
            winner: found.winner,
        };
        assert!(wanted.outcomes.contains(&outcome), "{context}: {found:?}, not {wanted:?}");
        // The defender's cards are all somewhere, and what he laid off fits.
        let Layout { sets, runs, deadwood } = found.layouts[1];
        assert_eq!(sets | runs | deadwood | found.laid_off, set(defender), "{context}");
        assert!(found.laid_off == CardSet::EMPTY || !found.gin, "{context}");
        assert!(
            cards(found.layouts[0].open(set(defender)) & found.laid_off).len() == found.laid_off.len(),
            "{context}"
        );
        choices += usize::from(wanted.layouts.len() > 1 || wanted.outcomes.len() > 1);
    }
    assert!(choices > 0, "no hand offered a choice");
}

#[test]
fn counts_of_gin_agree() {
    compare(Rules::gin(), 6_000);
}

#[test]
fn counts_of_oklahoma_agree() {
    compare(Rules::oklahoma(), 3_000);
}

#[test]
fn counts_of_sequence_gin_agree() {
    compare(Rules::sequence(), 6_000);
}

#[test]
fn counts_of_seven_card_gin_agree() {
    compare(Rules::seven(), 10_000);
}
