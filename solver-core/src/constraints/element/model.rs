//! `element` in a model: of constants or expressions, in arrays and matrices.

use super::{ElementOfConstants, ElementOfMatrix, ElementOfViewMatrix, ElementOfViews};
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Named, Say, always_within, indices, joined, listed};
use crate::model::{
    BoundsOrDomain, Consistency, ConstraintDef, Expr, Indexed, Model, Posted, PostingContext, Refusal, Relates,
    SupportedLevels,
};
use crate::propagator::Propagator;
use std::sync::Arc;

/// So many values are few.
const FEW: i128 = 256;

impl Model {
    /// `array[index] = result` for an array of constants, which must not be empty. Indices count from 0: for an array
    /// that counts from 1 use `index - 1`. The default level is Domain.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (i, price) = (m.int("i", 0..=9)?, m.int("price", 0..=25)?);
    /// m.element([10, 70, 20, 10], i, price);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // 0, 2 and 3
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("array access", "lookup"))]
    pub fn element(
        &mut self,
        array: impl IntoIterator<Item = i32>,
        index: impl Into<Expr>,
        result: impl Into<Expr>,
    ) -> Posted<'_, BoundsOrDomain> {
        let (array, arguments) = (array.into_iter().collect(), [index.into(), result.into()]);
        self.state(OfConstants { array, arguments, consistency: Consistency::Domain })
    }

    /// `array[index] = result` for an array of expressions, which must not be empty. Indices count from 0: for an array
    /// that counts from 1 use `index - 1`. The default level is Domain if the result spans at most 256 values, else Bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, i) = (m.ints("x", 3, 0..=1)?, m.int("i", 1..=3)?);
    /// m.element_of(&x, i - 1, 1);
    /// assert_eq!(m.count()?, Outcome::Complete(3 * 4));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn element_of<T: Into<Expr>>(
        &mut self,
        array: impl IntoIterator<Item = T>,
        index: impl Into<Expr>,
        result: impl Into<Expr>,
    ) -> Posted<'_, BoundsOrDomain> {
        let result = result.into();
        let consistency = self.level_for(&result);
        let arguments = [index.into(), result].into_iter().chain(array.into_iter().map(Into::into)).collect();
        self.state(OfExpressions { arguments, consistency })
    }

    /// `matrix[row][column] = result` for rows of constants, all of one length, at least one. Rows and columns
    /// count from 0. The default level is Domain.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (from, to) = (m.int("from", 0..=1)?, m.int("to", 0..=2)?);
    /// let cost = m.int("cost", 1..=9)?;
    /// m.element_2d([[0, 3, 5], [3, 0, 4]], from, to, cost);
    /// assert_eq!(m.count()?, Outcome::Complete(4));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("matrix access", "element2d"))]
    pub fn element_2d<R: AsRef<[i32]>>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        row: impl Into<Expr>,
        column: impl Into<Expr>,
        result: impl Into<Expr>,
    ) -> Posted<'_, BoundsOrDomain> {
        let (mut shape, mut cells) = (Shape::default(), Vec::new());
        for row in rows {
            shape.add(row.as_ref().len());
            cells.extend_from_slice(row.as_ref());
        }
        let arguments = [row.into(), column.into(), result.into()];
        self.state(OfMatrix { cells: cells.into(), shape, arguments, consistency: Consistency::Domain })
    }

    /// `matrix[row][column] = result` for rows of expressions, all of one length, at least one. Rows and columns
    /// count from 0. The default level is Domain if the result spans at most 256 values, else Bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, i) = (m.ints("x", 4, 0..=1)?, m.int("i", 0..=1)?);
    /// m.element_2d_of(x.chunks(2), i, 1 - i, 1); // on the other diagonal
    /// assert_eq!(m.count()?, Outcome::Complete(2 * 8));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn element_2d_of<T: Into<Expr>, R: IntoIterator<Item = T>>(
        &mut self,
        rows: impl IntoIterator<Item = R>,
        row: impl Into<Expr>,
        column: impl Into<Expr>,
        result: impl Into<Expr>,
    ) -> Posted<'_, BoundsOrDomain> {
        let result = result.into();
        let consistency = self.level_for(&result);
        let (mut shape, mut arguments) = (Shape::default(), vec![row.into(), column.into(), result]);
        for row in rows {
            let before = arguments.len();
            arguments.extend(row.into_iter().map(Into::into));
            shape.add(arguments.len() - before);
        }
        self.state(OfExpressionMatrix { arguments, shape, consistency })
    }

    /// The level for an array of expressions: all values of few are looked at.
    fn level_for(&self, result: &Expr) -> Consistency {
        let (low, high) = result.range(&|x| self.declared_bounds(x));
        if high - low < FEW { Consistency::Domain } else { Consistency::Bounds }
    }
}

