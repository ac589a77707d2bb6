//! What a line typed at the table means.

/// What the person wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Choice {
    /// The move at this place of the list.
    Move(usize),
    /// Advice.
    Hint,
    /// What can be typed.
    Help,
    /// The rules of the game.
    Rules,
    /// The table again.
    Show,
    /// To take back the last choice.
    Undo,
    /// A copy of the record, in this file.
    Save(String),
    /// To leave.
    Quit,
    /// It cannot be told; the text says why.
    None(String),
}

/// Reads a line as a number of the list, a name, the beginning of one, or a word that only one has; case is free.
pub fn choose(line: &str, names: &[String]) -> Choice {
    if let Some(("save", file)) = line.split_once(' ') {
        return Choice::Save(file.trim().into());
    }
    // Suits may be given by their signs, as they are shown.
    let line = line.replace('♣', "c").replace('♦', "d").replace('♥', "h").replace('♠', "s");
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    // So may a ten.
    let line =
        ["c", "d", "h", "s"].iter().fold(line, |line, suit| line.replace(&format!("10{suit}"), &format!("t{suit}")));
    let count = names.len();
    if line.is_empty() {
        return Choice::None(format!(
            "Choose a move by its number, 1 to {count}, or its name; or type hint, help or quit."
        ));
    }
    // A name may begin with a plus sign, a number does not.
    if let Some(number) = line.parse::<usize>().ok().filter(|_| !line.starts_with('+')) {
        return match number {
            _ if (1..=count).contains(&number) => Choice::Move(number - 1),
            _ if count == 1 => Choice::None(format!("There is no move {number}: 1 is the only one.")),
            _ => Choice::None(format!("There is no move {number}: the numbers are 1 to {count}.")),
        };
    }
    let matching = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        names.iter().enumerate().filter(|(_, name)| fits(&name.to_lowercase())).map(|(place, _)| place).collect()
    };
    if let [place, ..] = matching(&|name| name == line)[..] {
        return Choice::Move(place);
    }
    match line.as_str() {
        "hint" | "h" => return Choice::Hint,
        "help" | "?" => return Choice::Help,
        "rules" => return Choice::Rules,
        "show" | "table" => return Choice::Show,
        "undo" | "u" => return Choice::Undo,
        "save" => return Choice::Save(String::new()),
        "quit" | "q" | "exit" => return Choice::Quit,
        _ => (),
    }
    let beginning = matching(&|name| name.starts_with(&line));
    let found = if beginning.is_empty() {
        matching(&|name| format!(" {name} ").contains(&format!(" {line} ")))
    } else {
        beginning
    };
    match found[..] {
        [place] => Choice::Move(place),
        [] => {
            let line: String = line.chars().take(40).collect();
            Choice::None(format!("`{line}` is none of the moves; choose by number, 1 to {count}, or by name."))
        }
        _ => {
            let some: Vec<&str> = found.iter().take(4).map(|&place| names[place].as_str()).collect();
            Choice::None(format!(
                "`{line}` could be {}{}.",
                some.join(" or "),
                if found.len() > 4 { " or others" } else { "" }
            ))
        }
    }
}
