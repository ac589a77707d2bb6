//! Seats that are drawn by lot.

use std::collections::HashMap;

use elderhand_env::Stream;
use elderhand_env::format::draw_places;

/// How often each order was drawn.
fn drawn(sides: &[usize]) -> HashMap<Vec<usize>, usize> {
    let mut counts = HashMap::new();
    for seed in 0..2400 {
        *counts.entry(draw_places(sides, &mut Stream::new(seed))).or_default() += 1;
    }
    counts
}

#[test]
fn every_order_is_equally_likely() {
    let orders = drawn(&[0, 1, 2, 3]);
    assert_eq!(orders.len(), 24);
    assert!(orders.values().all(|count| (60..150).contains(count)), "{orders:?}");
}

#[test]
fn who_were_named_for_one_side_stay_together() {
    let orders = drawn(&[0, 1, 0, 1]);
    assert_eq!(orders.len(), 8);
    assert!(orders.keys().all(|order| order[0] % 2 == order[2] % 2 && order[1] % 2 == order[3] % 2), "{orders:?}");
    // A captain is alone; the others draw who begins.
    let orders = drawn(&[0, 1, 1]);
    assert_eq!(orders.len(), 2);
    assert!(orders.keys().all(|order| order[0] == 0), "{orders:?}");
}
