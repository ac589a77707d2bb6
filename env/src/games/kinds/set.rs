//! Sets of kinds: one bit a kind.

use serde::{Deserialize, Serialize};

use super::kind::Kind;

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);
    /// All seven.
    pub const ALL: Kinds = Kinds((1 << Kind::COUNT) - 1);

    /// One bit a kind.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns `true` if a kind is in the set.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// Puts a kind in.
    #[inline]
    pub const fn insert(&mut self, kind: Kind) {
        self.0 |= 1 << kind as u8;
    }

    /// The kinds of this set and of another.
    #[inline]
    pub const fn with(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// The kinds of this set that are not in another.
    #[inline]
    pub const fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// The kinds in order.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        let mut set = Kinds::NONE;
        kinds.into_iter().for_each(|kind| set.insert(kind));
        set
    }
}

impl Serialize for Kinds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Kinds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Kinds, D::Error> {
        let mut kinds = Kinds::NONE;
        for kind in Vec::deserialize(deserializer)? {
            if kinds.contains(kind) {
                return Err(serde::de::Error::custom(format_args!("the kind {} is given twice", kind.name())));
            }
            kinds.insert(kind);
        }
        Ok(kinds)
    }
}
