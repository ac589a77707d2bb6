//! Actions are dense numbers; the names are in the game's [`Spec`](crate::rules::Spec).

use std::ops::Sub;

use serde::{Deserialize, Serialize};

/// The number of an action in the action table of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct Action(
    /// The place in the table, below [`ActionSet::CAPACITY`].
    pub u16,
);

/// A set of actions: the legal-action mask, one bit an action.
///
/// # Examples
///
/// ```
/// use elderhand_env::{Action, ActionSet};
///
/// let mut legal = ActionSet::EMPTY;
/// legal.insert(Action(3));
/// legal.insert(Action(70));
/// assert_eq!(legal.iter().collect::<Vec<_>>(), [Action(3), Action(70)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[repr(transparent)]
pub struct ActionSet([u64; ActionSet::WORDS]);

impl ActionSet {
    /// The number of words in a mask.
    pub const WORDS: usize = 4;
    /// No action table may be longer than this.
    pub const CAPACITY: usize = 64 * ActionSet::WORDS;
    /// No action.
    pub const EMPTY: ActionSet = ActionSet([0; ActionSet::WORDS]);

    /// Refuses, where it is called to make a constant when the program is built, a table that is too long for a mask.
    ///
    /// # Panics
    ///
    /// Panics if a table of so many actions is longer than [`ActionSet::CAPACITY`].
    ///
    /// # Examples
    ///
    /// ```
    /// # use elderhand_env::ActionSet;
    /// const ACTIONS: u16 = 60;
    /// const _: () = ActionSet::must_hold(ACTIONS);
    /// ```
    ///
    /// ```compile_fail
    /// # use elderhand_env::ActionSet;
    /// const _: () = ActionSet::must_hold(257);
    /// ```
    pub const fn must_hold(actions: u16) {
        assert!(actions as usize <= ActionSet::CAPACITY, "the action table is longer than a mask");
    }

    /// Returns the set of a mask, whose words are those of [`ActionSet::words`].
    #[inline]
    pub const fn from_words(words: [u64; ActionSet::WORDS]) -> ActionSet {
        ActionSet(words)
    }

    /// The mask as words: bit `i % 64` of word `i / 64` is the action `i`.
    pub const fn words(&self) -> &[u64; ActionSet::WORDS] {
        &self.0
    }

    /// The number of actions.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns `true` if there is no action.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; ActionSet::WORDS]
    }

    /// Returns `true` if an action is in the set.
    #[inline]
    pub fn contains(&self, action: Action) -> bool {
        self.0.get(action.0 as usize / 64).is_some_and(|word| word >> (action.0 % 64) & 1 == 1)
    }

    /// Puts an action in.
    ///
    /// # Panics
    ///
    /// Panics if the action is beyond [`ActionSet::CAPACITY`].
    #[inline]
    pub fn insert(&mut self, action: Action) {
        self.0[action.0 as usize / 64] |= 1 << (action.0 % 64);
    }

    /// Puts in `bits`, whose bit 0 stands for the action `first`.
    ///
    /// # Panics
    ///
    /// Panics if an action is beyond [`ActionSet::CAPACITY`].
    #[inline]
    pub fn insert_bits(&mut self, first: u16, bits: u64) {
        let (word, shift) = (first as usize / 64, first % 64);
        self.0[word] |= bits << shift;
        if shift > 0 {
            let rest = bits >> (64 - shift);
            match self.0.get_mut(word + 1) {
                Some(word) => *word |= rest,
                None => assert!(rest == 0, "an action is beyond the capacity of a mask"),
            }
        }
    }

    /// The `n`th action in order, counted from 0, if there are so many.
    #[inline]
    pub fn nth(&self, mut n: usize) -> Option<Action> {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones() as usize;
            if n < count {
                return Some(Action((64 * i) as u16 + nth_bit(word, n) as u16));
            }
            n -= count;
        }
        None
    }

    /// Returns the action if there is exactly one, `None` otherwise.
    #[inline]
    pub fn only(&self) -> Option<Action> {
        if self.len() == 1 { self.nth(0) } else { None }
    }

    /// The actions in order.
    pub fn iter(&self) -> impl Iterator<Item = Action> + use<> {
        let words = self.0;
        (0..ActionSet::WORDS).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    Action((64 * i) as u16 + bit as u16)
                })
            })
        })
    }
}

impl Sub for ActionSet {
    type Output = ActionSet;

    /// Returns the actions that are not among others.
    #[inline]
    fn sub(self, others: ActionSet) -> ActionSet {
        ActionSet(std::array::from_fn(|i| self.0[i] & !others.0[i]))
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> ActionSet {
        let mut set = ActionSet::EMPTY;
        actions.into_iter().for_each(|action| set.insert(action));
        set
    }
}

/// The place of the `n`th set bit of a word; there must be so many.
#[inline]
pub(crate) fn nth_bit(mut word: u64, n: usize) -> u32 {
    for _ in 0..n {
        word &= word - 1;
    }
    word.trailing_zeros()
}
