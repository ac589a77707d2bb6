//! The moves of a game: what each action does, where it stands in the table and what it is called, said once.

use std::fmt::Display;

use crate::cards::Card;

/// What each action of a block is on, such as a card.
pub(crate) trait Operand: Copy {
    /// Returns the operand of a block's action at a place, counted from 0; `None` beyond the last there is.
    fn at(place: u16) -> Option<Self>;

    /// Returns its place in a block.
    fn place(self) -> u16;

    /// Returns what it is called in the name of an action.
    fn name(self) -> impl Display;
}

impl Operand for Card {
    #[inline]
    fn at(place: u16) -> Option<Card> {
        Card::from_index(place as u8)
    }

    #[inline]
    fn place(self) -> u16 {
        self.index().into()
    }

    fn name(self) -> impl Display {
        self
    }
}

/// Something on the table, which names count from 1.
impl Operand for u8 {
    #[inline]
    fn at(place: u16) -> Option<u8> {
        Some(place as u8)
    }

    #[inline]
    fn place(self) -> u16 {
        self.into()
    }

    fn name(self) -> impl Display {
        self + 1
    }
}

/// Makes an enum with a list `ALL` in its order and a `name` the operand of a block.
macro_rules! listed {
    ($kind:ident) => {
        impl $crate::games::moves::Operand for $kind {
            #[inline]
            fn at(place: u16) -> Option<$kind> {
                $kind::ALL.get(usize::from(place)).copied()
            }

            #[inline]
            fn place(self) -> u16 {
                self as u16
            }

            fn name(self) -> impl std::fmt::Display {
                $kind::name(self)
            }
        }
    };
}
pub(crate) use listed;

/// Returns how many actions the first blocks have.
pub(crate) const fn total(counts: &[u16], blocks: usize) -> u16 {
    let (mut total, mut block) = (0, 0);
    while block < blocks {
        total += counts[block];
        block += 1;
    }
    total
}

/// Makes the enum `Move` of the actions of a game, in the order of its table, and of each its first number in the table.
///
/// An entry is `NUMBER: Variant => "name",` or, for a block of actions on cards, `NUMBER: Variant(card: Card; 52) => "name {card}",`.
/// `END` is the number of all actions, and `names` lists what they are called.
macro_rules! moves {
    ($($(#[$doc:meta])* $first:ident: $name:ident $(($of:ident: $operand:ty; $count:expr))? => $text:literal),+ $(,)?) => {
        /// What an action does; the actions of a block are numbered by what they are on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Move {
            $($(#[$doc])* $name $(($operand))?),+
        }

        /// The blocks in order.
        enum Block {
            $($name),+
        }

        const COUNTS: &[u16] = &[$($crate::games::moves::moves!(@count $($count)?)),+];
        $(pub(super) const $first: u16 = $crate::games::moves::total(COUNTS, Block::$name as usize);)+
        /// The number of actions.
        pub(super) const END: u16 = $crate::games::moves::total(COUNTS, COUNTS.len());
        const _: () = $crate::rules::ActionSet::must_hold(END);

        impl Move {
            /// Reads an action; `None` beyond the table.
            #[inline]
            pub fn of(action: $crate::rules::Action) -> Option<Move> {
                let id = action.0;
                $(if id < $first + COUNTS[Block::$name as usize] {
                    return $crate::games::moves::moves!(@read $name, id - $first $(, $operand)?);
                })+
                None
            }

            /// Returns the number of the move in the action table.
            #[inline]
            pub fn action(self) -> $crate::rules::Action {
                $crate::rules::Action(match self {
                    $(Move::$name $(($of))? => $first $(+ $crate::games::moves::Operand::place($of))?,)+
                })
            }

            fn name(self) -> String {
                match self {
                    $(Move::$name $(($of))? => {
                        $(let $of = $crate::games::moves::Operand::name($of);)?
                        format!($text)
                    })+
                }
            }
        }

        /// Returns the names of the first so many actions.
        pub(super) fn names(count: u16) -> Vec<String> {
            (0..count).filter_map(|id| Move::of($crate::rules::Action(id))).map(Move::name).collect()
        }
    };
    (@count) => { 1 };
    (@count $count:expr) => { $count as u16 };
    (@read $name:ident, $place:expr) => { Some(Move::$name) };
    (@read $name:ident, $place:expr, $operand:ty) => {
        <$operand as $crate::games::moves::Operand>::at($place).map(Move::$name)
    };
}
pub(crate) use moves;

#[cfg(test)]
mod tests {
    use crate::cards::Card;
    use crate::rules::Action;

    moves! {
        /// Draws.
        DRAW: Draw => "draw",
        /// Grows a pile.
        GROW: Grow(pile: u8; 2) => "grow {pile} by one",
        /// Plays a card.
        PLAY: Play(card: Card; Card::COUNT) => "play {card}",
        /// Ends the turn.
        LAST: Stop => "stop",
    }

    #[test]
    fn a_table_is_numbered_and_named_in_its_order() {
        assert_eq!((DRAW, GROW, PLAY, LAST, END), (0, 1, 3, 55, 56));
        assert_eq!(names(5), ["draw", "grow 1 by one", "grow 2 by one", "play AC", "play 2C"]);
        for id in 0..END {
            assert_eq!(Move::of(Action(id)).map(Move::action), Some(Action(id)));
        }
        assert_eq!((Move::of(Action(54)).unwrap().name().as_str(), Move::of(Action(END))), ("play KS", None));
    }
}