fn empty() -> String {
    "the array is empty, so no index is within it".to_owned()
}

fn at(array: &[i32], index: i32) -> Option<i32> {
    array.get(usize::try_from(index).ok()?).copied()
}

fn element_xcsp3(array: &str, length: usize, x: &[Named]) -> Option<String> {
    let (index, value) = (&x[0].name, &x[1].name);
    let text = format!("<list> {array} </list> <index> {index} </index> <value> {value} </value>");
    always_within(&x[0], length).then(|| format!("<element> {text} </element>"))
}

#[derive(Clone)]
struct OfConstants {
    array: Arc<[i32]>,
    /// Index and result.
    arguments: [Expr; 2],
    consistency: Consistency,
}

impl ConstraintDef for OfConstants {
    fn kind(&self) -> &'static str {
        "element"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        self.array.is_empty().then(empty)
    }

    fn holds(&self, values: &[i32]) -> bool {
        at(&self.array, values[0]) == Some(values[1])
    }

    fn written(&self, say: Say<'_>) -> String {
        let (index, result) = (say(&self.arguments[..1]), say(&self.arguments[1..]));
        format!("[{}][{index}] = {result}", joined(&self.array[..], ", "))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(self.array.at(&x[0]).equals(&x[1]))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        element_xcsp3(&joined(&self.array[..], " "), self.array.len(), x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (index, result) = (site.views()[0], site.views()[1]);
        let new = match self.consistency {
            Consistency::Domain => ElementOfConstants::domain,
            _ => ElementOfConstants::bounds,
        };
        Ok(vec![Box::new(new(Arc::clone(&self.array), index, result))])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}

#[derive(Clone)]
struct OfExpressions {
    /// Index, result, array.
    arguments: Vec<Expr>,
    consistency: Consistency,
}

impl ConstraintDef for OfExpressions {
    fn kind(&self) -> &'static str {
        "element_of"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        (self.arguments.len() == 2).then(empty)
    }

    fn holds(&self, values: &[i32]) -> bool {
        at(&values[2..], values[0]) == Some(values[1])
    }

    fn written(&self, say: Say<'_>) -> String {
        let (index, result) = (say(&self.arguments[..1]), say(&self.arguments[1..2]));
        format!("[{}][{index}] = {result}", say(&self.arguments[2..]))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(x[2..].at(&x[0]).equals(&x[1]))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        element_xcsp3(&listed(&x[2..]), x.len() - 2, x)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (index, result, array) = (site.views()[0], site.views()[1], &site.views()[2..]);
        let new = match self.consistency {
            Consistency::Domain => ElementOfViews::domain,
            _ => ElementOfViews::bounds,
        };
        Ok(vec![Box::new(new(Arc::from(array), index, result))])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}

/// The numbers of rows and columns of a matrix.
#[derive(Clone, Copy, Default)]
struct Shape {
    rows: usize,
    columns: usize,
    /// The first row of a length other than that of row 0, and its length.
    uneven: Option<(usize, usize)>,
}

impl Shape {
    /// Adds a row of this length.
    fn add(&mut self, length: usize) {
        if self.rows == 0 {
            self.columns = length;
        } else if length != self.columns {
            self.uneven = self.uneven.or(Some((self.rows, length)));
        }
        self.rows += 1;
    }

    fn misuse(&self) -> Option<String> {
        if let Some((row, length)) = self.uneven {
            return Some(format!("row 0 has {} columns, but row {row} has {length}", self.columns));
        }
        (self.rows == 0 || self.columns == 0).then(empty)
    }

    /// The index of the matrix cell in this row and column, in row-major order.
    fn cell(&self, row: i32, column: i32) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(column).ok().filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }
}

