//! From the cells of a grid to a table: common properties form the title, differing ones the columns.

use super::row::Row;
use super::{Dimension, Grid, Means, meanings};
use crate::table::{Cell, Role, Table};

impl Grid {
    pub(super) fn tabulated(&self, rows: &[Row], means: &Means) -> Table {
        let varies = |k: usize| rows.iter().any(|row| row.keys[k] != rows[0].keys[k]);
        let shown: Vec<usize> = (0..8).filter(|&k| varies(k) || self.shown.contains(&Dimension::ALL[k])).collect();
        let mut table = Table::new(self.title(rows));
        shown.iter().for_each(|&k| _ = table.column(Dimension::ALL[k].name(), Role::Key));
        let has_checks = rows.iter().any(|row| row.counts.checks.is_some());
        table.columns(["solutions", "nodes", "failures", "propagations"], Role::Count);
        if has_checks {
            table.column("checks", Role::Count);
        }
        table.columns(["prunings", "removed", "useless", "depth"], Role::Count);
        // Of this machine, and of the library that allocates.
        table.column("bytes", Role::Measure);
        if rows.iter().any(|row| row.counts.stopped_by.is_some()) {
            table.column("stopped by", Role::Count);
        }
        if means.timed {
            table.column("seconds", Role::Measure);
        }
        for row in rows {
            let c = &row.counts;
            let mut cells: Vec<Cell> = shown.iter().map(|&k| row.keys[k].clone()).collect();
            cells.extend([c.solutions, c.nodes, c.failures, c.propagations].map(Cell::Count));
            if has_checks {
                cells.push(Cell::count(c.checks));
            }
            cells.extend([c.prunings, c.removed, c.useless, c.peak_depth, c.bytes].map(Cell::Count));
            if table.position("stopped by").is_some() {
                cells.push(c.stopped_by.map_or(Cell::Missing, |by| Cell::word(by.to_string())));
            }
            if let Some(seconds) = row.seconds {
                cells.push(Cell::Real(seconds, 3));
            }
            table.row(cells);
        }
        self.explain(&mut table, has_checks, means);
        table
    }

    /// What all rows have in common.
    fn title(&self, rows: &[Row]) -> String {
        let common = |k: usize| rows.first().is_some_and(|first| rows.iter().all(|row| row.keys[k] == first.keys[k]));
        let said = (0..8).filter(|&k| common(k) && !self.shown.contains(&Dimension::ALL[k])).filter_map(|k| {
            let cell = &rows.first()?.keys[k];
            let plain = match (Dimension::ALL[k], cell) {
                (_, Cell::Missing) | (Dimension::Seed, Cell::Count(0)) => return None,
                (_, Cell::Word(word)) => word.clone(),
                (_, Cell::Count(seed)) => seed.to_string(),
                _ => return None,
            };
            Some(match Dimension::ALL[k] {
                Dimension::Model => plain,
                Dimension::Branching => plain,
                Dimension::Root if plain == "none" => return None,
                other => format!("{} {plain}", other.name()),
            })
        });
        let best = rows.iter().filter(|row| row.best).count();
        let question = match (self.first_only, self.limits.solutions) {
            (true, _) => "the first solution".to_owned(),
            (false, Some(wanted)) => format!("up to {wanted} solutions"),
            (false, None) if best == 0 => "all solutions".to_owned(),
            (false, None) if best == rows.len() => "the best solution".to_owned(),
            (false, None) => "all solutions, or the best one where some are better".to_owned(),
        };
        let stopped = rows.iter().any(|row| row.counts.stopped_by.is_some());
        let question = if stopped { format!("{question}, or until a limit") } else { question };
        said.chain([question]).collect::<Vec<_>>().join(", ")
    }

    fn explain(&self, table: &mut Table, has_checks: bool, means: &Means) {
        use meanings::{CHECK, DEPTH, MEMORY, PROPAGATION, PRUNING, REMOVED, TIME, USELESS};
        table.define_all(self.branchings.iter().map(|&branching| meanings::branching(branching)));
        table.define_all(meanings::tree(self.tie_break)).define_all([PROPAGATION]);
        table.define_all(has_checks.then_some(CHECK));
        table.define_all([PRUNING, REMOVED, USELESS, DEPTH, MEMORY]);
        table.define_all(means.timed.then_some(TIME));
    }
}
