//! The charts of Gem Rum.

use elderhand_env::skirmish::{Kind, SkirmishView};

use super::{LABEL, name};
use crate::output::Paint;
use crate::screen::labelled;

/// What each seat has laid: ■ in an earlier round, □ first in this one, in which it is still open.
pub fn charts(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let charts = view.table.charts.as_slice();
    if charts.is_empty() {
        return Vec::new();
    }
    let head = Kind::ALL.map(|kind| paint.dim(kind.name())).to_vec();
    let mut lines = labelled(LABEL, "charts", &head, paint);
    for (seat, chart) in charts.iter().enumerate() {
        let marks = Kind::ALL.map(|kind| {
            let mark = match (chart.laid.contains(kind), chart.fresh.contains(kind)) {
                (true, _) => '■',
                (_, true) => '□',
                _ => '·',
            };
            format!("{mark:^width$}", width = kind.name().len())
        });
        lines.extend(labelled(LABEL, &name(view, seat, paint), &marks, paint));
    }
    let legend = "■ laid earlier: closed until all are laid   □ laid in this round".split(' ').map(str::to_owned);
    lines.extend(labelled(LABEL, "", &legend.collect::<Vec<_>>(), paint));
    lines
}
