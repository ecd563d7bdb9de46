//! The rules of puzzles whose squares or sides are marked or unmarked, parsed from the text formats.

use crate::board::Board;
use crate::grids::{name, rows};

/// Creates a cell for each square, row by row.
fn squares(height: usize, width: usize) -> Board {
    let mut board = Board::default();
    for square in 0..height * width {
        board.cell(name(square / width, square % width), 0..=1);
    }
    board
}

fn grid(text: &str) -> Vec<Vec<char>> {
    rows(text, usize::MAX)
}

/// Checks whether items are connected.
fn is_whole(things: &[usize], touches: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached: Vec<usize> = things.iter().take(1).copied().collect();
    let mut next = 0;
    while next < reached.len() {
        let from = reached[next];
        next += 1;
        reached.extend(
            things.iter().filter(|&&to| touches(from, to)).filter(|to| !reached.contains(to)).collect::<Vec<_>>(),
        );
    }
    reached.len() == things.len()
}

/// Parses a region queens or Star Battle puzzle.
pub(crate) fn stars(text: &str) -> Board {
    let stars =
        text.lines().find_map(|line| line.strip_prefix("stars ")).map_or(1, |stars| stars.parse().expect("a number"));
    let letters: Vec<Vec<char>> =
        text.lines().filter(|line| !line.starts_with("stars")).map(|line| line.chars().collect()).collect();
    let size = letters.len();
    let mut board = squares(size, size);
    let all = || (0..size * size).map(|square| (square / size, square % size));
    let mut unit = |of: &dyn Fn((usize, usize)) -> bool, least: usize, most: usize| {
        let cells: Vec<usize> = all().filter(|&square| of(square)).map(|(r, c)| r * size + c).collect();
        board.marked(&cells, least, most);
    };
    for i in 0..size {
        unit(&|(r, _)| r == i, stars, stars);
        unit(&|(_, c)| c == i, stars, stars);
    }
    for (row, column) in all() {
        let letter = letters[row][column];
        // The rule for a region is added once per square; the copies are redundant but harmless.
        unit(&|(r, c)| letters[r][c] == letter, stars, stars);
        unit(&|(r, c)| (r == row || r == row + 1) && (c == column || c == column + 1), 0, 1);
    }
    board
}

/// Parses a queens puzzle.
pub(crate) fn queens(text: &str) -> Board {
    let given = grid(text);
    let size = given.len();
    let mut board = squares(size, size);
    for square in 0..size * size {
        if given[square / size][square % size] == 'Q' {
            board.cells[square].1 = vec![1];
        }
    }
    for i in 0..size {
        board.marked(&(0..size).map(|j| i * size + j).collect::<Vec<_>>(), 1, 1);
        board.marked(&(0..size).map(|j| j * size + i).collect::<Vec<_>>(), 1, 1);
    }
    for one in 0..size * size {
        for other in 0..one {
            let (down, across) = (one / size - other / size, (one % size).abs_diff(other % size));
            if down == across {
                board.marked(&[one, other], 0, 1);
            }
        }
    }
    board
}

/// Parses a nonogram.
pub(crate) fn nonogram(text: &str) -> Board {
    let (above, below) = text.split_once("columns\n").expect("columns");
    let clues = |text: &str| -> Vec<Vec<usize>> {
        let runs = |line: &str| line.split(' ').map(|run| run.parse().expect("a run")).filter(|&run| run > 0).collect();
        text.lines().filter(|line| *line != "rows").map(runs).collect()
    };
    let (rows, columns) = (clues(above), clues(below));
    let (height, width) = (rows.len(), columns.len());
    let mut board = squares(height, width);
    for (row, runs) in rows.into_iter().enumerate() {
        board.rule(&(0..width).map(|column| row * width + column).collect::<Vec<_>>(), move |line| {
            has_runs(line, &runs)
        });
    }
    for (column, runs) in columns.into_iter().enumerate() {
        board.rule(&(0..height).map(|row| row * width + column).collect::<Vec<_>>(), move |line| has_runs(line, &runs));
    }
    board
}

/// Checks whether the runs fit into a line by trying each position of the first run and recursing.
fn has_runs(line: &[Option<i32>], runs: &[usize]) -> bool {
    let Some((&first, others)) = runs.split_first() else { return line.iter().all(|square| *square != Some(1)) };
    (0..line.len()).take_while(|&start| line[..start].iter().all(|square| *square != Some(1))).any(|start| {
        let (end, next) = (start + first, line.get(start + first));
        end <= line.len()
            && line[start..end].iter().all(|square| *square != Some(0))
            && next != Some(&Some(1))
            && has_runs(line.get(end + 1..).unwrap_or_default(), others)
    })
}

