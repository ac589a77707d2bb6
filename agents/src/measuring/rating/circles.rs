//! Where strength goes round: each beats the next, and the last the first.

use serde::{Deserialize, Serialize};

/// Three players of whom each surely wins more than half from the next, and the last from the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circle(pub [String; 3]);

/// Returns all circles of three, by who beats whom; each once, from its smallest number.
pub(super) fn circles(players: usize, beats: impl Fn(usize, usize) -> bool) -> Vec<[usize; 3]> {
    let mut found = Vec::new();
    for a in 0..players {
        for b in (a + 1..players).filter(|&b| beats(a, b) || beats(b, a)) {
            for c in b + 1..players {
                if beats(a, b) && beats(b, c) && beats(c, a) {
                    found.push([a, b, c]);
                } else if beats(a, c) && beats(c, b) && beats(b, a) {
                    found.push([a, c, b]);
                }
            }
        }
    }
    found
}
