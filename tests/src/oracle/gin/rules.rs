//! The rules that a showdown depends on, with the values of each variant.

/// What equal deadwood after a knock means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Nobody scores.
    Nobody,
    /// It counts as an undercut.
    Undercut,
}

/// What a knocker with less deadwood scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnockerScores {
    /// The opponent's deadwood less his own.
    Difference,
    /// The whole of the opponent's deadwood.
    OpponentDeadwood,
}

/// The rules of a showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Whether sets are melds.
    pub sets: bool,
    /// The bonus for gin.
    pub gin_bonus: i64,
    /// The bonus for an undercut.
    pub undercut_bonus: i64,
    /// What equal deadwood means.
    pub tie: Tie,
    /// What a knocker with less deadwood scores.
    pub knocker_scores: KnockerScores,
    /// Whether runs score the bonuses of Sequence Gin.
    pub sequence_bonus: bool,
    /// Whether a hand may be ended with none discarded.
    pub out_without_discard: bool,
}

impl Rules {
    /// The showdown of `gin` and `gin-seven`.
    pub const GIN: Self = Self {
        sets: true,
        gin_bonus: 20,
        undercut_bonus: 10,
        tie: Tie::Nobody,
        knocker_scores: KnockerScores::Difference,
        sequence_bonus: false,
        out_without_discard: false,
    };
    /// The showdown of `gin-oklahoma`.
    pub const OKLAHOMA: Self = Self {
        undercut_bonus: 20,
        tie: Tie::Undercut,
        knocker_scores: KnockerScores::OpponentDeadwood,
        out_without_discard: true,
        ..Self::GIN
    };
    /// The showdown of `gin-sequence`.
    pub const SEQUENCE: Self = Self { sets: false, sequence_bonus: true, ..Self::OKLAHOMA };
    /// The showdown of `gin-challenge`.
    pub const CHALLENGE: Self = Self { gin_bonus: 25, undercut_bonus: 25, tie: Tie::Undercut, ..Self::GIN };
}
