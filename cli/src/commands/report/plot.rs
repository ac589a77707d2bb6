//! Drawings: curves over an axis, intervals beside each other, bars of several parts.

use maud::{Markup, PreEscaped, html};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::colours::{self, BAD, GOOD, Hue, INK, LINE, SOFT};
use super::numbers::{sane, tick};

/// The library draws on whole pixels, which would make steps of slopes: so many of them are one of the page.
const FINE: u32 = 8;
/// The width of a drawing, in pixels of the page.
const WIDTH: u32 = 400;
/// The height of curves.
const HEIGHT: u32 = 230;
/// The height of a row of intervals or bars.
const ROW: u32 = 24;
/// The height of an axis with its numbers.
const AXIS: u32 = 40;
/// The size of letters.
const LETTERS: f64 = 13.0;

type Failure = DrawingAreaErrorKind<std::io::Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Chart<'a, 'b> = ChartContext<'b, SVGBackend<'a>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// What was drawn.
pub struct Drawing {
    size: (u32, u32),
    inside: String,
}

/// A place of a curve, with the interval of its height if it has one.
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub interval: Option<(f64, f64)>,
}

/// A curve; its number gives the colour and, where there are several, stands at its end.
pub struct Curve {
    pub number: usize,
    /// What stands at its end.
    pub mark: String,
    pub points: Vec<Point>,
    /// A point by itself, which does not go on from the others.
    pub last: Option<Point>,
}

/// What is estimated, with the ends of its interval.
pub struct Interval {
    pub mark: String,
    pub mean: f64,
    pub ends: (f64, f64),
}

impl Drawing {
    /// The drawing as an image of a page, which is named and described.
    pub fn image(&self, title: &str, description: &str) -> Markup {
        let (width, height) = self.size;
        html! {
            svg.plot role="img" viewBox=(format!("0 0 {} {}", width * FINE, height * FINE)) {
                title { (title) }
                desc { (description) }
                // All texts in it were escaped by the library.
                (PreEscaped(&self.inside))
            }
        }
    }
}

/// Draws curves; `heights` is what the vertical axis shows, and what is beyond it lies at its edge.
pub fn curves(curves: &[Curve], heights: (f64, f64), across: &str) -> Result<Drawing, Failure> {
    let all = || curves.iter().flat_map(|curve| curve.points.iter().chain(&curve.last));
    let end = all().map(|point| point.x).fold(0.0, f64::max);
    let right = if curves.len() > 1 { 20 } else { 10 };
    draw(HEIGHT, (0.0, if end > 0.0 { end } else { 1.0 }), heights, (50, right), across, 5, |root, chart| {
        zero(chart, heights)?;
        let level = |y: f64| y.clamp(heights.0, heights.1);
        for curve in curves {
            let hue = colours::of(curve.number).rgb();
            let ends = |point: &Point| point.interval.map(|(low, high)| (point.x, level(low), level(high)));
            let band: Vec<_> = curve.points.iter().filter_map(ends).collect();
            if band.len() > 1 {
                let edge = band.iter().map(|&(x, low, _)| (x, low));
                let edge = edge.chain(band.iter().rev().map(|&(x, _, high)| (x, high)));
                chart.plotting_area().draw(&Polygon::new(edge.collect::<Vec<_>>(), hue.mix(0.18).filled()))?;
            }
            chart.draw_series(LineSeries::new(
                curve.points.iter().map(|p| (p.x, level(p.y))),
                hue.stroke_width(2 * FINE),
            ))?;
            // A line of one point is none.
            let alone = curve.points.first().filter(|_| curve.points.len() == 1);
            for point in alone.into_iter().chain(&curve.last) {
                if let Some((x, low, high)) = ends(point) {
                    let whisker = PathElement::new(vec![(x, low), (x, high)], hue.stroke_width(2 * FINE));
                    chart.plotting_area().draw(&whisker)?;
                }
                chart.plotting_area().draw(&Circle::new((point.x, level(point.y)), 4 * FINE, hue.filled()))?;
            }
        }
        if curves.len() > 1 { ends(root, chart, curves, level) } else { Ok(()) }
    })
}

/// Writes the mark of each curve behind its end, none over another.
fn ends(root: &Area<'_>, chart: &Chart<'_, '_>, curves: &[Curve], level: impl Fn(f64) -> f64) -> Result<(), Failure> {
    let end = |curve: &&Curve| curve.last.or(curve.points.last().copied());
    let mut ends: Vec<_> = curves
        .iter()
        .filter_map(|curve| end(&curve).map(|point| (chart.backend_coord(&(point.x, level(point.y))), curve)))
        .collect();
    ends.sort_by_key(|((_, y), _)| *y);
    let apart = (LETTERS as u32 * FINE) as i32;
    // First down, none over the one before it, then up from the axis.
    let mut least = i32::MIN;
    for ((_, y), _) in &mut ends {
        *y = (*y).max(least);
        least = *y + apart;
    }
    let (_, mut most) = chart.plotting_area().get_base_pixel();
    most += chart.plotting_area().dim_in_pixel().1 as i32 - apart / 2;
    for ((_, y), _) in ends.iter_mut().rev() {
        *y = (*y).min(most);
        most = *y - apart;
    }
    for ((x, y), curve) in ends {
        let style = letters(colours::of(curve.number)).pos(Pos::new(HPos::Left, VPos::Center));
        root.draw(&Text::new(curve.mark.clone(), (x + 5 * FINE as i32, y), style))?;
    }
    Ok(())
}

