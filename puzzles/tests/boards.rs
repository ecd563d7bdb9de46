//! Tests that boards in common formats are read correctly, or rejected with a message that says what was recognised.

use puzzles::{Ask, KINDS, Limits, Question, State, answer, boards, generate, kind};

/// Reads a board and writes it in its kind's text format. Returns the message of an error.
fn read(name: &str, text: &str) -> String {
    match (kind(name).expect(name).read)(text) {
        Ok(puzzle) => puzzle.write(),
        Err(error) => error.to_string(),
    }
}

fn count(name: &str, text: &str) -> String {
    let question = Question { puzzle: name.into(), text: text.into(), state: State::default(), ask: Ask::Count };
    let answer = answer(&question, &Limits::default());
    answer.count.unwrap_or_else(|| answer.text.join("\n"))
}

/// Checks that all the texts are read as the given board.
fn all_are(name: &str, board: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(name, text), board, "{name}: {text:?}");
    }
}

/// Checks that the texts are rejected with these messages.
fn all_fail(name: &str, texts: &[(&str, &str)]) {
    for (text, message) in texts {
        assert_eq!(read(name, text), *message, "{name}: {text:?}");
    }
}

const TWO_STARS: &str =
    "AABBBBCCC\nAABBBBCCC\nADBEECCCC\nDDEEEECCF\nDDEEEGGCF\nDDHHHGGCF\nDDHHHGGGF\nHHHHHGGGF\nIIIIIIGFF\n";

#[test]
fn a_star_battle_without_a_number_takes_two_stars_and_says_so() {
    assert_eq!(count("star-battle", TWO_STARS), "1");
    assert_eq!(read("star-battle", TWO_STARS), format!("stars 2\n{TWO_STARS}"));
    // The number of stars is written even though it is one, so that the text can be read back.
    let one = "stars 1\nAABB\nAABC\nDDCC\nDDCC\n";
    all_are("star-battle", one, &[one, "4x1.AABBAABCDDCCDDCC\n", "AABB\nAABC\nDDCC\nDDCC\nStars: 1\n"]);
    let both = format!("stars 2\n{TWO_STARS}");
    all_fail(
        "region-queens",
        &[
            (&both, "line 1, column 7: region queens has one star per row; a puzzle with 2 is a star battle"),
            (
                "4x2.AABBAABCDDCCDDCC",
                "line 1, column 3: region queens has one star per row; a puzzle with 2 is a star battle",
            ),
            ("stars 1 2\nAA\nBB\n", "line 1, column 9: expected one number of stars, not `2` too"),
        ],
    );
}

#[test]
fn a_kakuro_link_may_have_no_sum_in_one_direction() {
    assert_eq!(count("kakuro", "https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG"), "1");
    let board = "# 4\\ 3\\\n\\4 . .\n\\3 . .\n";
    all_are(
        "kakuro",
        board,
        &["kakuro/2/2/n4343", "# 4\\ 3\\\n\\4, ., .\n\\3 . .\n", "+----+\n|#|4\\|3\\|\n|\\4|.|.|\n|\\3|.|.|\n"],
    );
    assert_eq!(read("kakuro", "kakuro/2/2/-4lm-34"), read("kakuro", "kakuro/2/2/04lm034"));
    all_fail("kakuro", &[("kakuro/2/2/n434", "line 1, column 16: expected a sum, but the link ends")]);
}

#[test]
fn links_of_skyscrapers_are_read_and_links_of_other_kinds_say_so() {
    assert_eq!(count("skyscrapers", "https://puzz.link/p?skyscrapers/6/6/h4j2h2g3g3h4g5g2g2"), "1");
    let board = "3 . .\n. . . . .\n. . 2 . 2\n. . . . .\n. . .\n";
    all_are(
        "skyscrapers",
        board,
        &[
            "building/3/3/3o2gj2j",
            "https://pzprxs.vercel.app/p?skyscraper_edit/3/3/3o2gj2j/",
            ". 3 . . .\n. . . . .\n. . 2 . 2\n. . . . .\n0 . . . 0\n",
            "3,.,.\n.,.,.,.,.\n.,.,2,.,2\n.,.,.,.,.\n.,.,.\n",
        ],
    );
    all_fail(
        "skyscrapers",
        &[
            ("skyscrapers/3/5/p", "line 1, column 17: expected 2 to 9 rows and as many columns, not 5 and 3"),
            ("skyscrapers/3/3/4q", "line 1, column 17: expected a number, 1 to 3, not `4`"),
            ("skyscrapers/3/3/3", "line 1, column 18: expected 12 squares, but the link has 1"),
        ],
    );
    let known =
        "sudoku, star-battle, region-queens, light-up, hitori, heyawake, slitherlink, kakuro, minesweeper, skyscrapers";
    for kind in KINDS {
        let found = read(kind.name, "https://puzz.link/p?nurikabe/5/5/zzj");
        assert_eq!(found, format!("line 1, column 21: links to `nurikabe` cannot be read, only links to {known}"));
    }
    all_fail(
        "futoshiki",
        &[(
            "http://pzv.jp/p.html?slither/5/5/cbcbcddad",
            "line 1, column 22: this is a link to `slither`, which is slitherlink; this kind cannot be read from links",
        )],
    );
    assert_eq!(
        read("nonogram", "https://example.org/board"),
        format!("line 1, column 26: this is a link, but only links to these kinds can be read: {known}")
    );
}

