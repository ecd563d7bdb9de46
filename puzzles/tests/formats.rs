//! What is written is read back; what is wrong is told with its place.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use puzzles::regions::{Format, Puzzle, read};
use puzzles::{Limits, Picture, Puzzle as _, generate, kind};

/// The same cases in every run.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(64))]

    /// Names and regions survive each format, whatever the letters are and wherever the stars go.
    #[test]
    fn written_puzzles_are_read_back(seed in 0u64..1_000_000, size in 5usize..=9, two in any::<bool>(), shift in 0u8..26) {
        let (name, size, stars) = if two { ("star-battle", 9, 2) } else { ("region-queens", size, 1) };
        let made = generate(kind(name).unwrap(), size, None, seed, &Limits::default()).expect("a board");
        let made = read(&made.write()).expect("a board");
        // Other letters than those that the generator gives.
        let renamed = |name: &String| char::from(b'a' + (name.as_bytes()[0] - b'A' + shift) % 26).to_string();
        let labels = Format::Sbn.write(&made);
        let labels = labels.trim().split_once('.').expect("letters").1.chars().map(|c| renamed(&c.to_string()));
        let puzzle = Puzzle::new(size, stars, labels).expect("the same board");
        for puzzle in [&made, &puzzle] {
            for format in Format::ALL {
                let text = format.write(puzzle);
                // Links do not tell names.
                let expected = if format == Format::Puzzlink { &made } else { puzzle };
                prop_assert_eq!(&read(&text).expect(&text), expected, "{}", text);
            }
        }
        let spaced: String = Format::Grid.write(&puzzle).lines().map(|line| {
            if line.starts_with("stars") { format!("# a comment\n{line}\n\n") } else {
                let letters: Vec<String> = line.chars().map(String::from).collect();
                format!("  {}\r\n", letters.join(if shift % 2 == 0 { " " } else { "," }))
            }
        }).collect();
        prop_assert_eq!(read(&spaced).expect(&spaced), puzzle);
    }
}

proptest! {
    #![proptest_config(config(10_000))]

    /// Any text is read or refused, and a refusal names a place in the text.
    #[test]
    fn no_text_is_too_strange(text in "[AB01x.\\[\\]{}\",: \n#é-]{0,60}") {
        if let Err(error) = read(&text) {
            prop_assert!(error.at.line >= 1 && error.at.line <= text.lines().count().max(1), "{error}");
            let line = text.trim_start_matches('\u{feff}').lines().nth(error.at.line - 1).unwrap_or_default();
            prop_assert!(error.at.column >= 1 && error.at.column <= line.chars().count() + 1, "{error}: {text:?}");
        }
    }
}

#[test]
fn a_text_that_breaks_off_is_told_where_it_ends() {
    for text in ["[#\n", "[ # none\n\n  \n", "\u{feff}[", &format!("[{}", "\n# again".repeat(100_000))] {
        let error = read(text).expect_err("no puzzle");
        let told = text.trim_start_matches('\u{feff}').trim_end();
        let column = told.lines().last().map_or(0, |line| line.chars().count()) + 1;
        assert_eq!((error.at.line, error.at.column), (told.lines().count(), column), "{error}");
        assert!(error.to_string().ends_with("expected a value, found the end"), "{error}");
    }
}

#[test]
fn long_names_and_numbers_become_letters() {
    let text = r#"{"name": "x", "colorRegions": [["red","red",3,3],["red","red",3,"green"],["blue","blue","green","green"],["blue","blue","green","green"]], "regionColors": {"A": null}}"#;
    let puzzle = read(text).expect("a puzzle");
    assert_eq!(puzzle.names(), ["red", "3", "green", "blue"]);
    assert_eq!(Format::Grid.write(&puzzle), "AABB\nAABC\nDDCC\nDDCC\n");
    assert_eq!(read(&Format::Json.write(&puzzle)), Ok(puzzle));
    let listed = r#"{"stars": 1, "regions": {"A": ["a1","b1","a2","b2"], "B": ["c1","d1","c2"], "C": ["d2","c3","d3","c4","d4"], "D": ["a3","b3","a4","b4"]}}"#;
    assert_eq!(read(listed), read("AABB\nAABC\nDDCC\nDDCC"));
    assert_eq!(read(r#"["AABB","AABC","DDCC","DDCC"]"#), read("4x1.AABBAABCDDCCDDCC"));
}

#[test]
fn pictures() {
    let puzzle = read("AABB\nAABC\nDDCC\nDDCC").expect("a puzzle");
    let mut values = [None; 16];
    values[..4].copy_from_slice(&[Some(0), Some(0), Some(1), Some(0)]);
    let expected = "
     a   b   c   d
   ┌───────┬───────┐
 1 │ ·   · │ ★   · │
   │       │   ┌───┤
 2 │ A   A │ B │ C │
   ├───────┼───┘   │
 3 │ D   D │ C   C │
 4 │ D   D │ C   C │
   └───────┴───────┘
";
    assert_eq!(Picture::default().draw(&puzzle.sheet(), &values), expected[1..]);
    let coloured = Picture { ascii: true, colours: true }.draw(&puzzle.sheet(), &values);
    assert!(coloured.contains("\u{1b}[30;48;5;153m * \u{1b}[0m"), "{coloured}");
}
