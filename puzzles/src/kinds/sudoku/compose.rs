//! Composes random filled sudokus.

use super::{Sudoku, rectangles, shape};
use crate::kinds::prelude::*;

/// Composes a regular sudoku from shifted rows, shuffled such that the rules still hold.
pub(super) fn regular(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let (rows, columns) = shape(size)?;
    let numbers = shuffled(1..=size, rng);
    // Lines are shuffled within their bands, and the bands themselves are shuffled.
    let mut lines = |band: usize| -> Vec<usize> {
        let bands = shuffled(0..size / band, rng);
        bands.into_iter().flat_map(|b| shuffled(b * band..(b + 1) * band, rng)).collect()
    };
    let (down, across) = (lines(rows), lines(columns));
    let number = |r: usize, c: usize| numbers[(columns * (r % rows) + r / rows + c) % size];
    let givens: Vec<usize> =
        down.iter().flat_map(|&r| across.iter().map(move |&c| (r, c))).map(|(r, c)| number(r, c)).collect();
    Some(Box::new(Sudoku { givens, ..Sudoku::empty(size, rectangles(size)?) }))
}

/// Composes a diagonal sudoku by search.
pub(super) fn diagonal(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let empty = Sudoku { diagonal: true, ..Sudoku::empty(size, rectangles(size)?) };
    Some(Box::new(filled(empty, rng)?))
}

/// Composes a jigsaw sudoku by letting stripes exchange squares, as long as all areas stay connected.
pub(super) fn jigsaw(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut boxes = rectangles(size).unwrap_or_else(|| (0..size * size).map(|square| square / size).collect());
    for _ in 0..12 * size * size {
        let one = rng.below((size * size) as u64) as usize;
        let next = pick(&beside(one, size, size).collect::<Vec<usize>>(), rng)?;
        let (from, to) = (boxes[one], boxes[next]);
        // In exchange, a square from the neighbouring area moves to the first area.
        let border = |&square: &usize| boxes[square] == to && beside(square, size, size).any(|s| boxes[s] == from);
        let exchange: Vec<usize> = (0..size * size).filter(border).collect();
        if from == to || exchange.is_empty() {
            continue;
        }
        let other = pick(&exchange, rng)?;
        boxes.swap(one, other);
        if ![from, to].into_iter().all(|area| is_whole(size, size, |square| boxes[square] == area)) {
            boxes.swap(one, other);
        }
    }
    Some(Box::new(filled(Sudoku { regular: false, ..Sudoku::empty(size, boxes) }, rng)?))
}

/// Composes a killer sudoku. Cages of two to four squares tile the grid; their sums come from a random filling.
pub(super) fn killer(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut sudoku = filled(Sudoku::empty(size, rectangles(size)?), rng)?;
    let numbers = &sudoku.givens;
    let mut free = vec![true; size * size];
    while let Some(first) = free.iter().position(|free| *free) {
        let wanted = 2 + rng.below(3) as usize;
        let fits = |cage: &[usize], square: usize| cage.iter().all(|&own| numbers[own] != numbers[square]);
        let squares = latin::cage(first, wanted, &mut free, rng, fits);
        sudoku.cages.push((squares.iter().map(|&square| numbers[square]).sum(), squares));
    }
    Some(Box::new(sudoku))
}

fn filled(empty: Sudoku, rng: &mut Rng) -> Option<Sudoku> {
    let values = random_solution(&empty.statement().ok()?, rng)?;
    Some(Sudoku { givens: values.into_iter().map(|value| value as usize).collect(), ..empty })
}
