//! Tables in a model.

mod written;

use super::{CompactTable, IntoTable, NegativeTable, Table, TableError};
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Named, Say, is};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates, all_of, any_of};
use crate::propagator::Propagator;

/// The arguments, and the table if it fits them.
struct Rows {
    arguments: Vec<Expr>,
    table: Result<Table, TableError>,
}

struct Allowed(Rows);

struct Forbidden(Rows);

impl Rows {
    fn new<T: Into<Expr>>(arguments: impl IntoIterator<Item = T>, table: impl IntoTable) -> Rows {
        let arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        let views = arguments.len();
        let table = table.into_table(views).and_then(|table| match table.arity() {
            arity if arity == views => Ok(table),
            arity => Err(TableError::Views { arity, views }),
        });
        Rows { arguments, table }
    }

    fn misuse(&self) -> Option<String> {
        self.table.as_ref().err().map(TableError::to_string)
    }

    fn written(&self, say: Say<'_>, sign: &str) -> String {
        let table = self.table.as_ref().map_or_else(TableError::to_string, Table::written);
        format!("({}) {sign} {table}", say(&self.arguments))
    }

    /// A comparison for each row, of its values that are not wildcards.
    fn each<'t, C>(
        &'t self,
        x: &'t [Expr],
        comparison: impl Fn(&mut dyn Iterator<Item = (&'t Expr, i32)>) -> C,
    ) -> impl ExactSizeIterator<Item = C> {
        let rows = self.table.as_ref().map_or(0, Table::len);
        let cells = move |row| self.table.iter().flat_map(move |table| x.iter().zip(table.row(row)));
        (0..rows).map(move |row| comparison(&mut cells(row).filter_map(|(x, v)| Some((x, v?)))))
    }

    fn xcsp3(&self, tag: &str, x: &[Named]) -> Option<String> {
        self.table.as_ref().ok()?.xcsp3(tag, x)
    }

    /// A propagator; errors in its arguments were reported as misuse before.
    fn propagators<P: Propagator + 'static>(
        &self,
        make: impl FnOnce(&Table) -> Result<P, TableError>,
    ) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let made = self.table.as_ref().map_err(|&error| error).and_then(make);
        Ok(vec![Box::new(made.map_err(|error| Refusal::TooLarge(error.to_string()))?)])
    }
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
        self.state(Allowed(Rows::new(arguments, table)))
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
        self.state(Forbidden(Rows::new(arguments, table)))
    }
}

impl ConstraintDef for Allowed {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn arguments(&self) -> &[Expr] {
        &self.0.arguments
    }

    fn misuse(&self) -> Option<String> {
        self.0.misuse()
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.0.table.as_ref().is_ok_and(|table| table.contains(values))
    }

    fn written(&self, say: Say<'_>) -> String {
        self.0.written(say, "in")
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let rows = self.0.each(x, |row| all_of(row.map(|(x, v)| is(x, v)).collect::<Vec<Expr>>()));
        if rows.len() == 1 {
            return into.require_all(rows);
        }
        let taken = rows.map(|row| into.variable(row.into())).collect::<Result<Vec<Expr>, Stopped>>()?;
        into.require(any_of(taken))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.0.xcsp3("supports", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        self.0.propagators(|table| CompactTable::new(site.views().iter().copied(), table))
    }
}

impl ConstraintDef for Forbidden {
    fn kind(&self) -> &'static str {
        "negative_table"
    }

    fn arguments(&self) -> &[Expr] {
        &self.0.arguments
    }

    fn misuse(&self) -> Option<String> {
        let has_wildcards = self.0.table.as_ref().is_ok_and(Table::has_wildcards);
        self.0.misuse().or_else(|| has_wildcards.then(|| TableError::Wildcard.to_string()))
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.0.table.as_ref().is_ok_and(|table| !table.contains(values))
    }

    fn written(&self, say: Say<'_>) -> String {
        self.0.written(say, "not in")
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let differs =
            |row: &mut dyn Iterator<Item = (&Expr, i32)>| row.map(|(x, v)| x.clone().differs(v)).collect::<Vec<_>>();
        into.require_all(self.0.each(x, |row| any_of(differs(row))))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.0.xcsp3("conflicts", x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        self.0.propagators(|table| NegativeTable::new(site.views().iter().copied(), table))
    }
}
