//! Tests that published puzz.link links are read, and that written links are read back.

use puzzles::{Ask, KINDS, Limits, Question, State, answer, generate, kind};

/// Test puzzles from the pzpr editors: the kind, the link, and the text.
const PUBLISHED: &[(&str, &str, &str)] = &[
    ("sudoku", "https://puzz.link/p?sudoku/4/4/g1k23k3g", ".1..\n...2\n3...\n..3.\n"),
    ("slitherlink", "http://pzv.jp/p.html?slither/5/5/cbcbcddad", "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n"),
    ("light-up", "lightup/6/6/nekcakbl", "......\n..4...\n....2.\n.0....\n...1..\n......\n"),
    ("hitori", "hitori/4/4/1114142333214213", "1114\n1423\n3321\n4213\n"),
    (
        "heyawake",
        "https://puzz.link/p?heyawake/6/6/lll155007rs12222j",
        "ABBCCD\nABBCCD\nABBCCD\nEEEEED\nFFFGGD\nFFFGGH\nA 2\nB 2\nC 2\nD 2\n",
    ),
    (
        "heyawake",
        "https://puzz.link/p?heyawake/6/6/22eeee0f006032g112",
        "AAAABB\nAAAABB\nCCDEBB\nCCDEBB\nCCDEFF\nCCDEFF\nA 3\nB 2\nD 1\nE 1\nF 2\n",
    ),
    (
        "kakuro",
        "https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",
        "# # 12\\ 4\\ # #\n# 4\\8 . . 10\\ #\n\\10 . . . . 10\\\n\\3 . . 17\\3 . .\n# \\21 . . . .\n# # \\12 . . #\n",
    ),
    (
        "region-queens",
        "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou",
        "AAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC\n",
    ),
];

#[test]
fn published_links() {
    for &(name, link, text) in PUBLISHED {
        let kind = kind(name).expect(name);
        let puzzle = (kind.read)(link).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(puzzle.write(), text, "{name}");
        let question = Question { puzzle: name.into(), text: link.into(), state: State::default(), ask: Ask::Unique };
        assert_eq!(answer(&question, &Limits::default()).outcome, "one", "{name}");
        // The written link contains the same squares, with the preferred site and puzzle name.
        let squares = link.rsplit('/').next().expect("squares");
        let written = puzzle.write_as("puzzlink").expect("a link");
        assert!(
            written.starts_with("https://puzz.link/p?") && written.ends_with(&format!("/{squares}\n")),
            "{written}"
        );
    }
}

#[test]
fn links_are_read_as_they_are_written() {
    for kind in KINDS.iter().filter(|kind| kind.writes.contains(&"puzzlink")) {
        for size in &kind.sizes[..2] {
            for seed in 0..5 {
                let made = generate(kind, *size, None, seed, &Limits::default()).expect("a puzzle");
                let link = made.write_as("puzzlink").expect("a link");
                let read = (kind.read)(&link).unwrap_or_else(|error| panic!("{}: {error}: {link}", kind.name));
                assert_eq!(read.write(), made.write(), "{}: {link}", kind.name);
            }
        }
    }
}

/// Any link is either read or rejected, and an error has a position in the link.
#[test]
fn no_link_is_too_strange() {
    let mut rng = solver_core::search::Rng::new(9);
    let strange: Vec<char> = "0123459afgkzAZ.-/?%:é ♛\n".chars().collect();
    for &(name, link, _) in PUBLISHED {
        for _ in 0..2_000 {
            let mut text: Vec<char> = link.chars().collect();
            for _ in 0..=rng.below(3) {
                let at = rng.below(text.len() as u64) as usize;
                let c = strange[rng.below(strange.len() as u64) as usize];
                match rng.below(3) {
                    0 => text.insert(at, c),
                    1 => text[at] = c,
                    _ => drop(text.remove(at)),
                }
            }
            let text: String = text.into_iter().collect();
            if let Err(error) = (kind(name).expect(name).read)(&text) {
                let line = text.lines().nth(error.at.line - 1).unwrap_or_else(|| panic!("{error}: {text:?}"));
                assert!((1..=line.chars().count() + 1).contains(&error.at.column), "{name}: {error}: {text:?}");
            }
        }
    }
}

/// Some puzzles cannot be expressed as links.
#[test]
fn what_a_link_has_no_place_for_is_not_written() {
    for (name, text) in [
        ("sudoku", "....\n....\n....\n....\ndiagonal\n"),
        ("sudoku", "....\n....\n....\n....\ncage 3 a1 b1\n"),
        ("kakuro", ". #\n# #\n"),
        ("kakuro", "\\3 . .\n# # #\n"),
    ] {
        let puzzle = (kind(name).expect(name).read)(text).expect("a puzzle");
        assert_eq!(puzzle.write_as("puzzlink"), None, "{text}");
    }
}
