//! Tests with random texts: decorations around boards are ignored, and no text makes a reader panic.

use puzzles::{KINDS, boards};
use solver_core::search::Rng;

/// Adds meaningless decorations to a board.
fn decorated(rng: &mut Rng, text: &str, comment: &str, board_rows: usize) -> String {
    let end = if rng.below(2) == 0 { "\r\n" } else { "\n" };
    let mut out = String::new();
    if rng.below(3) == 0 {
        out.push('\u{feff}');
    }
    let (indent, separate) = (" ".repeat(rng.below(3) as usize), rng.below(4));
    for (number, line) in text.lines().enumerate() {
        if rng.below(4) == 0 {
            out += &format!("{comment} a comment{end}");
        }
        let is_dense = !line.contains(' ');
        let line = match separate {
            _ if number >= board_rows => line.to_owned(),
            1 if is_dense => line.chars().map(String::from).collect::<Vec<_>>().join(" "),
            2 if is_dense => line.chars().map(String::from).collect::<Vec<_>>().join(","),
            3 if is_dense => format!("|{}|", line.chars().map(String::from).collect::<Vec<_>>().join("|")),
            2 | 3 => line.replace(' ', ", "),
            _ => line.to_owned(),
        };
        out += &format!("{indent}{line}{end}");
    }
    for _ in 0..rng.below(3) {
        out += end;
    }
    out
}

/// For every kind, a puzzle that is written, decorated and read back stays the same. `FERZ_CASES` sets the number of
/// cases.
#[test]
fn decorations_say_nothing() {
    let cases = solver_core::harness::cases(40);
    let mut rng = Rng::new(11);
    for kind in KINDS {
        let mut composed = (0..).filter_map(|_| (kind.compose)(kind.sizes[0], &mut Rng::new(rng.next_u64())));
        let made: Vec<String> = (0..4).filter_map(|_| composed.next()).map(|puzzle| puzzle.write()).collect();
        for text in made.iter().chain([&kind.example.to_owned()]) {
            let board = (kind.read)(text).unwrap_or_else(|error| panic!("{}: {error}: {text}", kind.name));
            // Separators are added only to the board lines, and only if each square is a single character.
            let rows = match kind.name {
                "nonogram" | "zebra" | "word-sum" => 0,
                "star-battle" => 0,
                "skyscrapers" | "kakuro" => usize::MAX,
                _ => board.sheet().rows,
            };
            let comment = if ["light-up", "kakuro"].contains(&kind.name) { "//" } else { "#" };
            for _ in 0..cases {
                let text = decorated(&mut rng, text, comment, rows);
                let again = (kind.read)(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", kind.name));
                assert_eq!(again.write(), board.write(), "{}\n{text}", kind.name);
            }
        }
    }
}

/// No text makes a reader panic, and every error has a position in the text.
#[test]
fn hostile_texts_are_refused_with_a_position() {
    let cases = solver_core::harness::cases(300);
    let mut rng = Rng::new(5);
    let strange: Vec<char> =
        "#.0123456789ABWe<>=+-*/\\| \n\t\r,;:x?é♛│─{}[]\"~\u{feff}\u{a0}cagestotalmines".chars().collect();
    let words = [
        "size ",
        "width 3\n",
        "height",
        "stars 2\n",
        "5 5\n",
        "areas\n",
        "cage ",
        "mines=",
        "551W",
        "slither/",
        "p?",
        "rows\n",
        "==",
        "\n\n",
        "99999999999999999999999",
        ",,,",
        "|||",
    ];
    for kind in KINDS {
        let links = ["slither/99/99/zzzz", "551W7kxqe40", "kakuro/3/3/-", "starbattle/52/52/9/vvv"];
        for case in 0..cases {
            let base = match case % 5 {
                0 => String::new(),
                1 => links[rng.below(links.len() as u64) as usize].to_owned(),
                _ => kind.example.to_owned(),
            };
            let mut text: Vec<char> = base.chars().collect();
            for _ in 0..=rng.below(12) {
                let at = rng.below(text.len() as u64 + 1) as usize;
                match rng.below(4) {
                    0 => text.insert(at, strange[rng.below(strange.len() as u64) as usize]),
                    1 => text.truncate(at.max(text.len() / 2)),
                    2 => drop(text.splice(at..at, words[rng.below(words.len() as u64) as usize].chars())),
                    _ if at < text.len() => text[at] = strange[rng.below(strange.len() as u64) as usize],
                    _ => {}
                }
            }
            let text: String = text.into_iter().collect();
            for error in [(kind.read)(&text).err(), boards(kind, &text).err()].into_iter().flatten() {
                let plain = text.trim_start_matches('\u{feff}');
                let line = plain.lines().nth(error.at.line - 1).unwrap_or_default();
                assert!(
                    (1..=plain.lines().count().max(1)).contains(&error.at.line),
                    "{}: {error}: {text:?}",
                    kind.name
                );
                assert!((1..=line.chars().count() + 1).contains(&error.at.column), "{}: {error}: {text:?}", kind.name);
            }
        }
    }
    // Huge boards are rejected at once.
    let large = (".".repeat(5_000) + "\n").repeat(200);
    for kind in KINDS {
        assert!((kind.read)(&large).is_err() && boards(kind, &large).is_err(), "{}", kind.name);
    }
}
