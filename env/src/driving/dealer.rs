//! Where a driver's cards and lots come from: what is written down first, then a stream.

use crate::cards::{Card, Cards};
use crate::driving::ReplayError;
use crate::rules::{Chance, Lots, Seat, Stream};

/// Deals and draws what its script lists, then what its stream gives, which it adds to the script.
///
/// So one script serves a live game, a recorded one, a game that is dealt by hand, and one that goes back: what was dealt
/// before is dealt again.
#[derive(Clone, Debug)]
pub(super) struct Dealer {
    cards: Vec<Card>,
    seats: Vec<Seat>,
    /// How many of the cards are dealt.
    dealt: usize,
    /// How many of the seats are drawn.
    drawn: usize,
    stream: Option<Stream>,
}

impl Dealer {
    /// Deals from a script, then from a stream if there is one.
    pub fn new(cards: Vec<Card>, seats: Vec<Seat>, stream: Option<Stream>) -> Dealer {
        Dealer { cards, seats, dealt: 0, drawn: 0, stream }
    }

    /// The cards dealt, in order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..self.dealt]
    }

    /// The seats drawn by lot, in order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..self.drawn]
    }

    /// The whole script: the cards and seats that were dealt and drawn, and those that are next.
    pub fn script(&self) -> (&[Card], &[Seat]) {
        (&self.cards, &self.seats)
    }

    /// Takes the next card of a deck.
    ///
    /// Fails if it does not hold the next card of the script, or if there is none and no stream; nothing has changed then.
    pub fn deal(&mut self, deck: Cards) -> Result<Card, ReplayError> {
        let card = match (self.cards.get(self.dealt), &mut self.stream) {
            (Some(&card), _) if deck.contains(card) => card,
            (Some(&card), _) => return Err(ReplayError::Deal { place: self.dealt + 1, card }),
            (None, Some(stream)) => {
                let card = stream.deal(deck);
                self.cards.push(card);
                card
            }
            (None, None) => return Err(ReplayError::Exhausted { dealt: self.dealt }),
        };
        self.dealt += 1;
        Ok(card)
    }

    /// Takes the next seat of lots; fails as [`Dealer::deal`] does.
    pub fn draw(&mut self, lots: Lots) -> Result<Seat, ReplayError> {
        let seat = match (self.seats.get(self.drawn), &mut self.stream) {
            (Some(&seat), _) if lots.weight(seat) > 0 => seat,
            (Some(&seat), _) => return Err(ReplayError::Draw { place: self.drawn + 1, seat }),
            (None, Some(stream)) => {
                let seat = stream.draw(lots);
                self.seats.push(seat);
                seat
            }
            (None, None) => return Err(ReplayError::Undrawn { drawn: self.drawn }),
        };
        self.drawn += 1;
        Ok(seat)
    }

    /// Puts another card in the place of the next one and all that follow it.
    pub fn put_card(&mut self, card: Card) {
        self.forget_cards();
        self.cards.push(card);
    }

    /// Puts another seat in the place of the next one and all that follow it.
    pub fn put_seat(&mut self, seat: Seat) {
        self.forget_seats();
        self.seats.push(seat);
    }

    /// Takes what is still to be dealt from the script.
    pub fn forget_cards(&mut self) {
        self.cards.truncate(self.dealt);
    }

    /// Takes what is still to be drawn from the script.
    pub fn forget_seats(&mut self) {
        self.seats.truncate(self.drawn);
    }

    /// Goes back to the beginning of the script.
    pub fn rewind(&mut self) {
        (self.dealt, self.drawn) = (0, 0);
    }
}