/// Parses a Minesweeper board into one cell for each square without a number.
pub(crate) fn minesweeper(text: &str) -> Board {
    let mines = text.lines().find_map(|line| line.strip_prefix("mines "));
    let seen: Vec<Vec<char>> =
        text.lines().filter(|line| !line.starts_with("mines")).map(|line| line.chars().collect()).collect();
    let mut board = Board::default();
    let is_number = |row: usize, column: usize| seen[row][column].is_ascii_digit();
    let all = || (0..seen.len()).flat_map(|row| (0..seen[row].len()).map(move |column| (row, column)));
    for (row, column) in all().filter(|&(row, column)| !is_number(row, column)) {
        let least = i32::from(seen[row][column] == '*');
        board.cell(name(row, column), least..=1);
    }
    for (row, column) in all().filter(|&(row, column)| is_number(row, column)) {
        let near = all().filter(|&(r, c)| r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1 && !is_number(r, c));
        let cells: Vec<usize> = near.map(|(r, c)| board.find(&name(r, c))).collect();
        let count = seen[row][column].to_digit(10).expect("a digit") as usize;
        board.marked(&cells, count, count);
    }
    if let Some(mines) = mines {
        let mines = mines.parse().expect("a number");
        board.marked(&(0..board.cells.len()).collect::<Vec<_>>(), mines, mines);
    }
    board
}

/// Parses a Light Up puzzle into one cell for each white square.
pub(crate) fn light_up(text: &str) -> Board {
    let seen = grid(text);
    let mut board = Board::default();
    let at = |row: usize, column: usize| seen.get(row).and_then(|line| line.get(column)).copied();
    let all = || (0..seen.len()).flat_map(|row| (0..seen[row].len()).map(move |column| (row, column)));
    for (row, column) in all().filter(|&(row, column)| at(row, column) == Some('.')) {
        board.cell(name(row, column), 0..=1);
    }
    const WAYS: [(usize, usize); 4] = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    for (row, column) in all() {
        if let Some(count) = seen[row][column].to_digit(10) {
            let beside = WAYS.map(|(down, right)| (row.wrapping_add(down), column.wrapping_add(right)));
            let white = beside.into_iter().filter(|&(r, c)| at(r, c) == Some('.'));
            let cells: Vec<usize> = white.map(|(r, c)| board.find(&name(r, c))).collect();
            board.marked(&cells, count as usize, count as usize);
        }
        if seen[row][column] != '.' {
            continue;
        }
        let own = board.find(&name(row, column));
        let mut lights = vec![own];
        for (down, right) in WAYS {
            let (mut r, mut c) = (row.wrapping_add(down), column.wrapping_add(right));
            while at(r, c) == Some('.') {
                lights.push(board.find(&name(r, c)));
                (r, c) = (r.wrapping_add(down), c.wrapping_add(right));
            }
        }
        board.marked(&lights, 1, lights.len());
        lights[1..].iter().for_each(|&other| board.marked(&[own, other], 0, 1));
    }
    board
}

/// Parses a hitori.
pub(crate) fn hitori(text: &str) -> Board {
    let numbers = grid(text);
    let size = numbers.len();
    let mut board = squares(size, size);
    let meet =
        move |one: usize, other: usize| (one / size).abs_diff(other / size) + (one % size).abs_diff(other % size) == 1;
    for one in 0..size * size {
        for other in 0..one {
            if meet(one, other) {
                board.marked(&[one, other], 0, 1);
            }
            let in_line = one / size == other / size || one % size == other % size;
            if in_line && numbers[one / size][one % size] == numbers[other / size][other % size] {
                board.marked(&[one, other], 1, 2);
            }
        }
    }
    in_one_piece(&mut board, size * size, meet);
    board
}

/// Adds the rule that the squares with value 0 are connected.
fn in_one_piece(board: &mut Board, squares: usize, meet: impl Fn(usize, usize) -> bool + 'static) {
    board.rule(&(0..squares).collect::<Vec<_>>(), move |shaded| {
        // Squares known to be unshaded may be connected through open squares.
        let free: Vec<usize> = (0..shaded.len()).filter(|&square| shaded[square] != Some(1)).collect();
        let Some(first) = free.iter().copied().find(|&square| shaded[square] == Some(0)) else { return true };
        let mut reached = vec![first];
        let mut next = 0;
        while next < reached.len() {
            let from = reached[next];
            next += 1;
            reached.extend(free.iter().filter(|&&to| meet(from, to) && !reached.contains(&to)).collect::<Vec<_>>());
        }
        (0..shaded.len()).all(|square| shaded[square] != Some(0) || reached.contains(&square))
    });
}

