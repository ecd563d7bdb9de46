//! Random sudokus with all squares filled.

use super::{Sudoku, rectangles, shape};
use crate::answer::random_solution;
use crate::puzzle::Puzzle;
use crate::sheet::beside;
use solver_core::search::Rng;

/// Of the usual shape: a square of shifted rows, shuffled in every way that keeps the rules.
pub(super) fn regular(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let (rows, columns) = shape(size)?;
    let mut numbers: Vec<usize> = (1..=size).collect();
    rng.shuffle(&mut numbers);
    // Lines are shuffled within bands, and the bands among themselves.
    let mut lines = |band: usize| {
        let mut bands: Vec<usize> = (0..size / band).collect();
        rng.shuffle(&mut bands);
        bands
            .into_iter()
            .flat_map(|b| {
                let mut within: Vec<usize> = (0..band).map(|i| b * band + i).collect();
                rng.shuffle(&mut within);
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

/// With diagonals: filled by a search.
pub(super) fn diagonal(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let boxes = rectangles(size)?;
    let empty = Sudoku { size, boxes, regular: true, diagonal: true, cages: Vec::new(), givens: vec![0; size * size] };
    Some(Box::new(filled(empty, rng)?))
}

/// With areas of any shape: stripes whose squares change places while all areas stay in one piece.
pub(super) fn jigsaw(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut boxes = rectangles(size).unwrap_or_else(|| (0..size * size).map(|square| square / size).collect());
    for _ in 0..12 * size * size {
        let one = rng.below((size * size) as u64) as usize;
        let beside: Vec<usize> = beside(one, size, size).collect();
        let next = beside[rng.below(beside.len() as u64) as usize];
        let (from, to) = (boxes[one], boxes[next]);
        // Another square of the neighbour's area comes over in exchange.
        let border =
            |&square: &usize| boxes[square] == to && crate::sheet::beside(square, size, size).any(|s| boxes[s] == from);
        let exchange: Vec<usize> = (0..size * size).filter(border).collect();
        if from == to || exchange.is_empty() {
            continue;
        }
        let other = exchange[rng.below(exchange.len() as u64) as usize];
        boxes.swap(one, other);
        if !is_whole(&boxes, from, size) || !is_whole(&boxes, to, size) {
            boxes.swap(one, other);
        }
    }
    let empty =
        Sudoku { size, boxes, regular: false, diagonal: false, cages: Vec::new(), givens: vec![0; size * size] };
    Some(Box::new(filled(empty, rng)?))
}

fn is_whole(boxes: &[usize], area: usize, size: usize) -> bool {
    let own: Vec<usize> = (0..boxes.len()).filter(|&square| boxes[square] == area).collect();
    let mut reached = vec![own[0]];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for other in beside(square, size, size).filter(|&other| boxes[other] == area) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.len() == own.len()
}

/// With cages of two to four squares that tile the grid, and the sums of a random filling.
pub(super) fn killer(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let boxes = rectangles(size)?;
    let empty = Sudoku { size, boxes, regular: true, diagonal: false, cages: Vec::new(), givens: vec![0; size * size] };
    let mut sudoku = filled(empty, rng)?;
    let mut free = vec![true; size * size];
    while let Some(first) = free.iter().position(|free| *free) {
        let wanted = 2 + rng.below(3) as usize;
        let mut squares = vec![first];
        free[first] = false;
        while squares.len() < wanted {
            let repeats =
                |square: usize| squares.iter().any(|&own: &usize| sudoku.givens[own] == sudoku.givens[square]);
            let near = squares.iter().flat_map(|&square| beside(square, size, size));
            let open: Vec<usize> = near.filter(|&square| free[square] && !repeats(square)).collect();
            if open.is_empty() {
                break;
            }
            let next = open[rng.below(open.len() as u64) as usize];
            free[next] = false;
            squares.push(next);
        }
        squares.sort_unstable();
        let sum = squares.iter().map(|&square| sudoku.givens[square]).sum();
        sudoku.cages.push((sum, squares));
    }
    Some(Box::new(sudoku))
}

fn filled(empty: Sudoku, rng: &mut Rng) -> Option<Sudoku> {
    let values = random_solution(&empty.statement().ok()?, rng)?;
    Some(Sudoku { givens: values.into_iter().map(|value| value as usize).collect(), ..empty })
}
