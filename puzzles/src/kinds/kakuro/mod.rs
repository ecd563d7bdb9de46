//! Kakuro: runs of distinct numbers with given sums.

mod compose;
mod link;

use crate::kinds::prelude::*;
use crate::read::Words as Row;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "kakuro",
    title: "Kakuro",
    rules: "Fill white squares with numbers from 1 to 9. A run of white squares adds up to the number in the black square \
            before it, to its left or above it, and repeats no number.",
    formats: &[
        "a line for each row, with blanks between squares: . for a white square, # for a black one, 17\\4 for one with \
                a sum downwards and a sum to the right, 17\\ or \\4 for one of them",
        "a link: https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",
    ],
    writes: TEXT_AND_LINK,
    example: "# 16\\ 8\\ 29\\ # #\n\\22 . . . # #\n\\6 . . . 23\\ 11\\\n\\31 . . . . .\n# # \\18 . . .\n# # \\10 . . .\n",
    sizes: [4, 6, 9],
    levels: [2, 3],
    read,
    compose: compose::compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct Kakuro {
    columns: usize,
    squares: Vec<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    White,
    /// A black square with the sum of the run below it and the sum of the run to its right; 0 means no sum.
    Black {
        down: usize,
        across: usize,
    },
}

/// A run of white squares.
struct Run {
    squares: Vec<usize>,
    is_down: bool,
    /// The black square before the run, and the sum printed in it.
    head: Option<usize>,
    sum: Option<usize>,
}

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    if let Some(link) = puzzlink::link(text, KIND.name)? {
        let (columns, squares) = link::read(link)?;
        return Ok(Box::new(checked(columns, squares, text)?));
    }
    let lines = unframed(&text_lines(text, Comments::Slashes)?);
    one_block(&lines)?;
    let rows: Vec<Row<'_>> = lines.into_iter().map(Line::words).collect();
    let columns = width(&rows, end(text), "")?;
    let squares = rows.iter().flatten().map(|&(word, at)| Ok((square(word, at)?, at)));
    Ok(Box::new(checked(columns, squares.collect::<Read<_>>()?, text)?))
}

/// Checks that every run has a feasible sum and that every sum belongs to a run.
fn checked(columns: usize, squares: Vec<(Square, Position)>, text: &str) -> Read<Kakuro> {
    let rows = squares.len().checked_div(columns).unwrap_or(0);
    check_size(rows, columns, squares.first().map_or(end(text), |square| square.1))?;
    let (squares, places): (Vec<Square>, Vec<Position>) = squares.into_iter().unzip();
    let kakuro = Kakuro { columns, squares };
    let runs = kakuro.runs();
    for run in &runs {
        let (length, first) = (run.squares.len(), places[run.squares[0]]);
        let at = run.head.map_or(first, |head| places[head]);
        at.require(length <= 9, || format!("a run of {length} squares would repeat a number"))?;
        let missing = "this run has no sum: put it into the black square before it";
        first.require(run.sum.is_some() || length == 1, || missing)?;
        let (least, most) = (length * (length + 1) / 2, length * (19 - length) / 2);
        let sum = run.sum.unwrap_or(least);
        let wrong = || format!("{} add up to {least} to {most}, not {sum}", count(length, "square"));
        at.require((least..=most).contains(&sum), wrong)?;
    }
    for (square, &about) in kakuro.squares.iter().enumerate() {
        let Square::Black { down, across } = about else { continue };
        let heads = runs.iter().filter(|run| run.head == Some(square)).count();
        let sums = usize::from(down > 0) + usize::from(across > 0);
        places[square].require(heads >= sums, || "a sum without white squares")?;
    }
    Ok(kakuro)
}

fn square(word: &str, at: Position) -> Read<Square> {
    match word.split_once('\\') {
        _ if is_empty(word) => Ok(Square::White),
        _ if word == "#" => Ok(Square::Black { down: 0, across: 0 }),
        Some((down, across)) => {
            let sum = |digits: &str, at: Position| match digits {
                "" => Ok(0),
                _ => number(digits, at, 1..=45, "a sum"),
            };
            let place = at.right(down.chars().count() + 1);
            Ok(Square::Black { down: sum(down, at)?, across: sum(across, place)? })
        }
        None => Err(at.expected("`.`, `#` or sums such as 17\\4", word)),
    }
}

impl Kakuro {
    fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// Returns the white squares.
    fn cells(&self) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| self.squares[square] == Square::White).collect()
    }

    /// Returns all runs: those in rows, then those in columns.
    fn runs(&self) -> Vec<Run> {
        let mut runs = Vec::new();
        for line in lines(self.rows(), self.columns) {
            let is_down = line.kind == "column";
            let own = line.squares.split(|&square| self.squares[square] != Square::White);
            for squares in own.filter(|run| !run.is_empty()) {
                let begin = line.squares.iter().position(|square| *square == squares[0]);
                let head = begin.and_then(|begin| Some(line.squares[begin.checked_sub(1)?]));
                let sum = head.and_then(|head| match self.squares[head] {
                    Square::Black { down, across } => Some(if is_down { down } else { across }),
                    Square::White => None,
                });
                runs.push(Run { squares: squares.to_vec(), is_down, head, sum: sum.filter(|&sum| sum > 0) });
            }
        }
        runs
    }
}

impl Puzzle for Kakuro {
    fn statement(&self) -> Result<Statement, ModelError> {
        let cells = self.cells();
        let mut s = Statement::some(Words::NUMBERS, self.columns, 1..=9, &cells)?;
        for run in self.runs() {
            let Some(sum) = run.sum else { continue };
            let own: Vec<usize> = run.squares.iter().filter_map(|square| cells.binary_search(square).ok()).collect();
            let name = format!("the sum {sum} of {} to {}", s.cells[own[0]].name, s.cells[own[own.len() - 1]].name);
            distinct_sum::state(&mut s, "", &name, &own, sum);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::partly(self.rows(), self.columns, &self.cells());
        for (square, about) in sheet.squares.iter_mut().zip(&self.squares) {
            square.black = *about != Square::White;
            square.text = sums(*about);
        }
        sheet
    }

    fn write(&self) -> String {
        let square = |square: &Square| match sums(*square) {
            _ if *square == Square::White => ".".to_owned(),
            none if none.is_empty() => "#".to_owned(),
            sums => sums,
        };
        write(self.columns, &self.squares, " ", square)
    }

    fn link(&self) -> Option<String> {
        link::write(self)
    }
}

/// Formats a square's sums, such as `17\4`; empty for a square without sums.
fn sums(square: Square) -> String {
    let sum = |sum: usize| if sum == 0 { String::new() } else { sum.to_string() };
    match square {
        Square::White | Square::Black { down: 0, across: 0 } => String::new(),
        Square::Black { down, across } => format!("{}\\{}", sum(down), sum(across)),
    }
}
