//! Names by which those who compete are told apart.

/// Returns names, each with a number behind it where it comes several times: `random-1`, `random-2`. Numbers that would make
/// another of the names are left out, so that no two are equal.
///
/// # Examples
///
/// ```
/// use elderhand_agents::distinct_names;
///
/// assert_eq!(distinct_names(&["random", "simple", "random"]), ["random-1", "simple", "random-2"]);
/// ```
pub fn distinct_names(names: &[&str]) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::with_capacity(names.len());
    for &name in names {
        let several = names.iter().filter(|other| **other == name).count() > 1;
        let taken = |own: &String| names.contains(&own.as_str()) || distinct.contains(own);
        let numbered = || (1..).map(|number| format!("{name}-{number}")).find(|own| !taken(own));
        let own = several.then(numbered).flatten();
        distinct.push(own.unwrap_or_else(|| name.to_owned()));
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_apart_whatever_they_are() {
        let told = |names: &[&str], expected: &[&str]| assert_eq!(distinct_names(names), expected);
        told(&["x", "x", "x-1"], &["x-2", "x-3", "x-1"]);
        told(&["x-2", "x", "x", "x"], &["x-2", "x-1", "x-3", "x-4"]);
        told(&["x", "x", "x-1", "x-1"], &["x-2", "x-3", "x-1-1", "x-1-2"]);
        // The second of the one would be the first of the other.
        told(&["x-1", "x-1", "x", "x", "x-1-1"], &["x-1-2", "x-1-3", "x-2", "x-3", "x-1-1"]);
        told(&[], &[]);
    }
}
