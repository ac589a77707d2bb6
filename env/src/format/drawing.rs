//! Seats that are drawn by lot.

use super::Player;
use crate::rules::Stream;

/// Draws who takes which place, and returns for each place the one who was named for another.
///
/// `sides` has the side of each place. Who were named for one side stay together, and take the places of a side of as many.
///
/// # Examples
///
/// ```
/// use elderhand_env::Stream;
/// use elderhand_env::format::draw_places;
///
/// // Two pairs, each across the table.
/// let drawn = draw_places(&[0, 1, 0, 1], &mut Stream::new(1));
/// assert_eq!(drawn[0] % 2, drawn[2] % 2);
/// ```
pub fn draw_places(sides: &[usize], chance: &mut Stream) -> Vec<Player> {
    let count = sides.iter().max().map_or(0, |most| most + 1);
    let places = |side: usize| (0..sides.len()).filter(|&place| sides[place] == side).collect::<Vec<_>>();
    let places: Vec<Vec<Player>> = (0..count).map(places).collect();
    let mut drawn = vec![0; sides.len()];
    let mut waiting = places.clone();
    chance.shuffle(&mut waiting);
    for side in &places {
        let fits = waiting.iter().position(|other| other.len() == side.len());
        let mut players = fits.map(|place| waiting.remove(place)).unwrap_or_default();
        chance.shuffle(&mut players);
        side.iter().zip(players).for_each(|(&place, player)| drawn[place] = player);
    }
    drawn
}
