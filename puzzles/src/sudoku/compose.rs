//! Random sudokus with all squares filled.

use super::{Sudoku, rectangles, shape};
use crate::answer::shuffle;
use crate::puzzle::Puzzle;
use solver_core::search::Rng;

/// Of the usual shape: a square of shifted rows, shuffled in every way that keeps the rules.
pub(super) fn regular(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let (rows, columns) = shape(size)?;
    let mut numbers: Vec<usize> = (1..=size).collect();
    shuffle(rng, &mut numbers);
    // Lines are shuffled within bands, and the bands among themselves.
    let mut lines = |band: usize| {
        let mut bands: Vec<usize> = (0..size / band).collect();
        shuffle(rng, &mut bands);
        bands
            .into_iter()
            .flat_map(|b| {
                let mut within: Vec<usize> = (0..band).map(|i| b * band + i).collect();
                shuffle(rng, &mut within);
                within
            })
            .collect::<Vec<usize>>()
    };
    let (down, across) = (lines(rows), lines(columns));
    let number = |r: usize, c: usize| numbers[(columns * (r % rows) + r / rows + c) % size];
    let givens = down.iter().flat_map(|&r| across.iter().map(move |&c| (r, c))).map(|(r, c)| number(r, c)).collect();
    let boxes = rectangles(size)?;
    Some(Box::new(Sudoku { size, boxes, regular: true, diagonal: false, cages: Vec::new(), givens }))
}
