//! Tables in a model.

mod written;

use super::{CompactTable, NegativeTable, Table, TableError};
use crate::model::spelling::{Named, Say, Spell, is};
use crate::model::{
    Comparison, ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates, all_of, any_of,
};
use crate::propagator::Propagator;

struct Allowed {
    arguments: Vec<Expr>,
    table: Table,
}

struct Forbidden {
    arguments: Vec<Expr>,
    table: Table,
}

impl Model {
    /// The arguments form a row of the table, which may have wildcards (positive table, `extension`). Domain
    /// consistent.
    ///
    /// ```
    /// use solver_core::{constraints::Table, prelude::*};
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// let squares = Table::new(2, (0..=3).map(|v| [v, v * v]))?;
    /// m.table([x.into(), y + 1], &squares);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // 1 0, 2 3, 3 8
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("extension", "allowed_assignments", "extensional", "tuple_set"))]
    pub fn table<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>, table: &Table) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Allowed { arguments, table: table.clone() })
    }

    /// The arguments do not form a row of the table, which must have no wildcards (negative table). Domain consistent.
    ///
    /// ```
    /// use solver_core::{constraints::Table, prelude::*};
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    /// m.negative_table([x, y], &Table::new(2, [[0, 0], [1, 1]])?);
    /// assert_eq!(m.count()?, Outcome::Complete(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("forbidden_assignments", "extension"))]
    pub fn negative_table<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        table: &Table,
    ) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Forbidden { arguments, table: table.clone() })
    }
}

fn misfit(table: &Table, views: usize) -> Option<String> {
    let error = TableError::Views { arity: table.arity(), views };
    (table.arity() != views).then(|| error.to_string())
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
        self.table.contains(values)
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("({}) in {}", say(&self.arguments), self.table.written())
    }

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        let row = |row: usize| {
            let fixed = x.iter().zip(self.table.row(row)).filter_map(|(x, v)| Some(is(x, v?)));
            all_of(fixed.collect::<Vec<Expr>>())
        };
        vec![any_of((0..self.table.len()).map(row))]
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.table.xcsp3("supports", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        made(CompactTable::new(site.views().iter().copied(), &self.table))
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
        let wildcard = self.table.has_wildcards().then(|| TableError::Wildcard.to_string());
        misfit(&self.table, self.arguments.len()).or(wildcard)
    }

    fn holds(&self, values: &[i32]) -> bool {
        !self.table.contains(values)
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("({}) not in {}", say(&self.arguments), self.table.written())
    }

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        let row = |row: usize| {
            let other = x.iter().zip(self.table.row(row)).filter_map(|(x, v)| Some(x.clone().differs(v?)));
            any_of(other.collect::<Vec<Comparison>>())
        };
        (0..self.table.len()).map(row).collect()
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.table.xcsp3("conflicts", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        made(NegativeTable::new(site.views().iter().copied(), &self.table))
    }
}