/// Parses a heyawake.
pub(crate) fn heyawake(text: &str) -> Board {
    let (numbers, rooms): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.contains(' '));
    let rooms: Vec<Vec<char>> = rooms.iter().map(|line| line.chars().collect()).collect();
    let (height, width) = (rooms.len(), rooms[0].len());
    let mut board = squares(height, width);
    let room = move |square: usize| rooms[square / width][square % width];
    for line in numbers {
        let (name, count) = line.split_once(' ').expect("a room and its number");
        let own: Vec<usize> = (0..height * width).filter(|&square| name.starts_with(room(square))).collect();
        let count = count.parse().expect("a number");
        board.marked(&own, count, count);
    }
    let meet = move |one: usize, other: usize| {
        (one / width).abs_diff(other / width) + (one % width).abs_diff(other % width) == 1
    };
    for one in 0..height * width {
        (0..one).filter(|&other| meet(one, other)).for_each(|other| board.marked(&[one, other], 0, 1));
        // No straight line that starts here and crosses more than one border may be entirely unshaded.
        for (step, length) in [(1, width - one % width), (width, height - one / width)] {
            for end in 1..length {
                let line: Vec<usize> = (0..=end).map(|i| one + i * step).collect();
                if line.windows(2).filter(|pair| room(pair[0]) != room(pair[1])).count() > 1 {
                    board.marked(&line, 1, line.len());
                }
            }
        }
    }
    in_one_piece(&mut board, height * width, meet);
    board
}

/// Parses a Slitherlink puzzle into one cell for each side.
pub(crate) fn slitherlink(text: &str) -> Board {
    let clues = grid(text);
    let (height, width) = (clues.len(), clues[0].len());
    let mut board = Board::default();
    let dot = |row: usize, column: usize| row * (width + 1) + column;
    let mut ends: Vec<(usize, usize)> = Vec::new();
    let mut around = vec![Vec::new(); height * width];
    for row in 0..=height {
        for column in 0..width {
            let (square, side) = if row < height { (row, "top") } else { (row - 1, "bottom") };
            let cell = board.cell(format!("{}-{side}", name(square, column)), 0..=1);
            ends.push((dot(row, column), dot(row, column + 1)));
            let beside = [row.checked_sub(1), (row < height).then_some(row)];
            beside.into_iter().flatten().for_each(|r| around[r * width + column].push(cell));
        }
    }
    for row in 0..height {
        for column in 0..=width {
            let (square, side) = if column < width { (column, "left") } else { (column - 1, "right") };
            let cell = board.cell(format!("{}-{side}", name(row, square)), 0..=1);
            ends.push((dot(row, column), dot(row + 1, column)));
            let beside = [column.checked_sub(1), (column < width).then_some(column)];
            beside.into_iter().flatten().for_each(|c| around[row * width + c].push(cell));
        }
    }
    for (square, sides) in around.iter().enumerate() {
        if let Some(count) = clues[square / width][square % width].to_digit(10) {
            board.marked(sides, count as usize, count as usize);
        }
    }
    for dot in 0..(height + 1) * (width + 1) {
        let sides: Vec<usize> = (0..ends.len()).filter(|&side| ends[side].0 == dot || ends[side].1 == dot).collect();
        board.rule(&sides, |sides| {
            let drawn = sides.iter().filter(|side| **side == Some(1)).count();
            drawn == 2 || drawn < 2 && sides.contains(&None) || drawn == 0
        });
    }
    let all: Vec<usize> = (0..ends.len()).collect();
    board.rule(&all, move |sides| {
        let drawn: Vec<usize> = (0..sides.len()).filter(|&side| sides[side] == Some(1)).collect();
        if !sides.contains(&None) {
            let meet = |a: usize, b: usize| {
                ends[a].0 == ends[b].0 || ends[a].0 == ends[b].1 || ends[a].1 == ends[b].0 || ends[a].1 == ends[b].1
            };
            return !drawn.is_empty() && is_whole(&drawn, meet);
        }
        // A closed loop must contain all lines that are drawn.
        let mut path: Vec<usize> = (0..(height + 1) * (width + 1)).collect();
        let mut closed = None;
        for &side in &drawn {
            let (a, b) = (path[ends[side].0], path[ends[side].1]);
            match a == b {
                true => closed = Some(side),
                false => path.iter_mut().filter(|dot| **dot == b).for_each(|dot| *dot = a),
            }
        }
        closed.is_none_or(|side| drawn.iter().all(|&other| path[ends[other].0] == path[ends[side].0]))
    });
    board
}
