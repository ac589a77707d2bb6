//! Names by which those who compete are told apart.

/// Returns names, each with its number behind it where it comes several times: `random-1`, `random-2`.
///
/// # Examples
///
/// ```
/// use elderhand_agents::distinct_names;
///
/// assert_eq!(distinct_names(&["random", "simple", "random"]), ["random-1", "simple", "random-2"]);
/// ```
pub fn distinct_names(names: &[&str]) -> Vec<String> {
    let same = |names: &[&str], name: &str| names.iter().filter(|other| **other == name).count();
    let distinct = |(place, &name): (usize, &&str)| match same(names, name) {
        1 => name.to_owned(),
        _ => format!("{name}-{}", 1 + same(&names[..place], name)),
    };
    names.iter().enumerate().map(distinct).collect()
}
