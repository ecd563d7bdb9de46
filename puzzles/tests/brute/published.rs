//! Puzzles whose solution count is published or follows from a short argument.

/// The kind, the puzzle, and its solution count.
pub(crate) const PUBLISHED: &[(&str, &str, usize)] = &[
    // Non-attacking kings, one in each row and column (A002464). Regions equal to rows are redundant.
    ("star-battle", "stars 1\nAAAAAA\nBBBBBB\nCCCCCC\nDDDDDD\nEEEEEE\nFFFFFF\n", 90),
    // There are 288 sudokus of four numbers, and 576 Latin squares (A002860).
    ("sudoku", "....\n....\n....\n....\n", 288),
    ("sudoku", "12..\n..34\n....\n....\n", 0),
    ("jigsaw-sudoku", "....\n....\n....\n....\nareas\nAAAA\nBBBB\nCCCC\nDDDD\n", 576),
    ("futoshiki", "..\n..\n", 2),
    ("futoshiki", "...\n...\n...\n", 12),
    ("futoshiki", "....\n....\n....\n....\n", 576),
    // A sign in a corner halves the solution count, because exchanging x for n + 1 - x reverses the sign.
    ("futoshiki", "....\n....\n....\n....\na1<b1\n", 288),
    ("kenken", "AA\nBB\nA 3+\nB 3+\n", 2),
    ("kenken", "AA\nBB\nA 3+\nB 4+\n", 0),
    ("killer-sudoku", "....\n....\n....\n....\ncage 10 a1 b1 c1 d1\n", 288),
    ("killer-sudoku", "....\n....\n....\n....\ncage 3 a1 b1\n", 48),
    // Stirling numbers of the first kind (6, 11, 6, 1) count the rows of length four with k visible buildings. Each
    // first row occurs in 24 Latin squares.
    ("skyscrapers", ". . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . .\n", 576),
    ("skyscrapers", ". . . .\n1 . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . .\n", 144),
    ("skyscrapers", ". . . .\n2 . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . .\n", 264),
    ("skyscrapers", ". . . .\n3 . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . .\n", 144),
    ("skyscrapers", ". . . .\n4 . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . .\n", 24),
    // Queens (A000170), and non-attacking kings, one in each row and column (A002464).
    ("queens", "...\n...\n...\n", 0),
    ("queens", "....\n....\n....\n....\n", 2),
    ("queens", ".....\n.....\n.....\n.....\n.....\n", 10),
    ("queens", "......\n......\n......\n......\n......\n......\n", 4),
    ("queens", "........\n........\n........\n........\n........\n........\n........\n........\n", 92),
    ("region-queens", "AAAA\nBBBB\nCCCC\nDDDD\n", 2),
    ("region-queens", "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n", 14),
    ("region-queens", "AAAAAA\nBBBBBB\nCCCCCC\nDDDDDD\nEEEEEE\nFFFFFF\n", 90),
    // Pictures with one filled square in each row and column are permutations.
    ("nonogram", "rows\n1\n1\n1\n1\ncolumns\n1\n1\n1\n1\n", 24),
    ("nonogram", "rows\n1 1\n1 1\ncolumns\n2\n0\n1\n", 0),
    ("nonogram", "rows\n2\n2\ncolumns\n1\n2\n1\n", 2),
    // Any three of the sixteen squares can be mines.
    ("minesweeper", "....\n....\n....\n....\nmines 3\n", 560),
    ("minesweeper", "0.\n..\nmines 1\n", 0),
    ("minesweeper", "1.\n..\nmines 1\n", 3),
    // Lamps in two opposite corners light all the squares.
    ("light-up", "..\n..\n", 2),
    ("light-up", "0.\n.#\n", 0),
    ("light-up", "..\n.2\n", 1),
    // Either no square or one of the corners is shaded.
    ("hitori", "12\n21\n", 5),
    ("hitori", "11\n11\n", 0),
    ("hitori", "11\n12\n", 1),
    ("heyawake", "AA\nAA\nA 1\n", 4),
    ("heyawake", "AA\nAA\nA 2\n", 0),
    ("heyawake", "ABC\n", 3),
    ("heyawake", "ABA\nABA\n", 2),
    // Loops along the sides of the squares of an n × n grid (A140517).
    ("slitherlink", ".\n", 1),
    ("slitherlink", "..\n..\n", 13),
    ("slitherlink", "...\n...\n...\n", 213),
    ("slitherlink", "33\n33\n", 0),
    ("kakuro", "# 4\\ 3\\\n\\4 . .\n\\3 . .\n", 1),
    ("kakuro", "# 5\\ 5\\\n\\5 . .\n\\5 . .\n", 4),
    ("kakuro", "# 4\\ 3\\\n\\3 . .\n\\5 . .\n", 0),
    // Dudeney's sum and other well-known ones.
    ("word-sum", "SEND+MORE=MONEY\n", 1),
    ("word-sum", "TWO+TWO=FOUR\n", 7),
    ("word-sum", "EAT+THAT=APPLE\n", 1),
    ("word-sum", "CROSS+ROADS=DANGER\n", 1),
    ("word-sum", "FORTY+TEN+TEN=SIXTY\n", 1),
    ("word-sum", "DONALD+GERALD=ROBERT\n", 1),
    ("word-sum", "A+A=A\n", 1),
    ("word-sum", "AB+CD=CD\n", 0),
    // Without clues, each item can be in any house.
    ("zebra", "name: Ann Bob Cid\ncolour: red green blue\n", 36),
    ("zebra", "name: Ann Bob Cid\nAnn left of Bob\nBob left of Cid\n", 1),
    ("zebra", "name: Ann Bob Cid\nAnn left of Bob\nBob left of Ann\n", 0),
    // From Life International, 17 December 1962.
    (
        "zebra",
        "nation: English Spaniard Ukrainian Norwegian Japanese\ncolour: red green ivory yellow blue\n\
         drink: coffee tea milk juice water\nsmoke: OldGold Kools Chesterfields LuckyStrike Parliaments\n\
         pet: dog snails fox horse zebra\nEnglish = red\nSpaniard = dog\ncoffee = green\nUkrainian = tea\n\
         green just right of ivory\nOldGold = snails\nKools = yellow\nmilk at 3\nNorwegian at 1\n\
         Chesterfields next to fox\nKools next to horse\nLuckyStrike = juice\nJapanese = Parliaments\n\
         Norwegian next to blue\n",
        1,
    ),
];
