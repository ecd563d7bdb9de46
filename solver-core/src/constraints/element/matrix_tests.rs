//! Compares element constraints on matrices with brute force: constants at the level Bounds, views at both levels.

use super::*;
use crate::harness::{Check, Claim};

type Range = (i32, i32);

fn hull(domain: &[i32]) -> Range {
    (domain[0], domain[domain.len() - 1])
}

fn meet(a: Range, b: Range) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

/// Returns the cell in a row and a column of a matrix with `columns` columns.
fn cell<T: Copy>(cells: &[T], columns: usize, row: i32, column: i32) -> Option<T> {
    let column = usize::try_from(column).ok().filter(|&c| c < columns)?;
    cells.chunks_exact(columns).nth(usize::try_from(row).ok()?).map(|row| row[column])
}

/// Checks whether a row, a column or a result bound has a cell that meets the result; other values of the result need
/// no cell.
fn is_supported(cells: &[Range], columns: usize, [rows, lines, result]: [&[i32]; 3], position: usize, v: i32) -> bool {
    let ends = hull(result);
    let meets = |r: i32, c: i32, with: Range| cell(cells, columns, r, c).is_some_and(|cell| meet(cell, with));
    match position {
        0 => lines.iter().any(|&c| meets(v, c, ends)),
        1 => rows.iter().any(|&r| meets(r, v, ends)),
        _ => v != ends.0 && v != ends.1 || rows.iter().any(|&r| lines.iter().any(|&c| meets(r, c, (v, v)))),
    }
}

#[test]
fn of_constants_is_bounds_consistent_on_the_result() {
    const CELLS: [i32; 6] = [0, 3, 1, -2, 0, 5];
    let check = Check::new("element.matrix.bounds")
        .arity(3..=3)
        .values(-2..=5)
        .post(|(), v| ElementOfMatrix::bounds(CELLS, 3, [v[0], v[1]], v[2]))
        .holds(|(), v| cell(&CELLS, 3, v[0], v[1]) == Some(v[2]))
        .claims(Claim::values(|(), d: &[Vec<i32>], position, v| {
            is_supported(&CELLS.map(|v| (v, v)), 3, [&d[0], &d[1], &d[2]], position, v)
        }))
        .rules([&RANGE, &INDEX, &RESULT])
        .up_to(10_000);
    check.passes(5_000);
}

/// The number of columns is random. The scope is the row, the column, the result, then the cells.
fn of_views(post: fn(Vec<View>, usize, [View; 2], View) -> ElementOfViewMatrix, claim: Claim<usize>) -> Check<usize> {
    Check::new("element.view_matrix")
        .parameters(|rng, _| rng.below(4) as usize)
        .arity(3..=7)
        .values(-1..=3)
        .post(move |&columns, v| post(v[3..].to_vec(), columns, [v[0], v[1]], v[2]))
        .holds(|&columns, v| columns > 0 && cell(&v[3..], columns, v[0], v[1]) == Some(v[2]))
        .claims(claim)
        .rules([&RANGE, &INDEX, &RESULT, &EQUAL])
        .up_to(10_000)
}

#[test]
fn of_views_is_domain_consistent() {
    of_views(ElementOfViewMatrix::domain, Claim::Domain).refutes_all().passes(5_000);
}

#[test]
fn of_views_is_bounds_consistent() {
    let claim = Claim::values(|&columns: &usize, d: &[Vec<i32>], position, v| {
        let cells: Vec<Range> = d[3..].iter().map(|domain| hull(domain)).collect();
        if position < 3 {
            return is_supported(&cells, columns, [&d[0], &d[1], &d[2]], position, v);
        }
        let chosen = d[0].len() == 1 && d[1].len() == 1 && d[0][0] * columns as i32 + d[1][0] == position as i32 - 3;
        !chosen || meet((v, v), hull(&d[2]))
    });
    of_views(ElementOfViewMatrix::bounds, claim).passes(5_000);
}
