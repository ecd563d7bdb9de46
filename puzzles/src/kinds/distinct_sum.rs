//! Cells that differ and add up: runs of kakuro, cages of killer sudoku.

use crate::kinds::prelude::*;

/// Cells beyond these are too many to list their fillings.
const LISTED: usize = 5;

/// Adds the rules that cells differ, and that their sum is this. Of few cells all fillings are listed, so that whatever
/// follows from both together is found.
pub(crate) fn state(s: &mut Statement, kind: &'static str, name: &str, cells: &[usize], sum: usize) {
    if cells.len() > 1 {
        s.all_different(kind, name, cells);
    }
    // The more cells, the more combinations are to be seen.
    let level = cells.len().clamp(2, 5) as u8 - 1;
    if cells.len() <= LISTED {
        let most = cells.iter().flat_map(|&cell| &s.cells[cell].values).copied().max().unwrap_or(0);
        let mut rows = Vec::new();
        list(cells.len(), sum as i32, most, &mut Vec::new(), &mut rows);
        s.table(name, level, cells, rows);
    } else {
        let total = s.sum(cells).equals(sum as i64);
        s.rule(name, level, |model| model.post(total));
    }
}

/// All ways to write a sum with different numbers up to `most`.
fn list(cells: usize, left: i32, most: i32, numbers: &mut Vec<i32>, rows: &mut Vec<Vec<i32>>) {
    let missing = (cells - numbers.len()) as i32;
    if missing == 0 {
        if left == 0 {
            rows.push(numbers.clone());
        }
        return;
    }
    // The smallest and the largest that the rest can be.
    if left < missing * (missing + 1) / 2 || left > missing * most - missing * (missing - 1) / 2 {
        return;
    }
    for number in 1..=most.min(left) {
        if !numbers.contains(&number) {
            numbers.push(number);
            list(cells, left - number, most, numbers, rows);
            numbers.pop();
        }
    }
}
