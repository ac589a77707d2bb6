//! What it is worth to stay in for so many chips.

use elderhand_env::pinnacle::{Betting, Move, PinnacleView, Rules, Seats};
use elderhand_env::{Action, Seat};

use super::showdown::{MOST_HANDS, Showdown};

/// The share, 0 to 1, that does fold of those who would if they played by their cards alone; the others cannot let go.
/// With 0 it never drives anybody out, with 1 it wastes chips on those who call everything; from 0.25 to 0.75 makes
/// little difference.
const FOLDING: f32 = 0.5;

/// A check, call or bet, and what the others make of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stake {
    /// The action.
    pub action: Action,
    /// The seat's bet of the cycle after it.
    to: u16,
    /// Of how many hands each other seat holds the best if it stays in.
    hands: [f32; Rules::SEATS],
    /// The chance that it does.
    stays: [f32; Rules::SEATS],
}

impl Stake {
    /// What an action puts at stake; nothing if it is no check, call or bet of a named size.
    pub fn of(view: &PinnacleView, action: Action) -> Option<Stake> {
        let (rules, betting) = (&view.options, &view.table.betting);
        let to = match Move::of(action)? {
            Move::Check | Move::Call => betting.bet,
            Move::Bet(size) => betting.sizes(rules)[size as usize]?,
            _ => return None,
        };
        let (mut hands, mut stays) = ([1.0; Rules::SEATS], [1.0; Rules::SEATS]);
        for seat in others(betting).iter() {
            let more = to.saturating_sub(betting.bets[seat]).min(betting.chips[seat]);
            hands[seat] = hands_of(betting, seat, more);
            stays[seat] = 1.0 - FOLDING * (1.0 - hands_of(betting, seat, 0) / hands[seat]);
        }
        Some(Stake { action, to, hands, stays })
    }

    /// The number of hands that a showdown must have dealt to a seat.
    pub fn most_hands(&self, seat: Seat) -> usize {
        self.hands[seat].ceil() as usize
    }

    /// The chips that the seat to act has after a showdown, more or less than if it folded now.
    pub fn gain(&self, betting: &Betting, showdown: &Showdown) -> f32 {
        let own = usize::from(betting.to_move);
        let staying: Seats = others(betting).iter().filter(|&seat| showdown.stays(seat, self.stays[seat])).collect();
        // Who has least to put in cuts all bets of the cycle back to that.
        let reach = staying.iter().chain([own]).map(|seat| betting.bets[seat] + betting.chips[seat]);
        let to = reach.fold(self.to, u16::min);
        let (mut pot, mut best, mut ties) = (betting.pot(), 0, 1.0);
        for seat in betting.seats.iter() {
            let stays = seat == own || staying.contains(seat);
            pot -= u32::from(betting.bets[seat]);
            pot += u32::from(if stays { to } else { betting.bets[seat].min(to) });
        }
        for seat in staying.iter() {
            let count = showdown.best(seat, self.hands[seat]);
            best = best.max(count);
            ties += f32::from(u8::from(count == showdown.own));
        }
        let won = if best > showdown.own { 0.0 } else { pot as f32 / ties };
        won - (f32::from(to) - f32::from(betting.bets[own]))
    }
}

/// The seats that play for the pot against the seat to act.
fn others(betting: &Betting) -> Seats {
    betting.live().iter().filter(|&seat| seat != usize::from(betting.to_move)).collect()
}

/// Of how many random hands a seat is thought to hold the best once it has put in so many chips more: the cube root of all
/// it has put in, in antes, so far as the seat to act could match it. With the square root it loses less to its like, but
/// gains less from random play and is driven out by whoever bets the pot again and again.
fn hands_of(betting: &Betting, seat: Seat, more: u16) -> f32 {
    let put_in = betting.before[seat] - betting.chips[seat] + more;
    let matched = put_in.min(betting.before[usize::from(betting.to_move)]);
    (f32::from(matched) / f32::from(betting.ante)).cbrt().clamp(1.0, MOST_HANDS as f32)
}
