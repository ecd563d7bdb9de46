//! Tables in a model.

mod written;

use super::{CompactTable, IntoTable, NegativeTable, Table, TableError};
use crate::model::spelling::{Named, Say, Spell, is};
use crate::model::{
    Comparison, ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates, all_of, any_of,
};
use crate::propagator::Propagator;

struct Allowed {
    arguments: Vec<Expr>,
    table: Result<Table, TableError>,
}

struct Forbidden {
    arguments: Vec<Expr>,
    table: Result<Table, TableError>,
}

impl Model {
    /// The arguments form a row of the table, which may have wildcards (positive table, `extension`). Domain
    /// consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// let squares = Table::new(2, (0..=3).map(|v| [v, v * v]))?;
    /// m.table([x.into(), y + 1], &squares);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // 1 0, 2 3, 3 8
    /// m.table([x, y], [[1, 0], [3, 8]]);
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("extension", "allowed_assignments", "extensional", "tuple_set"))]
    pub fn table<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        table: impl IntoTable,
    ) -> Posted<'_, Plain> {
        let arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        let table = table.into_table(arguments.len());
        self.state(Allowed { arguments, table })
    }

    /// The arguments do not form a row of the table, which must have no wildcards (negative table). Domain consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.negative_table([x, y], [[0, 0], [1, 1]]);
    /// assert_eq!(m.count()?, Outcome::Complete(7));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("forbidden_assignments", "extension"))]
    pub fn negative_table<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        table: impl IntoTable,
    ) -> Posted<'_, Plain> {
        let arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        let table = table.into_table(arguments.len());
        self.state(Forbidden { arguments, table })
    }
}

fn misfit(table: &Result<Table, TableError>, views: usize) -> Option<String> {
    let arity = match table {
        Ok(table) => table.arity(),
        Err(error) => return Some(error.to_string()),
    };
    (arity != views).then(|| TableError::Views { arity, views }.to_string())
}

fn written(table: &Result<Table, TableError>) -> String {
    table.as_ref().map_or_else(TableError::to_string, Table::written)
}

/// A propagator; errors in its arguments were reported as misuse before.
fn made<P: Propagator + 'static>(made: Result<P, TableError>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
    Ok(vec![Box::new(made.map_err(|e| Refusal::TooLarge(e.to_string()))?)])
}

impl ConstraintDef for Allowed {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        misfit(&self.table, self.arguments.len())
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.table.as_ref().is_ok_and(|table| table.contains(values))
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("({}) in {}", say(&self.arguments), written(&self.table))
    }

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        let Ok(table) = &self.table else { return Vec::new() };
        let row = |row: usize| {
            let fixed = x.iter().zip(table.row(row)).filter_map(|(x, v)| Some(is(x, v?)));
            all_of(fixed.collect::<Vec<Expr>>())
        };
        vec![any_of((0..table.len()).map(row))]
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.table.as_ref().ok()?.xcsp3("supports", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        made(
            self.table
                .as_ref()
                .map_err(|&e| e)
                .and_then(|table| CompactTable::new(site.views().iter().copied(), table)),
        )
    }
}

impl ConstraintDef for Forbidden {
    fn kind(&self) -> &'static str {
        "negative_table"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        let has_wildcards = self.table.as_ref().is_ok_and(Table::has_wildcards);
        let wildcard = has_wildcards.then(|| TableError::Wildcard.to_string());
        misfit(&self.table, self.arguments.len()).or(wildcard)
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.table.as_ref().is_ok_and(|table| !table.contains(values))
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("({}) not in {}", say(&self.arguments), written(&self.table))
    }

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        let Ok(table) = &self.table else { return Vec::new() };
        let row = |row: usize| {
            let other = x.iter().zip(table.row(row)).filter_map(|(x, v)| Some(x.clone().differs(v?)));
            any_of(other.collect::<Vec<Comparison>>())
        };
        (0..table.len()).map(row).collect()
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.table.as_ref().ok()?.xcsp3("conflicts", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        made(
            self.table
                .as_ref()
                .map_err(|&e| e)
                .and_then(|table| NegativeTable::new(site.views().iter().copied(), table)),
        )
    }
}
