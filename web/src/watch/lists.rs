//! The recursion from the Python text, as growing lists: all boards with k queens from all boards with k - 1.
//!
//! As in the text, the outer loop runs over values and the inner loop over shorter boards, so boards come in
//! colexicographic order.

use super::frames::{Film, Frame, Grid, Kind, counted};
use queens::{Candidate, Square};
use std::ops::ControlFlow;

/// Animates all lists.
pub(super) fn show(grid: Grid, mut film: Film) -> Result<Film, String> {
    let n = grid.n;
    let mut lists: Vec<Vec<Vec<u32>>> = vec![vec![Vec::new()]];
    for column in 0..n {
        let shorter = &lists[column as usize];
        let mut longer = Vec::new();
        for row in 0..n {
            for board in shorter {
                let queens: Vec<Square> = (0..).zip(board).map(|(column, &row)| Square { column, row }).collect();
                let queen = Candidate::new(Square { column, row }, &queens);
                if !queen.is_safe() {
                    continue;
                }
                let mut board = board.clone();
                board.push(row);
                longer.push(board);
                if film.show(|| grown(grid, queen.square, &queens)) == ControlFlow::Break(()) {
                    return Ok(film);
                }
            }
        }
        lists.push(longer);
    }
    let sizes: Vec<String> = lists.iter().map(|list| list.len().to_string()).collect();
    film.end(format!("Boards with 0 to {}: {}.", counted(n.into(), "queen"), sizes.join(", ")));
    Ok(film)
}

fn grown(grid: Grid, square: Square, before: &[Square]) -> Frame {
    let queens: Vec<Square> = before.iter().copied().chain([square]).collect();
    let rows = |queens: &[Square]| {
        let rows: Vec<String> = queens.iter().map(|queen| (queen.row + 1).to_string()).collect();
        format!("[{}]", rows.join(" "))
    };
    let complete = queens.len() as u32 == grid.n;
    Frame {
        kind: if complete { Kind::Solution } else { Kind::Infer },
        queens: grid.numbers(&queens),
        about: grid.numbers([&square]),
        depth: queens.len() as u32,
        text: format!("{} grows by {} to {}", rows(before), grid.name(square), rows(&queens)),
        ..Frame::default()
    }
}
