//! Tests that written puzzles are read back, and that errors report a position.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use puzzles::{Limits, Picture, Puzzle, ReadError, generate, kind};

/// Reads a region puzzle in any format.
fn read(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    let name = if text.contains("stars 2") || text.starts_with("9x2.") { "star-battle" } else { "region-queens" };
    (kind(name).expect(name).read)(text)
}

fn written(text: &str, format: &str) -> String {
    let puzzle = read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    puzzle.write_as(format).unwrap_or_else(|| panic!("{format}: {text}"))
}

/// Fixes the seed, so that every run tests the same cases.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(64))]

    /// Names and regions survive a round trip through each format, for any letters and any star positions.
    #[test]
    fn written_puzzles_are_read_back(seed in 0u64..1_000_000, size in 5usize..=9, two in any::<bool>(), shift in 0u8..26) {
        let (name, size) = if two { ("star-battle", 9) } else { ("region-queens", size) };
        let kind = kind(name).unwrap();
        let made = generate(kind, size, None, seed, &Limits::default()).expect("a board");
        // Use letters other than those of the generator.
        let renamed = |letter: u8| char::from(b'a' + (letter - b'A' + shift) % 26);
        let letters = made.write_as("sbn").expect("letters");
        let (head, letters) = letters.trim().split_once('.').expect("letters");
        let other = (kind.read)(&format!("{head}.{}", letters.bytes().map(renamed).collect::<String>())).expect("a board");
        for puzzle in [&made, &other] {
            for format in kind.writes {
                let text = puzzle.write_as(format).expect(format);
                // Links do not contain names.
                let expected = if *format == "puzzlink" { &made } else { puzzle };
                prop_assert_eq!((kind.read)(&text).expect(&text).write_as("json"), expected.write_as("json"), "{}", text);
            }
        }
        let spaced: String = other.write().lines().map(|line| {
            if line.starts_with("stars") { format!("# a comment\n{line}\n\n") } else {
                let letters: Vec<String> = line.chars().map(String::from).collect();
                format!("  {}\r\n", letters.join(if shift % 2 == 0 { " " } else { "," }))
            }
        }).collect();
        prop_assert_eq!((kind.read)(&spaced).expect(&spaced).write_as("json"), other.write_as("json"));
    }
}

proptest! {
    #![proptest_config(config(10_000))]

    /// Any text is either read or rejected, and an error has a position in the text.
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
fn a_truncated_text_is_reported_where_it_ends() {
    for text in ["[#\n", "[ # none\n\n  \n", "\u{feff}[", &format!("[{}", "\n# again".repeat(100_000))] {
        let error = read(text).expect_err("no puzzle");
        let visible = text.trim_start_matches('\u{feff}').trim_end();
        let column = visible.lines().last().map_or(0, |line| line.chars().count()) + 1;
        assert_eq!((error.at.line, error.at.column), (visible.lines().count(), column), "{error}");
        assert!(error.to_string().ends_with("expected a value, found the end"), "{error}");
    }
}

#[test]
fn long_names_and_numbers_become_letters() {
    let text = r#"{"name": "x", "colorRegions": [["red","red",3,3],["red","red",3,"green"],["blue","blue","green","green"],["blue","blue","green","green"]], "regionColors": {"A": null}}"#;
    let json = written(text, "json");
    assert_eq!(
        json,
        r#"{"stars":1,"regions":[["red","red","3","3"],["red","red","3","green"],["blue","blue","green","green"],["blue","blue","green","green"]]}"#
            .to_owned()
            + "\n"
    );
    assert_eq!(written(text, "grid"), "AABB\nAABC\nDDCC\nDDCC\n");
    assert_eq!(written(&json, "json"), json);
    let listed = r#"{"stars": 1, "regions": {"A": ["a1","b1","a2","b2"], "B": ["c1","d1","c2"], "C": ["d2","c3","d3","c4","d4"], "D": ["a3","b3","a4","b4"]}}"#;
    assert_eq!(written(listed, "json"), written("AABB\nAABC\nDDCC\nDDCC", "json"));
    assert_eq!(written(r#"["AABB","AABC","DDCC","DDCC"]"#, "json"), written("4x1.AABBAABCDDCCDDCC", "json"));
}

/// Errors in JSON report the correct position, whatever precedes them.
#[test]
fn faults_in_json_have_a_place() {
    for (text, message) in [
        ("{\"regions\": [[\"A\",\"A\"],[\"B\",]]}", "line 1, column 29: expected a value, found `]`"),
        ("{\"é\": 1, # none\n \"regions\" 2}", "line 2, column 12: expected `:`, found `2`"),
        ("{", "line 1, column 2: expected a text in quotation marks, found the end"),
        ("{\"stars\"", "line 1, column 9: expected `:`, `,` or `}`, found the end"),
        ("[[\"A\"]] x", "line 1, column 9: expected nothing after the puzzle, found `x`"),
        ("[[\"A\n\"]]", "line 1, column 5: expected `\"`, found `\n`"),
        ("[[\"\\ud800\"]]", "line 1, column 3: expected a region's name, found \"\\ud800\""),
        ("\u{feff}[[\"A\",\"B\"],\n[\"C C\",\"D\"]]", "line 2, column 2: ` ` in the name of a region"),
        ("{\"regions\":{\"A\":[\"a1\",\"a1\"]}}", "line 1, column 23: a1 is listed twice"),
        ("{\"stars\":1,\"st\\u0061rs\":1}", "line 1, column 12: the key \"stars\" is given twice"),
        ("{\"stars\":1.5,\"regions\":[]}", "line 1, column 10: expected a number of stars, found 1.5"),
    ] {
        assert_eq!(read(text).expect_err(text).to_string(), message, "{text}");
    }
    // Deeply nested JSON is rejected without overflowing the stack.
    let deep = "[".repeat(100_000);
    assert!(read(&deep).expect_err("no puzzle").to_string().ends_with("expected a value, found the end"));
    assert!(read(&(deep + &"]".repeat(100_000))).is_err());
    let keys: String = (0..50_000).map(|key| format!("\"{key}\":[],")).collect();
    assert!(read(&format!("{{\"regions\":{{{keys}\"x\":[]}}}}")).is_err());
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
