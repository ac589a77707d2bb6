//! The page on adding a game quotes Snap as it is.

const PAGE: &str = include_str!("../../../../docs/adding-a-game.md");

#[test]
fn what_the_page_quotes_stands_in_the_files() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
    let mut quotes = 0;
    // Blocks begin and end with a fence, so every other part is one.
    for block in PAGE.split("```").skip(1).step_by(2) {
        let (head, quoted) = block.split_once('\n').expect("a block has a first line");
        let (_, path) = head.split_once(' ').unwrap_or_else(|| panic!("a block does not say what it quotes:{quoted}"));
        let text = std::fs::read_to_string(format!("{root}{path}")).unwrap_or_else(|error| panic!("{path}: {error}"));
        // A line with dots stands for what is left out.
        for part in quoted.split("…\n") {
            assert!(text.contains(part), "this is not in {path}:\n{part}");
            quotes += 1;
        }
    }
    assert!(quotes > 10, "{quotes}");
}