#[test]
fn links_are_recognised_however_they_begin_and_end() {
    let board = "2..1.\n.2..1\n..2..\n3..3.\n.0..3\n";
    all_are(
        "slitherlink",
        board,
        &[
            "puzz.link/p?slither/5/5/cbcbcddad",
            "http://pzv.jp/p.html?slither/5/5/cbcbcddad/",
            "https://pzprxs.vercel.app/p?slither/5/5/cbcbcddad#1",
            "https://puzz.link/p?type=player&slither/5/5/cbcbcddad",
            "?slither_play/5/5/cbcbcddad\r\n",
            "\u{feff}  slitherlink//5/5/cbcbcddad&author=x\n\n",
        ],
    );
    all_fail(
        "slitherlink",
        &[
            (
                "slither/f/5/5/cbcbcddad",
                "line 1, column 9: the option `f` changes the rules and is not supported: expected a number of columns",
            ),
            ("slither/5/5/cbcbcdda", "line 1, column 21: expected 25 squares, but the link has 24"),
            (
                "pzprv3/slither/5/5/2 . . 1 . /",
                "line 1, column 1: pzpr files cannot be read: expected https://puzz.link/p?slither/, the numbers of columns and of rows, and the squares",
            ),
            (
                "https://puzz.link/p?sudoku/4/4/g1k23k3g",
                "line 1, column 21: this is a link to `sudoku`, which is sudoku, not slitherlink",
            ),
        ],
    );
    all_are("minesweeper", ".2...\n....1\n3....\n..13.\n0....\n", &["https://puzz.link/p?mines/5/5/g2m13l13g0j"]);
}

#[test]
fn a_region_may_be_in_several_pieces() {
    let board = "AAAAABAAA\nAAAAAAACA\nAADAAAAAA\nEAAAFAAAA\nAAAAAAGAA\nAAAAAAAAF\nAAAAABAAA\nAAAHAAAAA\nAIAAAAAAA\n";
    assert_eq!(count("region-queens", board), "1");
    // A link contains only borders, which would divide this board into more regions.
    let puzzle = (kind("region-queens").expect("a kind").read)(board).expect("a board");
    assert_eq!(puzzle.write_as("puzzlink"), None);
    assert_eq!(read("region-queens", &puzzle.write_as("sbn").expect("letters")), board);
    // The regions are disconnected: some have as many pieces as squares, and one board has no solution.
    for (board, found) in
        [("DAAB\nAACB\nCCDA\nBCDD\n", "1"), ("CABD\nADCB\nCBAD\nBCDA\n", "2"), ("AABB\nCCDD\nAABB\nCCDD\n", "0")]
    {
        assert_eq!(count("region-queens", board), found, "{board}");
    }
}

#[test]
fn a_blank_line_of_a_nonogram_is_a_line_without_runs() {
    let board = "rows\n1\n0\n1\ncolumns\n2\n0\n";
    all_are(
        "nonogram",
        board,
        &[
            "width 2\nheight 3\nrows\n1\n\n1\ncolumns\n2\n0\n",
            "rows\n1\n\n1\n\ncolumns\n2\n\nwidth 2\nheight 3\n",
            "rows:\r\n1\r\n\r\n1\r\n\r\nColumns:\r\n2\r\n0\r\n",
            "height 3\nrows\n\n1\n\n0\n\n1\n\ncolumns\n2\n\n0\nwidth 2\n",
        ],
    );
    assert_eq!(count("nonogram", board), "0");
    // The given number of rows shows that the last row is blank.
    all_are("nonogram", "rows\n1\n0\ncolumns\n1\n0\n", &["width 2\nheight 2\nrows\n1\n\ncolumns\n1\n\n"]);
}

