//! What a variant is: its seats, action table, observation planes and bounds.

use sha2::{Digest, Sha256};

use crate::rules::{Action, ActionSet};

/// A named, contiguous part of an observation row.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Plane {
    /// The plane's name; the layout's hash covers it.
    pub name: &'static str,
    /// The first bit of the plane in the row.
    pub offset: usize,
    /// The number of bits.
    pub width: usize,
}

/// The description of one variant under one set of options.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The variant's id, such as `gin`.
    pub id: &'static str,
    /// The number of seats.
    pub seats: usize,
    /// The name of every action; the place is its number.
    pub actions: Vec<String>,
    /// The planes of an observation, in order and without gaps.
    pub planes: Vec<Plane>,
    /// Planes that are dear to work out and follow those where they are asked for; see [`Encode::hint`](super::Encode::hint).
    pub hints: Vec<Plane>,
    /// The least and the greatest return of a seat.
    pub returns: (f32, f32),
    /// No episode has more decisions than this.
    pub max_length: usize,
    /// The returns of all seats add up to nothing.
    pub zero_sum: bool,
}

impl Spec {
    /// Describes a game of points that add up to nothing: its planes are laid out one after another.
    ///
    /// The fields can be set afterwards.
    #[must_use]
    pub fn new(
        id: &'static str,
        seats: usize,
        actions: Vec<String>,
        planes: &[(&'static str, usize)],
        returns: (f32, f32),
        max_length: usize,
    ) -> Spec {
        let planes = Spec::lay_out(planes);
        Spec { id, seats, actions, planes, hints: Vec::new(), returns, max_length, zero_sum: true }
    }

    /// Lays planes out one after another.
    pub fn lay_out(planes: &[(&'static str, usize)]) -> Vec<Plane> {
        let mut offset = 0;
        planes
            .iter()
            .map(|&(name, width)| {
                let plane = Plane { name, offset, width };
                offset += width;
                plane
            })
            .collect()
    }

    /// Returns the same with the hints among the planes.
    #[must_use]
    pub fn with_hints(&self) -> Spec {
        let planes: Vec<_> = self.planes.iter().chain(&self.hints).map(|plane| (plane.name, plane.width)).collect();
        Spec { planes: Spec::lay_out(&planes), hints: Vec::new(), ..self.clone() }
    }

    /// Returns the specification that observations of so many bits have: [with hints](Spec::with_hints) if they have room
    /// for them, as it is otherwise.
    #[must_use]
    pub fn of_bits(&self, bits: usize) -> Spec {
        if bits > self.bits() { self.with_hints() } else { self.clone() }
    }

    /// Returns the plane of the name and width of one of another specification, which means the same; `None` if there is none.
    pub fn same_plane(&self, other: &Plane) -> Option<&Plane> {
        self.planes.iter().find(|plane| plane.name == other.name && plane.width == other.width)
    }

    /// The length of an observation in bits.
    pub fn bits(&self) -> usize {
        self.planes.last().map_or(0, |plane| plane.offset + plane.width)
    }

    /// The number of 64-bit words in an observation row.
    pub fn words(&self) -> usize {
        self.bits().div_ceil(64)
    }

    /// The name of an action.
    ///
    /// # Panics
    ///
    /// Panics if the action is not in the table.
    pub fn name(&self, action: Action) -> &str {
        &self.actions[action.0 as usize]
    }

    /// Finds an action by its name; letters may be of either case.
    pub fn action(&self, name: &str) -> Option<Action> {
        let name = name.trim();
        self.actions.iter().position(|known| known.eq_ignore_ascii_case(name)).map(|place| Action(place as u16))
    }

    /// The names of a set of actions, in order.
    pub fn names(&self, actions: ActionSet) -> Vec<&str> {
        actions.iter().map(|action| self.name(action)).collect()
    }

    /// The SHA-256 of the action table, in hexadecimal.
    pub fn actions_hash(&self) -> String {
        hash(self.actions.iter().map(String::as_str))
    }

    /// The SHA-256 of the observation layout, in hexadecimal.
    pub fn layout_hash(&self) -> String {
        let lines: Vec<String> =
            self.planes.iter().map(|plane| format!("{} {} {}", plane.name, plane.offset, plane.width)).collect();
        hash(lines.iter().map(String::as_str))
    }
}

fn hash<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut hasher = Sha256::new();
    for line in lines {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
