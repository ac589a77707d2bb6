//! What the hints of a view say, plane by plane.

use elderhand_env::{CardSet, Encode, Game, Row, Spec, ViewOf};

/// The observation of a view with its hints.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    spec: Spec,
    words: Vec<u64>,
}

impl Told {
    /// Writes what a view says.
    ///
    /// # Panics
    ///
    /// If the row is not as long as the specification says.
    pub fn of<G: Game>(game: &G, view: &ViewOf<G>) -> Told {
        let spec = game.spec().with_hints();
        let mut words = vec![0; spec.words()];
        let mut row = Row::new(&mut words);
        view.encode(&mut row);
        view.hint(&mut row);
        let written = row.finish();
        // Nothing is told who is not to move in a round.
        assert!(written == spec.bits() || written == game.spec().bits(), "the row is written whole");
        Told { spec, words }
    }

    /// Returns the bits that are on in a plane, counted from its first.
    ///
    /// # Panics
    ///
    /// If there is no such plane.
    pub fn lit(&self, plane: &str) -> Vec<usize> {
        let plane = self.spec.planes.iter().find(|known| known.name == plane).unwrap_or_else(|| panic!("no {plane}"));
        let on = |bit: &usize| self.words[(plane.offset + bit) / 64] >> ((plane.offset + bit) % 64) & 1 == 1;
        (0..plane.width).filter(on).collect()
    }

    /// Returns how high a thermometer stands.
    ///
    /// # Panics
    ///
    /// If there is no such plane, or it is no thermometer.
    pub fn level(&self, plane: &str) -> usize {
        let lit = self.lit(plane);
        assert!(lit.iter().copied().eq(0..lit.len()), "{plane} is no thermometer: {lit:?}");
        lit.len()
    }

    /// Returns the cards of a plane of cards.
    ///
    /// # Panics
    ///
    /// If there is no such plane.
    pub fn cards(&self, plane: &str) -> CardSet {
        CardSet::from_bits(self.lit(plane).into_iter().fold(0, |bits, bit| bits | 1 << bit))
    }
}
