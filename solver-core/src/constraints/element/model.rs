//! `element` in a model, for constants or expressions in arrays and matrices.

use super::{ElementOfConstants, ElementOfMatrix, ElementOfViewMatrix, ElementOfViews, Level};
use crate::model::defining::*;

/// Domain consistency is the default if the result spans at most this many values.
const FEW: i128 = 256;

impl Model {
    /// Requires that `array[index] = result` for an array of constants, which must not be empty. Indices count from 0;
    /// for indices that count from 1, use `index - 1`. The default level is Domain.
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
        let constants = Some(array.into_iter().collect());
        let parts = Element { constants, shape: None, default: Consistency::Domain };
        self.state("element", [index.into(), result.into()], parts)
    }

    /// Requires that `array[index] = result` for an array of expressions, which must not be empty. Indices count from
    /// 0; for indices that count from 1, use `index - 1`. The default level is Domain if the result spans at most 256
    /// values, else Bounds.
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
        let default = self.level_for(&result);
        let parts = Element { constants: None, shape: None, default };
        self.state("element_of", exprs_after([index.into(), result], array), parts)
    }

    /// Requires that `matrix[row][column] = result` for one or more rows of constants, all of equal length. Rows and
    /// columns count from 0. The default level is Domain.
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
        let parts = Element { constants: Some(cells.into()), shape: Some(shape), default: Consistency::Domain };
        self.state("element_2d", arguments, parts)
    }

    /// Requires that `matrix[row][column] = result` for one or more rows of expressions, all of equal length. Rows and
    /// columns count from 0. The default level is Domain if the result spans at most 256 values, else Bounds.
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
        let default = self.level_for(&result);
        let (mut shape, mut arguments) = (Shape::default(), vec![row.into(), column.into(), result]);
        for row in rows {
            let before = arguments.len();
            arguments.extend(row.into_iter().map(Into::into));
            shape.add(arguments.len() - before);
        }
        self.state("element_2d_of", arguments, Element { constants: None, shape: Some(shape), default })
    }

    /// The default level for an array of expressions: Domain if the result has few values.
    fn level_for(&self, result: &Expr) -> Consistency {
        let (low, high) = result.range(&|x| self.declared_bounds(x));
        if high - low < FEW { Consistency::Domain } else { Consistency::Bounds }
    }
}

const EMPTY: &str = "the array is empty, so no index is valid";

/// An array or a matrix. Arguments: the index (or row and column), the result and, unless they are constants, the cells
/// in row-major order.
struct Element {
    constants: Option<Arc<[i32]>>,
    /// The dimensions of a matrix.
    shape: Option<Shape>,
    /// The level used if none is chosen.
    default: Consistency,
}

impl Element {
    /// The index, the result and the cells among the arguments.
    fn parts<'x, T>(&self, x: &'x [T]) -> (&'x [T], &'x T, &'x [T]) {
        let (index, rest) = x.split_at(if self.shape.is_some() { 2 } else { 1 });
        (index, &rest[0], &rest[1..])
    }

    /// The cells of each row as text; an array is a single row.
    fn rows<T>(&self, cells: &[T], comma: &str, list: impl Fn(&[T]) -> String) -> Vec<String> {
        let columns = self.shape.map_or(usize::MAX, |shape| shape.columns).max(1);
        match &self.constants {
            Some(constants) => constants.chunks(columns).map(|row| joined(row, comma)).collect(),
            None => cells.chunks(columns).map(list).collect(),
        }
    }
}

impl Semantics for Element {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let length = self.constants.as_ref().map_or(x.len() - 2, |constants| constants.len());
        self.shape.map_or_else(|| (length == 0).then(|| EMPTY.to_owned()), |shape| shape.misuse())
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (index, result, cells) = self.parts(values);
        let cell = match (self.shape, index) {
            (Some(shape), &[row, column]) => shape.cell(row, column),
            _ => usize::try_from(index[0]).ok(),
        };
        cell.and_then(|cell| self.constants.as_deref().unwrap_or(cells).get(cell)) == Some(result)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (index, result, cells) = self.parts(x);
        let rows = self.rows(cells, ", ", say);
        let cells = match self.shape {
            Some(_) => joined(rows.iter().map(|row| format!("[{row}]")), ", "),
            None => rows.concat(),
        };
        let at: String = index.iter().map(|i| format!("[{}]", say(std::slice::from_ref(i)))).collect();
        format!("[{cells}]{at} = {}", say(std::slice::from_ref(result)))
    }
}

impl Decompose for Element {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (index, result, cells) = self.parts(x);
        let at = match (self.shape, index) {
            (Some(shape), [row, column]) => {
                into.require_all(indices(&index[1..], shape.columns))?;
                row.clone() * shape.columns as i32 + column.clone()
            }
            _ => index[0].clone(),
        };
        into.require(self.constants.as_ref().map_or_else(|| cells.at(at.clone()), |c| c.at(at.clone())).equals(result))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (index, result, cells) = self.parts(x);
        let rows = self.rows(cells, if self.shape.is_some() { "," } else { " " }, listed);
        let ends = match self.shape {
            // XCSP3 has only matrices of constants.
            Some(_) if self.constants.is_none() => return None,
            Some(shape) => vec![shape.rows, shape.columns],
            None => vec![self.constants.as_ref().map_or(cells.len(), |constants| constants.len())],
        };
        let cells = match self.shape {
            Some(_) => format!("<matrix> {} </matrix>", joined(rows.iter().map(|row| format!("({row})")), "")),
            None => format!("<list> {} </list>", rows.concat()),
        };
        let (at, value) = (listed(index), &result.name);
        let is_within = index.iter().zip(ends).all(|(i, end)| always_within(i, end));
        is_within.then(|| format!("<element> {cells} <index> {at} </index> <value> {value} </value> </element>"))
    }
}

impl Certify for Element {}

impl Post for Element {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (index, &result, cells) = self.parts(site.views());
        let level = if site.level() == Consistency::Domain { Level::Domain } else { Level::Bounds };
        Ok(vec![match (&self.constants, self.shape, index) {
            (Some(cells), Some(Shape { columns, .. }), &[row, column]) => {
                Box::new(ElementOfMatrix::new(Arc::clone(cells), columns, [row, column], result, level))
            }
            (None, Some(Shape { columns, .. }), &[row, column]) => {
                Box::new(ElementOfViewMatrix::new(cells.into(), columns, [row, column], result, level))
            }
            (Some(array), ..) => Box::new(ElementOfConstants::new(Arc::clone(array), index[0], result, level)),
            (None, ..) => Box::new(ElementOfViews::new(cells.into(), index[0], result, level)),
        }])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: BoundsOrDomain::LEVELS, default: self.default })
    }
}

/// The numbers of rows and columns of a matrix.
#[derive(Clone, Copy, Default)]
struct Shape {
    rows: usize,
    columns: usize,
    /// The first row whose length differs from that of row 0, and its length.
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
        (self.rows == 0 || self.columns == 0).then(|| EMPTY.to_owned())
    }

    /// The index of the matrix cell in this row and column, in row-major order.
    fn cell(&self, row: i32, column: i32) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(column).ok().filter(|&column| column < self.columns)?;
        Some(row * self.columns + column)
    }
}
