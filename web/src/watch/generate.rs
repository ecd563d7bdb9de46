//! Generate-and-test: all choices of n squares, one after another.

use super::frames::{Film, Frame, Grid, Kind, counted};
use queens::{Line, Space, Square, cell_choices};
use std::ops::ControlFlow;

/// The maximum number of boards.
const PATIENCE: u64 = 50_000;

/// Animates the search up to the first board.
pub(super) fn show(grid: Grid, mut film: Film) -> Result<Film, String> {
    let n = grid.n;
    let mut tested = 0;
    for squares in cell_choices(n, n as usize) {
        tested += 1;
        let clash = first_attack(&squares);
        if film.show(|| frame(grid, &squares, clash, tested)) == ControlFlow::Break(()) {
            return Ok(film);
        }
        if clash.is_none() {
            film.end(format!("{} tested, and the last is a solution.", counted(tested, "board")));
            return Ok(film);
        }
        if tested == PATIENCE {
            let all = Space::new(n.into(), n.into()).squares.map(|all| format!(" of {all}")).unwrap_or_default();
            film.end(format!("Stopped after {tested} boards{all}: none of them was a solution."));
            return Ok(film);
        }
    }
    film.end(format!("All {} tested: there is no solution.", counted(tested, "board")));
    Ok(film)
}

/// The first two queens that attack each other.
fn first_attack(squares: &[Square]) -> Option<(Square, Square, Line)> {
    let pairs = squares.iter().enumerate().flat_map(|(i, &a)| squares[i + 1..].iter().map(move |&b| (a, b)));
    pairs.into_iter().find_map(|(a, b)| a.attacks(b).map(|line| (a, b, line)))
}

fn frame(grid: Grid, squares: &[Square], clash: Option<(Square, Square, Line)>, tested: u64) -> Frame {
    let queens = grid.numbers(squares);
    let (kind, about, text) = match clash {
        Some((a, b, line)) => {
            let text = format!("{} and {} share a {}.", grid.name(a), grid.name(b), super::trial::line(line));
            (Kind::Fail, grid.numbers(&[a, b]), text)
        }
        None => (Kind::Solution, Vec::new(), "No queen attacks another: a solution.".to_owned()),
    };
    Frame { kind, queens, about, step: Some(tested), text, ..Frame::default() }
}
