//! How a match stands, and what its round's winner chooses.

use elderhand_env::skirmish::{Format, Kind, Phase, SkirmishView};

use super::{LABEL, name};
use crate::output::Paint;
use crate::screen::labelled;

/// The rounds, the totals, and in Gem Rum the charts; nothing in a single round.
pub fn standing(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let (rules, score) = (&view.options, &view.table.score);
    if !rules.is_match() {
        return Vec::new();
    }
    let next = score.rounds - score.rounds % rules.every + rules.every;
    let note = match rules.format {
        Format::Rounds => String::new(),
        Format::Elimination => format!("; the lowest leaves after round {next}"),
        Format::Gems => " at most; a full chart and the most points win".into(),
    };
    let round = format!("round {} of {}{note}", u16::from(score.rounds) + 1, rules.most_rounds());
    let mut lines = labelled(LABEL, "match", &[round], paint);
    lines.extend(labelled(LABEL, "totals", &totals(view), paint));
    if rules.format == Format::Gems {
        lines.extend(charts(view, paint));
    }
    lines
}

fn totals(view: &SkirmishView) -> Vec<String> {
    let seats = 0..usize::from(view.options.seats);
    let score = &view.table.score;
    let playing = seats.filter(|&seat| score.gone[seat] == 0);
    let text =
        playing.map(|seat| format!("{} {}", name(view, seat), score.totals[seat])).collect::<Vec<_>>().join(", ");
    text.split(' ').map(str::to_owned).collect()
}

/// What each seat has laid: ■ in an earlier round, □ first in this one, in which it is still open.
fn charts(view: &SkirmishView, paint: Paint) -> Vec<String> {
    let score = &view.table.score;
    let head = Kind::ALL.map(|kind| paint.dim(kind.name())).to_vec();
    let mut lines = labelled(LABEL, "charts", &head, paint);
    for seat in 0..usize::from(view.options.seats) {
        let marks = Kind::ALL.map(|kind| {
            let mark = match (score.charts[seat].contains(kind), score.fresh[seat].contains(kind)) {
                (true, false) => '■',
                (true, true) => '□',
                _ => '·',
            };
            format!("{mark:^width$}", width = kind.name().len())
        });
        lines.extend(labelled(LABEL, &name(view, seat), &marks, paint));
    }
    let legend = "■ laid earlier: closed until the chart is full   □ laid in this round".split(' ').map(str::to_owned);
    lines.extend(labelled(LABEL, "", &legend.collect::<Vec<_>>(), paint));
    lines
}

/// What the winner of a round chooses.
pub fn choice(view: &SkirmishView) -> Vec<String> {
    let (table, seats) = (&view.table, usize::from(view.options.seats));
    let who = name(view, table.to_move);
    let has = if table.to_move == view.seat { "have" } else { "has" };
    let mut winner = format!("{who} {has} the best score of the round");
    winner[..1].make_ascii_uppercase();
    if table.phase == Phase::Direction {
        return vec![format!("{winner} and may choose: which way does play go?")];
    }
    let way = if table.clockwise { "clockwise" } else { "counterclockwise" };
    let on = |places: usize| (table.to_move + if table.clockwise { places } else { seats - places }) % seats;
    let starts = (0..seats).filter(|&places| table.score.gone[on(places)] == 0);
    let starts: Vec<String> = starts.map(|places| format!("+{places} is {}", name(view, on(places)))).collect();
    vec![format!("{winner}. Play goes {way}: who starts?"), starts.join(", ")]
}
