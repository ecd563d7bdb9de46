//! Malformed texts for every kind, with the error position and what was expected.

use puzzles::{KINDS, kind};

/// The kind, the text, and the error message.
const MALFORMED: &[(&str, &str, &str)] = &[
    ("sudoku", "12\n34\n", "line 1, column 1: expected 4 to 25 rows, not 2"),
    ("sudoku", "1...\n..5.\n.4..\n...2\n", "line 2, column 3: expected 1 to 4, or `.` for an empty square, not `5`"),
    ("sudoku", "1...\n...\n.4..\n...2\n", "line 2, column 4: row 2 has 3 squares, but row 1 has 4"),
    (
        "sudoku",
        "1...x..34.1....2",
        "line 1, column 5: expected a number, a letter (A is 10), or `.` for an empty square, not `x`",
    ),
    ("sudoku", "1...\n..3.\n.4..\n...2\ndiagonals\n", "line 5, column 5: row 5 has 9 squares, but row 1 has 4"),
    ("sudoku", "https://puzz.link/p?sudoku/4/4/g1k23k4", "line 1, column 39: expected 16 squares, but the link has 15"),
    (
        "sudoku",
        "https://puzz.link/p?slither/4/4/g1k23k3g",
        "line 1, column 21: this is a link to `slither`, which is slitherlink, not sudoku",
    ),
    ("sudoku", "sudoku/4/4/g1k23k39", "line 1, column 19: expected 1 to 4, or `.` for an empty square, not `9`"),
    (
        "sudoku",
        "sudoku/4/4/g1k2!k3g",
        "line 1, column 16: expected a digit from 0 to f, `-`, or a letter from g on for a run, not `!`",
    ),
    (
        "sudoku",
        "https://puzz.link/p/sudoku",
        "line 1, column 27: expected https://puzz.link/p?sudoku/, the numbers of columns and of rows, and the squares",
    ),
    (
        "diagonal-sudoku",
        "1...\n..3.\n.4..\n...2\ndiagonal x\n",
        "line 5, column 10: expected the end of the line after `diagonal`, not `x`",
    ),
    (
        "diagonal-sudoku",
        ".....\n.....\n.....\n.....\n.....\ndiagonal\n",
        "line 1, column 1: 5 rows have no rectangular boxes: add a line `areas` and 5 rows of letters",
    ),
    ("diagonal-sudoku", "1..\n..3\n.4.\ndiagonal\n", "line 1, column 1: expected 4 to 25 rows, not 3"),
    (
        "jigsaw-sudoku",
        "....\n....\n....\n....\nareas\nAABB\nAABB\nCCDD\n",
        "line 5, column 1: expected 4 rows of letters after `areas`, not 3",
    ),
    (
        "jigsaw-sudoku",
        "....\n....\n....\n....\nareas\nAABB\nAABB\nCCDD\nCCCD\n",
        "line 8, column 1: area C has 5 squares, not 4",
    ),
    (
        "jigsaw-sudoku",
        "....\n....\n....\n....\nareas\nAAB\nAABB\nCCDD\nCCDD\n",
        "line 7, column 4: row 2 has 4 squares, but row 1 has 3",
    ),
    (
        "jigsaw-sudoku",
        "....\n....\n....\n....\nareas\nAAB!\nAABB\nCCDD\nCCDD\n",
        "line 6, column 4: expected the letter of an area, not `!`",
    ),
    (
        "killer-sudoku",
        "....\n....\n....\n....\ncage\n",
        "line 5, column 1: expected `cage`, a sum and squares: cage 12 a1 b1",
    ),
    ("killer-sudoku", "....\n....\n....\n....\ncage 11 a1\n", "line 5, column 6: expected a sum, 1 to 10, not `11`"),
    (
        "killer-sudoku",
        "....\n....\n....\n....\ncage 5 a1 e1\n",
        "line 5, column 11: expected a square, a1 to d4, not `e1`",
    ),
    ("killer-sudoku", "....\n....\n....\n....\ncage 5 a1 b1\ncage 3 b1 b2\n", "line 6, column 8: b1 is in two cages"),
    ("region-queens", "AABB\nAAB\nDDCC\nDDCC\n", "line 2, column 4: row 2 has 3 squares, but row 1 has 4"),
    (
        "region-queens",
        "AAB!\nAABC\nDDCC\nDDCC\n",
        "line 1, column 4: `!` is not a region name: expected a letter or a number",
    ),
    ("region-queens", "4x1.AABB", "line 1, column 9: a 4x4 board has 16 squares, but there are 4 letters"),
    ("region-queens", "starbattle/4/4/1/zz", "line 1, column 18: expected a digit or a letter up to v, not `z`"),
    ("region-queens", "starbattle/4/5/1/00", "line 1, column 16: expected as many rows as columns, not 5 and 4"),
    ("region-queens", "starbattle/4/4/1/000000", "line 1, column 18: a 4x4 board needs 4 regions, but there is 1: A"),
    (
        "star-battle",
        "stars x\nAABB\nAABC\nDDCC\nDDCC\n",
        "line 1, column 7: expected the number of stars, 1 to 60, not `x`",
    ),
    (
        "star-battle",
        "ABBBB\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n",
        "line 1, column 1: region A is too small: 1 of its squares cannot hold 2 stars that do not touch",
    ),
    (
        "star-battle",
        "stars 3\nAABB\nAABC\nDDCC\nDDCC\n",
        "line 1, column 7: a row of 4 squares has room for 1 to 2 stars that do not touch, not 3",
    ),
    (
        "star-battle",
        "stars 2\nstars 2\nAABB\nAABC\nDDCC\nDDCC\n",
        "line 2, column 1: the number of stars is given twice",
    ),
    (
        "queens",
        "....\n.Q..\n..X.\n....\n",
        "line 3, column 3: expected Q for a queen, or `.` for an empty square, not `X`",
    ),
    ("queens", "....\n.Q.\n....\n....\n", "line 2, column 4: row 2 has 3 squares, but row 1 has 4"),
    ("queens", "....\n....\n", "line 1, column 1: 2 rows need 2 squares each, not 4"),
    ("futoshiki", "...\n.4.\n...\n", "line 2, column 2: expected 1 to 3, or `.` for an empty square, not `4`"),
    ("futoshiki", "...\n...\n...\na1<c1\n", "line 4, column 1: a1<c1: these squares are not neighbours"),
    ("futoshiki", "...\n...\n...\na1<d1\n", "line 4, column 4: expected a square, a1 to c3, not `d1`"),
    (
        "futoshiki",
        "...\n...\n...\na1<b1 x\n",
        "line 4, column 7: expected two squares with a sign between them, a1<a2, not `x`",
    ),
    ("skyscrapers", ". .\n. . . .\n. . . .\n", "line 3, column 8: 2 columns need 4 lines, not 3"),
    ("skyscrapers", "3 .\n. . . .\n. . . .\n. .\n", "line 1, column 1: expected a number, 1 to 2, not `3`"),
    ("skyscrapers", ". .\n. . .\n. . . .\n. .\n", "line 2, column 6: expected 4 numbers or points here, not 3"),
    ("kenken", "AA\nBB\nA 3+\n", "line 3, column 5: cage B has no result: add a line such as B 12+"),
    (
        "kenken",
        "AA\nBB\nA 3%\nB 3+\n",
        "line 3, column 4: expected + - * / after the result; - and / for two squares, none for one",
    ),
    ("kenken", "AA\nBB\nA 3+\nB 3+\nC 4\n", "line 5, column 1: there is no cage `C`"),
    ("kenken", "A1\nBB\nA 3+\n", "line 1, column 2: expected the letter of a cage, not `1`"),
    ("nonogram", "1 1\n", "line 1, column 1: expected `rows` or `columns`, not `1 1`"),
    ("nonogram", "rows\n3\n1\ncolumns\n1\n1\n", "line 2, column 1: the runs of row 1 need 3 squares, but there are 2"),
    ("nonogram", "rows\nx\ncolumns\n1\n", "line 2, column 1: expected the length of a run, 0 to 100, not `x`"),
    (
        "nonogram",
        "rows\n1\n1\n",
        "line 3, column 2: expected a line `rows` followed by the runs of each row, and a line `columns` followed by those of each column",
    ),
    (
        "minesweeper",
        "1.\n.9\n",
        "line 2, column 2: expected a number up to 8, `.` for a covered square or `*` for a mine, not `9`",
    ),
    ("minesweeper", "1.\n..\nmines 5\n", "line 3, column 7: expected the number of mines, 0 to 4, not `5`"),
    ("minesweeper", "1.\n.\n", "line 2, column 2: row 2 has 1 square, but row 1 has 2"),
    ("minesweeper", "1.\n..\nmines\n", "line 3, column 1: expected `mines` and the number of mines"),
    (
        "light-up",
        "..\n.5\n",
        "line 2, column 2: expected `.` for a white square, `#` for a black one, or 0 to 4, not `5`",
    ),
    ("light-up", "..\n.\n", "line 2, column 2: row 2 has 1 square, but row 1 has 2"),
    ("light-up", "", "line 1, column 1: expected 1 to 60 rows and columns, not 0 and 0"),
    ("light-up", "akari/2/2/h", "line 1, column 12: expected 4 squares, but the link has 2"),
    ("light-up", "akari/2/2/m", "line 1, column 11: `m` is a run of 7 squares, but only 4 are left"),
    (
        "light-up",
        "akari/2/2/A",
        "line 1, column 11: expected a digit, a letter up to e, or a letter from g on for a run, not `A`",
    ),
    ("heyawake", "AB\nA\n", "line 2, column 2: row 2 has 1 square, but row 1 has 2"),
    ("heyawake", "AB\nAB\nC 1\n", "line 3, column 1: there is no room `C`"),
    ("heyawake", "AB\nAB\nA 3\n", "line 3, column 3: expected the number of a room, 0 to 2, not `3`"),
    ("heyawake", "AB\nAB\nA 1\nA 1\n", "line 4, column 1: room A has two numbers"),
    ("heyawake", "heyawake/2/2/00", "line 1, column 16: expected 1 squares, but the link has 0"),
    ("hitori", "12\n2\n", "line 2, column 2: row 2 has 1 square, but row 1 has 2"),
    ("hitori", "12\n20\n", "line 2, column 2: expected a positive number, or a letter (a is 10), not `0`"),
    ("hitori", "12\n", "line 1, column 1: expected 2 to 35 rows, not 1 with 2 squares"),
    ("hitori", "hitori/2/2/121", "line 1, column 15: expected 4 squares, but the link has 3"),
    ("hitori", "hitori/2/2/12213", "line 1, column 16: expected the end of the link, not `3`"),
    ("hitori", "hitori/2/3/122112", "line 1, column 12: expected 2 to 35 rows and as many columns, not 3 and 2"),
    ("slitherlink", "12\n3\n", "line 2, column 2: row 2 has 1 square, but row 1 has 2"),
    ("slitherlink", "12\n39\n", "line 2, column 2: expected 0 to 3, or `.` for a square without a number, not `9`"),
    ("slitherlink", "", "line 1, column 1: expected 1 to 60 rows and columns, not 0 and 0"),
    ("slitherlink", "slither/2/2/g", "line 1, column 14: expected 4 squares, but the link has 1"),
    (
        "slitherlink",
        "slither/2/2/.i",
        "line 1, column 13: expected a square's number, or a run of squares without numbers, not `.`",
    ),
    ("slitherlink", "slither/0/2/i", "line 1, column 9: expected the number of columns, 1 to 99, not `0`"),
    (
        "slitherlink",
        "slither/2/2",
        "line 1, column 12: expected https://puzz.link/p?slither/, the numbers of columns and of rows, and the squares",
    ),
    ("kakuro", "# 4\\ 3\\\n\\4 . .\n\\x . .\n", "line 3, column 2: expected a sum, 1 to 45, not `x`"),
    ("kakuro", "# 4\\ 3\\\n\\4 . .\n\\2 . .\n", "line 3, column 1: 2 squares add up to 3 to 17, not 2"),
    (
        "kakuro",
        "# 4\\ 3\\\n\\4 . .\n# . .\n",
        "line 3, column 3: this run has no sum: put it into the black square before it",
    ),
    ("kakuro", "# # #\n# 3\\ #\n", "line 2, column 3: a sum without white squares"),
    ("kakuro", "# 4\\\n\\4 . .\n", "line 2, column 6: row 2 has 3 squares, but row 1 has 2"),
    ("kakuro", "kakuro/2/2/n434", "line 1, column 16: expected a sum, but the link ends"),
    ("kakuro", "kakuro/2/2/n43431", "line 1, column 17: expected the end of the link, not `1`"),
    ("kakuro", "kakuro/2/2/o4343", "line 1, column 12: `o` is a run of 5 squares, but only 4 are left"),
    (
        "kakuro",
        "kakuro/2/2/n4!43",
        "line 1, column 14: expected a sum: a digit, a to j for 10 to 19, A to Z from 20 on, or `-` for none, not `!`",
    ),
    ("word-sum", "SEND+MORE\n", "line 1, column 10: expected `=` and the total"),
    ("word-sum", "SEND+M0RE=MONEY\n", "line 1, column 7: expected a letter, `+` or `=`, not `0`"),
    ("word-sum", "ABCDEF+GHIJK=LMNOP\n", "line 1, column 1: 16 letters, but there are only 10 digits"),
    ("word-sum", "SEND+MORE=MONEY\nX = 1\n", "line 2, column 1: there is no letter `X`"),
    ("word-sum", "SEND+MORE=MONEY\nM = 0\n", "line 2, column 5: expected a digit, 1 to 9, not `0`"),
    ("zebra", "name: Ann Bob\ncolour: red\n", "line 2, column 12: expected 2 things, one for each house, not 1"),
    ("zebra", "name: Ann Bob\nAnn = red\n", "line 2, column 7: there is no `red`"),
    (
        "zebra",
        "name: Ann Bob\nAnn near Bob\n",
        "line 2, column 5: expected =, !=, at, next to, left of, right of, just left of or just right of",
    ),
    ("zebra", "name: Ann Bob\nAnn at 3\n", "line 2, column 8: expected the number of a house, 1 to 2, not `3`"),
];

#[test]
fn every_fault_has_a_place() {
    let mut others = Vec::new();
    for &(name, text, message) in MALFORMED {
        let read = (kind(name).expect(name).read)(text);
        let error = read.err().unwrap_or_else(|| panic!("{name}: {text:?} is read"));
        if error.to_string() != message {
            others.push(format!("{name}: {text:?}\n  {error}\n  {message}\n"));
        }
    }
    assert!(others.is_empty(), "{}", others.concat());
    for kind in KINDS {
        let own = MALFORMED.iter().filter(|(name, ..)| *name == kind.name).count();
        assert!(own >= 3, "{}: {own}", kind.name);
    }
}
