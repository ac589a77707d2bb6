//! The colours of the page and of what is drawn on it: each has a value for light pages and one for dark ones.
//!
//! A drawing holds the light ones, which is what a printer or another program shows. On the page the style sheet finds them by
//! their values and says both.

use std::fmt::Write;

use plotters::style::RGBColor;

/// A colour, as red, green and blue.
#[derive(Clone, Copy)]
pub struct Hue {
    light: u32,
    dark: u32,
}

const fn hue(light: u32, dark: u32) -> Hue {
    Hue { light, dark }
}

/// What is read.
pub const INK: Hue = hue(0x1d2421, 0xe8ece9);
/// What stands back, as the numbers at an axis.
pub const SOFT: Hue = hue(0x58625d, 0xa5b0ab);
/// What lies behind.
pub const LINE: Hue = hue(0xd5d3cb, 0x3a4545);
/// What is well.
pub const GOOD: Hue = hue(0x1a5c44, 0x6fc9a3);
/// What is not.
pub const BAD: Hue = hue(0x9a3412, 0xffa680);
/// Curves and bars, which begin anew after the last.
pub const ROW: [Hue; 8] = [
    hue(0x1f6b4f, 0x6fc9a4),
    hue(0xb45309, 0xf0a35e),
    hue(0x1d5fb4, 0x7fb2f5),
    hue(0x7a3fa8, 0xc79af0),
    hue(0xb3263a, 0xf28b96),
    hue(0x0b6b7c, 0x5cc8d8),
    hue(0x6b5d00, 0xd6c14b),
    hue(0x4b5563, 0xb6bfca),
];

/// The place of a curve among the colours.
pub fn place(number: usize) -> usize {
    number % ROW.len()
}

/// The colour of a curve.
pub fn of(number: usize) -> Hue {
    ROW[place(number)]
}

impl Hue {
    /// The colour in a drawing.
    pub fn rgb(self) -> RGBColor {
        let [_, red, green, blue] = self.light.to_be_bytes();
        RGBColor(red, green, blue)
    }

    fn css(self) -> String {
        format!("light-dark(#{:06x}, #{:06x})", self.light, self.dark)
    }
}

/// The rules that give drawings and marks the colours of the page.
pub fn css() -> String {
    let mut css = String::new();
    for hue in [INK, SOFT, LINE, GOOD, BAD].into_iter().chain(ROW) {
        let (drawn, shown) = (format!("#{:06X}", hue.light), hue.css());
        let _ = writeln!(
            css,
            ".plot [fill=\"{drawn}\"] {{ fill: {shown}; }} .plot [stroke=\"{drawn}\"] {{ stroke: {shown}; }}"
        );
    }
    for (place, hue) in ROW.into_iter().enumerate() {
        let _ = writeln!(css, ".row-{place} {{ background: {}; }}", hue.css());
    }
    css
}