#[test]
fn the_size_of_a_nonogram_is_compared() {
    all_fail(
        "nonogram",
        &[
            (
                "width 3\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n",
                "line 1, column 1: `width 3`, but 2 columns follow `columns`; write 0 for a column without runs",
            ),
            (
                "rows\n1\n1\ncolumns\n1\n1\nheight 4\n",
                "line 7, column 1: `height 4`, but 2 rows follow `rows`; write 0 for a row without runs",
            ),
            ("width 2\nwidth 3\nrows\n1\ncolumns\n1\n1\n", "line 2, column 1: the number of columns is given twice"),
            (
                "width many\nrows\n1\ncolumns\n1\n",
                "line 1, column 7: expected the number of columns, 1 to 100, not `many`",
            ),
        ],
    );
}

#[test]
fn other_lines_of_a_nonogram_are_skipped() {
    let board = "rows\n1\n1\ncolumns\n1\n1\n";
    all_are(
        "nonogram",
        board,
        &[
            "author \"a name\"\nwidth 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n",
            "rows\n1\n1\ndifficulty 3\ncolumns\n1\n1\ngoal \"1001\"\n",
            "// written by hand\ntitle \"x\"\nrow\n1\n1\ncolumn\n1\n1\n",
        ],
    );
    // A typo in a line of clues is reported as an error in that line.
    all_fail(
        "nonogram",
        &[("rows\nl\n1\ncolumns\n1\n1\n", "line 2, column 1: expected the length of a run, 0 to 100, not `l`")],
    );
    assert_eq!(count("nonogram", board), "2");
}

#[test]
fn a_sum_of_words_is_read_in_all_its_forms() {
    assert_eq!(count("word-sum", "I + BB == ILL\n"), "1");
    all_are(
        "word-sum",
        "SEND+MORE=MONEY\nM = 1\n",
        &[
            "SEND + MORE == MONEY\nM=1",
            "send\n+ more\n= money\nm = 1\n",
            "  SEND\n+ MORE\n------\n MONEY\nM = 1\n",
            "  SEND +\n  MORE\n======\n MONEY\n\nM = 1\n",
        ],
    );
    all_fail(
        "word-sum",
        &[
            ("SEND MORE = MONEY", "line 1, column 6: expected `+` or `=` between two words"),
            ("SEND\nMORE\n----\nMONEY", "line 2, column 1: expected `+` or `=` between two words"),
            ("A + B === C", "line 1, column 9: expected a word before `=`"),
        ],
    );
}

#[test]
fn what_is_said_beside_the_board_may_come_first() {
    assert_eq!(count("minesweeper", "mines 1\n..\n..\n"), "4");
    all_are(
        "minesweeper",
        "1..\n...\nmines 1\n",
        &["Mines: 1\n1..\n...\n", "2x3\nmines=1\n1 . .\n. . .\n", "2 3\n1..\nmines 1\n???\n"],
    );
    all_are("futoshiki", "1..\n...\n...\na1<b1\n", &["a1<b1\n1..\n...\n...\n"]);
    all_are("kenken", "AA\nBC\nA 3+\nB 1\nC 2\n", &["A: 3+\nB 1\nC 2=\nAA\nBC\n", "size 2\nA 3+\nAA\nBC\nB 1\nC 2\n"]);
    all_are(
        "diagonal-sudoku",
        "1...\n..3.\n.4..\n...2\ndiagonal\ncage 3 c1\n",
        &["diagonal\ncage 3, c1\n1...\n..3.\n.4..\n...2\n"],
    );
    all_fail(
        "minesweeper",
        &[
            ("size 3\n1..\n...\n", "line 1, column 1: `size 3`, but the board has 2 rows and 3 columns"),
            ("width: 4\n1..\n...\n", "line 1, column 1: `width: 4`, but the board has 2 rows and 3 columns"),
            ("mines\n1..\n...\n", "line 1, column 1: expected `mines` and the number of mines"),
        ],
    );
}

