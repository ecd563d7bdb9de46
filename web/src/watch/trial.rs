//! Trial and error, as in the J text: a queen on the first safe square, with backtracking.
//!
//! For 8 queens, the first board takes 112 steps, one for each queen placed before the last one.

use super::frames::{Film, Frame, Grid, Kind, counted};
use queens::{Candidate, Efforts, Line, Placement, Placements, Square};
use solver_core::why::listed;
use std::ops::ControlFlow;

/// Animates the search up to the first board.
pub(super) fn show(grid: Grid, mut film: Film) -> Result<Film, String> {
    let n = grid.n;
    let mut search = Placements::new(n.into()).map_err(|error| error.to_string())?;
    let mut steps = 0;
    // The queens placed before the event, against which its squares are tested. `Placements` fills rows, but we show
    // columns.
    let mut before: Vec<Square> = Vec::new();
    let mut first = 0;
    while let Some(event) = search.next() {
        let placed: Vec<Square> = search.placed().iter().map(|queen| queen.mirrored()).collect();
        steps += u64::from(matches!(event, Placement::Placed(_)));
        let shown = film.show(|| match event {
            Placement::Placed(square) => {
                let tested = tested(square.mirrored(), first, &before);
                let step = Some(steps);
                Frame { step, ..put(grid, Kind::Try, square.mirrored(), &tested, &placed, "a queen") }
            }
            Placement::Completed(square) => {
                let tested = tested(square.mirrored(), first, &before);
                put(grid, Kind::Solution, square.mirrored(), &tested, &placed, "the last queen. A solution")
            }
            Placement::TakenBack(square) => {
                let column = before.len() as u32;
                let rest = (first..n).map(|row| Candidate::new(Square { column, row }, &before));
                let rest: Vec<Candidate> = rest.filter(|_| column < n).collect();
                back(grid, square.mirrored(), &rest, &placed)
            }
        });
        if shown == ControlFlow::Break(()) {
            return Ok(film);
        }
        first = match event {
            Placement::Placed(_) | Placement::Completed(_) => 0,
            Placement::TakenBack(square) => square.column + 1,
        };
        before = placed;
        if let Placement::Completed(_) = event {
            film.end(format!("{}, then the board is complete. {}", counted(steps, "step"), cost(search.efforts())));
            return Ok(film);
        }
    }
    film.end(format!("{}, and there is no solution. {}", counted(steps, "step"), cost(search.efforts())));
    Ok(film)
}

fn cost(efforts: Efforts) -> String {
    let Efforts { conflict_tests, backtracks, .. } = efforts;
    format!("{}, {} taken back.", counted(conflict_tests, "square") + " tested", counted(backtracks, "queen"))
}

/// The squares of a column that were tested before a safe one was found.
fn tested(safe: Square, first: u32, before: &[Square]) -> Vec<Candidate> {
    (first..safe.row).map(|row| Candidate::new(Square { row, ..safe }, before)).collect()
}

fn put(grid: Grid, kind: Kind, square: Square, tested: &[Candidate], placed: &[Square], what: &str) -> Frame {
    let safe = format!("{} is safe: {what}.", grid.name(square));
    Frame {
        kind,
        queens: grid.numbers(placed),
        crossed: grid.numbers(tested.iter().map(|candidate| &candidate.square)),
        about: grid.numbers([&square]),
        reason: grid.numbers(attackers(tested)),
        depth: placed.len() as u32,
        step: None,
        text: rejected(grid, tested).map_or(safe.clone(), |rejected| format!("{rejected}. {safe}")),
    }
}

fn back(grid: Grid, square: Square, rest: &[Candidate], placed: &[Square]) -> Frame {
    let column = rest.first().map(|candidate| grid.name(candidate.square));
    let column = column.and_then(|name| name.chars().next());
    let why = match (rejected(grid, rest), column) {
        (Some(rejected), Some(column)) => format!("{rejected}. Column {column} has no square left: "),
        _ => "No square is left above it: ".to_owned(),
    };
    Frame {
        kind: Kind::Back,
        queens: grid.numbers(placed),
        crossed: grid.numbers(rest.iter().map(|candidate| &candidate.square)),
        about: grid.numbers([&square]),
        reason: grid.numbers(attackers(rest)),
        depth: placed.len() as u32,
        step: None,
        text: format!("{why}the queen on {} is taken back.", grid.name(square)),
    }
}

/// The first attacker of each square.
fn attackers(tested: &[Candidate]) -> impl Iterator<Item = &Square> {
    let mut squares: Vec<&Square> = tested.iter().filter_map(|c| c.attackers.first()).map(|(queen, _)| queen).collect();
    squares.sort_unstable();
    squares.dedup();
    squares.into_iter()
}

/// Writes, for example, "d1 is attacked by a1 (row), d2 by b3 (diagonal)".
fn rejected(grid: Grid, tested: &[Candidate]) -> Option<String> {
    let mut verb = " is attacked";
    let one = tested.iter().filter_map(|candidate| {
        let (queen, by) = candidate.attackers.first()?;
        let verb = std::mem::take(&mut verb);
        Some(format!("{}{verb} by {} ({})", grid.name(candidate.square), grid.name(*queen), line(*by)))
    });
    listed(one, "and")
}

/// The word for a line.
pub(super) fn line(line: Line) -> &'static str {
    match line {
        Line::Column => "column",
        Line::Row => "row",
        Line::Diagonal => "diagonal",
    }
}
