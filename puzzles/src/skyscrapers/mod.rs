//! Skyscrapers: a Latin square of heights, with the number of buildings seen from outside.

use crate::latin;
use crate::puzzle::{Kind, LEVELS, Puzzle, TEXT};
use crate::read::{ReadError, end, lines, words};
use crate::sheet::{Sheet, column_name};
use crate::statement::Statement;
use solver_core::constraints::Automaton;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "skyscrapers",
    title: "Skyscrapers",
    rules: "Every row and every column holds each height once. A number outside says how many buildings are seen from \
            there: a taller one hides those behind it.",
    formats: &["a grid with a frame of clues, blanks between all of them, and . for nothing; the corners are left out"],
    writes: TEXT,
    example: ". . . 3 .\n. . . . . 5 .\n. 1 . . 4 2 3\n. . . . . 4 2\n2 . . . . 3 3\n. . 2 . 5 1 .\n2 . . . .\n",
    sizes: [4, 5, 7],
    levels: LEVELS,
    read: boxed,
    compose,
};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skyscrapers {
    size: usize,
    /// What stands in each square; 0 for nothing.
    givens: Vec<usize>,
    /// What is seen from above the columns, from below, from the left of the rows, from the right; 0 for no clue.
    seen: [Vec<usize>; 4],
}

/// The level of a clue: the whole line is to be thought of.
const CLUE: u8 = 2;

/// What clues are called.
const SIDES: [&str; 4] = ["above column", "below column", "left of row", "right of row"];

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a puzzle.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Skyscrapers, ReadError> {
    let said = lines(text);
    let Some(&(first, start)) = said.first() else {
        return Err(end(text).error("expected a line of clues above the columns, with . for none"));
    };
    let size = words(first, start).len();
    if !(2..=9).contains(&size) {
        return Err(start.error(format!("expected 2 to 9 clues above the columns, not {size}")));
    }
    if said.len() != size + 2 {
        let at = said.get(size + 2).map_or(end(text), |line| line.1);
        return Err(at.error(format!("{size} columns need {} lines, not {}", size + 2, said.len())));
    }
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for (i, &(line, start)) in said.iter().enumerate() {
        let expected = if (1..=size).contains(&i) { size + 2 } else { size };
        let all = words(line, start);
        if all.len() != expected {
            let at = all.get(expected).map_or(start.right(line.chars().count()), |word| word.1);
            return Err(at.error(format!("expected {expected} numbers or points here, not {}", all.len())));
        }
        let number = |&(word, at): &(&str, _)| match word {
            "." | "0" => Ok(0),
            _ => crate::read::number(word, at, 1..=size, "a number"),
        };
        numbers.push(all.iter().map(number).collect::<Result<_, ReadError>>()?);
    }
    let inner = &numbers[1..=size];
    let givens = inner.iter().flat_map(|row| row[1..=size].iter().copied()).collect();
    let left = inner.iter().map(|row| row[0]).collect();
    let right = inner.iter().map(|row| row[size + 1]).collect();
    Ok(Skyscrapers { size, givens, seen: [numbers[0].clone(), numbers[size + 1].clone(), left, right] })
}

/// The squares of a line as they are seen from one of the four sides.
fn view(size: usize, side: usize, number: usize) -> Vec<usize> {
    let mut line = latin::line(size, number, side >= 2);
    if side % 2 == 1 {
        line.reverse();
    }
    line
}

fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let givens = latin::random(size, rng);
    let seen = [0, 1, 2, 3].map(|side| {
        let count = |number| {
            let mut tallest = 0;
            let mut count = 0;
            for square in view(size, side, number) {
                if givens[square] > tallest {
                    tallest = givens[square];
                    count += 1;
                }
            }
            count
        };
        (0..size).map(count).collect()
    });
    Some(Box::new(Skyscrapers { size, givens, seen }))
}

/// Lines of which so many buildings are seen: states are the tallest so far, and the number seen.
fn seeing(size: usize, count: usize) -> Automaton {
    let state = |tallest: usize, seen: usize| tallest * (count + 1) + seen;
    let mut transitions = Vec::new();
    for tallest in 0..=size {
        for seen in 0..=count {
            for height in 1..=size {
                let next = if height > tallest { (height, seen + 1) } else { (tallest, seen) };
                if next.1 <= count {
                    transitions.push((state(tallest, seen), height as i32, state(next.0, next.1)));
                }
            }
        }
    }
    let states = (size + 1) * (count + 1);
    Automaton::new(states, 0, [state(size, count)], transitions).expect("one transition for each state and height")
}

impl Puzzle for Skyscrapers {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = latin::state(self.size, &self.givens)?;
        for (side, seen) in self.seen.iter().enumerate() {
            for (number, &count) in seen.iter().enumerate().filter(|(_, count)| **count > 0) {
                let line = if side < 2 { column_name(number) } else { (number + 1).to_string() };
                let name = format!("the {count} {} {line}", SIDES[side]);
                let cells = s.variables(&view(self.size, side, number));
                let clue = s.model.regular(cells, &seeing(self.size, count)).named(&name).id();
                s.rule(clue, &name, CLUE);
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.givens);
        let clues = |side: usize| {
            let clue = |&count: &usize| if count == 0 { Vec::new() } else { vec![count.to_string()] };
            self.seen[side].iter().map(clue).collect::<Vec<Vec<String>>>()
        };
        (sheet.above, sheet.below, sheet.left, sheet.right) = (clues(0), clues(1), clues(2), clues(3));
        sheet
    }

    fn write(&self) -> String {
        let number = |&number: &usize| if number == 0 { ".".to_owned() } else { number.to_string() };
        let frame = |seen: &[usize]| seen.iter().map(number).collect::<Vec<_>>().join(" ") + "\n";
        let row = |(row, givens): (usize, &[usize])| {
            let ends = [self.seen[2][row], self.seen[3][row]];
            frame(&[&ends[..1], givens, &ends[1..]].concat())
        };
        let rows: String = self.givens.chunks(self.size).enumerate().map(row).collect();
        frame(&self.seen[0]) + &rows + &frame(&self.seen[1])
    }

    fn clues(&self) -> usize {
        latin::standing(&self.givens) + self.seen.iter().map(|seen| latin::standing(seen)).sum::<usize>()
    }

    fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut left = self.clone();
        let mut rest = kept;
        for numbers in [&mut left.givens].into_iter().chain(&mut left.seen) {
            let (own, others) = rest.split_at(latin::standing(numbers));
            latin::keep(numbers, own);
            rest = others;
        }
        Box::new(left)
    }
}
