//! How a view looks to a person, made from its JSON alone, as any front end would.

mod fields;
mod gin;
mod kuhn;
mod leduc;

use serde_json::Value;

use crate::output::Paint;

/// Draws the views of a family of games.
pub trait Screen {
    /// Draws a view, a line an entry.
    fn draw(&self, view: &Value, paint: Paint) -> Vec<String>;

    /// Says in words what an action of another seat does, where its name alone would not tell.
    fn tell(&self, _action: &str) -> Option<&'static str> {
        None
    }
}

/// The screen of a family, or the list of fields that serves every game.
pub fn screen(family: &str) -> Box<dyn Screen> {
    match family {
        "gin" => Box::new(gin::Gin),
        "kuhn" => Box::new(kuhn::Kuhn),
        "leduc" => Box::new(leduc::Leduc),
        _ => Box::new(fields::Fields),
    }
}
