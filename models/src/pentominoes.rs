//! Pentominoes: tile a rectangle of sixty squares with the twelve shapes of five squares. (S. W. Golomb 1965.)
//!
//! There is one regular constraint for each piece, as in M. Z. Lagerkvist and G. Pesant, *Modeling irregular shape
//! placement problems with regular constraints* (2008). Its word is the rectangle, read row by row with a mark after
//! each row, in which the piece must occur in one of its orientations.

use crate::{Classic, Shown};
use solver_core::constraints::{Automaton, AutomatonError};
use solver_core::prelude::*;
use std::collections::BTreeSet;

/// The squares of each piece, by row and column.
const PIECES: [[(i32, i32); 5]; 12] = [
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)], // F
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)], // I
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)], // L
    [(0, 0), (0, 1), (0, 2), (1, 2), (1, 3)], // N
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)], // P
    [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)], // T
    [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)], // U
    [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)], // V
    [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)], // W
    [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)], // X
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)], // Y
    [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)], // Z
];

/// The tilings of a rectangle with 60 squares and the given width.
///
/// # Errors
/// [`ModelError`] if the width does not divide 60.
pub fn pentominoes(width: usize) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let columns = width + 1;
    let squares =
        60_usize.checked_div(width).filter(|height| height * width == 60).map_or(0, |height| height * columns);
    let square = m.ints("square", squares, 0..=12)?;
    for (i, &square) in square.iter().enumerate() {
        let is_mark = i % columns == width;
        m.post(if is_mark { square.equals(12) } else { square.at_most(11) });
    }
    for (piece, cells) in (0..).zip(&PIECES) {
        if let Ok(automaton) = placed(piece, &patterns(cells, width)) {
            m.regular(&square, &automaton).named(format!("piece {piece}"));
        }
    }
    if squares == 0 {
        // There is no rectangle of this width.
        m.post(Expr::from(1).at_most(0));
    }
    let decisions = square.iter().enumerate().filter(|(i, _)| i % columns != width).map(|(_, &x)| x).collect();
    Ok(Classic::new(m, decisions).shown(Shown::Grid(width)))
}

/// For each orientation that fits, the squares from the piece's first to its last, each flagged if the piece covers it.
fn patterns(cells: &[(i32, i32); 5], width: usize) -> BTreeSet<Vec<bool>> {
    let mut all = BTreeSet::new();
    for turn in 0..8 {
        let mut turned = cells.map(|(row, column)| {
            let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
            (if turn & 2 == 0 { row } else { -row }, if turn & 4 == 0 { column } else { -column })
        });
        turned.sort_unstable();
        let columns = turned.map(|cell| cell.1);
        let spread = columns.iter().max().zip(columns.iter().min()).map_or(0, |(high, low)| high - low);
        let at = turned.map(|(row, column)| (row - turned[0].0) * (width as i32 + 1) + column - turned[0].1);
        if (spread as usize) < width {
            all.insert((0..=at[4]).map(|i| at.contains(&i)).collect());
        }
    }
    all
}

/// Builds an automaton for the words that contain the piece exactly once, in one of the patterns: a tree between two
/// states with self-loops.
fn placed(piece: i32, patterns: &BTreeSet<Vec<bool>>) -> Result<Automaton, AutomatonError> {
    let others = || (0..=12).filter(move |&v| v != piece);
    let (start, end) = (0, 1);
    let mut transitions: Vec<_> = others().flat_map(|v| [(start, v, start), (end, v, end)]).collect();
    // The two children of each state: one for a square of a different piece, one for a square of this piece.
    let mut children = vec![[None; 2]; 2];
    for pattern in patterns {
        let mut state = start;
        for (i, &own) in pattern.iter().enumerate() {
            let next = match children[state][usize::from(own)] {
                _ if i + 1 == pattern.len() => end,
                Some(next) => next,
                None => {
                    children.push([None; 2]);
                    children.len() - 1
                }
            };
            if children[state][usize::from(own)].replace(next).is_none() {
                transitions.extend(others().filter(|_| !own).chain(own.then_some(piece)).map(|v| (state, v, next)));
            }
            state = next;
        }
    }
    Automaton::new(children.len(), start, [end], transitions)
}
