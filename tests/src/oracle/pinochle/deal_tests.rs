use super::*;
use crate::oracle::cards;

/// Deals hands, the turned card, and plays the cards.
fn dealt(elder: &str, younger: &str, turned: &str) -> Deal {
    let mut deal = Deal::new(false);
    let (elder, younger) = (cards(elder), cards(younger));
    for (elder, younger) in elder.chunks(3).zip(younger.chunks(3)) {
        elder.iter().chain(younger).for_each(|card| deal.deal(*card));
    }
    deal.deal(turned.parse().unwrap());
    deal
}

#[test]
fn a_nine_is_laid_or_exchanged_and_a_meld_asks_for_what_it_must() {
    let mut deal = dealt("AC AC 9S 9S QS QS JD JD KS KS QH QD", "9C 9C 9D 9D 9H 9H TC TC TD TD TH TH", "AS");
    assert_eq!(deal.laid, [0, 0]);
    deal.act("play AC");
    deal.act("play 9C");
    assert_eq!(deal.next(), Next::Lay(0));
    let names = ["draw", "dix", "exchange", "meld marriage S", "meld pinochle"].map(String::from);
    assert_eq!(deal.legal(), names.into());
    deal.act("exchange");
    assert!(!deal.legal().contains("exchange") && deal.hands[0].contains(&"AS".parse().unwrap()));
    deal.act("dix");
    deal.act("meld pinochle");
    assert_eq!((deal.laid, deal.legal()), ([60, 0], BTreeSet::from(["draw".to_string()])));
    deal.act("draw");
    deal.deal("QC".parse().unwrap());
    deal.deal("AD".parse().unwrap());
    deal.act("play AC");
    deal.act("play 9C");
    let mut copy = deal.clone();
    copy.act("meld pinochle");
    // Those on the table have served in one, so nothing is asked.
    assert_eq!((copy.laid, copy.laying.is_none()), ([100, 0], true));
    deal.act("meld queens");
    assert_eq!(deal.legal(), BTreeSet::from(["use QS", "use-table QS"].map(String::from)));
    deal.act("use-table QS");
    assert_eq!((deal.laid, deal.hands[0].len()), ([120, 0], 5));
}

#[test]
fn what_is_asked_depends_on_the_table_alone() {
    let mut deal = dealt("AC AC 9S 9S QS QH JD JD KS KS QH QD", "9C 9C 9D 9D 9H 9H TC TC TD TD TH TH", "AS");
    for name in ["play AC", "play 9C", "meld pinochle", "draw"] {
        deal.act(name);
    }
    "QC AD".split(' ').for_each(|card| deal.deal(card.parse().unwrap()));
    for name in ["play AC", "play 9C", "meld queens"] {
        deal.act(name);
    }
    assert_eq!(deal.legal(), BTreeSet::from(["use-table QS".to_string()]));
    deal.act("use-table QS");
    assert_eq!(
        deal.table[0].iter().find(|laid| laid.card == "QS".parse().unwrap()).unwrap().kinds(),
        ["four", "pinochle"]
    );
}
