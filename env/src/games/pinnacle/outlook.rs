//! What a seat's cards may come to, reckoned from a few ways in which the round may be dealt to its end.

use super::count::best_count;
use super::rules::Rules;
use super::view::PinnacleView;
use crate::cards::CardSet;
use crate::rules::{Chance, Stream};

/// The ways that are drawn: more tell a network no more than they cost.
const ENDS: u32 = 12;

/// What a seat's cards come to in a few ways to deal the round to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    /// For each of [`Outlook::FIELDS`], twice the ways in which the seat counts more than the best of so many hands; a
    /// tie counts one.
    pub chances: [u32; Outlook::FIELDS.len()],
    /// The mean of the seat's counts, rounded down.
    pub count: u32,
}

impl Outlook {
    /// The numbers of hands against which a chance is told.
    pub const FIELDS: [usize; 3] = [1, 2, 4];
    /// The greatest chance.
    pub const MOST: u32 = 2 * ENDS;

    /// Draws the ways, as the cards that the seat sees have it: who sees the same is told the same.
    ///
    /// The hands are those of the other seats that play for the pot, in the order of play and over again.
    pub fn of(view: &PinnacleView) -> Outlook {
        let (rules, table) = (&view.options, &view.table);
        let (unseen, community) = (view.unseen(), table.community());
        let mut chance = Stream::keyed([view.hole.bits(), community.bits(), unseen.bits()]);
        let all = Rules::COMMUNITY[..usize::from(rules.cycles)].iter().sum();
        let open = others_open(view);
        let mut outlook = Outlook::default();
        for _ in 0..ENDS {
            let (mut stock, mut community) = (unseen, community);
            chance.fill(&mut community, all, &mut stock);
            let own = best_count(rules, view.hole, table.open[view.seat], community).points;
            outlook.count += u32::from(own);
            let (mut best, mut dealt) = (0, open.iter());
            for (field, chances) in Outlook::FIELDS.iter().zip(&mut outlook.chances) {
                let more = field - (open.len() - dealt.len());
                for &open in dealt.by_ref().take(more) {
                    // Who is beaten stays so; a small pack has fewer hands.
                    if best <= own && stock.len() >= Rules::HOLE_CARDS {
                        let mut hole = CardSet::EMPTY;
                        chance.fill(&mut hole, Rules::HOLE_CARDS, &mut stock);
                        best = best.max(best_count(rules, hole, open, community).points);
                    }
                }
                *chances += u32::from(own > best) + u32::from(own >= best);
            }
        }
        outlook.count /= ENDS;
        outlook
    }
}

/// The face-up cards beside which the hands are dealt.
fn others_open(view: &PinnacleView) -> [CardSet; Outlook::FIELDS[Outlook::FIELDS.len() - 1]] {
    let (table, live) = (&view.table, view.table.betting.live());
    let rivals = || table.betting.from(view.seat).filter(|&seat| seat != view.seat && live.contains(seat));
    let mut next = rivals();
    [(); _].map(|()| {
        let seat = next.next().or_else(|| {
            next = rivals();
            next.next()
        });
        seat.map_or(CardSet::EMPTY, |seat| table.open[seat])
    })
}
