//! Tables in a model.

mod written;

use super::{CompactTable, IntoTable, NegativeTable, Table, TableError};
use crate::model::defining::*;

/// A constraint given by a table, if the table fits the arguments.
struct Extension {
    table: Result<Table, TableError>,
    /// Whether the arguments must form a row; otherwise they must not form one.
    is_allowed: bool,
}

impl Model {
    /// Requires that the arguments form a row of the table, which may have wildcards (positive table, `extension`).
    /// Domain consistent.
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
        self.extension("table", exprs(arguments), table)
    }

    /// Requires that the arguments do not form a row of the table, which must not have wildcards (negative table).
    /// Domain consistent.
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
        self.extension("negative_table", exprs(arguments), table)
    }

    fn extension(&mut self, kind: &'static str, arguments: Vec<Expr>, table: impl IntoTable) -> Posted<'_, Plain> {
        let views = arguments.len();
        let table = table.into_table(views).and_then(|table| match table.arity() {
            arity if arity == views => Ok(table),
            arity => Err(TableError::Views { arity, views }),
        });
        self.state(kind, arguments, Extension { table, is_allowed: kind == "table" })
    }
}

impl Extension {
    /// Returns, for each row, a comparison of the arguments with its values other than wildcards.
    fn each<'t, C>(
        &'t self,
        x: &'t [Expr],
        comparison: impl Fn(&mut dyn Iterator<Item = (&'t Expr, i32)>) -> C,
    ) -> impl ExactSizeIterator<Item = C> {
        let rows = self.table.as_ref().map_or(0, Table::len);
        let cells = move |row| self.table.iter().flat_map(move |table| x.iter().zip(table.row(row)));
        (0..rows).map(move |row| comparison(&mut cells(row).filter_map(|(x, v)| Some((x, v?)))))
    }
}

impl Semantics for Extension {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        match &self.table {
            Ok(table) if !self.is_allowed && table.has_wildcards() => Some(TableError::Wildcard.to_string()),
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        }
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.table.as_ref().is_ok_and(|table| table.contains(values) == self.is_allowed)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let table = self.table.as_ref().map_or_else(TableError::to_string, Table::written);
        format!("({}) {} {table}", say(x), if self.is_allowed { "in" } else { "not in" })
    }
}

impl Decompose for Extension {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        if !self.is_allowed {
            let differs = |row: &mut dyn Iterator<Item = (&Expr, i32)>| {
                row.map(|(x, v)| x.clone().differs(v)).collect::<Vec<_>>()
            };
            return into.require_all(self.each(x, |row| any_of(differs(row))));
        }
        let rows = self.each(x, |row| all_of(row.map(|(x, v)| is(x, v)).collect::<Vec<Expr>>()));
        if rows.len() == 1 {
            return into.require_all(rows);
        }
        let taken = rows.map(|row| into.variable(row.into())).collect::<Result<Vec<Expr>, Stopped>>()?;
        into.require(any_of(taken))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        self.table.as_ref().ok()?.xcsp3(if self.is_allowed { "supports" } else { "conflicts" }, x)
    }
}

impl Certify for Extension {}

impl Post for Extension {
    /// Errors in the arguments were already reported as misuse.
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views().iter().copied();
        let table = self.table.as_ref().map_err(|&error| error)?;
        Ok(vec![if self.is_allowed {
            Box::new(CompactTable::new(views, table)?)
        } else {
            Box::new(NegativeTable::new(views, table)?)
        }])
    }
}
