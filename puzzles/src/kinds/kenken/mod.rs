//! KenKen: a Latin square with cages whose numbers combine to a given result.

mod cages;

use crate::grid::states_size;
use crate::kinds::prelude::*;
use crate::sheet::Cage as Drawn;
use cages::{Cage, Operation};

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "kenken",
    title: "KenKen",
    rules: "Every row and every column holds each number once. The numbers of a cage make its result by its operation: \
            for a difference or a quotient, the larger ones first.",
    formats: &[
        "a line of letters for each row, one letter for each cage; and a line for each letter: A 12+, B 3-, C 24*, D 2/, E 4",
    ],
    writes: TEXT,
    example: "ABBCD\nAAEED\nFFGEH\nIJKHH\nIJJJL\nA 7+\nB 8*\nC 5\nD 1-\nE 8+\nF 2-\nG 3\nH 10+\nI 1-\nJ 30*\nK 5\nL 4\n",
    sizes: [3, 5, 7],
    levels: [2, 3],
    read,
    compose: cages::compose,
};

/// A puzzle.
#[derive(Clone, Debug)]
struct KenKen {
    size: usize,
    cages: Vec<Cage>,
}

/// The level of the rule for a cage.
const CAGE: u8 = 2;

/// The maximum number of fillings to list for a cage.
const MAX_ROWS: usize = 50_000;

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let is_result =
        |line: &Line<'_>| matches!(line.words()[..], [_, (word, _)] if is_number(word)) && !states_size(line);
    let (results, board) = parted_lines(text, Comments::Hash, is_result)?;
    let grid = Grid::square(&board, end(text), 2..=9)?;
    let size = grid.columns;
    let squares = grid.map("the letter of a cage", |letter| {
        Some(letter).filter(|letter| letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_alphabetic()))
    })?;
    let mut letters: Vec<&str> = Vec::new();
    let cage_of: Vec<usize> = squares.into_iter().map(|letter| numbered(&mut letters, letter)).collect();
    let mut cages: Vec<Option<Cage>> = vec![None; letters.len()];
    for line in results {
        let [(name, at), (result, result_at)] = line.words()[..] else { continue };
        // A colon after the name is also accepted: `A: 12+`.
        let place = letters.iter().position(|known| *known == name.trim_end_matches([':', '=']));
        let Some(place) = place else { return Err(at.error(format!("there is no cage `{}`", shortened(name)))) };
        let (digits, operation) = Operation::split(result);
        let squares: Vec<usize> = (0..size * size).filter(|&square| cage_of[square] == place).collect();
        let Some(operation) = operation.filter(|operation| operation.fits(squares.len())) else {
            let expected = "expected + - * / after the result; - and / for two squares, none for one";
            return Err(result_at.right(digits.chars().count()).error(expected));
        };
        let result = number(digits, result_at, 1..=1_000_000_000, "a result")?;
        let is_first = cages[place].replace(Cage { squares, operation, result }).is_none();
        at.require(is_first, || format!("cage {name} has two results"))?;
    }
    for (cage, name) in cages.iter().zip(&letters) {
        let missing = || format!("cage {name} has no result: add a line such as {name} 12+");
        end(text).require(cage.is_some(), missing)?;
    }
    let puzzle = KenKen { size, cages: cages.into_iter().flatten().collect() };
    for (cage, name) in puzzle.cages.iter().zip(&letters) {
        let (at, fits) = (grid.squares[cage.squares[0]].1, cage.rows(size, MAX_ROWS).is_some());
        at.require(fits, || format!("cage {name} is too large: it has too many fillings to list"))?;
    }
    Ok(Box::new(puzzle))
}

impl Puzzle for KenKen {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = latin::state(self.size, &[])?;
        for cage in &self.cages {
            let name = format!("the cage {} at {}", cage.label(), s.cells[cage.squares[0]].name);
            let rows = cage.rows(self.size, MAX_ROWS).unwrap_or_default();
            s.table(&name, if cage.squares.len() == 1 { 1 } else { CAGE }, &cage.squares, rows);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.size, self.size);
        for (number, cage) in self.cages.iter().enumerate() {
            cage.squares.iter().for_each(|&square| sheet.squares[square].area = Some(number));
            sheet.cages.push(Drawn { squares: cage.squares.clone(), label: cage.label() });
        }
        sheet
    }

    fn write(&self) -> String {
        let mut cage_of = vec![0; self.size * self.size];
        let mut results = String::new();
        for (number, cage) in self.cages.iter().enumerate() {
            cage.squares.iter().for_each(|&square| cage_of[square] = number);
            results += &format!("{} {}\n", letter(number), cage.label());
        }
        write(self.size, &cage_of, "", |&cage| letter(cage)) + &results
    }
}
