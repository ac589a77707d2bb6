//! A rule-based pinochle player.

use elderhand_env::pinochle::{Meld, Move, Outlook, Phase, PinochleView, Source, Suit, strength, value};
use elderhand_env::{Action, Card, CardSet, Seat, View};

use crate::players::agent::{Agent, AgentError};

/// What it is worth that the other does not win the trick, and so cannot meld after it.
const DENIAL: f32 = 8.0;

/// Lays the best meld and every nine at once, takes tricks when it has something to meld or wins much, and gives away what
/// is of least use. When the stock is gone it leads what must win, and takes tricks as cheaply as it can.
///
/// It has no randomness and no memory: the view carries all it needs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

impl Agent<PinochleView> for Simple {
    fn begin(&mut self, _seat: Seat, _seed: u64) -> Result<(), AgentError> {
        Ok(())
    }

    fn act(&mut self, view: &PinochleView) -> Result<Action, AgentError> {
        let legal = view.legal();
        let can = |choice: &Move| legal.contains(choice.action());
        if view.table.phase == Phase::Meld {
            // The turned card is never worth less than the nine.
            let nine = [Move::Exchange, Move::Dix].into_iter().find(can);
            let meld = best_meld(view).map(Move::Meld).filter(can);
            // What lies on the table is used first, so that the hand keeps what can begin another meld.
            let used = [Source::Table, Source::Second, Source::Hand].into_iter().find_map(|source| {
                let moves = legal.iter().filter_map(Move::of);
                moves.filter(|&choice| matches!(choice, Move::Use(from, _) if from == source)).last()
            });
            return Ok(nine.or(meld).or(used).unwrap_or(Move::Draw).action());
        }
        let outlook = Outlook::of(view);
        let rate = |source, card| match &outlook {
            Some(outlook) => while_drawing(view, outlook, source, card),
            None => after_the_stock(view, card),
        };
        let cards = legal.iter().filter_map(Move::of).filter_map(|choice| match choice {
            Move::Play(source, card) => Some((source, card)),
            _ => None,
        });
        let best = cards.max_by(|&(a, b), &(c, d)| rate(a, b).total_cmp(&rate(c, d)));
        let (source, card) = best.expect("who plays to a trick has a card");
        Ok(Move::Play(source, card).action())
    }
}

/// The meld that scores most; a royal marriage goes before a flush as long as there is time for both.
fn best_meld(view: &PinochleView) -> Option<Meld> {
    let trumps = view.table.trumps?;
    let royal = Meld::Marriage(trumps);
    let early = view.table.stock > 8;
    let both = early && [royal, Meld::Flush].iter().all(|wanted| view.melds().any(|meld| meld == *wanted));
    if both { Some(royal) } else { view.melds().max_by_key(|meld| meld.points(trumps)) }
}

/// How good a card is to play while there is a stock: what the trick brings, less what the card is worth to the hand.
fn while_drawing(view: &PinochleView, outlook: &Outlook<'_>, source: Source, card: Card) -> f32 {
    let trumps = view.table.trumps.unwrap_or(Suit::C);
    let count = |card: Card| value(CardSet::of(card).into()) as f32;
    // The best meld that can be laid without the card.
    let copies = view.hand.count(card) + view.table.laid[view.seat].cards().count(card);
    let kept = view.melds().filter(|meld| copies > 1 || !meld.cards(trumps).contains(card));
    let meld = kept.map(|meld| f32::from(meld.points(trumps))).fold(0.0, f32::max);
    let nine = if view.hand.contains(trumps.nine()) && card != trumps.nine() { 10.0 } else { 0.0 };
    let (chance, pot) = match view.table.led {
        Some(led) => (f32::from(u8::from(view.winning().contains(card))), count(led) + count(card)),
        None => (outlook.stands(card), count(card) + 3.0),
    };
    chance * (pot + meld + nine + DENIAL) - (1.0 - chance) * (pot + DENIAL) - outlook.worth(source, card)
}

/// How good a card is to play when the stock is gone and both hands are known.
fn after_the_stock(view: &PinochleView, card: Card) -> f32 {
    let trumps = view.table.trumps.unwrap_or(Suit::C);
    let (count, high) = (value(CardSet::of(card).into()) as f32, f32::from(strength(card)));
    let trump = Suit::of(card) == trumps;
    let wins = view.winning().contains(card);
    match (wins, view.table.led.is_some()) {
        // Counters come home; of them the ten before the ace, which will win again. Trumps are kept.
        (true, true) => 100.0 + count - if trump { 10.0 + high } else { 3.0 * f32::from(u8::from(high > 4.0)) },
        (true, false) => 100.0 + count - if trump { 5.0 } else { 0.0 },
        (false, _) => -count - if trump { 10.0 + high } else { high },
    }
}