#[test]
fn a_zero_beside_letters_up_to_f_is_a_digit() {
    let digits: Vec<char> = "0123456789ABCDEF".chars().collect();
    let value = |row: usize, column: usize| (4 * (row % 4) + row / 4 + column) % 16;
    let text = |zero: char, from: usize, hidden: &[(usize, usize)]| -> String {
        let square = |row: usize, column: usize| match value(row, column) + from {
            _ if hidden.contains(&(row, column)) => zero,
            16 => 'G',
            value => digits[value],
        };
        (0..16).map(|row| (0..16).map(|column| square(row, column)).collect::<String>() + "\n").collect()
    };
    // Boards with numbers from 0 and from 1 are read as the same board.
    let hidden = [(13, 7), (15, 15)];
    let expected = read("sudoku", &text('.', 1, &hidden));
    assert!(expected.starts_with("1 2 3 4 "), "{expected}");
    assert_eq!(read("sudoku", &text('.', 0, &hidden)), expected);
    assert_eq!(read("sudoku", &text('.', 0, &hidden).to_lowercase()), expected);
    // If 16 occurs, or if a line has two zeros, zeros are empty squares.
    assert_eq!(read("sudoku", &text('0', 1, &hidden)), expected);
    let two = [(13, 7), (13, 9)];
    let without: Vec<(usize, usize)> =
        (0..256).map(|s| (s / 16, s % 16)).filter(|&(r, c)| value(r, c) == 15 || two.contains(&(r, c))).collect();
    assert_eq!(read("sudoku", &text('0', 1, &without)), read("sudoku", &text('.', 1, &without)));
    assert_eq!(read("sudoku", "10..\n..3.\n.4..\n0..2\n"), "1...\n..3.\n.4..\n...2\n");
}

#[test]
fn star_battle_notation() {
    assert_eq!(count("star-battle", "551W7kxqe40\n"), "1");
    assert_eq!(count("region-queens", "551W7kxqe40\n"), "1");
    let board = read("star-battle", "551W7kxqe40");
    // The player's marks and the history after `~` are ignored.
    all_are("star-battle", &board, &["551e7kxqe400G", "  551W7kxqe40~abc\r\n", "# five by five\n551W7kxqe40"]);
    all_fail(
        "star-battle",
        &[
            (
                "551W7kxqe4",
                "line 1, column 11: Star Battle Notation of a 5x5 board has 7 characters after its first four, not 6",
            ),
            (
                "551W7kxqe400",
                "line 1, column 12: Star Battle Notation of a 5x5 board has 7 characters after its first four, not 8",
            ),
            ("551W7kx!e40", "line 1, column 8: `!` in Star Battle Notation: expected a letter, a digit, `-` or `_`"),
            ("551W7kxqe40\nAABB\n", "line 2, column 1: mixed formats: another line after Star Battle Notation"),
        ],
    );
}

#[test]
fn a_collection_has_a_puzzle_a_line_or_a_block() {
    let numbers = |name: &str, text: &str| {
        boards(kind(name).expect(name), text).map(|boards| boards.iter().map(|b| b.0).collect::<Vec<_>>())
    };
    let sudoku = ["1...4...2......3", ".1...2..3...4..."];
    assert_eq!(numbers("sudoku", &format!("# two\n{}\n\n{}\r\n", sudoku[0], sudoku[1])), Ok(vec![2, 4]));
    assert_eq!(numbers("sudoku", "Grid 01\n1...\n4...\n2...\n...3\nGrid 02\n.1..\n.2..\n3...\n4...\n"), Ok(vec![2, 7]));
    assert_eq!(numbers("slitherlink", "slither/2/2/j\nslither/3/2/l\n"), Ok(vec![1, 2]));
    assert_eq!(numbers("star-battle", "551W7kxqe40\n551W7kxqe40\n551W7kxqe40\n"), Ok(vec![1, 2, 3]));
    assert_eq!(numbers("word-sum", "SEND+MORE=MONEY\nI+BB==ILL\n"), Ok(vec![1, 2]));
    assert_eq!(numbers("light-up", "#..\n...\n\n..#\n...\n...\n"), Ok(vec![1, 4]));
    // A single puzzle is not a collection, even if it contains blank lines or a rule in a separate block.
    assert_eq!(numbers("sudoku", "1...\n..3.\n\n.4..\n...2\n\ndiagonal\n"), Ok(vec![1]));
    // An error refers to a line of the entire text, and an invalid board is not read as a collection of smaller ones.
    let wrong = format!("{}\n1...4...2......x\n", sudoku[0]);
    let wrong = boards(kind("sudoku").expect("a kind"), &wrong);
    assert_eq!(
        wrong.expect_err("an x").to_string(),
        "line 2, column 16: expected a number, a letter (A is 10), or `.` for an empty square, not `x`"
    );
    let minefield = "....1..1..*..1..\n".repeat(6) + "\n" + &"....1..1..*..1..\n".repeat(5);
    assert_eq!(numbers("minesweeper", &minefield), Ok(vec![1, 8]));
    let wrong = "x...4...2......3\n.1...2..3...4...\n";
    assert!(numbers("sudoku", wrong).expect_err("an x").to_string().starts_with("line 1, column 1: expected a number"));
    assert_eq!(numbers("kakuro", "# 3\\\n\\3 .\n\n# 4\\\n\\4 .\n"), Ok(vec![1, 4]));
    let large: String = "1111222233334444\n".repeat(15) + "111122223333444!\n";
    assert!(numbers("hitori", &large).expect_err("a stroke").to_string().starts_with("line 16, column 16: "));
}

