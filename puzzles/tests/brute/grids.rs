//! The rules of puzzles with numbers in their squares, parsed from the text formats.

use crate::board::Board;

/// Returns the characters of the first `count` lines.
pub(crate) fn rows(text: &str, count: usize) -> Vec<Vec<char>> {
    text.lines().take(count).map(|line| line.chars().collect()).collect()
}

/// Returns the name of a square, such as `b3`.
pub(crate) fn name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn number(c: char) -> Option<i32> {
    c.to_digit(10).map(|digit| digit as i32)
}

/// Creates a Latin square with some givens.
fn latin(givens: &[Vec<char>]) -> Board {
    let size = givens.len();
    let mut board = Board::default();
    for (row, line) in givens.iter().enumerate() {
        for (column, &given) in line.iter().enumerate() {
            match number(given) {
                Some(given) => board.cell(name(row, column), [given]),
                None => board.cell(name(row, column), 1..=size as i32),
            };
        }
    }
    for i in 0..size {
        board.different(&(0..size).map(|j| i * size + j).collect::<Vec<_>>());
        board.different(&(0..size).map(|j| j * size + i).collect::<Vec<_>>());
    }
    board
}

/// Adds the rule that the cells have this sum.
fn sum(board: &mut Board, cells: &[usize], total: i32, most: i32) {
    board.rule(cells, move |values| {
        let known: i32 = values.iter().flatten().sum();
        let open = values.iter().filter(|value| value.is_none()).count() as i32;
        known + open <= total && total <= known + open * most
    });
}

/// Parses a sudoku, diagonal sudoku, jigsaw sudoku or killer sudoku.
pub(crate) fn sudoku(text: &str) -> Board {
    let size = text.lines().next().expect("a row").len();
    let mut board = latin(&rows(text, size));
    let mut rest = text.lines().skip(size);
    // The width of a box is the smallest divisor of the size that is not less than its square root.
    let width = (1..=size).find(|width| width * width >= size && size.is_multiple_of(*width)).expect("the size itself");
    let height = size / width;
    let mut area: Vec<String> =
        (0..size * size).map(|square| format!("{} {}", square / size / height, square % size / width)).collect();
    while let Some(line) = rest.next() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "diagonal" => {
                board.different(&(0..size).map(|i| i * size + i).collect::<Vec<_>>());
                board.different(&(0..size).map(|i| i * size + size - 1 - i).collect::<Vec<_>>());
            }
            "areas" => area = rest.by_ref().take(size).flat_map(str::chars).map(String::from).collect(),
            _ => {
                let cells: Vec<usize> = words[2..].iter().map(|square| board.find(square)).collect();
                board.different(&cells);
                sum(&mut board, &cells, words[1].parse().expect("a sum"), size as i32);
            }
        }
    }
    for first in 0..size * size {
        let own: Vec<usize> = (0..size * size).filter(|&square| area[square] == area[first]).collect();
        if own[0] == first {
            board.different(&own);
        }
    }
    board
}

/// Parses a futoshiki.
pub(crate) fn futoshiki(text: &str) -> Board {
    let size = text.lines().next().expect("a row").len();
    let mut board = latin(&rows(text, size));
    for sign in text.lines().skip(size).flat_map(|line| line.split(' ')) {
        let (smaller, larger) = sign.split_once('<').expect("a sign");
        let cells = [board.find(smaller), board.find(larger)];
        board.rule(&cells, |values| if let [Some(a), Some(b)] = *values { a < b } else { true });
    }
    board
}

/// Parses a skyscrapers puzzle.
pub(crate) fn skyscrapers(text: &str) -> Board {
    let frame: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let size = frame[0].len();
    let inner = |row: usize| frame[row + 1][1..=size].iter().map(|word| word.chars().next().expect("a word")).collect();
    let mut board = latin(&(0..size).map(inner).collect::<Vec<Vec<char>>>());
    for i in 0..size {
        let across: Vec<usize> = (0..size).map(|j| i * size + j).collect();
        let down: Vec<usize> = (0..size).map(|j| j * size + i).collect();
        let back = |line: &[usize]| line.iter().rev().copied().collect::<Vec<usize>>();
        let views = [
            (frame[0][i], down.clone()),
            (frame[size + 1][i], back(&down)),
            (frame[i + 1][0], across.clone()),
            (frame[i + 1][size + 1], back(&across)),
        ];
        for (clue, line) in views {
            let Ok(clue) = clue.parse::<usize>() else { continue };
            board.rule(&line, move |values| {
                let Some(heights) = values.iter().copied().collect::<Option<Vec<i32>>>() else { return true };
                (0..heights.len()).filter(|&i| heights[..i].iter().all(|&before| before < heights[i])).count() == clue
            });
        }
    }
    board
}

/// Parses a KenKen.
pub(crate) fn kenken(text: &str) -> Board {
    let size = text.lines().next().expect("a row").len();
    let letters = rows(text, size);
    let mut board = latin(&vec![vec!['.'; size]; size]);
    for line in text.lines().skip(size) {
        let (letter, label) = line.split_once(' ').expect("a letter and a result");
        let own = |&square: &usize| letters[square / size][square % size].to_string() == letter;
        let cells: Vec<usize> = (0..size * size).filter(own).collect();
        let sign = label.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        let result: i64 = label[..label.len() - sign.len()].parse().expect("a result");
        board.rule(&cells, move |values| {
            let Some(values) = values.iter().copied().collect::<Option<Vec<i32>>>() else { return true };
            let most = i64::from(*values.iter().max().expect("a square"));
            let least = i64::from(*values.iter().min().expect("a square"));
            let mut values = values.iter().map(|&value| i64::from(value));
            result
                == match sign.as_str() {
                    "" => most,
                    "+" => values.sum(),
                    "*" => values.product(),
                    "-" => most - least,
                    "/" if most % least == 0 => most / least,
                    _ => return values.next().is_none(),
                }
        });
    }
    board
}

/// Parses a kakuro.
pub(crate) fn kakuro(text: &str) -> Board {
    let squares: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    let mut board = Board::default();
    let white = |row: usize, column: usize| squares.get(row).and_then(|line| line.get(column)) == Some(&".");
    for (row, line) in squares.iter().enumerate() {
        for column in (0..line.len()).filter(|&column| white(row, column)) {
            board.cell(name(row, column), 1..=9);
        }
    }
    for (row, line) in squares.iter().enumerate() {
        for (column, square) in line.iter().enumerate() {
            let Some((down, across)) = square.split_once('\\') else { continue };
            let below = (row + 1..).take_while(|&r| white(r, column)).map(|r| name(r, column));
            let right = (column + 1..).take_while(|&c| white(row, c)).map(|c| name(row, c));
            for (total, run) in [(down, below.collect::<Vec<_>>()), (across, right.collect())] {
                let Ok(total) = total.parse() else { continue };
                let cells: Vec<usize> = run.iter().map(|cell| board.find(cell)).collect();
                board.different(&cells);
                sum(&mut board, &cells, total, 9);
            }
        }
    }
    board
}