/// Draws intervals below each other; those above `even` are well, those below it are not.
pub fn intervals(rows: &[Interval], even: Option<f64>, across: &str) -> Result<Drawing, Failure> {
    let all = rows.iter().flat_map(|row| [row.mean, row.ends.0, row.ends.1]).chain(even);
    let wide = around(all);
    let count = rows.len() as f64;
    draw(ROW * rows.len() as u32 + AXIS + 8, wide, (0.0, count), (50, 12), across, 0, |root, chart| {
        if let Some(even) = even {
            let line = PathElement::new(vec![(even, 0.0), (even, count)], SOFT.rgb().stroke_width(FINE));
            chart.plotting_area().draw(&line)?;
        }
        for (place, row) in rows.iter().enumerate() {
            let y = count - place as f64 - 0.5;
            let hue = match even {
                Some(even) if row.ends.0 > even => GOOD,
                Some(even) if row.ends.1 < even => BAD,
                _ => INK,
            };
            let whisker = PathElement::new(vec![(row.ends.0, y), (row.ends.1, y)], hue.rgb().stroke_width(3 * FINE));
            chart.plotting_area().draw(&whisker)?;
            chart.plotting_area().draw(&Circle::new((row.mean, y), 5 * FINE, hue.rgb().filled()))?;
            mark(root, chart, &row.mark, y)?;
        }
        Ok(())
    })
}

/// Draws bars below each other, each of several parts in the order of the colours.
pub fn bars(rows: &[(String, Vec<f64>)], across: &str) -> Result<Drawing, Failure> {
    let most = rows.iter().map(|(_, parts)| parts.iter().sum::<f64>()).fold(0.0, f64::max);
    let count = rows.len() as f64;
    let wide = (0.0, if most > 0.0 { most } else { 1.0 });
    draw(ROW * rows.len() as u32 + AXIS + 8, wide, (0.0, count), (50, 12), across, 0, |root, chart| {
        for (place, (name, parts)) in rows.iter().enumerate() {
            let y = count - place as f64;
            let mut from = 0.0;
            for (number, part) in parts.iter().enumerate() {
                let bar = [(from, y - 0.15), (from + part, y - 0.85)];
                chart.plotting_area().draw(&Rectangle::new(bar, colours::of(number).rgb().filled()))?;
                from += part;
            }
            mark(root, chart, name, y - 0.5)?;
        }
        Ok(())
    })
}

/// Writes what a row is called, at the left.
fn mark(root: &Area<'_>, chart: &Chart<'_, '_>, text: &str, y: f64) -> Result<(), Failure> {
    let (_, y) = chart.backend_coord(&(chart.x_range().start, y));
    let style = letters(INK).pos(Pos::new(HPos::Right, VPos::Center));
    root.draw(&Text::new(text.to_owned(), (42 * FINE as i32, y), style))
}

/// Draws the line at 0, where the axis shows it.
fn zero(chart: &Chart<'_, '_>, heights: (f64, f64)) -> Result<(), Failure> {
    if heights.0 >= 0.0 || heights.1 <= 0.0 {
        return Ok(());
    }
    let wide = chart.x_range();
    let line = PathElement::new(vec![(wide.start, 0.0), (wide.end, 0.0)], SOFT.rgb().stroke_width(FINE));
    chart.plotting_area().draw(&line)
}

/// Draws axes, and something over them.
fn draw(
    height: u32,
    wide: (f64, f64),
    high: (f64, f64),
    (left, right): (u32, u32),
    across: &str,
    levels: usize,
    fill: impl FnOnce(&Area<'_>, &mut Chart<'_, '_>) -> Result<(), Failure>,
) -> Result<Drawing, Failure> {
    let size = (WIDTH * FINE, height * FINE);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let mut builder = ChartBuilder::on(&root);
        builder.margin_top(8 * FINE).margin_right(right * FINE);
        builder.set_label_area_size(LabelAreaPosition::Left, left * FINE);
        builder.set_label_area_size(LabelAreaPosition::Bottom, AXIS * FINE);
        let mut chart = builder.build_cartesian_2d(wide.0..wide.1, high.0..high.1)?;
        let (x, y) = (|x: &f64| tick(*x, wide), |y: &f64| tick(*y, high));
        let mut mesh = chart.configure_mesh();
        mesh.x_labels(5).y_labels(levels).x_label_formatter(&x).y_label_formatter(&y).x_desc(across);
        mesh.label_style(letters(SOFT)).axis_desc_style(letters(SOFT));
        mesh.axis_style(LINE.rgb().stroke_width(FINE)).bold_line_style(LINE.rgb().stroke_width(FINE / 2));
        mesh.light_line_style(TRANSPARENT).set_all_tick_mark_size(3 * FINE);
        if levels == 0 {
            mesh.disable_y_mesh().disable_y_axis();
        }
        mesh.draw()?;
        fill(&root, &mut chart)?;
        root.present()?;
    }
    let inside = svg.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>")).map_or("", |(inside, _)| inside);
    Ok(Drawing { size: (WIDTH, height), inside: inside.into() })
}

/// Letters of a colour. The backend makes them smaller by what the library takes a line to be higher.
fn letters(hue: Hue) -> TextStyle<'static> {
    ("sans-serif", LETTERS * 1.24 * f64::from(FINE)).into_font().color(&hue.rgb())
}

/// Returns a range that holds all numbers, with a little room; it is never empty.
pub fn around(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = numbers
        .filter(|number| sane(*number))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), number| (low.min(number), high.max(number)));
    if low > high {
        return (0.0, 1.0);
    }
    let room = (0.06 * (high - low)).max(1e-4 * high.abs().max(low.abs())).max(1e-6);
    (low - room, high + room)
}
