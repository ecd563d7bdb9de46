//! Random loops: the border of an area that grows square by square, as long as its border stays one loop.

use super::Slitherlink;
use crate::kinds::prelude::*;

pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut inside = vec![false; size * size];
    inside[rng.below((size * size) as u64) as usize] = true;
    for _ in 0..8 * size * size {
        let square = rng.below((size * size) as u64) as usize;
        let near = beside(square, size, size).filter(|&other| inside[other]).count();
        // Squares with few neighbours inside make long loops.
        let wanted = near == 1 || near == 2 && rng.below(3) == 0;
        if !inside[square] && wanted {
            inside[square] = true;
            if !has_one_border(&inside, size) {
                inside[square] = false;
            }
        }
    }
    let blank = Slitherlink(Clues { columns: size, squares: vec![Clue::None; size * size] });
    let drawn = |row: usize, column: usize, across: bool| {
        let here = row < size && column < size && inside[row * size + column];
        let other = match across {
            true => row > 0 && inside[(row - 1) * size + column],
            false => column > 0 && inside[row * size + column - 1],
        };
        here != other
    };
    let sides = blank.sides();
    let clue = |square: usize| {
        let around = blank.around(square).into_iter().map(|side| sides[side]);
        Clue::Number(around.filter(|&(row, column, across)| drawn(row, column, across)).count())
    };
    Some(Box::new(Slitherlink(Clues { columns: size, squares: (0..size * size).map(clue).collect() })))
}

/// Whether the inside is in one piece, and the outside too, and neither touches itself at a corner only.
fn has_one_border(inside: &[bool], size: usize) -> bool {
    // The outside is wider by a square on each side.
    let wide = size + 2;
    let at = |square: usize| {
        let (row, column) = (square / wide, square % wide);
        let on = (1..=size).contains(&row) && (1..=size).contains(&column);
        on && inside[(row - 1) * size + column - 1]
    };
    let corner = |square: usize| {
        let (a, b, c, d) = (at(square), at(square + 1), at(square + wide), at(square + wide + 1));
        a == d && b == c && a != b
    };
    let corners = (0..wide * wide).filter(|s| s % wide + 1 < wide && s / wide + 1 < wide);
    let whole = |value: bool| is_whole(wide, wide, |square| at(square) == value);
    !corners.into_iter().any(corner) && whole(true) && whole(false)
}
