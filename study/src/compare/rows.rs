//! Tabulates the cells of a grid: properties shared by all rows go into the title, and all other properties into
//! columns.

use super::row::Row;
use super::{Dimension, Grid, Means, meanings};
use crate::table::{Cell, Role, Table};
use solver_core::SearchOrder;

/// A column: its heading, its role, and a function that returns its cell in a row.
type Counted = (&'static str, Role, fn(&Row) -> Cell);

/// The columns for the counts of a row. A column whose cells are all missing is omitted.
const COUNTED: [Counted; 12] = [
    ("solutions", Role::Count, |row| Cell::Count(row.counts.statistics.solutions)),
    ("nodes", Role::Count, |row| Cell::Count(row.counts.statistics.nodes)),
    ("failures", Role::Count, |row| Cell::Count(row.counts.statistics.failures)),
    ("propagations", Role::Count, |row| Cell::Count(row.counts.statistics.propagations)),
    ("checks", Role::Count, |row| Cell::count(row.counts.checks)),
    ("prunings", Role::Count, |row| Cell::Count(row.counts.account.prunings)),
    ("removed", Role::Count, |row| Cell::Count(row.counts.account.removed)),
    ("useless", Role::Count, |row| Cell::Count(row.counts.account.useless)),
    ("depth", Role::Count, |row| Cell::Count(row.counts.statistics.peak_depth)),
    // The number of bytes depends on the machine and the memory allocator.
    ("bytes", Role::Measure, |row| Cell::Count(row.counts.bytes)),
    ("stopped by", Role::Count, |row| row.counts.stopped_by.map_or(Cell::Missing, |by| Cell::word(by.to_string()))),
    ("seconds", Role::Measure, |row| row.seconds.map_or(Cell::Missing, |seconds| Cell::Real(seconds, 3))),
];

impl Grid {
    /// Returns the names of all columns that a comparison can have.
    pub fn all_columns() -> impl Iterator<Item = &'static str> {
        Dimension::ALL.into_iter().map(Dimension::name).chain(COUNTED.map(|(name, ..)| name))
    }

    pub(super) fn tabulated(&self, rows: &[Row], means: &Means) -> Table {
        let varies = |k: usize| rows.iter().any(|row| row.keys[k] != rows[0].keys[k]);
        let is_named = |name: &str| self.columns.iter().any(|column| column == name);
        let is_shown = |k: usize| self.shown.contains(&Dimension::ALL[k]) || is_named(Dimension::ALL[k].name());
        let shown: Vec<usize> = (0..8).filter(|&k| varies(k) || is_shown(k)).collect();
        let is_there = |of: fn(&Row) -> Cell| rows.iter().any(|row| of(row) != Cell::Missing);
        let counted = || COUNTED.into_iter().filter(|&(name, _, of)| is_there(of) || is_named(name));
        let mut table = Table::new(self.title(rows));
        shown.iter().for_each(|&k| _ = table.column(Dimension::ALL[k].name(), Role::Key));
        counted().for_each(|(name, role, _)| _ = table.column(name, role));
        for row in rows {
            table.row(shown.iter().map(|&k| row.keys[k].clone()).chain(counted().map(|(.., of)| of(row))));
        }
        let has_checks = table.position("checks").is_some();
        self.explain(&mut table, has_checks, means);
        if self.columns.is_empty() { table } else { table.select(&self.columns) }
    }

    /// Describes the properties that all rows share.
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
            (false, None) => "all solutions, or the best one if there is an objective".to_owned(),
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
        table.define_all(self.orders.contains(&Some(SearchOrder::Auto)).then_some(meanings::AUTO));
    }
}
