//! Boards as large as the largest ones on puzzle sites. For each board, the listed number of nodes suffices to prove
//! that the solution is unique. All boards except the link were made for this test. CP-SAT agrees on the loops, stars,
//! lamps and sudoku.

use puzzles::{Ask, Limits, Question, State, answer};

/// The kind, the board, and the total node count of its two searches.
const BOARDS: [(&str, &str, u64); 18] = [
    (
        "slitherlink",
        "slither/18/10/i61ch28cg16dg122cg63bi3ah1di2dcg0bgb1bc6c8bchd8b6cd1cbg2cgb3ci1dh3ci18dg132bg72bg82bh36dg",
        2_176,
    ),
    ("slitherlink", include_str!("large/slitherlink-15.txt"), 3_999),
    ("slitherlink", include_str!("large/slitherlink-30x25.txt"), 3_848),
    ("star-battle", include_str!("large/star-battle-14.txt"), 10_455),
    ("star-battle", include_str!("large/star-battle-15-a.txt"), 4_024),
    ("star-battle", include_str!("large/star-battle-15-b.txt"), 3_426),
    ("star-battle", include_str!("large/star-battle-15-c.txt"), 15_983),
    ("light-up", include_str!("large/light-up-20.txt"), 14),
    ("light-up", include_str!("large/light-up-25.txt"), 204),
    ("nonogram", include_str!("large/nonogram-75x60.txt"), 1),
    ("sudoku", include_str!("large/sudoku-25.txt"), 533),
    ("hitori", include_str!("large/hitori-15.txt"), 4),
    ("kenken", include_str!("large/kenken-9.txt"), 1),
    ("skyscrapers", include_str!("large/skyscrapers-8.txt"), 213),
    ("futoshiki", include_str!("large/futoshiki-9.txt"), 84),
    ("minesweeper", include_str!("large/minesweeper-30.txt"), 1_727),
    ("kakuro", include_str!("large/kakuro-20.txt"), 488),
    ("kakuro", include_str!("large/kakuro-30.txt"), 8_896),
];

fn asked(puzzle: &str, text: &str, ask: Ask) -> puzzles::Answer {
    let question = Question { puzzle: puzzle.to_owned(), text: text.to_owned(), state: State::default(), ask };
    answer(&question, &Limits::default())
}

#[test]
fn large_boards_have_one_solution() {
    for (number, (kind, text, nodes)) in BOARDS.into_iter().enumerate() {
        let unique = asked(kind, text, Ask::Unique);
        assert_eq!((unique.outcome, unique.nodes), ("one", Some(nodes)), "{number}: {kind}");
        // Counting and listing all solutions run the same two searches.
        let (count, all) = (asked(kind, text, Ask::Count), asked(kind, text, Ask::Solve { limit: u64::MAX }));
        assert_eq!((count.outcome, count.count.as_deref()), ("complete", Some("1")), "{number}: {kind}");
        assert_eq!((all.outcome, all.solutions), ("complete", unique.solutions), "{number}: {kind}");
    }
}

/// Boards with many solutions are compared with published numbers: queens (A000170), simple cycles in a grid graph
/// (A140517), and small sudokus (A107739).
#[test]
fn many_solutions_are_counted_exactly() {
    let boards = [
        ("queens", "........\n".repeat(8), "92"),
        ("slitherlink", "..\n..\n".to_owned(), "13"),
        ("slitherlink", "...\n".repeat(3), "213"),
        ("slitherlink", "....\n".repeat(4), "9349"),
        ("sudoku", "....\n".repeat(4), "288"),
    ];
    for (kind, text, number) in boards {
        let count = asked(kind, &text, Ask::Count);
        assert_eq!((count.outcome, count.count.as_deref()), ("complete", Some(number)), "{kind}: {text}");
        let mut all = asked(kind, &text, Ask::Solve { limit: u64::MAX }).solutions;
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len().to_string(), number, "{kind}: {text}");
        // A solution limit may be reached before, between and after the separate searches.
        for limit in 0..5 {
            let some = asked(kind, &text, Ask::Solve { limit });
            let outcome = if limit == 0 { "stopped" } else { "solved" };
            assert_eq!((some.outcome, some.solutions.len() as u64), (outcome, limit), "{kind}: {text}");
        }
    }
}

/// A node limit applies to all searches for one query combined.
#[test]
fn a_limit_of_nodes_is_one_for_all_searches() {
    let question = Question {
        puzzle: "slitherlink".to_owned(),
        text: "....\n".repeat(4),
        state: State::default(),
        ask: Ask::Count,
    };
    for nodes in [1, 10, 100, 1_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        assert_eq!(answer(&question, &limits).outcome, "stopped");
        let Ok(all) = puzzles::ask(&Question { ask: Ask::Solve { limit: u64::MAX }, ..question.clone() }, &limits)
        else {
            panic!("the text is a board")
        };
        assert_eq!(all.nodes, Some(nodes));
    }
}