#[derive(Clone)]
struct OfMatrix {
    /// In row-major order.
    cells: Arc<[i32]>,
    shape: Shape,
    /// Row, column and result.
    arguments: [Expr; 3],
    consistency: Consistency,
}

impl ConstraintDef for OfMatrix {
    fn kind(&self) -> &'static str {
        "element_2d"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        self.shape.misuse()
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.shape.cell(values[0], values[1]).is_some_and(|cell| self.cells[cell] == values[2])
    }

    fn written(&self, say: Say<'_>) -> String {
        let [row, column, result] = [0, 1, 2].map(|i| say(&self.arguments[i..=i]));
        let rows = self.cells.chunks(self.shape.columns.max(1)).map(|row| format!("[{}]", joined(row, ", ")));
        format!("[{}][{row}][{column}] = {result}", joined(rows, ", "))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let at = x[0].clone() * self.shape.columns as i32 + x[1].clone();
        into.require_all(indices(&x[1..2], self.shape.columns).chain([self.cells.at(at).equals(&x[2])]))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let rows = self.cells.chunks(self.shape.columns.max(1)).map(|row| format!("({})", joined(row, ",")));
        let (matrix, [row, column, result]) = (rows.collect::<String>(), [0, 1, 2].map(|i| &x[i].name));
        let index = format!("<index> {row} {column} </index> <value> {result} </value>");
        let within = always_within(&x[0], self.shape.rows) && always_within(&x[1], self.shape.columns);
        within.then(|| format!("<element> <matrix> {matrix} </matrix> {index} </element>"))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let [row, column, result] = [0, 1, 2].map(|i| site.views()[i]);
        let cells = Arc::clone(&self.cells);
        let new = match self.consistency {
            Consistency::Domain => ElementOfMatrix::domain,
            _ => ElementOfMatrix::bounds,
        };
        Ok(vec![Box::new(new(cells, self.shape.columns, row, column, result))])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}

#[derive(Clone)]
struct OfExpressionMatrix {
    /// Row, column, result, then the matrix in row-major order.
    arguments: Vec<Expr>,
    shape: Shape,
    consistency: Consistency,
}

impl ConstraintDef for OfExpressionMatrix {
    fn kind(&self) -> &'static str {
        "element_2d_of"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        self.shape.misuse()
    }

    fn holds(&self, values: &[i32]) -> bool {
        self.shape.cell(values[0], values[1]).is_some_and(|cell| values[3 + cell] == values[2])
    }

    fn written(&self, say: Say<'_>) -> String {
        let [row, column, result] = [0, 1, 2].map(|i| say(&self.arguments[i..=i]));
        let rows = self.arguments[3..].chunks(self.shape.columns.max(1)).map(|row| format!("[{}]", say(row)));
        format!("[{}][{row}][{column}] = {result}", joined(rows, ", "))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let at = x[0].clone() * self.shape.columns as i32 + x[1].clone();
        into.require_all(indices(&x[1..2], self.shape.columns).chain([x[3..].at(at).equals(&x[2])]))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let [row, column, result] = [0, 1, 2].map(|i| site.views()[i]);
        let new = match self.consistency {
            Consistency::Domain => ElementOfViewMatrix::domain,
            _ => ElementOfViewMatrix::bounds,
        };
        Ok(vec![Box::new(new(&site.views()[3..], self.shape.columns, row, column, result))])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}
