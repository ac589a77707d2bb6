//! Whether what has been laid and scored can come of some melds.

use super::laid::Laid;
use super::meld::{Meld, Service};
use super::pack::Suit;
use super::view::{Phase, Public};
use crate::cards::{Card, CardSet, Cards};
use crate::rules::{Inconsistent, Seat, require};

/// What tens of points make at most, melds and nines: 96 are the most, and those below 128 are searched.
const TENS: usize = 128;

/// For each seat and meld, the least and the most of it that the seat can have laid.
type Bounds = [[(usize, usize); Meld::ALL.len()]; 2];

/// Checks that cards lie where they can serve, and have served in what they can.
pub(super) fn check_laid(table: &Public, trumps: Suit) -> Result<(), Inconsistent> {
    for laid in &table.laid {
        for layer in laid.layers() {
            let served = layer.served.iter().fold(CardSet::EMPTY, |all, &served| all | served);
            let nines = layer.cards - served;
            let nine = CardSet::of(trumps.nine()).contains_all(nines);
            require(nine, "`table.laid`: a card that has served in nothing, and is no nine of trumps, is not laid")?;
            for service in Service::ALL {
                let melds = Meld::ALL.into_iter().filter(|meld| meld.service() == service);
                let may = melds.fold(CardSet::EMPTY, |may, meld| may | meld.cards(trumps));
                let can = may.contains_all(layer.served[service as usize]);
                require(can, "`table.laid`: a card has served in a meld that it is not part of")?;
            }
        }
    }
    Ok(())
}

/// Checks that `table.melds` are what some melds and nines score, which can have left the table as it is.
pub(super) fn check(table: &Public) -> Result<(), Inconsistent> {
    let Some(trumps) = table.trumps else {
        return require(table.melds == [0; 2], "`table.melds`: nothing is scored while the cards are dealt");
    };
    let bounds = bounds(table, trumps);
    let served = bounds.iter().flatten().all(|(least, most)| least <= most);
    require(served, "`table.laid`: the other cards of a meld must lie there too, or have been played")?;
    // Each nine of trumps scores once, laid, exchanged or turned.
    let lying = [0, 1].map(|seat| table.laid[seat].cards().count(trumps.nine()));
    let under = usize::from(table.turned == Some(trumps.nine()));
    let fits = |nines: [usize; 2]| {
        let sum = nines[0] + nines[1];
        (lying[0] + lying[1] + under..=2).contains(&sum)
            && (0..2).all(|seat| nines[seat] >= lying[seat] && scores(table, seat, nines[seat], &bounds[seat], trumps))
    };
    let possible = (0..3).any(|first| (0..3).any(|second| fits([first, second])));
    require(possible, "`table.melds` is not what melds and nines can have scored in so many tricks")
}

/// How often each meld can have been laid.
fn bounds(table: &Public, trumps: Suit) -> Bounds {
    let gone = |card: Card| {
        let led = usize::from(table.led == Some(card));
        // Melds that have been taken back may be anywhere.
        if table.drawing() { table.won[0].count(card) + table.won[1].count(card) + led } else { 2 }
    };
    let served = |seat: Seat, card: Card, meld: Meld| count(&table.laid[seat], card, meld.service());
    let least = |seat: Seat, meld: Meld| {
        meld.cards(trumps).iter().map(|card| served(seat, card, meld)).max().unwrap_or_default()
    };
    let range = |seat: Seat, meld: Meld| {
        let most = meld.cards(trumps).iter().map(|card| {
            // Of the cards that were played, some may have served the other seat.
            let theirs = least(1 - seat, meld).saturating_sub(served(1 - seat, card, meld));
            (served(seat, card, meld) + gone(card)).saturating_sub(theirs)
        });
        (least(seat, meld), most.min().unwrap_or_default().min(2 - least(1 - seat, meld).min(2)))
    };
    [0, 1].map(|seat| Meld::ALL.map(|meld| range(seat, meld)))
}

/// How many copies of a card have served so.
fn count(laid: &Laid, card: Card, service: Service) -> usize {
    laid.layers().iter().filter(|layer| layer.served[service as usize].contains(card)).count()
}

/// Returns `true` if a seat can have scored its points with so many nines and one meld a trick at most.
fn scores(table: &Public, seat: Seat, nines: usize, bounds: &[(usize, usize)], trumps: Suit) -> bool {
    let points = usize::from(table.melds[seat]);
    let Some(wanted) = (points / 10).checked_sub(nines).filter(|&tens| tens < TENS && points.is_multiple_of(10)) else {
        return false;
    };
    // In the phase in which melds are laid, the last trick has brought one or may still do so.
    let open = table.phase == Phase::Meld && table.to_move == seat && !table.melded;
    let laid = table.phase == Phase::Meld && table.to_move == seat && table.melded;
    let tricks = Cards::len(table.won[seat]) / 2;
    let most = tricks.min(12) - usize::from(open).min(tricks);
    // For each sum of tens, bit `n` says that `n` melds can make it.
    let mut sums = [0_u32; TENS];
    sums[0] = 1;
    for (meld, &(least, most)) in Meld::ALL.into_iter().zip(bounds) {
        let tens = usize::from(meld.points(trumps)) / 10;
        let before = std::mem::replace(&mut sums, [0; TENS]);
        for copies in least..=most {
            for sum in copies * tens..TENS {
                sums[sum] |= before[sum - copies * tens] << copies;
            }
        }
    }
    (usize::from(laid)..=most).any(|melds| sums[wanted] >> melds & 1 == 1)
}
