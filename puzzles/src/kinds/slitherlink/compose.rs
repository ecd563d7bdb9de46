//! Random loops. A loop is the border of an area that grows square by square, as long as the border is a single loop.

use super::Slitherlink;
use crate::kinds::prelude::*;

pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut inside = vec![false; size * size];
    inside[rng.below((size * size) as u64) as usize] = true;
    for _ in 0..8 * size * size {
        let square = rng.below((size * size) as u64) as usize;
        let near = beside(square, size, size).filter(|&other| inside[other]).count();
        // Adding squares with few neighbours inside makes the loop longer.
        let wanted = near == 1 || near == 2 && rng.below(3) == 0;
        if !inside[square] && wanted {
            inside[square] = true;
            if !has_one_border(&inside, size) {
                inside[square] = false;
            }
        }
    }
    let blank = Slitherlink(Clues { columns: size, squares: vec![Clue::None; size * size] });
    let is_inside = |row: Option<usize>, column: Option<usize>| {
        let place = row.zip(column).filter(|&(row, column)| row < size && column < size);
        place.is_some_and(|(row, column)| inside[row * size + column])
    };
    // A side is drawn if exactly one of its two squares is inside.
    let is_drawn = |side: &&Edge| {
        let (row, column) = (side.row, side.column);
        let other = match side.across {
            true => is_inside(row.checked_sub(1), Some(column)),
            false => is_inside(Some(row), column.checked_sub(1)),
        };
        is_inside(Some(row), Some(column)) != other
    };
    let sides = blank.sides();
    let clue = |square| Clue::Number(blank.around(square).iter().map(|&side| &sides[side]).filter(is_drawn).count());
    Some(Box::new(Slitherlink(Clues { columns: size, squares: (0..size * size).map(clue).collect() })))
}

/// Checks whether inside and outside are both connected and neither touches itself only at a corner.
fn has_one_border(inside: &[bool], size: usize) -> bool {
    // The outside includes a margin of one square.
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
