//! Sums of distinct numbers, as in the runs of kakuro and the cages of killer sudoku.

use crate::kinds::prelude::*;

/// The maximum number of cells for which all fillings are listed in a table.
const LISTED: usize = 5;

/// Adds the rules that the cells differ and have the given sum. For few cells, a table of all fillings makes the
/// conjunction of the two rules domain consistent.
pub(crate) fn state(s: &mut Statement, kind: &'static str, name: &str, cells: &[usize], sum: usize) {
    if cells.len() > 1 {
        s.all_different(kind, name, cells);
    }
    // More cells mean more combinations for a player to consider.
    let level = cells.len().clamp(2, 5) as u8 - 1;
    if cells.len() <= LISTED {
        let most = cells.iter().flat_map(|&cell| &s.cells[cell].values).copied().max().unwrap_or(0) as usize;
        let allow = |row: &[usize], number: usize| {
            let (missing, partial) = (cells.len() - row.len() - 1, row.iter().sum::<usize>() + number);
            // The smallest and the largest possible sum of the missing numbers.
            let rest = (missing * (missing + 1) / 2, (missing * (2 * most + 1)).saturating_sub(missing * missing) / 2);
            !row.contains(&number) && (partial + rest.0..=partial + rest.1).contains(&sum)
        };
        let mut rows: Vec<Vec<i32>> = Vec::new();
        // Few cells have few fillings, so the number of tries needs no limit.
        let mut fillings = latin::Fillings { length: cells.len(), most, allow: &allow, tries: usize::MAX };
        fillings.each(&mut Vec::new(), &mut |row| {
            rows.push(row.iter().map(|&number| number as i32).collect());
            true
        });
        s.table(name, level, cells, rows);
    } else {
        let total = s.sum(cells).equals(sum as i64);
        s.rule(name, level, |model| model.post(total));
    }
}