/// Squares may be separated by frames, commas, tabs and blanks.
#[test]
fn squares_may_be_set_apart() {
    all_are(
        "slitherlink",
        "3.2\n.1.\n2.3\n",
        &[
            "3 . 2\n. 1 .\n2 . 3\n",
            "3,,2\n,1,\n2,,3\n",
            "3\t.\t2\r\n.\t1\t.\r\n2\t.\t3\r\n",
            "+---+---+---+\n| 3 |   | 2 |\n+---+---+---+\n|   | 1 |   |\n+---+---+---+\n| 2 |   | 3 |\n+---+---+---+\n",
            "┌─┬─┬─┐\n│3│ │2│\n├─┼─┼─┤\n│ │1│ │\n├─┼─┼─┤\n│2│ │3│\n└─┴─┴─┘\n",
            "3 - 2\n- 1 -\n2 - 3\n",
            "   3.2\n   .1.\n   2.3   \n",
            "3 3\n3.2\n.1.\n2.3\n",
        ],
    );
    all_are(
        "sudoku",
        "1...\n..3.\n.4..\n...2\n",
        &[
            "1.|..\n..|3.\n--+--\n.4|..\n..|.2\n",
            "|1 . | . .|\n|. . | 3 .|\n+----+----+\n|. 4 | . .|\n|. . | . 2|\n",
            "1  . .  .\n.  . 3  .\n.  4 .  .\n.  . .  2\n",
            "1,,,\n,,3,\n,4,,\n,,,2\n",
        ],
    );
    all_are(
        "hitori",
        "1a2\n2b1\n1a2\n",
        &["1 10 2\n2 11 1\n1 10 2\n", "1, 10, 2\n 2, 11, 1\n 1,10,2\n", " 1 10  2\n 2 11  1\n 1 10  2\n"],
    );
    all_are("region-queens", "AABB\nAABC\nDDCC\nDDCC\n", &["AABBAABCDDCCDDCC", "A,A,B,B,A,A,B,C,D,D,C,C,D,D,C,C\n"]);
    assert_eq!(
        count("region-queens", "1,1,2,2,1,1,2,3,4,4,3,3,4,4,3,3\n"),
        count("region-queens", "AABB\nAABC\nDDCC\nDDCC\n")
    );
    all_are(
        "zebra",
        "name: Ann Bob\ncolour: red blue\nAnn = red\n",
        &["name: Ann, Bob\ncolour: red,blue\nAnn = red\n"],
    );
    all_are("slitherlink", "3..2\n.1..\n2..3\n", &["3  2\n 1  \n2  3\n"]);
    all_fail(
        "slitherlink",
        &[
            (
                "3 2\n 1 \n2 3\n",
                "line 1, column 1: `3 2` may be the board size or a row: write `size 3 2` for the size, or `.` for empty squares",
            ),
            (
                "3 2\n 1\n2 3\n",
                "line 2, column 3: row 2 has 2 squares, but row 1 has 3: blanks that differ from row to row are squares; write `.` for an empty square",
            ),
            (
                " 3 2\n  1 \n 2 3\n",
                "line 1, column 1: the first or last column is blank in every row: write `.` for each empty square",
            ),
            (
                "3,2,\n1,1,\n",
                "line 1, column 5: the first or last column is blank in every row: write `.` for each empty square",
            ),
            ("3-2\n.1.\n", "line 1, column 2: expected 0 to 3, or `.` for a square without a number, not `-`"),
        ],
    );
}

/// For every kind that supports links, links of generated puzzles are read back.
#[test]
fn links_of_every_kind_that_writes_them_are_read_back() {
    let written = KINDS.iter().filter(|kind| kind.writes.contains(&"puzzlink"));
    for kind in written {
        let made = generate(kind, kind.sizes[0], None, 3, &Limits::default()).expect("a puzzle");
        let link = made.write_as("puzzlink").expect("a link");
        for link in [
            link.clone(),
            link.trim().to_owned() + "/",
            link.replace("https://", "\u{feff}"),
            link.replace('\n', "\r\n"),
        ] {
            assert_eq!(read(kind.name, &link), made.write(), "{link}");
        }
    }
}
